"""The plane of a piece: places on its sides, and which of them share a side between them.

A place is a number on the way round the square: from 0, the upper left corner, it goes right, down, left and up, 1 to
each side. What is turned moves by a whole number. Inside of the square both coordinates go from 0 to 1, downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final

from attrs import frozen

ROUND: Final = 4
"""The length of the way round; each side is as long as 1."""


@frozen(order=True)
class SidePlace:
    """A place that a part comes to: the one of `number` among `of` on a side, which is counted from the upper one."""

    side: int
    number: int = 0
    of: int = 1

    @property
    def place(self) -> float:
        """The place in the middle of its share of the side."""
        return self.side + (2 * self.number + 1) / (2 * self.of)

    def turned(self, turn: int) -> SidePlace:
        """Returns the place when the piece is turned."""
        return SidePlace((self.side + turn) % ROUND, self.number, self.of)


Stretch = tuple[float, float]
"""A stretch of the way round, from one place to another; the second is the greater one."""


def point(place: float) -> tuple[float, float]:
    """Returns the point of a place on the way round."""
    side, along = divmod(place % ROUND, 1)
    match int(side):
        case 0:
            return along, 0.0
        case 1:
            return 1.0, along
        case 2:
            return 1 - along, 1.0
        case _:
            return 0.0, 1 - along


def place_of(x: float, y: float) -> float:
    """Returns the place that lies behind a point, seen from the middle; that of the middle is the upper left corner."""
    across, down = x - 0.5, y - 0.5
    far = max(abs(across), abs(down))
    if far == 0:
        return 0.0
    u, v = 0.5 + across / (2 * far), 0.5 + down / (2 * far)
    if -down == far:
        return u
    if across == far:
        return 1 + v
    return 2 + (1 - u) if down == far else (3 + (1 - v)) % ROUND


def depth(x: float, y: float) -> float:
    """Returns how far a point lies from the nearest side."""
    return 0.5 - max(abs(x - 0.5), abs(y - 0.5))


def shares(reaches: Iterable[SidePlace]) -> Mapping[SidePlace, Stretch]:
    """Returns the stretch of its side that each place has; those of one side share the whole of it."""
    found: dict[SidePlace, Stretch] = {}
    all_of_them = set(reaches)
    for side in range(ROUND):
        own = sorted((each for each in all_of_them if each.side == side), key=lambda each: each.place)
        between = ((one.place + other.place) / 2 for one, other in pairwise(own))
        found.update(zip(own, pairwise([float(side), *between, side + 1.0]), strict=False))
    return found


def joined(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Returns stretches that touch, as one; in order, and the whole way round as from 0 to 4."""
    found: list[Stretch] = []
    for start, end in sorted(stretches):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    if len(found) > 1 and found[0][0] == 0 and found[-1][1] == ROUND:
        (_, end), *rest = found
        *rest, (start, _) = rest
        found = [*rest, (start, end + ROUND)]
    return tuple(found)


def within(place: float, stretches: Iterable[Stretch]) -> bool:
    """Returns whether a place lies in one of some stretches."""
    return any(start <= place < end or start <= place + ROUND < end for start, end in stretches)
