"""Draws faults at random from the whole of the engine and the prover: a fair sample of what could be wrong in one line.

`python -m tests.planted.drawing SEED COUNT` prints them, each with its place. From every module at most a few are
drawn, and no place twice.
"""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from tests.planted.faults import Fault

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("refengine/smt", "refengine/engine", "refengine/runtime")
MOST_IN_A_MODULE: Final = 3

COMPARED: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
SIGNS: Final = frozenset({*(f" {each} " for each in COMPARED.values()), " or ", " and "})
OTHERWISE_CALLED: Final = {
    "any": "all", "all": "any", "and_": "or_", "or_": "and_", "min": "max", "max": "min", "less": "at_most",
    "at_most": "less",
}  # fmt: skip


@frozen(order=True)
class Change:
    """A piece of one line of a file, and what stands there instead."""

    line: int
    start: int
    end: int
    new: str


def drawn(seed: int, count: int) -> tuple[Fault, ...]:
    """As many faults, the same for the same seed and the same sources; their tests are for whoever decides them."""
    draw = random.Random(seed)
    files = sorted(each for package in PACKAGES for each in (ROOT / package).rglob("*.py"))
    listed: list[Fault] = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        possible = sorted({*_changes(ast.parse(text), text.splitlines())})
        name = str(path.relative_to(ROOT))
        kept = {each.line: each for each in draw.sample(possible, len(possible))}
        some = list(kept.values())[:MOST_IN_A_MODULE]
        listed += [fault for each in some if (fault := _fault(name, text, each)) is not None]
    return tuple(draw.sample(listed, min(count, len(listed))))


def _fault(name: str, text: str, change: Change) -> Fault | None:
    """The change as a piece of text that stands once in its file: as many lines before it as that takes."""
    lines = text.splitlines()
    line = lines[change.line]
    if "(" in line[change.start : change.end] and change.new in SIGNS:
        return None  # the bracket belongs to one of the sides
    after = line[: change.start] + change.new + line[change.end :]
    for more in range(6):
        before = lines[max(0, change.line - more) : change.line]
        old = "\n".join([*before, line])
        if text.count(old) == 1:
            if not _compiles("\n".join([*lines[: change.line], after, *lines[change.line + 1 :]])):
                return None
            return Fault(name, old, "\n".join([*before, after]), ())
    return None


def _compiles(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _changes(tree: ast.AST, lines: list[str]) -> Iterator[Change]:
    """Comparisons flipped, numbers off by one, `and` for `or`, conditions dropped, arguments swapped, first and last."""
    spoken = {
        id(each)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr | ast.AnnAssign)
        for each in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in spoken:
            continue
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
                yield from _between(left, right, f" {COMPARED[type(op)]} ")
            case ast.Constant(value=int(value)) if not isinstance(value, bool) and value < 100:
                yield from _instead(node, str(value + 1))
            case ast.BoolOp(op=op, values=[first, second, *_]):
                yield from _between(first, second, " or " if isinstance(op, ast.And) else " and ")
                if isinstance(op, ast.And):
                    yield from _instead(second, "True")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from _instead(node, _said(operand, lines) or "True")
            case ast.If(test=test) | ast.IfExp(test=test):
                yield from _instead(test, "True")
            case ast.Call(func=ast.Attribute(attr=attr) | ast.Name(id=attr)) if attr in OTHERWISE_CALLED:
                end = node.func.end_col_offset or 0
                if node.func.lineno == node.func.end_lineno:
                    yield Change(node.func.lineno - 1, end - len(attr), end, OTHERWISE_CALLED[attr])
            case ast.Call(
                args=[ast.Name() | ast.Attribute() as one, ast.Name() | ast.Attribute() as other], keywords=[]
            ):
                if one.lineno == other.end_lineno:
                    swapped = f"{_said(other, lines)}, {_said(one, lines)}"
                    yield Change(one.lineno - 1, one.col_offset, other.end_col_offset or 0, swapped)
            case ast.Subscript(slice=ast.Constant(value=0) as index):
                yield from _instead(index, "-1")
            case ast.Subscript(slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)) as index):
                yield from _instead(index, "0")
            case _:
                pass


def _said(node: ast.expr, lines: list[str]) -> str:
    """What stands there, if it stands in one line."""
    return lines[node.lineno - 1][node.col_offset : node.end_col_offset] if node.lineno == node.end_lineno else ""


def _between(left: ast.expr, right: ast.expr, new: str) -> Iterator[Change]:
    if left.end_lineno == right.lineno and left.end_col_offset is not None:
        yield Change(right.lineno - 1, left.end_col_offset, right.col_offset, new)


def _instead(node: ast.expr, new: str) -> Iterator[Change]:
    if node.lineno == node.end_lineno and node.end_col_offset is not None:
        yield Change(node.lineno - 1, node.col_offset, node.end_col_offset, new)


if __name__ == "__main__":
    for each in drawn(int(sys.argv[1]), int(sys.argv[2])):
        print(f"{each.file}\n- {each.old.splitlines()[-1].strip()}\n+ {each.new.splitlines()[-1].strip()}")  # noqa: T201
