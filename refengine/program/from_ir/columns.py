"""Columns: every action that players or the table may ever take, numbered, so that what is legal is a mask.

An action has a column for each combination of its arguments, and, where several players choose at once, of the seat.
A number that the rules do not bound has as many columns as there are pieces of one component, and one more; where a
greater one is legal it is a trap.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final

from attrs import frozen

from refengine.ir.domain import Count, Domain, Range
from refengine.program import ops
from refengine.program.from_ir.asks import HEAD, actions_of
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.unit import Scope, Unit
from refengine.program.unfit import Unfit

MOST: Final = 1 << 16
"""The greatest number of columns."""

FEW_NUMBERS: Final = 1 << 10
"""A number with a wider range than this has no column of its own for each value."""

COLUMN: Final = "column of"
CHOSEN: Final = "action of"

ENTRY, SEAT = ops.Local("entry", "i32"), ops.Local("seat", "i64")


@frozen
class Columns:
    """The columns of one action from `first`: `seats` times `sizes`, the last argument fastest, each from its low."""

    first: int
    seats: int
    lows: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def many(self) -> int:
        """The number of columns."""
        return self.seats * prod(self.sizes)


def columns_of(unit: Unit) -> tuple[Columns | None, ...]:
    """Returns the columns of each action, in their order; None of what chance does."""
    found: list[Columns | None] = []
    first = 0
    for _, ask, action in actions_of(unit.game):
        if ask.decider == "chance":
            found.append(None)
            continue
        extents = [_extent(choice.var.domain, unit) for choice in action.choices]
        seats = unit.forms.kinds["player"] if ask.decider == "every" else 1
        columns = Columns(first, seats, tuple(low for low, _ in extents), tuple(size for _, size in extents))
        first += columns.many
        if first > MOST:
            raise Unfit(f"`{action.name}`: more than {MOST:,} actions to choose from")
        found.append(columns)
    return tuple(found)


def many_of(columns: Iterable[Columns | None]) -> int:
    """Returns the number of all columns."""
    return sum(each.many for each in columns if each is not None)


def _extent(domain: Domain, unit: Unit) -> tuple[int, int]:
    low, size = unit.forms.extent(domain)
    if isinstance(domain, Range | Count) and size > FEW_NUMBERS:
        pieces = [sum(row.copies for row in each.pieces) for each in unit.game.components]
        return low, max(pieces, default=0) + 1
    return low, size


def add_columns(unit: Unit, columns: tuple[Columns | None, ...]) -> None:
    """Adds the function from a listed action to its column, and the one that writes a column's action down."""
    _add_column(unit, columns)
    _add_chosen(unit, columns)


def _add_column(unit: Unit, columns: tuple[Columns | None, ...]) -> None:
    """Gives the column of what lies at an address, or -1 where chance decides it."""
    found, given = ops.Local("column", "i64"), ops.Local("given", "i64")
    cases: list[tuple[ops.Statement, ...]] = []
    for each, (_, _, action) in zip(columns, actions_of(unit.game), strict=True):
        if each is None:
            cases.append((ops.Return(ops.Number(-1)),))
            continue
        beyond = Scope(unit, action.clause, ops.Address(0)).trap("a number beyond the columns of a mask", fault=False)
        start = ops.Load(ops.Get(ENTRY), 8, 8) if each.seats > 1 else ops.Number(0)
        body: list[ops.Statement] = [ops.Assign(found, start)]
        for place, (low, size) in enumerate(zip(each.lows, each.sizes, strict=True)):
            argument = ops.Load(ops.Get(ENTRY), 8 * (HEAD + place), 8)
            body += [
                ops.Assign(given, plus(argument, -low)),
                ops.When(ops.Compare(">u", ops.Get(given), ops.Number(size - 1)), (beyond,)),
                ops.Assign(
                    found,
                    ops.Binary("+", ops.Binary("*", ops.Get(found), ops.Number(size)), ops.Get(given)),
                ),
            ]
        cases.append((*body, ops.Return(plus(ops.Get(found), each.first))))
    number = ops.Shortened(ops.Load(ops.Get(ENTRY), 0, 8))
    unit.add(ops.Function(COLUMN, (ENTRY,), "i64", (ops.Switch(number, tuple(cases), (ops.Trap(0),)),)))


def _add_chosen(unit: Unit, columns: tuple[Columns | None, ...]) -> None:
    """Writes the action of a column where the list of what is legal begins; `seat` is who decides alone."""
    column, left = ops.Local("column", "i64"), ops.Local("left", "i64")
    base = ops.Address(unit.memory.tables["offered"])
    body: list[ops.Statement] = []
    for number, each in enumerate(columns):
        if each is None:
            continue
        inside = ops.Compare("<u", plus(ops.Get(column), -each.first), ops.Number(each.many))
        written: list[ops.Statement] = [ops.Assign(left, plus(ops.Get(column), -each.first))]
        for place in reversed(range(len(each.sizes))):
            size = ops.Number(each.sizes[place])
            argument = plus(ops.Binary("%", ops.Get(left), size), each.lows[place])
            written += [
                ops.Store(base, 8 * (HEAD + place), 8, argument),
                ops.Assign(left, ops.Binary("/", ops.Get(left), size)),
            ]
        written += [
            ops.Store(base, 0, 8, ops.Number(number)),
            ops.Store(base, 8, 8, ops.Get(left if each.seats > 1 else SEAT)),
            ops.Store(base, 16, 8, ops.Number(1)),
            ops.Return(base),
        ]
        body.append(ops.When(inside, tuple(written)))
    unit.add(ops.Function(CHOSEN, (column, SEAT), "i32", (*body, ops.Trap(0))))
