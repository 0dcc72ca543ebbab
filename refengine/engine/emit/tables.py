"""Tables settled by printed data: for each key, the members of a kind that may come into question in a game.

A condition on a member of a kind often has parts that read no state but for a few keys, such as which fields lie around
a field, or which are the home of the power that a player has. Such members are listed once, when the module is loaded,
and a loop runs over the list.

INVARIANT: only what cannot fault is worked out before it is asked for, and only if nothing that may fault would have
been asked before it.
"""

from __future__ import annotations

from itertools import takewhile
from math import prod

from refengine.engine.emit.naming import snake, upper
from refengine.engine.emit.text import SUM, Py, Text
from refengine.engine.emit.unit import Scope, Unit, scope_of
from refengine.ir import expressions as ir
from refengine.ir.domain import Cell, Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot, Truth
from refengine.ir.simplify import TRUE, conjunction
from refengine.ir.traverse import children, free_locals, replaced

MOST_WORK = 8_192
"""The greatest number of members of all lists together that are looked at when a module is loaded."""


def chosen_before(binding: ir.Binding, also: ir.Expr, scope: Scope) -> tuple[Py, ir.Expr] | None:
    """Returns the listed members among which all bound ones are, and what of the condition has still to be asked."""
    found = _told(binding, also, scope.unit)
    if found is None:
        return None
    told, keys, left = found
    table = _table(binding, told, keys, scope)
    named = Py(f"{table}{''.join(f'[{_place(key, scope)}]' for key in keys)}") if keys else Py.name(table)
    return named, left


def is_settled(binding: ir.Binding, unit: Unit) -> bool:
    """Returns whether nothing has still to be asked."""
    found = _told(binding, TRUE, unit)
    return found is not None and found[2] == TRUE


def is_told(binding: ir.Binding, unit: Unit) -> bool:
    """Returns whether at least something of the condition is told beforehand."""
    return _told(binding, TRUE, unit) is not None


def _told(binding: ir.Binding, also: ir.Expr, unit: Unit) -> tuple[tuple[ir.Expr, ...], list[ir.Expr], ir.Expr] | None:
    """Returns the parts of the condition that are told beforehand, by what keys, and the rest of it."""
    if unit.explain or not unit.tables.open or not isinstance(binding.domain, ir.AllMembers):
        return None
    size = _size(binding.domain.of, unit)
    whole = conjunction((binding.condition, also))
    parts = whole.parts if isinstance(whole, ir.And) else (whole,)
    asked = takewhile(unit.sharing.cannot_fault, parts)  # behind one that may fault the rules may have broken off
    told = tuple(each for each in asked if size is not None and _is_told(each, binding.var, unit))
    if size is None or not told:
        return None
    keys = list(dict.fromkeys(key for each in told for key in _keys(each, frozenset((binding.var,)), unit) or ()))
    if prod(_size(key.domain, unit) or 1 for key in keys) * size > MOST_WORK:
        return None
    return told, keys, conjunction(tuple(each for each in parts if each not in told))


def _place(key: ir.Expr, scope: Scope) -> str:
    text = scope.expr(key)
    low = key.domain.low if isinstance(key.domain, Range) else 0
    return f"{text.at(SUM)} - {low}" if low else str(text)


def _is_told(part: ir.Expr, var: ir.Local, unit: Unit) -> bool:
    """Returns whether a condition on a member, which cannot fault, hangs on printed data and a few keys alone."""
    return var in free_locals(part) and _keys(part, frozenset((var,)), unit) is not None


def _keys(node: object, bound: frozenset[ir.Local], unit: Unit) -> list[ir.Expr] | None:
    """Returns the keys of a part: the locals and variables with few values on which it depends, beside what it binds.

    None if it depends on anything else.
    """
    match node:
        case ir.Local():
            return [] if node in bound else ([node] if _size(node.domain, unit) is not None else None)
        case ir.ReadVariable():
            fixed = _size(node.domain, unit) is not None and not free_locals(node) & bound
            return [node] if fixed else None
        case ir.CallValue(name=name) if name not in unit.stateless:
            return None
        case (
            ir.Contents()
            | ir.TokensOn()
            | ir.Supply()
            | ir.Located()
            | ir.Before()
            | ir.Printed()
            | ir.CellsOf()
            | ir.CellOf()
            | ir.TurnAt()
            | ir.SpotsOf()
            | ir.SpotsTaken()
        ):
            return None
        case _:
            binding = getattr(node, "binding", None)
            inner = bound | {binding.var} if isinstance(binding, ir.Binding) else bound
            if isinstance(node, ir.Binding):
                inner |= {node.var}
            found: list[ir.Expr] = []
            for child in children(node):
                keys = _keys(child, inner, unit)
                if keys is None:
                    return None
                found += keys
            return found


