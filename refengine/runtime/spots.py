"""Spots when the program runs: parts of what lies on a grid, and the zones that each of them has.

A spot is four numbers: column and row of its cell, the row of its printed part, and the turn with which the piece lies.
So spots are in the order of cells and printed parts, and say all that is printed of them without a look at the state.

INVARIANT: a family of zones over spots holds those that hold something, never changes, and is equal by content.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from refengine.runtime.fault import Clause, lies_nowhere, no_such_spot
from refengine.runtime.frames import Interned, Place
from refengine.runtime.grids import Cell, Grid, cell_name, cell_named, ordinal_of_cell

V = TypeVar("V")
Spot = tuple[int, int, int, int]

TURNS: Final = 4

TURNED: Final = ", turned "
"""Stands between a printed part and its turn in the name of a spot, as between a cell and a turn."""


class Parts:
    """The printed parts of the pieces on a grid: rows of a kind, by the field `by` that pieces have, too.

    `sides` are the names of the turns with which pieces lie there; without them each lies as it is printed.
    """

    __slots__ = ("_by", "_rows", "grid", "name", "printed", "sides")

    def __init__(
        self,
        name: str,
        grid: str,
        by: str | None,
        rows: Mapping[int | None, tuple[int, ...]],
        printed: tuple[str, ...],
        sides: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.grid = grid
        self.printed = printed
        self.sides = sides
        self._by: Callable[[Any], int | None] = _nothing_in_common if by is None else attrgetter(by)
        self._rows = rows

    def in_cell(self, grid: Grid[Any], cell: Cell) -> tuple[Spot, ...]:
        """Returns the spots in a cell, in order; none where nothing lies."""
        piece = grid.get(cell)
        if piece is None:
            return ()
        column, row = cell
        turn = grid.turn(cell) or 0
        return tuple([(column, row, part, turn) for part in self._rows.get(self._by(piece), ())])

    def in_cells(self, grid: Grid[Any], cells: Iterable[Cell]) -> tuple[Spot, ...]:
        """Returns the spots in several cells, which are in order."""
        get, turn_of, rows, by = grid.get, grid.turn, self._rows, self._by
        found: list[Spot] = []
        for cell in cells:
            piece = get(cell)
            if piece is not None:
                column, row = cell
                turn = turn_of(cell) or 0
                for part in rows.get(by(piece), ()):
                    found.append((column, row, part, turn))  # noqa: PERF401 - a list made for a few costs more
        return tuple(found)

    def on(self, grid: Grid[Any]) -> tuple[Spot, ...]:
        """Returns all spots on a grid, in order."""
        return self.in_cells(grid, grid.taken())

    def has(self, grid: Grid[Any], spot: Spot | None) -> bool:
        """Returns whether a spot is there: a piece with this part lies in its cell, turned so."""
        if spot is None:
            return False
        cell = spot[:2]
        piece = grid[cell]
        if piece is None or spot[2] not in self._rows.get(self._by(piece), ()):
            return False
        return spot[3] == (grid.turn(cell) or 0)

    def there(self, grid: Grid[Any], spot: Spot, clause: Clause) -> Spot:
        """Returns the spot; raises a fault where it is not there."""
        if self.has(grid, spot):
            return spot
        raise no_such_spot(clause, self.spot_name(spot))

    # ---- NAMES

    def spot_name(self, spot: Spot) -> str:
        """Returns the name of a spot: its cell, its printed part, and its turn where there are turns."""
        name = f"{cell_name(spot[:2])} {self.printed[spot[2]]}"
        return f"{name}{TURNED}{self.sides[spot[3]]}" if self.sides else name

    def spot_named(self, name: object) -> Spot | None:
        """Returns the spot of a name, whether it lies or not; None of what is no name of one."""
        if not isinstance(name, str) or not name.startswith("("):
            return None
        place, _, part = name.partition(") ")
        turn = 0
        if self.sides:
            part, _, side = part.partition(TURNED)
            if side not in self.sides:
                return None
            turn = self.sides.index(side)
        cell = cell_named(f"{place})")
        return None if cell is None or part not in self.printed else (*cell, self.printed.index(part), turn)


def _nothing_in_common(_: object) -> None:
    """Stands for the field by which pieces have parts, where all have the same."""


class Spread(Generic[V]):
    """A family of zones over spots: what lies in those in which something lies, each as a zone is stored."""

    __slots__ = ("_held", "_nothing")

    def __init__(self, held: Mapping[Spot, V], nothing: V) -> None:
        self._held = dict(held)
        self._nothing = nothing

    def __getitem__(self, spot: Spot) -> V:
        return self._held.get(spot, self._nothing)

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[V]:
        return iter([self._held[spot] for spot in sorted(self._held)])

    def __eq__(self, other: object) -> bool:
        return self._held == other._held if isinstance(other, Spread) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._held.items()))

    def __repr__(self) -> str:
        return repr(dict(self.items()))

    def items(self) -> Iterator[tuple[Spot, V]]:
        """Yields each spot on which something lies, and what, in the order of the spots."""
        for spot in sorted(self._held):
            yield spot, self._held[spot]

    def spots(self) -> tuple[Spot, ...]:
        """Returns the spots on which something lies, in order."""
        return tuple(sorted(self._held))

    def is_held(self, spot: Spot | None) -> bool:
        """Returns whether something lies on a spot."""
        return spot in self._held

    def laid(self, spot: Spot, zone: V) -> Spread[V]:
        """Returns the family with one zone changed."""
        held = self._held.copy()
        if zone:
            held[spot] = zone
        else:
            held.pop(spot, None)
        return Spread(held, self._nothing)

    def changed_to(self, later: Spread[V]) -> tuple[list[Any], list[Any]]:
        """Returns the pieces that left zones and those that came to some, between this family and a later one."""
        changed = {spot for spot, _ in self._held.items() ^ later._held.items()}
        return (
            [piece for spot in changed for piece in _pieces(self[spot])],
            [piece for spot in changed for piece in _pieces(later[spot])],
        )

    def cells_changed(self, later: Spread[V]) -> Collection[Cell]:
        """Returns the cells with a spot on which something else lies in a later family; it may name others too."""
        spots = self._held.keys() | later._held.keys()
        return {spot[:2] for spot in spots if self[spot] is not later[spot]}


def _pieces(zone: Any) -> tuple[Any, ...]:
    return zone if isinstance(zone, tuple) else () if zone is None else (zone,)


def on_spot(family: Spread[Any], piece: object, clause: Clause) -> Spot:
    """Returns the first spot on which a piece lies; raises a fault if it lies on none."""
    for spot, zone in family.items():
        if piece in _pieces(zone):
            return spot
    raise lies_nowhere(clause, piece)


# ---- PLACES


def spot_places(zone: str, parts: Parts, number: int, families: int) -> Interned[Spot, Place]:
    """Returns one place for each spot, made when first asked for; `number` is the family's among all without end."""

    def made(spot: Spot) -> Place:
        within = (ordinal_of_cell(spot[:2]) * len(parts.printed) + spot[2]) * TURNS + spot[3]
        return Place(zone, spot, (1 << 40) + within * families + number, f"{zone} of {parts.spot_name(spot)}")

    return Interned(made)
