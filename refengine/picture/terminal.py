"""A board as text: each cell is a block of letters, with its column above and its row beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from attrs import define, field

from refengine.picture.blocks import HIGH, LEFT_OUT, WIDE, Ink, block, shortened
from refengine.picture.board import Board

MOST: Final = 4000
"""The greatest number of blocks of a picture."""

Numbers = tuple[int | None, ...]
"""Columns or rows that are drawn, with None where some are left out."""

GAP: Final = 3
"""The letters that stand for columns or rows that are left out."""


@define
class Canvas:
    """Letters at places, from 0 to the right and downwards; where none is, there is a blank."""

    inks: dict[tuple[int, int], Ink] = field(factory=dict)

    def put(self, x: int, y: int, ink: Ink) -> None:
        """Puts a letter to a place, instead of what was there."""
        self.inks[x, y] = ink

    def write(self, x: int, y: int, text: str) -> None:
        """Writes a text from a place to the right."""
        for number, letter in enumerate(text):
            self.put(x + number, y, Ink(letter))

    def lines(self) -> Iterator[tuple[Ink, ...]]:
        """Yields the lines, each as far as something stands in it."""
        ends: dict[int, int] = {}
        for x, y in self.inks:
            ends[y] = max(ends.get(y, 0), x + 1)
        for y in range(max(ends, default=-1) + 1):
            yield tuple(self.inks.get((x, y), Ink(" ")) for x in range(ends.get(y, 0)))


def picture(boards: Iterable[Board], name: Callable[[str], str]) -> Iterator[tuple[Ink, ...]]:
    """Yields the lines of the boards that have room, each behind an empty one; of several each has its `name`."""
    found = tuple(boards)
    for board in filter(has_room, found):
        yield ()
        if len(found) > 1:
            yield tuple(Ink(each) for each in name(board.grid))
        yield from drawn_board(board).lines()


def plain(lines: Iterable[tuple[Ink, ...]]) -> str:
    """Returns the text of lines, without colours."""
    return "".join("".join(each.letter for each in line).rstrip() + "\n" for line in lines)


def has_room(board: Board) -> bool:
    """Returns whether a board is small enough for a picture.

    One that is not has pieces far apart in many columns and rows.
    """
    return len(board.columns) * len(board.rows) <= MOST


def drawn_board(board: Board) -> Canvas:
    """Returns the picture of a board."""
    canvas = Canvas()
    columns, rows = board.columns, board.rows
    margin = max((len(str(each)) for each in rows if each is not None), default=0) + 1
    wide = max([WIDE, *(len(str(each)) + 1 for each in columns)])
    across = {column: x + (wide - WIDE) // 2 for column, x in _starts(columns, margin, wide)}
    down = dict(_starts(rows, 1, HIGH))
    for (column, row), lying in sorted(board.cells.items()):
        _corners(canvas, across[column], down[row])
        for (x, y), ink in block(lying).items():
            canvas.put(across[column] + x, down[row] + y, ink)
    for cell, words in sorted(board.asked.items()):
        x, y = across[cell[0]], down[cell[1]]
        _frame(canvas, x, y)
        if cell not in board.cells:
            _words(canvas, x, y, words)
    _margins(canvas, columns, rows, margin, wide)
    return canvas


def _margins(canvas: Canvas, columns: Numbers, rows: Numbers, margin: int, wide: int) -> None:
    for place, column in enumerate(columns):
        x, room = _start(columns, place, margin, wide), GAP - 1 if column is None else wide
        text = LEFT_OUT if column is None else str(column)
        canvas.write(x + (room - len(text)) // 2, 0, text)
    for place, row in enumerate(rows):
        y = _start(rows, place, 1, HIGH)
        text, below = (LEFT_OUT, 0) if row is None else (str(row), HIGH // 2)
        canvas.write(0, y + below, text.rjust(margin - 1))


def _starts(numbers: Numbers, first: int, size: int) -> Iterator[tuple[int, int]]:
    """Yields where each column or row that is drawn starts; before it stands its frame."""
    for place, number in enumerate(numbers):
        if number is not None:
            yield number, _start(numbers, place, first, size)


def _start(numbers: Numbers, place: int, first: int, size: int) -> int:
    gaps = sum(each is None for each in numbers[:place])
    return first + 1 + (place - gaps) * (size + 1) + gaps * GAP


# ---- FRAMES


def _corners(canvas: Canvas, x: int, y: int) -> None:
    for across in (x - 1, x + WIDE):
        for down in (y - 1, y + HIGH):
            canvas.put(across, down, Ink("+"))


def _frame(canvas: Canvas, x: int, y: int) -> None:
    """Draws a frame around a cell in question."""
    canvas.write(x - 1, y - 1, f"╔{'═' * WIDE}╗")
    for down in range(y, y + HIGH):
        canvas.write(x - 1, down, "║")
        canvas.write(x + WIDE, down, "║")
    canvas.write(x - 1, y + HIGH, f"╚{'═' * WIDE}╝")


def _words(canvas: Canvas, x: int, y: int, words: tuple[str, ...]) -> None:
    """Writes the words about a cell into it, if nothing lies there."""
    shown = [shortened(each) for each in words][:HIGH]
    for number, word in enumerate(shown):
        canvas.write(x + (WIDE - len(word)) // 2, y + (HIGH - len(shown)) // 2 + number, word)
