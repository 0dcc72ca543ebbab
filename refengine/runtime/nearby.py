"""Rows of the cells of a grid, when the program runs: each hangs on what lies near its cell, and is kept as long.

Where a piece is laid, what was worked out of a cell far from it stays as it was. So what is known of the cells of a
grid is what was known on the one from which it grew, but of those near the cells in which pieces were laid.

INVARIANT: what is known is never state, and no answer hangs on it. It is about the latest few grids that were asked;
of any other all is worked out as it is asked for. What is put there is right whoever put it, so that threads may
share a game.
"""

from __future__ import annotations

from typing import Any, Final

from refengine.runtime.changes import cells_near
from refengine.runtime.grids import LATEST, Cell, Grid

MOST_ROWS: Final = 4096
"""The number of different rows that are kept."""


class Rows(dict[Any, tuple[Any, ...]]):
    """Rows along which a condition is asked, and what passes all of them, by what the condition is told besides."""

    __slots__ = ("along",)

    def __init__(self, along: tuple[Any, ...]) -> None:
        super().__init__()
        self.along = along


class Nearby:
    """The rows of cells, each of which hangs on what lies at most `reach` columns and rows away on a grid."""

    __slots__ = ("_latest", "_made", "_reach")

    def __init__(self, reach: int) -> None:
        self._reach = reach
        self._latest: tuple[tuple[object, dict[Cell, Rows]], ...] = ()
        self._made: dict[tuple[Any, ...], Rows] = {}

    def known(self, grid: Grid[Any]) -> dict[Cell, Rows]:
        """Returns the record of the rows that are known on a grid, to which others may be added."""
        latest = self._latest
        for stamp, rows in latest:
            if stamp is grid.stamp:
                return rows
        made = self._grown(grid, latest)
        self._latest = ((grid.stamp, made), *latest[: LATEST - 1])
        return made

    def _grown(self, grid: Grid[Any], latest: tuple[tuple[object, dict[Cell, Rows]], ...]) -> dict[Cell, Rows]:
        """Returns what is left of what was known on a grid from which this one grew, if there is such a one."""
        laid: list[Cell] = []
        for stamp, cell in grid.grew:
            laid.append(cell)
            for known, rows in latest:
                if known is stamp:
                    made = rows.copy()
                    for near in cells_near(laid, self._reach):
                        made.pop(near, None)
                    return made
        return {}

    def rows(self, along: tuple[Any, ...]) -> Rows:
        """Returns the one record of these rows, of which there are far fewer than cells."""
        found = self._made.get(along)
        if found is None:
            if len(self._made) >= MOST_ROWS:
                self._made = {}
            found = self._made.setdefault(along, Rows(along))
        return found
