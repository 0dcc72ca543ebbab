"""Cells and spots that may be tried: of those there is no end, so they are read off the state.

Cells are those in which something lies and the empty ones beside them, of which the latter are near at hand. Spots are
those that lie, of which those are near at hand whose cell the frame on top holds, or a legal action names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from refengine.engine.trace import State
from refengine.ir.domain import CELLS, Cell, Domain, Spot
from refengine.runtime.description import Description
from refengine.runtime.grids import Cell as At, Grid, cell_name, cell_named


@frozen
class NearbyNames:
    """The names of cells or spots, and those of them that are near at hand; none for other domains."""

    every: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


def known_in(description: Description, state: State, domain: Domain, legal: Iterable[Any]) -> NearbyNames:
    """Returns the cells or spots that may be tried in a state."""
    match domain:
        case Cell():
            grids = [getattr(state, each.attribute) for each in description.zones if each.index == CELLS]
            beside = sorted({cell for grid in grids for cell in grid.edge()})
            taken = sorted({cell for grid in grids for cell in grid.taken()}.difference(beside))
            return NearbyNames(tuple(map(cell_name, (*beside, *taken))), tuple(map(cell_name, beside)))
        case Spot(part=part):
            of = next(each for each in description.parts if each.name == part)
            (attribute,) = (each.attribute for each in description.zones if each.name == of.grid)
            grid: Grid[Any] = getattr(state, attribute)
            cells = {cell for cell in (*_told(description, state), *_named(legal)) if grid.is_taken(cell)}
            near, every = of.in_cells(grid, sorted(cells)), of.on(grid)
            return NearbyNames(tuple(map(of.spot_name, every)), tuple(map(of.spot_name, near)))
        case _:
            return NearbyNames()


def _told(description: Description, state: State) -> set[At]:
    """Returns the cells that the frame on top holds."""
    frame = state.control[-1]
    info = next((each for each in description.frames if each.make is type(frame)), None)
    fields = () if info is None else info.fields
    return {getattr(frame, each.attribute) for each in fields if each.domain == Cell()}


def _named(legal: Iterable[Any]) -> set[At]:
    """Returns the cells in which legal actions name spots, or which they name."""
    words = (each for action in legal for each in action.arguments if isinstance(each, str) and each.startswith("("))
    found = (cell_named(each.partition(")")[0] + ")") for each in words)
    return {cell for cell in found if cell is not None}