def _size(domain: Domain, unit: Unit) -> int | None:
    match domain:
        case Enum(kind=kind):
            return unit.folding.sizes.get(kind)
        case Range(low=low, high=high):
            return high - low + 1
        case Truth():
            return 2
        case Count() | Piece() | Place() | Option() | SetOf() | Record() | Cell() | Spot():
            return None


# ---- THE TABLES


def _table(binding: ir.Binding, told: tuple[ir.Expr, ...], keys: list[ir.Expr], scope: Scope) -> str:
    """Returns the constant of a list for each key; the same condition has one, whatever its keys are called."""
    unit, tables = scope.unit, scope.unit.tables
    locals_of = {key: ir.Local(f"of_{_word(key)}~{n}", key.domain) for n, key in enumerate(keys)}
    own = ir.Local(f"{binding.var.name.partition('~')[0]}~own", binding.var.domain)
    places: dict[ir.Expr, ir.Expr] = {binding.var: own, **locals_of}
    condition = conjunction(tuple(_replaced(each, places) for each in told))
    unnamed: dict[ir.Expr, ir.Expr] = {own: ir.Local("own", own.domain)}
    unnamed |= {each: ir.Local(f"key {n}", each.domain) for n, each in enumerate(locals_of.values())}
    known = (binding.domain, _replaced(condition, unnamed), tuple(key.domain for key in keys))
    if known in tables.names:
        return tables.names[known]
    kind = own.domain.kind if isinstance(own.domain, Enum) else "number"
    clause = scope.clause.path.rpartition(".")[2]
    function = unit.names.new(f"{snake(kind)}_in_{snake(clause)}")
    name = unit.names.new(f"{upper(kind)}_IN_{upper(clause)}")
    tables.names[known] = name
    code = Text()
    inner = scope_of(unit, code, "state", scope.clause)
    params = [inner.bind(each) for each in locals_of.values()]
    types = [unit.domain_type(each.domain) for each in keys]
    result = f"tuple[{unit.domain_type(binding.var.domain)}, ...]"
    tables.open = False
    listed = ", ".join(f"{param}: {each}" for param, each in zip(params, types, strict=True))
    with code.block(f"def {function}({listed}) -> {result}"):
        code.docstring(f"Of each {kind}, what {clause} can mean, by printed data.")
        chosen = ir.Filter(ir.Binding(own, binding.domain, condition), SetOf(own.domain))
        code.add(f"return {inner.expr(chosen)}")
    tables.open = True
    code.add()
    code.add()
    text = f"{function}({', '.join(params)})"
    for param, key in reversed(list(zip(params, keys, strict=True))):
        text = f"tuple([{text} for {param} in {_every(key.domain, unit)}])"
        result = f"tuple[{result}, ...]"
    code.add(f"{name}: Final[{result}] = {text}")
    code.add()
    code.add()
    tables.text.take_over(code)
    return name


def _word(key: ir.Expr) -> str:
    return key.name.partition("~")[0] if isinstance(key, ir.Local | ir.ReadVariable) else "key"


def _every(domain: Domain, unit: Unit) -> str:
    match domain:
        case Range(low=low, high=high):
            return f"range({low}, {high + 1})"
        case Truth():
            return "(False, True)"
        case _:
            return f"range({_size(domain, unit)})"


def _replaced(expr: ir.Expr, places: dict[ir.Expr, ir.Expr]) -> ir.Expr:
    """Returns the expression with others in the places of some; of one within another, the outer one has its place."""
    return replaced(expr, places.get)
