"""Grids when the program runs: what lies in cells without end, of which only those that hold something are kept.

INVARIANT: a grid never changes and is equal by content; its edge is kept beside it and follows from what it holds.
A cell is a pair of whole numbers, column and row; rows count downwards, and the first of four sides is the upper one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, Generic, TypeVar

from refengine.runtime.fault import Clause, lies_nowhere
from refengine.runtime.frames import Interned, Place

P = TypeVar("P")
Cell = tuple[int, int]

SIDES: Final[tuple[Cell, ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The way to the cell beside another, for each side: up, right, down, left."""

MOST_FAR: Final = 10**18
"""The greatest column or row that data may name; play never comes that far."""

_NAME = re.compile(r"\((0|-?[1-9]\d{0,18}), (0|-?[1-9]\d{0,18})\)", re.ASCII)


# ---- CELLS


def cell_name(cell: Cell) -> str:
    """Returns the name of a cell, as it is written in the rules."""
    return f"({cell[0]}, {cell[1]})"


def cell_named(name: object) -> Cell | None:
    """Returns the cell of a name; None of what is no name of a cell, or names one that is too far away."""
    found = _NAME.fullmatch(name) if isinstance(name, str) else None
    if found is None:
        return None
    column, row = int(found[1]), int(found[2])
    return (column, row) if max(abs(column), abs(row)) <= MOST_FAR else None


def turned_name(cell: Cell, side: str) -> str:
    """Returns the name of a cell in which something lies turned, by the side to which the first one has come."""
    return f"{cell_name(cell)}, turned {side}"


def turned_named(name: object, sides: Sequence[str]) -> tuple[Cell, int] | None:
    """Returns the cell and the turn of a name; None of what names no cell, or none of these sides."""
    head, _, side = name.partition(", turned ") if isinstance(name, str) else ("", "", "")
    cell = cell_named(head)
    return None if cell is None or side not in sides else (cell, sides.index(side))


def toward(cell: Cell, side: int) -> Cell:
    """Returns the cell beside another on a side."""
    column, row = SIDES[side]
    return cell[0] + column, cell[1] + row


def cells_toward(cell: Cell) -> tuple[Cell, ...]:
    """Returns the four cells that share a side with another, in the order of the sides."""
    column, row = cell
    return (column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)


def cells_beside(cell: Cell) -> tuple[Cell, ...]:
    """Returns the four cells that share a side with another, in order."""
    column, row = cell
    return (column - 1, row), (column, row - 1), (column, row + 1), (column + 1, row)


def cells_around(cell: Cell) -> tuple[Cell, ...]:
    """Returns the eight cells that share a side or a corner with another, in order."""
    column, row = cell
    left, right, over, under = column - 1, column + 1, row - 1, row + 1
    return (
        (left, over), (left, row), (left, under), (column, over), (column, under), (right, over), (right, row),
        (right, under),
    )  # fmt: skip


# ---- GRIDS

LATEST: Final = 4
"""The number of grids that one remembers to have grown from."""


