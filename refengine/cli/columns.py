"""Column charts of numbers that were counted, one line of text each: what is likely is high."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import frozen

HEIGHTS: Final = "▁▂▃▄▅▆▇█"
WIDTH: Final = 48
"""The most columns of a line."""
BROAD: Final = 4
"""The most characters of a column, where there are few."""


@frozen
class Axis:
    """The numbers from `least` to `most`, so many `together` in each of so many `columns`."""

    least: int
    most: int
    together: int
    columns: int

    @classmethod
    def over(cls, numbers: Iterable[int]) -> Axis | None:
        """Returns the axis on which all of these lie; None where there are no two of them."""
        found = set(numbers)
        if len(found) < 2:
            return None
        span = max(found) - min(found) + 1
        together = -(-span // WIDTH)
        return cls(min(found), max(found), together, -(-span // together))

    @property
    def breadth(self) -> int:
        """The characters of a column."""
        return min(BROAD, WIDTH // self.columns)

    def ends(self) -> str:
        """Returns the numbers at both ends, above the columns."""
        least = str(self.least)
        return f"{least} {str(self.most).rjust(self.columns * self.breadth - len(least) - 1)}"

    def heights(self, counts: Mapping[int, int]) -> list[int]:
        """Returns the number of things that were counted in each column."""
        found = [0] * self.columns
        for number, times in counts.items():
            found[(number - self.least) // self.together] += times
        return found

    def line(self, counts: Mapping[int, int], most: int) -> str:
        """Returns the columns of some counts: full where `most` lie in one, and empty only where none does."""
        drawn = (_column(each, most) for each in self.heights(counts))
        return "".join(each * self.breadth for each in drawn).rstrip()


def _column(times: int, most: int) -> str:
    high = len(HEIGHTS)
    return HEIGHTS[max(1, (2 * high * times + most) // (2 * most)) - 1] if times else " "


def charts(rows: Mapping[str, Mapping[int, int]]) -> tuple[str, dict[str, str]] | None:
    """Returns the ends of an axis, and a line for each row, all on it and to one scale; None without two numbers."""
    axis = Axis.over(number for counts in rows.values() for number in counts)
    if axis is None:
        return None
    most = max(max(axis.heights(counts)) for counts in rows.values())
    return axis.ends(), {name: axis.line(counts, most) for name, counts in rows.items()}
