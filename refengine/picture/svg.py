"""Boards as SVG: pieces with what is printed on them as it lies, figures, and frames around the cells in question.

All texts are escaped; numbers are rounded, so that the same board gives the same text on every machine.
Reference: W3C, Scalable Vector Graphics (SVG) 1.1, chapter 8 for the paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from refengine.picture.blocks import split
from refengine.picture.board import Board, Figure, LyingPiece
from refengine.picture.faces import Face
from refengine.picture.layout import MIDDLE, DrawnPart, Layout, Point
from refengine.picture.plane import ROUND, SidePlace, point
from refengine.runtime.grids import Cell, cell_name

SIZE: Final = 100
"""The size of a cell."""

GAP: Final = 4
MARGIN: Final = 40
LEFT_OUT: Final = 24
"""The room of columns or rows that are left out."""

PAPER: Final = "#fbfaf6"
INK: Final = "#333333"
FAINT: Final = "#8a8578"
DEFAULTS: Final = {"ground": "#e7e2d3", "area": "#c9ae85", "line": "#f6f1e4", "mark": "#4a5568"}
"""The colours of parts of which the drawing says nothing, by how they look."""

ASKED: Final = "#c0392b"
"""The colour of a frame around a cell in question."""

NEAR: Final = 16
"""The distance between two figures on one part."""


def svg_of(boards: Sequence[Board], title: str) -> str:
    """Returns the picture of boards, one below another."""
    drawn: list[str] = []
    wide, top = 0, 0
    for board in boards:
        across, width = _starts(board.columns)
        down, height = _starts(board.rows)
        head = 24 if len(boards) > 1 else 0
        named = [_text(8, 16, board.grid, size=14, anchor="start")] if head else []
        inner = [*named, f'<g transform="translate(0 {head})">', *_board(board, across, down), "</g>"]
        drawn += [f'<g transform="translate(0 {top})">', *inner, "</g>"]
        wide, top = max(wide, width), top + height + head
    size = f'viewBox="0 0 {wide} {top}" width="{wide}" height="{top}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{wide}" height="{top}" fill="{PAPER}"/>',
            *drawn,
            "</svg>\n",
        ]
    )


def _starts(numbers: Iterable[int | None]) -> tuple[dict[int, int], int]:
    """Returns where each column or row starts, and where all of them end."""
    found: dict[int, int] = {}
    at = MARGIN
    for number in numbers:
        if number is None:
            at += LEFT_OUT
        else:
            found[number] = at
            at += SIZE + GAP
    return found, at + GAP


def _board(board: Board, across: dict[int, int], down: dict[int, int]) -> Iterator[str]:
    for column, x in across.items():
        yield _text(x + SIZE / 2, MARGIN - 14, str(column), size=14, colour=FAINT)
    for row, y in down.items():
        yield _text(MARGIN / 2, y + SIZE / 2 + 5, str(row), size=14, colour=FAINT)
    for cell, lying in sorted(board.cells.items()):
        yield f'<g transform="translate({across[cell[0]]} {down[cell[1]]})">'
        yield from _piece(cell, lying)
        yield "</g>"
    for cell, words in sorted(board.asked.items()):
        yield f'<g transform="translate({across[cell[0]]} {down[cell[1]]})">'
        yield f"<title>{escape(f'{cell_name(cell)}: {chr(44).join(words)}')}</title>"
        yield f'<rect width="{SIZE}" height="{SIZE}" fill="none" stroke="{ASKED}" stroke-width="5"/>'
        if cell not in board.cells:
            yield from _written(words, ASKED)
        yield "</g>"


# ---- A PIECE


def drawn_face(name: str, face: Face) -> str:
    """Returns the face of a piece that lies with no turn, as elements within a square of `SIZE`."""
    return "".join(_face(name, face, Layout(face, 0)))


def _piece(cell: Cell, lying: LyingPiece) -> Iterator[str]:
    layout = Layout(lying.face, lying.turn)
    yield f"<title>{escape(f'{cell_name(cell)}: {lying.name}')}</title>"
    yield from _face(lying.name, lying.face, layout)
    yield from _figures(layout, lying.figures)


def _face(name: str, face: Face, layout: Layout) -> Iterator[str]:
    grounds = layout.looking("ground")
    base = face.colour or (_colour(grounds[0]) if grounds else DEFAULTS["ground"])
    yield f'<rect width="{SIZE}" height="{SIZE}" fill={quoteattr(base)}/>'
    for ground in grounds:
        if ground.reaches and _colour(ground) != base:
            yield _filled(_outline(ground, straight=True), _colour(ground))
    for area in layout.looking("area"):
        yield _filled(_outline(area), _colour(area), edge=True)
    for line in layout.looking("line"):
        yield from _line(layout, line)
    yield from _marks(layout.looking("mark"))
    for side, sign in enumerate(layout.signs):
        x, y = _inner(SidePlace(side), 0.78)
        yield _text(x, y + 5, sign, size=15) if sign else ""
    if not face.parts:
        yield from _written(split(name), INK)
    yield f'<rect width="{SIZE}" height="{SIZE}" fill="none" stroke="{INK}" stroke-width="1"/>'


def _colour(drawn: DrawnPart) -> str:
    return drawn.part.colour or DEFAULTS[drawn.look]


def _filled(path: str, colour: str, *, edge: bool = False) -> str:
    stroke = f' stroke="{INK}" stroke-width="1.5"' if edge else ""
    return f'<path d="{path}" fill={quoteattr(colour)}{stroke}/>'


def _outline(drawn: DrawnPart, *, straight: bool = False) -> str:
    """Returns the outline of a part: along the sides where it has them, and from one to the next by the middle."""
    steps = [f"M {_at(point(drawn.stretches[0][0]))}"]
    for number, (start, end) in enumerate(drawn.stretches):
        corners = [float(each) for each in range(int(start) + 1, 2 * ROUND) if start < each < end]
        steps += [f"L {_at(point(each))}" for each in (*corners, end)]
        following = drawn.stretches[(number + 1) % len(drawn.stretches)][0]
        if (following - end) % ROUND:
            goal = _at(point(following))
            steps.append(f"L {_at(MIDDLE)} L {goal}" if straight else f"Q {_at(MIDDLE)} {goal}")
    return " ".join([*steps, "Z"])


def _line(layout: Layout, line: DrawnPart) -> Iterator[str]:
    """Yields a line from the sides to where its ways meet, with an edge; one to a single side ends before that."""
    hub = layout.hub(line)
    points = [point(each.place) for each in line.reaches]
    if len(points) == 2:
        path = f"M {_at(points[0])} Q {_at(hub)} {_at(points[1])}"
    elif len(points) == 1:
        path = f"M {_at(points[0])} L {_at(_toward(points[0], hub, 0.62))}"
    else:
        path = " ".join(f"M {_at(each)} L {_at(hub)}" for each in points)
    if path:
        yield f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="12"/>'
        yield f'<path d="{path}" fill="none" stroke={quoteattr(_colour(line))} stroke-width="9"/>'
    if len(points) == 1:
        x, y = _toward(points[0], hub, 0.62)
        yield f'<circle cx="{_number(x)}" cy="{_number(y)}" r="6" fill={quoteattr(_colour(line))} stroke="{INK}"/>'


def _marks(marks: Sequence[DrawnPart]) -> Iterator[str]:
    for number, mark in enumerate(marks):
        x = 50 + 32 * (number - (len(marks) - 1) / 2)
        yield f'<circle cx="{x:g}" cy="50" r="15" fill={quoteattr(_colour(mark))} stroke="{INK}"/>'
        yield _text(x, 56, mark.part.letter, size=18, colour=PAPER)


def _figures(layout: Layout, figures: Sequence[Figure]) -> Iterator[str]:
    """Yields figures where their parts are; several on one part stand side by side."""
    by_part: dict[str | None, list[Figure]] = {}
    for each in figures:
        by_part.setdefault(each.part, []).append(each)
    for part, some in by_part.items():
        x, y = layout.anchor(part)
        for number, figure in enumerate(some):
            across = SIZE * x + NEAR * (number - (len(some) - 1) / 2)
            where = f"{figure.name or ''} – {part}" if part is not None else figure.name or ""
            yield f"<g><title>{escape(where)}</title>"
            fill = quoteattr(figure.colour or INK)
            yield f'<circle cx="{across:g}" cy="{_number(y)}" r="9" fill={fill} stroke="{PAPER}" stroke-width="1.5"/>'
            yield f"{_text(across, SIZE * y + 4.5, figure.letter, size=13, colour=PAPER)}</g>"


# ---- NUMBERS AND TEXTS


def _written(words: Sequence[str], colour: str) -> Iterator[str]:
    for number, word in enumerate(words):
        yield _text(SIZE / 2, SIZE / 2 + 5 + 18 * (number - (len(words) - 1) / 2), word, size=15, colour=colour)


def _text(x: float, y: float, text: str, *, size: int, colour: str = INK, anchor: str = "middle") -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{escape(text)}</text>"


def _toward(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _inner(reach: SidePlace, share: float) -> Point:
    x, y = _toward(MIDDLE, point(reach.place), share)
    return SIZE * x, SIZE * y


def _at(where: Point) -> str:
    return f"{_number(where[0])} {_number(where[1])}"


def _number(value: float) -> str:
    return f"{round(SIZE * value, 1):g}"
