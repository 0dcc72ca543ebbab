"""The meaning of cells and spots: what lies around what, and which parts are there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from refengine.ir import expressions as ir
from refengine.ir.domain import Cell, Enum, Piece
from refengine.semantics.fault import Fault
from refengine.semantics.state import Rules, State

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The way to the cell on each side: up, right, down, left; rows count downwards."""

CellAt = tuple[int, int]
SpotAt = tuple[int, int, int, int]


@frozen(eq=False)
class Grids:
    """The grids of a state, asked for what lies there."""

    rules: Rules
    state: State

    def of(self, expr: ir.OnGrid | ir.OnSpots, value: Callable[[ir.Expr], Any], at: str) -> Any:
        """Returns what such a node comes to; `value` says what those inside it come to."""
        if isinstance(expr, ir.OnSpots):
            return self._of_spots(expr, value)
        match expr:
            case ir.CellAt():
                return value(expr.column), value(expr.row)
            case ir.Toward():
                return _toward(value(expr.of), value(expr.side))
            case ir.CellsBy(how="beside"):
                return _beside(value(expr.of))
            case ir.CellsBy():
                (column, row) = value(expr.of)
                near = ((column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1))
                return tuple(sorted(each for each in near if each != (column, row)))
            case ir.CellsOf(zone=zone, what="taken"):
                return self._taken(zone)
            case ir.CellsOf(zone=zone):
                taken = self._taken(zone)
                return tuple(sorted({near for cell in taken for near in _beside(cell)} - {*taken}))
            case ir.CellOf(zone=zone):
                wanted = value(expr.piece)
                for cell in self._taken(zone):
                    if wanted in self.state.zones[zone, cell]:
                        return cell
                raise Fault("a piece lies in none of the zones", at)
            case ir.TurnAt(zone=zone):
                return self.state.turns.get((zone, value(expr.cell)))

    def _of_spots(self, expr: ir.OnSpots, value: Callable[[ir.Expr], Any]) -> Any:
        match expr:
            case ir.SpotsOf(spot=spot, zone=zone, cells=None):
                return self.spots(spot.part, self._taken(zone))
            case ir.SpotsOf(spot=spot):
                assert expr.cells is not None
                wanted = value(expr.cells)
                return self.spots(spot.part, (wanted,) if isinstance(expr.cells.domain, Cell) else wanted)
            case ir.SpotsTaken(zone=zone):
                return tuple(spot for spot, _ in self.state.lying(zone))
            case ir.SpotAt():
                return (*value(expr.cell), value(expr.part), 0 if expr.turn is None else value(expr.turn))
            case ir.CellOfSpot():
                return value(expr.of)[:2]
            case ir.PartOfSpot():
                return value(expr.of)[2]
            case ir.TurnOfSpot():
                return value(expr.of)[3]

    def spots(self, part: str, cells: Iterable[CellAt]) -> tuple[SpotAt, ...]:
        """Returns the parts of what lies in cells, in order."""
        declared = self.rules.parts[part]
        rows = range(self.rules.size(declared.kind))
        found: list[SpotAt] = []
        for cell in cells:
            for piece in self.state.zones.get((declared.zone, cell), ()):
                turn = self.state.turns.get((declared.zone, cell), 0)
                found += [(*cell, row, turn) for row in rows if self._has(part, piece, row)]
        return tuple(sorted(found))

    def _has(self, part: str, piece: int, row: int) -> bool:
        """Returns whether a piece has a printed part: the field that both have says the same, if there is one."""
        declared = self.rules.parts[part]
        if declared.by is None:
            return True
        on_piece = self.rules.printed(Piece(declared.component), piece, declared.by)
        return bool(on_piece == self.rules.printed(Enum(declared.kind), row, declared.by))

    def _taken(self, zone: str) -> tuple[CellAt, ...]:
        return tuple(cell for cell, _ in self.state.lying(zone))


def _toward(cell: CellAt, side: int) -> CellAt:
    return cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]


def _beside(cell: CellAt) -> tuple[CellAt, ...]:
    return tuple(sorted(_toward(cell, side) for side in range(len(SIDES))))