class Grid(Generic[P]):
    """The pieces that lie on a grid, at most one in a cell, and where the grid turns them, the turn of each."""

    __slots__ = ("_edge", "_held", "_turns", "get", "grew", "stamp", "turn")

    def __init__(self, held: Mapping[Cell, P], turns: Mapping[Cell, int] | None = None) -> None:
        self._held: dict[Cell, P] = dict(held)
        self._turns: dict[Cell, int] = {cell: turn for cell, turn in (turns or {}).items() if cell in self._held}
        self._edge: tuple[Cell, ...] = tuple(
            sorted({near for cell in self._held for near in cells_beside(cell)} - self._held.keys())
        )
        self.get: Callable[[Cell], P | None] = self._held.get
        """Gives what lies in a cell; None where nothing does."""
        self.turn: Callable[[Cell], int | None] = self._turns.get
        """Gives the turn of what lies in a cell, from no turn; None where nothing lies, or nothing turns."""
        self.stamp = object()
        """Tells this object from every other, for those that keep something of it, without keeping it alive."""
        self.grew: tuple[tuple[object, Cell], ...] = ()
        """The stamps of the latest grids from which it grew, and the empty cell of each in which a piece was laid."""

    def __reduce__(self) -> tuple[type[Grid[P]], tuple[dict[Cell, P], dict[Cell, int]]]:
        return Grid, (self._held, self._turns)

    def __getitem__(self, cell: Cell) -> P | None:
        return self._held.get(cell)

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[P]:
        return iter([self._held[cell] for cell in sorted(self._held)])

    def __contains__(self, piece: object) -> bool:
        return any(each is piece for each in self._held.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self._held == other._held and self._turns == other._turns

    def __hash__(self) -> int:
        return hash((frozenset(self._held.items()), frozenset(self._turns.items())))

    def __repr__(self) -> str:
        return repr({cell_name(cell): piece for cell, piece in self.items()})

    def items(self) -> Iterator[tuple[Cell, P]]:
        """Yields each cell that holds something, and what, in the order of the cells."""
        for cell in sorted(self._held):
            yield cell, self._held[cell]

    def taken(self) -> tuple[Cell, ...]:
        """Returns the cells that hold something, in order."""
        return tuple(sorted(self._held))

    def edge(self) -> tuple[Cell, ...]:
        """Returns the empty cells beside one that is not, in order."""
        return self._edge

    def is_taken(self, cell: Cell | None) -> bool:
        """Returns whether a cell holds something."""
        return cell in self._held

    def is_edge(self, cell: Cell | None) -> bool:
        """Returns whether a cell is an empty one beside one that is not."""
        held = self._held
        if cell is None or cell in held:
            return False
        column, row = cell
        return (
            (column - 1, row) in held
            or (column, row - 1) in held
            or (column, row + 1) in held
            or (column + 1, row) in held
        )

    def cell_of(self, piece: P) -> Cell | None:
        """Returns the first cell in which a piece lies; None where it lies in none."""
        return min((cell for cell, each in self._held.items() if each is piece), default=None)

    def turns(self) -> Mapping[Cell, int]:
        """Returns the turn of each piece by its cell; nothing where the grid does not turn them."""
        return self._turns

    def laid(self, cell: Cell, piece: P | None, turn: int | None = None) -> Grid[P]:
        """Returns the grid with one cell changed. Copying is what it costs: some nanoseconds for each taken cell."""
        new: Grid[P] = Grid.__new__(Grid)
        new._turns = self._turns
        new.stamp = object()
        new.grew = ()
        if turn is not None or cell in self._turns:
            new._turns = turns = self._turns.copy()
            turns.pop(cell, None)
            if turn is not None:
                turns[cell] = turn
        new._held = held = self._held.copy()
        new._edge = self._edge
        new.get, new.turn = held.get, new._turns.get
        if piece is None:
            if held.pop(cell, None) is None:
                return self
            near = cells_beside(cell)
            edge = [each for each in self._edge if each not in near or new.is_edge(each)]
            if new.is_edge(cell):
                insort(edge, cell)
            new._edge = tuple(edge)
        elif cell in held:
            held[cell] = piece
        else:
            edge = list(self._edge)
            if self.is_edge(cell):
                del edge[bisect_left(edge, cell)]
            for each in cells_beside(cell):
                if each not in held and not self.is_edge(each):
                    insort(edge, each)
            new._edge = tuple(edge)
            new.grew = ((self.stamp, cell), *self.grew[: LATEST - 1])
            held[cell] = piece
        return new

    def changed_to(self, later: Grid[P]) -> tuple[list[P], list[P]]:
        """Returns the pieces that left cells and those that came to some, between this grid and a later one.

        What was only turned in its cell is none of them.
        """
        then, now = self._held.items(), later._held.items()
        return [piece for _, piece in then - now], [piece for _, piece in now - then]

    def cells_changed(self, later: Grid[P]) -> Collection[Cell]:
        """Returns the cells where something else lies on a later grid, or with another turn; it may name others too."""
        laid: list[Cell] = []
        for stamp, cell in later.grew:
            laid.append(cell)
            if stamp is self.stamp:
                return laid
        return {
            cell
            for cell in self._held.keys() | later._held.keys()
            if self.get(cell) is not later.get(cell) or self.turn(cell) != later.turn(cell)
        }


def on_grid(grid: Grid[P], piece: P, clause: Clause) -> Cell:
    """Returns the cell in which a piece lies; raises a fault if it lies in none."""
    found = grid.cell_of(piece)
    if found is None:
        raise lies_nowhere(clause, piece)
    return found


# ---- PLACES


def grid_places(zone: str, number: int, grids: int) -> Interned[Cell, Place]:
    """Returns one place for each cell of a grid, made when first asked for.

    `number` is the grid's among all `grids`.
    """

    def made(cell: Cell) -> Place:
        return Place(zone, cell, (1 << 40) + ordinal_of_cell(cell) * grids + number, f"{zone} of {cell_name(cell)}")

    make: Callable[[Cell], Place] = made
    return Interned(make)


def ordinal_of_cell(cell: Cell) -> int:
    """Returns a number for each cell, another one for every other."""
    column, row = (2 * each if each >= 0 else -2 * each - 1 for each in cell)
    return (column + row) * (column + row + 1) // 2 + row
