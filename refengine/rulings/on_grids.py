"""Cells, grids and spots in the evaluation node by node, read off what lies where and nothing kept beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from attrs import evolve

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import CELL, Enum
from refengine.rulings.world import World
from refengine.runtime.fault import Clause, lies_nowhere
from refengine.runtime.grids import Grid, cells_around, cells_beside, toward
from refengine.runtime.positions import lying


def asked_of_grid(expr: ir.OnGrid, world: World, state: Any, value: Callable[[ir.Expr], Any], at: Clause) -> Any:
    """Returns what is asked of cells, or of a grid by its cells; raises `Fault` for a piece that lies nowhere."""
    match expr:
        case ir.CellAt():
            return value(expr.column), value(expr.row)
        case ir.Toward():
            return toward(value(expr.of), value(expr.side))
        case ir.CellsBy(how=how):
            return (cells_beside if how == "beside" else cells_around)(value(expr.of))
        case ir.CellsOf(zone=zone, what=what):
            held = [cell for cell, _ in lying(world.zones[zone], state)]
            if what == "taken":
                return tuple(held)
            return tuple(sorted({near for cell in held for near in cells_beside(cell)} - set(held)))
        case ir.CellOf(zone=zone, origin=origin):
            span = origin.span
            where = None if span is None else (span.path, span.start, span.end)
            cites = tuple(map(str, origin.cites)) or at.cites
            return key_by_piece(
                world, state, zone, value(expr.piece), at if where is None else evolve(at, cites=cites, span=where)
            )
        case ir.TurnAt(zone=zone, cell=cell):
            where = value(cell)
            grid: Grid[Any] = getattr(state, world.zones[zone].attribute)
            return next((turn for taken, turn in grid.turns().items() if taken == where), None)
        case other:
            assert_never(other)


def key_by_piece(world: World, state: Any, zone: str, piece: Any, at: Clause) -> Any:
    """Returns the first cell, or spot, in which a piece lies; raises `Fault` if it lies in none."""
    for key, held in lying(world.zones[zone], state):
        if piece in held:
            return key
    raise lies_nowhere(at, piece)


# ---- PARTS OF WHAT LIES THERE


def asked_of_spots(expr: ir.OnSpots, world: World, state: Any, value: Callable[[ir.Expr], Any]) -> Any:
    """Returns what is asked of spots, or the spots themselves; nothing goes wrong there."""
    match expr:
        case ir.SpotsOf(spot=spot, zone=zone):
            asked = None if expr.cells is None else value(expr.cells)
            if expr.cells is not None and expr.cells.domain == CELL:
                asked = (asked,)
            turns = getattr(state, world.zones[zone].attribute).turns()
            found = [
                (*cell, row, turns.get(cell, 0))
                for cell, held in lying(world.zones[zone], state)
                if asked is None or cell in asked
                for piece in held
                for row in _rows(world, world.parts[spot.part], piece)
            ]
            return tuple(sorted(found))
        case ir.SpotsTaken(zone=zone):
            return tuple(sorted(spot for spot, held in lying(world.zones[zone], state) if held))
        case ir.SpotAt(cell=cell):
            return (*value(cell), value(expr.part), 0 if expr.turn is None else value(expr.turn))
        case ir.CellOfSpot():
            return value(expr.of)[:2]
        case ir.PartOfSpot():
            return value(expr.of)[2]
        case ir.TurnOfSpot():
            return value(expr.of)[3]
        case other:
            assert_never(other)


def _rows(world: World, part: model.Part, piece: Any) -> list[int]:
    """Returns the printed parts of a piece: the rows whose field says what its own says."""
    kind = world.kinds[part.kind]
    if part.by is None:
        return list(range(len(kind.members)))
    at = [each.name for each in kind.fields].index(part.by)
    domain = kind.fields[at].domain
    info = next(each for each in world.components[part.component].fields if each.name == part.by)
    assert isinstance(domain, Enum)
    own = world.kinds[domain.kind].members[getattr(piece, info.attribute)]
    return [number for number, row in enumerate(kind.rows) if row[at] == own]
