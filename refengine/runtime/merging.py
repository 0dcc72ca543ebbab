"""Classes on a grid that grows, when the program runs: what is known is merged rather than walked through again.

Where pieces are only laid, what was joined stays joined. So the classes on a grid are those on the one from which it
grew, and whatever the spots of the new piece join is one class with them.

INVARIANT: what is known is never state, and no answer hangs on it. It is about the latest few grids that were asked;
of any other, as where a piece was taken away or a position was set up, the classes are walked through as they are
asked for. What is put there is right whoever put it, so that threads may share a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from refengine.runtime.grids import LATEST, Cell, Grid
from refengine.runtime.spots import Parts, Spot

Class = tuple[Spot, ...]
Joins = Callable[[Spot], Iterable[Spot]]


class Classes:
    """The classes of one region, by what lies on a grid.

    `joins` lists what a spot is joined with; it is known to hang on the two spots alone, as long as both are there, and
    to list nothing that does not list that spot in turn.
    """

    __slots__ = ("_latest",)

    def __init__(self) -> None:
        self._latest: tuple[_OnGrid, ...] = ()

    def known(self, grid: Grid[Any], parts: Parts, joins: Joins) -> _OnGrid:
        """Returns the record of what is known of the classes on a grid."""
        for each in self._latest:
            if each.stamp is grid.stamp:
                return each
        made = self._grown(grid, parts, joins)
        self._latest = (made, *self._latest[: LATEST - 1])
        return made

    def _grown(self, grid: Grid[Any], parts: Parts, joins: Joins) -> _OnGrid:
        """Returns the record of a grid, grown from that of one from which it grew, if there is such a one."""
        cells: list[Cell] = []
        for stamp, cell in grid.grew:
            cells.append(cell)
            for each in self._latest:
                if each.stamp is stamp:
                    laid = [spot for one in cells for spot in parts.in_cell(grid, one)]
                    return _OnGrid(grid.stamp, each.classes, [(spot, joins(spot)) for spot in laid])
        return _OnGrid(grid.stamp, {}, ())


class _OnGrid:
    """The classes on one grid, by their spots: what is left of those before, without those that `laid` spots join."""

    __slots__ = ("_before", "_laid", "_touched", "classes", "stamp")

    def __init__(self, stamp: object, before: dict[Spot, Class], laid: Iterable[tuple[Spot, Iterable[Spot]]]) -> None:
        self.stamp = stamp
        self._before = before
        self._laid = {spot: tuple(others) for spot, others in laid}
        self._touched: dict[Spot, list[Spot]] = {}
        self.classes = before.copy()
        for spot, others in self._laid.items():
            for other in others:
                self._touched.setdefault(other, []).append(spot)
                for each in self.classes.get(other, ()):
                    del self.classes[each]

    def of(self, start: Spot, joins: Joins) -> Class:
        """Returns the class of a spot that is there."""
        known = self.classes.get(start)
        if known is not None:
            return known
        found: set[Spot] = set()
        ordered: list[Spot] = []
        agenda = [start]
        while agenda:
            spot = agenda.pop()
            if spot in found:
                continue
            merged = self._before.get(spot, ())
            if spot not in self._laid and merged:
                found.update(merged)
                ordered += merged
                agenda += [new for other, by in self._touched.items() if other in found for new in by]
            else:
                found.add(spot)
                ordered.append(spot)
                agenda += self._laid[spot] if spot in self._laid else joins(spot)
        ordered.sort()  # what is in order in parts is put in order at little more than a look
        made = tuple(ordered) if len(ordered) == len(found) else tuple(sorted(found))
        self.classes.update(dict.fromkeys(made, made))
        return made
