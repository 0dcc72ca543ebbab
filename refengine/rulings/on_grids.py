"""Cells and grids in the evaluation node by node, read off what lies where and nothing that is kept beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from attrs import evolve

from refengine.engine.fault import Clause, lies_nowhere
from refengine.engine.grids import Cell, Grid, cells_around, cells_beside, toward
from refengine.engine.positions import lying
from refengine.ir import expressions as ir
from refengine.rulings.world import World


def asked_of_grid(
    expr: ir.OnGrid, world: World, state: Any, value: Callable[[ir.Expr], Any], at: Clause
) -> Cell | tuple[Cell, ...] | int | None:
    """Returns what is asked of cells, or of a grid by its cells; raises `Fault` for a piece that lies nowhere."""
    match expr:
        case ir.CellAt(column=column, row=row):
            return value(column), value(row)
        case ir.Toward(of=of, side=side):
            return toward(value(of), value(side))
        case ir.CellsBy(of=of, how=how):
            return (cells_beside if how == "beside" else cells_around)(value(of))
        case ir.CellsOf(zone=zone, what=what):
            held = [cell for cell, _ in lying(world.zones[zone], state)]
            if what == "taken":
                return tuple(held)
            return tuple(sorted({near for cell in held for near in cells_beside(cell)} - set(held)))
        case ir.CellOf(zone=zone, piece=piece, origin=origin):
            span = origin.span
            where = None if span is None else (span.path, span.start, span.end)
            cites = tuple(map(str, origin.cites)) or at.cites
            return cell_of(
                world, state, zone, value(piece), at if where is None else evolve(at, cites=cites, span=where)
            )
        case ir.TurnAt(zone=zone, cell=cell):
            where = value(cell)
            grid: Grid[Any] = getattr(state, world.zones[zone].attribute)
            return next((turn for taken, turn in grid.turns().items() if taken == where), None)
        case other:
            assert_never(other)


def cell_of(world: World, state: Any, zone: str, piece: Any, at: Clause) -> Cell:
    """Returns the first cell in which a piece lies; raises `Fault` if it lies in none."""
    for cell, held in lying(world.zones[zone], state):
        if piece in held:
            found: Cell = cell
            return found
    raise lies_nowhere(at, piece)
