"""The layout of a face as it lies: which part a point of the square belongs to, and where a figure on a part stands.

A point belongs to the part that comes to the place behind it, seen from the middle. An area that comes to one side does
not reach far; one that comes to sides across from each other has the middle, too.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import field, frozen

from refengine.picture.faces import Face, FacePart, Look
from refengine.picture.plane import SidePlace, Stretch, depth, joined, place_of, point, shares, within

CAP: Final = 0.36
"""The depth to which an area reaches that comes to one side alone."""

CORE: Final = 0.25
"""The depth at which the middle begins, for an area that has it."""

FINE: Final = 14
"""The number of points across among which a place for a figure is looked for."""

MIDDLE: Final = (0.5, 0.5)

BESIDE: Final = (0.63, 0.6)
"""The place of a figure that is on a mark, so that this can be seen."""

Point = tuple[float, float]


@frozen
class DrawnPart:
    """A part as it lies: where it comes to now, and the stretches of the way round that it has."""

    part: FacePart
    reaches: tuple[SidePlace, ...]
    stretches: tuple[Stretch, ...]

    @property
    def look(self) -> Look:
        """The look of a part: a line or an area that comes to no side is a mark."""
        return self.part.look if self.reaches or self.part.look in {"ground", "nothing"} else "mark"

    @property
    def sides(self) -> frozenset[int]:
        """The sides that it comes to."""
        return frozenset(each.side for each in self.reaches)

    @property
    def is_across(self) -> bool:
        """Returns whether it comes to two sides across from each other."""
        return bool(self.sides & {(each + 2) % 4 for each in self.sides})


@frozen(slots=False)
class Layout:
    """A face that lies with a turn."""

    face: Face
    turn: int
    parts: tuple[DrawnPart, ...] = field(init=False)

    @parts.default
    def _made(self) -> tuple[DrawnPart, ...]:
        turned = [tuple(reach.turned(self.turn) for reach in each.reaches) for each in self.face.parts]
        own = shares(reach for reaches in turned for reach in reaches)
        return tuple(
            DrawnPart(part, reaches, joined(own[each] for each in reaches))
            for part, reaches in zip(self.face.parts, turned, strict=True)
        )

    def looking(self, look: Look) -> tuple[DrawnPart, ...]:
        """Returns the parts that look so."""
        return tuple(each for each in self.parts if each.look == look)

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs at the sides, as it lies."""
        signs = self.face.signs
        return tuple(signs[(side - self.turn) % 4] for side in range(4))

    def hub(self, line: DrawnPart) -> Point:
        """Returns where the ways of a line meet: in the middle, unless another line does so there."""
        if sum(len(each.reaches) > 1 for each in self.looking("line")) < 2:
            return MIDDLE
        points = [MIDDLE, *(point(each.place) for each in line.reaches)]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def area_at(self, x: float, y: float) -> DrawnPart | None:
        """Returns the area that a point lies in."""
        place, deep = place_of(x, y), depth(x, y)
        areas = self.looking("area")
        for each in areas:
            if within(place, each.stretches) and (len(each.sides) > 1 or deep < CAP):
                return each
        return next((each for each in areas if each.is_across and deep > CORE), None)

    def ground_at(self, x: float, y: float) -> DrawnPart | None:
        """Returns the ground that a point lies on; some may be that of nobody."""
        place = place_of(x, y)
        grounds = self.looking("ground")
        return next((each for each in grounds if within(place, each.stretches)), None)

    # ---- FIGURES

    def anchor(self, name: str | None) -> Point:
        """Returns where a figure stands that is on the part of this name, or on the piece as a whole."""
        found = next((each for each in self.parts if each.part.name == name), None)
        if found is None:
            return MIDDLE
        match found.look:
            case "line":
                return self._on_line(found)
            case "area" | "ground" if found.reaches:
                return self._amid(found)
            case "mark":
                return BESIDE
            case _:
                return MIDDLE

    def _on_line(self, line: DrawnPart) -> Point:
        if len(line.reaches) == 1:
            x, y = point(line.reaches[0].place)
            return 0.7 * x + 0.15, 0.7 * y + 0.15
        if len(line.reaches) == 2 and not self._is_crossed(line):
            (x, y), (u, v) = (point(each.place) for each in line.reaches)
            return (x + u + 1) / 4, (y + v + 1) / 4
        x, y = point(line.reaches[0].place)
        return (x + 0.5) / 2, (y + 0.5) / 2

    def _is_crossed(self, line: DrawnPart) -> bool:
        """Returns whether another line has its middle where this one has it."""
        return any(each is not line and self.hub(each) == self.hub(line) for each in self.looking("line"))

    def _amid(self, part: DrawnPart) -> Point:
        """Returns the point of a part that is furthest from all that is not of it, and from the sides."""
        own = self._owned[part.part.name]
        other = [each for name, some in self._owned.items() if name != part.part.name for each in some]
        if not own:
            x, y = point(part.reaches[0].place)
            return 0.6 * x + 0.2, 0.6 * y + 0.2

        def room(at: Point) -> tuple[float, float]:
            near = min(((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in other), default=1.0)
            return -min(near, depth(*at) ** 2), (at[0] - 0.5) ** 2 + (at[1] - 0.5) ** 2

        return min(own, key=room)

    @cached_property
    def _owned(self) -> dict[str, list[Point]]:
        """Points all over the square, by the part to which they belong; by no name those of lines and marks."""
        found: dict[str, list[Point]] = {"": [], **{each.part.name: [] for each in self.parts}}
        for across in range(FINE):
            for down in range(FINE):
                x, y = (across + 0.5) / FINE, (down + 0.5) / FINE
                owner = self.area_at(x, y) or self.ground_at(x, y)
                is_free = owner is not None and not self._is_near_a_line(x, y)
                found[owner.part.name if owner is not None and is_free else ""].append((x, y))
        return found

    def _is_near_a_line(self, x: float, y: float) -> bool:
        for line in self.looking("line"):
            hub = self.hub(line)
            for reach in line.reaches:
                u, v = point(reach.place)
                if any(
                    (u + (hub[0] - u) * t / 8 - x) ** 2 + (v + (hub[1] - v) * t / 8 - y) ** 2 < 0.006 for t in range(9)
                ):
                    return True
        return bool(self.looking("mark")) and (x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.03
