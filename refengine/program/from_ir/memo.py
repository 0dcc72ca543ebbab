"""Results of values, remembered as long as nothing that they hang on is written.

A result is good while it is no older than any part of the state that its value reads, itself or through others
(`stamps`).

INVARIANT: results about states that are not played are never kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Range
from refengine.ir.footprint import Footprint, Footprints, footprint
from refengine.program import ops
from refengine.program.from_ir.stamps import is_unwritten, tokens_of, variable_of, zone_of
from refengine.program.from_ir.tables import row_of, rows_for
from refengine.program.from_ir.unit import CLOCK, Unit, both
from refengine.program.storage.forms import Addressed

MOST_ROWS: Final = 512
"""The greatest number of rows of a table of results."""

CHEAP: Final = 120
"""The greatest cost of a value that is worked out each time: to look it up, and to keep it, takes as long."""

LOOKED_UP: Final = 16
"""The cost of what is looked up."""

ENDLESS: Final = 1000
"""The cost of a loop: more than that of anything without one."""

ROW: Final = 16
"""The bytes of a row: when the result was worked out, and the result."""


def reads_of(game: model.Game, footprints: Footprints) -> dict[str, tuple[ops.Global, ...]]:
    """Returns for each value the parts of a state that it reads, itself or through others, which stand before it."""
    zones = {each.name: zone_of(each, game) for each in game.zones}
    found: dict[str, set[str]] = {}
    for value in game.values:
        read = footprints[value.name]
        found[value.name] = _parts(read, zones).union(*(found[each] for each in read.values))
    return {name: _named(parts) for name, parts in found.items()}


def parts_read(condition: ir.Expr, unit: Unit) -> tuple[ops.Global, ...]:
    """Returns the parts of a state that a condition reads, itself or through values."""
    read = footprint(condition)
    names = _parts(read, {each.name: zone_of(each, unit.game) for each in unit.game.zones})
    return _named(names | {part.name for value in read.values for part in unit.reads[value]})


def _parts(read: Footprint, zones: Mapping[str, str]) -> set[str]:
    names = {zones[zone] for zone in read.zones} | {variable_of(name) for name in read.variables}
    return names | {tokens_of(name) for name in read.tokens}


def _named(names: set[str]) -> tuple[ops.Global, ...]:
    return tuple(ops.Global(name, "i64") for name in sorted(names))


def rows_of(unit: Unit, value: model.Value, body: tuple[ops.Statement, ...]) -> int | None:
    """Returns the number of rows of a table of a value's results; None where there is to be none."""
    if value.name in unit.stateless or unit.sharing.is_small(value.name):
        return None
    unit.costs[value.name] = cost = _cost(body, unit)
    if cost <= CHEAP:
        return None
    unit.costs[value.name] = LOOKED_UP
    rows = rows_for(unit, [each.domain for each in value.params])
    is_addressed = isinstance(unit.forms.held(value.domain), Addressed)
    return None if rows is None or rows > MOST_ROWS or is_addressed else rows


def _cost(body: tuple[ops.Statement, ...], unit: Unit) -> int:
    """Returns about how many instructions some statements take."""
    found = unit.summaries.of(body)
    plain = found.size - found.loops - len(found.calls)
    called = sum(unit.costs.get(each.function.removeprefix("value "), LOOKED_UP) for each in found.calls)
    return plain + ENDLESS * found.loops + called


def looked_up(
    value: model.Value, params: tuple[ops.Local, ...], rows: int, type_: ops.Type, unit: Unit
) -> tuple[ops.Statement, ...]:
    """Returns the body of a function that works a value out where it is not known; the state is its first parameter.

    An argument is always one of its domain, but for a number, which is looked at only where it is used.
    """
    state, *own = params
    table = unit.memory.room(rows * ROW)
    played = ops.SameAddress(ops.Get(state), ops.Address(unit.memory.tables["state"]))
    domains = [each.domain for each in value.params]
    row, inside = row_of(domains, tuple(map(ops.Get, own)), unit)
    has_row = [played, *(each for each, domain in zip(inside, domains, strict=True) if isinstance(domain, Range))]
    place, since, result = ops.Local("place", "i32"), ops.Local("since", "i64"), ops.Local("known", type_)
    call = ops.Call(f"value {value.name} worked out", tuple(map(ops.Get, params)), type_)
    kept = ops.Load(ops.Get(place), table + 8, 8)
    now = ops.Get(result) if type_ == "i64" else ops.Widened(ops.Get(result))
    look = (
        ops.Assign(place, ops.Shortened(ops.Binary("*", row, ops.Number(ROW)))),
        ops.Assign(since, ops.Load(ops.Get(place), table, 8)),
    )
    good = is_unwritten(unit.reads[value.name], since, unit)
    store = (
        ops.Store(ops.Get(place), table, 8, ops.Get(CLOCK)),
        ops.Store(ops.Get(place), table + 8, 8, now),
    )
    afresh = ops.Do((ops.Assign(result, call), ops.When(both(has_row), store)), ops.Get(result))
    known = ops.Both(both(has_row), ops.Do(look, good))
    return (
        ops.Assign(place, ops.Address(0)),
        ops.Return(ops.Choose(known, kept if type_ == "i64" else ops.Shortened(kept), afresh, type_)),
    )
