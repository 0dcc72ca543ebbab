"""A piece as a block of letters, as it lies.

Ground and areas are filled, lines lead to the middle, marks and figures are letters of their own.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from attrs import frozen

from refengine.picture.board import LyingPiece
from refengine.picture.layout import MIDDLE, DrawnPart, Layout, Point
from refengine.picture.plane import SidePlace, point

WIDE: Final = 9
HIGH: Final = 5
"""The size of a block; both are odd, so that there is a middle."""

LINES: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The letter that leads up (1), right (2), down (4) and left (8), by the sum of these."""

WAYS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))

LEFT_OUT: Final = "~"
"""Stands where something is left out."""


@frozen
class Ink:
    """A letter in a picture; `ground` is the colour behind it, and `owner` the part that it belongs to."""

    letter: str
    colour: str | None = None
    ground: str | None = None
    owner: str | None = None
    is_free: bool = True
    """Whether a figure may stand there."""


At = tuple[int, int]
Inks = dict[At, Ink]


def block(lying: LyingPiece) -> Inks:
    """Returns the letters of a piece, from its upper left corner."""
    layout = Layout(lying.face, lying.turn)
    inks = {(across, down): _filled(layout, across, down) for across in range(WIDE) for down in range(HIGH)}
    for line in layout.looking("line"):
        _line(inks, line, layout.hub(line))
    _row(inks, HIGH // 2, "".join(each.part.letter for each in layout.looking("mark")))
    if not lying.face.parts:
        for number, line_of_name in enumerate(split(lying.name)):
            _row(inks, HIGH // 2 + number, line_of_name)
    for side, sign in enumerate(layout.signs):
        if sign:
            _write(inks, at_side(SidePlace(side)), sign)
    for figure in lying.figures:
        at = _free(inks, layout.anchor(figure.part), figure.part)
        if at is not None:
            _write(inks, at, figure.letter, figure.colour)
    return inks


def split(name: str) -> tuple[str, ...]:
    """Returns a name in at most two lines that fit a block; where something is missing that is shown."""
    if len(name) <= WIDE:
        return (name,)
    cut = max(name.rfind(" ", 0, WIDE + 1), 0) or WIDE
    return name[:cut], shortened(name[cut:].lstrip(" "))


def is_told_whole(lying: LyingPiece) -> bool:
    """Returns whether the picture of a piece says which one it is: by what is printed on it, or by its whole name."""
    return bool(lying.face.parts) or not any(each.endswith(LEFT_OUT) for each in split(lying.name))


def shortened(word: str) -> str:
    """Returns a word that fits a block."""
    return word if len(word) <= WIDE else f"{word[: WIDE - 1]}{LEFT_OUT}"


def at_side(reach: SidePlace) -> At:
    """Returns the letter at a place on a side."""
    x, y = point(reach.place)
    return letter_at(x, y)


def letter_at(x: float, y: float) -> At:
    """Returns the letter at a point."""
    return min(int(x * WIDE), WIDE - 1), min(int(y * HIGH), HIGH - 1)


# ---- FILLED


def _filled(layout: Layout, across: int, down: int) -> Ink:
    x, y = (across + 0.5) / WIDE, (down + 0.5) / HIGH
    area = layout.area_at(x, y)
    if area is not None:
        return Ink(area.part.letter, None, area.part.colour, area.part.name)
    own = layout.ground_at(x, y)
    ground = own or next(iter(layout.looking("ground")), None)
    if ground is None:
        return Ink(" ")
    return Ink(ground.part.letter, None, ground.part.colour, None if own is None else own.part.name)


# ---- WRITTEN


def _write(inks: Inks, at: At, letter: str, colour: str | None = None) -> None:
    inks[at] = Ink(letter, colour, inks[at].ground, is_free=False)


def _row(inks: Inks, down: int, text: str) -> None:
    """Writes a text into the middle of a row."""
    first = (WIDE - len(text)) // 2
    for number, letter in enumerate(text[:WIDE]):
        _write(inks, (max(first, 0) + number, down), letter)


def _free(inks: Inks, wanted: Point, owner: str | None) -> At | None:
    """Returns the free letter nearest to a point, if there is one of a part then of that; None where none is free."""
    across, down = letter_at(*wanted)

    def far(at: At) -> tuple[bool, int, At]:
        return inks[at].owner != owner, (at[0] - across) ** 2 + 4 * (at[1] - down) ** 2, at

    return min((at for at, ink in inks.items() if ink.is_free), key=far, default=None)


# ---- LINES


def _line(inks: Inks, line: DrawnPart, hub: Point) -> None:
    """Draws a line from the sides to its middle; one that comes to a single side ends before that."""
    ways: dict[At, int] = {}
    middle = letter_at(*hub) if hub != MIDDLE else (WIDE // 2, HIGH // 2)
    for reach in line.reaches:
        start = at_side(reach)
        ways[start] = ways.get(start, 0) | 1 << reach.side
        path = _path(start, middle, first_down=reach.side % 2 == 0)
        if len(line.reaches) == 1:
            path = path[:-1]
        for here, there in pairwise(path):
            side = WAYS.index((there[0] - here[0], there[1] - here[1]))
            ways[here] = ways.get(here, 0) | 1 << side
            ways[there] = ways.get(there, 0) | 1 << (side + 2) % 4
    for at, led in ways.items():
        inks[at] = Ink(LINES[led], line.part.colour, inks[at].ground, line.part.name)


def _path(start: At, end: At, *, first_down: bool) -> list[At]:
    """Returns the letters from one to another: straight, then with one bend."""
    (x, y), (u, v) = start, end
    down = 1 if v >= y else -1
    right = 1 if u >= x else -1
    if first_down:
        return [*((x, each) for each in range(y, v, down)), *((each, v) for each in range(x, u, right)), end]
    return [*((each, y) for each in range(x, u, right)), *((u, each) for each in range(y, v, down)), end]
