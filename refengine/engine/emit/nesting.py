"""Functions taken apart that nest more loops than Python takes: an inner loop becomes a function inside its function.

Python compiles 20 blocks inside each other in one function, and rules may go through more things inside each other.

INVARIANT: the text does the same as before; one in which nothing is nested too deep is not changed. Nobody asks for
that where no line stands deeper than the body of so many loops does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

MOST_LOOPS: Final = 16
"""The greatest number of loops that stand inside each other in one function."""

_INDENT: Final = "    "


def taken_apart(text: str) -> str:
    """Returns the text of a module with every function taken apart that nests too many loops."""
    lines = text.splitlines()
    functions = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef)]
    for function in sorted(functions, key=lambda each: -each.lineno):
        if not _too_deep(function.body, 0):
            continue
        start = min([function.lineno, *(each.lineno for each in function.decorator_list)]) - 1
        _cut(function)
        made = ast.unparse(ast.fix_missing_locations(function)).splitlines()
        lines[start : function.end_lineno] = [f"{' ' * function.col_offset}{line}" for line in made]
    return "\n".join(lines) + "\n"


def _too_deep(body: list[ast.stmt], depth: int) -> list[tuple[list[ast.stmt], ast.For]]:
    """Returns the outermost loops with too many around them in a function, each with the block that it stands in."""
    found: list[tuple[list[ast.stmt], ast.For]] = []
    for statement in body:
        match statement:
            case ast.For(body=inside) if depth < MOST_LOOPS:
                found.extend(_too_deep(inside, depth + 1))
            case ast.For():
                found.append((body, statement))
            case ast.If(body=then, orelse=otherwise):
                found.extend(_too_deep(then, depth) + _too_deep(otherwise, depth))
            case _:
                pass
    return found


def _cut(function: ast.FunctionDef) -> None:
    """Makes functions of the loops that are too deep, and again inside them."""
    for number, (block, loop) in enumerate(_too_deep(function.body, 0), start=1):
        name = f"{function.name}_inside_{number}"
        place = block.index(loop)
        block[place : place + 1] = ast.parse(_call(name, loop)).body
        shared = sorted(set(_stored(loop)) & set(_mentioned(function)))
        unbound = [each for each in shared if each not in _bound(function)]
        function.body[:0] = ast.parse("\n".join(f"{each} = None" for each in unbound)).body
        inner = _function(name, shared)
        inner.body[-1] = _Returning().visit(loop)
        block.insert(next(at for at, each in enumerate(block) if _stores(each, f"{name}_left")), inner)
        _cut(inner)


def _call(name: str, loop: ast.For) -> str:
    """Returns the call that stands where the loop stood: if the loop returned something, it returns the same."""
    yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(loop))
    call = f"yield from {name}()" if yields else f"{name}()"
    return f"{name}_left = {call}\nif {name}_left is not None:\n    return {name}_left[0]\n"


def _function(name: str, shared: list[str]) -> ast.FunctionDef:
    """Returns a function that binds these names of the one around it; its last statement is for what it is to do."""
    head = f"{_INDENT}nonlocal {', '.join(shared)}\n" if shared else ""
    made = ast.parse(f"def {name}():\n{head}{_INDENT}pass\n").body[0]
    assert isinstance(made, ast.FunctionDef)
    return made


class _Returning(ast.NodeTransformer):
    """Makes a tuple of one of what a loop returns, so that it can be told from going on to the end."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        return ast.Return(ast.Tuple([node.value or ast.Constant(None)], ast.Load()))


# ---- NAMES


def _mentioned(function: ast.FunctionDef) -> Iterator[str]:
    """Yields every name that is read or bound in a function, or in one inside it."""
    for each in ast.walk(function):
        match each:
            case ast.Name(id=name) | ast.arg(arg=name):
                yield name
            case ast.Nonlocal(names=names):
                yield from names
            case _:
                pass


def _stored(node: ast.AST) -> Iterator[str]:
    """Yields every name that a function binds itself in this part of it; those of comprehensions do no harm."""
    agenda = [node]
    while agenda:
        each = agenda.pop()
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id
        agenda.extend(child for child in ast.iter_child_nodes(each) if not isinstance(child, ast.FunctionDef))


def _stores(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.Assign) and name in _stored(statement)


def _bound(function: ast.FunctionDef) -> frozenset[str]:
    """Returns the names that a function inside this one may bind as not its own."""
    arguments = {each.arg for each in (*function.args.args, *function.args.kwonlyargs)}
    outer = {name for each in function.body if isinstance(each, ast.Nonlocal) for name in each.names}
    stored = {name for statement in function.body for name in _stored(statement)}
    return frozenset(arguments | outer | stored)
