"""Windows: the cells of a grid so far around one cell, which stands for any cell of a board of any size.

INVARIANT: a cell is a number here, the place of its offset from the middle in the window; whoever comes to a cell that
lies outside gets no number but `Outside`, so nothing is ever said of what was not looked at.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal as Lit

from attrs import frozen

from refengine.smt.unsupported import Outside

Offset = tuple[int, int]
"""Columns to the right of the middle, and rows below it."""

SIDES: Final[tuple[Offset, ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The offsets of the cells that share a side with the middle: up, right, down, left, as the members of a ring are."""

AROUND: Final[tuple[Offset, ...]] = tuple(
    (column, row) for column in (-1, 0, 1) for row in (-1, 0, 1) if (column, row) != (0, 0)
)
"""The offsets of the eight cells that share a side or a corner with the middle, in the order of cells."""

BESIDE: Final[tuple[Offset, ...]] = tuple(sorted(SIDES))


@frozen(slots=False)
class Window:
    """All cells at most `radius` columns and rows from the middle, numbered by column, then by row, as cells go."""

    radius: int

    @cached_property
    def offsets(self) -> tuple[Offset, ...]:
        """The offsets of all cells, in order: the number of a cell is its place here."""
        span = range(-self.radius, self.radius + 1)
        return tuple((column, row) for column in span for row in span)

    @property
    def side(self) -> int:
        """The number of cells on a side."""
        return 2 * self.radius + 1

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.side**2

    @property
    def middle(self) -> int:
        """The number of the middle."""
        return self.at((0, 0))

    def at(self, offset: Offset) -> int:
        """Returns the number of the cell with an offset. Raises `Outside` if it is not in the window."""
        column, row = offset
        if max(abs(column), abs(row)) > self.radius:
            raise Outside(f"a cell more than {self.radius} from the one that changes")
        return (column + self.radius) * self.side + row + self.radius

    def near(self, cell: int, way: Offset) -> int:
        """Returns the cell so far from another. Raises `Outside` if it is not in the window."""
        column, row = self.offsets[cell]
        return self.at((column + way[0], row + way[1]))

    def by(self, cell: int, how: Lit["beside", "around"]) -> tuple[int, ...]:
        """Returns the four cells beside a cell, or the eight around it, in order; `Outside` if one is not there."""
        return tuple(self.near(cell, way) for way in (BESIDE if how == "beside" else AROUND))

    def distance(self, cell: int) -> int:
        """Returns the greater of the columns and rows from the middle to a cell."""
        return max(map(abs, self.offsets[cell]))

    def within(self, radius: int) -> tuple[int, ...]:
        """Returns the cells at most so far from the middle; none if that is below zero."""
        return tuple(each for each in range(self.size) if self.distance(each) <= radius)

    def name(self, cell: int) -> str:
        """Returns the name of a cell as the rules write it, with the middle as the first cell."""
        column, row = self.offsets[cell]
        return f"({column}, {row})"
