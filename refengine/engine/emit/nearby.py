"""Rows cached for each cell: they depend on what lies near it, and are made again only if that has changed.

Where a piece may be laid is asked of all cells of the edge, again and again, and of few of them anything is new. Which
of the last choices pass all rows hangs on the rows and on what they are told, so that is kept too.

INVARIANT: what is kept is what would be found anew: it reads nothing of the state but what lies within reach of the
cell (`ir.reach`), and nothing in it may fault, nor is it asked before another condition that comes first.
"""

from __future__ import annotations

from attrs import frozen

from refengine.engine.emit.memo import is_small
from refengine.engine.emit.text import Line, tuple_of
from refengine.engine.emit.unit import Scope, Unit
from refengine.ir import control, expressions as ir
from refengine.ir.domain import Cell, Enum
from refengine.ir.footprint import footprint
from refengine.ir.reach import reach_around
from refengine.ir.rows import Rows
from refengine.ir.traverse import free_locals


@frozen
class Neighbourhood:
    """The cell with which rows are kept, the grid on which they hang, how far, and what they are told when asked."""

    cell: ir.Local
    zone: str
    reach: int
    told: tuple[ir.Local, ...]


def around(rows: Rows, choice: control.Choice, unit: Unit) -> Neighbourhood | None:
    """Returns where the rows may be kept that are asked of a last choice; None where they hang on anything else."""
    own = {choice.var, *(local for local, _ in rows.cells)}
    told = sorted(free_locals(rows.fails) - own, key=lambda each: each.name)
    if not isinstance(choice.domain, ir.AllMembers) or not isinstance(choice.domain.of, Enum):
        return None
    if not all(is_small(each.domain) for each in told) or not _reads_nothing(rows.fails, unit):
        return None
    parts = [turn for _, turn in rows.turns] + [expr for _, expr in rows.cells]
    bound = {each.var for each in rows.binders} | {local for local, _ in rows.turns}
    free = frozenset().union(*map(free_locals, (*rows.binders, *parts))) - bound
    if len(free) != 1:
        return None
    (cell,) = free
    found = reach_around(cell, rows.binders, parts, unit.game) if isinstance(cell.domain, Cell) else None
    return None if found is None else Neighbourhood(cell, *found, tuple(told))


def _reads_nothing(condition: ir.Expr, unit: Unit) -> bool:
    """Returns whether a condition may be kept for good: it has an answer, and asks nothing of a state."""
    read = footprint(condition)
    return not read.state and read.values <= unit.stateless and unit.sharing.cannot_fault(condition)


def kept_rows(near: Neighbourhood, front: tuple[int, int], scope: Scope) -> tuple[str, str]:
    """Writes, in front of the loop over cells, the look for what is known; gives its name, and that of its keeper."""
    unit = scope.unit
    keeper = unit.names.new("NEARBY")
    unit.constants.add(f"{keeper}: Final = Nearby({near.reach})")
    known = scope.fresh("known")
    at, depth = front
    grid = unit.layout.member(scope.state, unit.layout.zones[near.zone], None)
    scope.code.lines.insert(at, Line(depth, f"{known} = {keeper}.known({grid})"))
    return known, keeper


def told_key(near: Neighbourhood, scope: Scope) -> str:
    """Returns the key by which it is kept what passes."""
    names = [scope.bind(each) for each in near.told]
    return names[0] if len(names) == 1 else tuple_of(names) if names else "()"
