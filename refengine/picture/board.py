"""Boards: what lies in the cells of a grid and what stands on its parts, read from a state as data show it.

So a board shows what a view shows: of what is hidden there, how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.ir.domain import CELLS
from refengine.picture.faces import Face, Faces, named_by
from refengine.runtime.description import Description, ZoneInfo
from refengine.runtime.grids import Cell, cell_named, turned_named

HIDDEN: Final = "?"
"""The letter of a figure of which nobody is to know what it is."""

FAR: Final = 2
"""The greatest number of empty columns or rows between others that are drawn; more are left out."""


SEATS: Final = ("#b3392f", "#2f5d8c", "#3f7350", "#c28a1e", "#6b4c8a", "#2b7a78", "#7a4a24", "#444444")
"""The colours of the seats in order, for figures of which the drawing says nothing."""


@frozen
class Figure:
    """A piece that stands on a part, or on the cell as a whole; it has no name where it is hidden."""

    name: str | None
    part: str | None
    letter: str
    colour: str | None


@frozen
class LyingPiece:
    """A piece in a cell with its turn, in steps to the right, and the figures on it."""

    name: str
    face: Face
    turn: int
    figures: tuple[Figure, ...]


@frozen
class Board:
    """A board to be drawn: all that lies on one grid; `asked` are the cells in question, each with words about it."""

    grid: str
    cells: Mapping[Cell, LyingPiece]
    asked: Mapping[Cell, tuple[str, ...]]

    @property
    def columns(self) -> tuple[int | None, ...]:
        """The columns that are drawn, in order; None where some are left out."""
        return drawn_of({column for column, _ in (*self.cells, *self.asked)})

    @property
    def rows(self) -> tuple[int | None, ...]:
        """The rows that are drawn, as the columns."""
        return drawn_of({row for _, row in (*self.cells, *self.asked)})


def drawn_of(taken: set[int]) -> tuple[int | None, ...]:
    """Returns the numbers that are drawn: those that are taken, and few between them; None where more are left out."""
    found: list[int | None] = []
    for number in sorted(taken):
        last = found[-1] if found else None
        if last is not None:
            between = number - last - 1
            found += [None] if between > FAR else range(last + 1, number)
        found.append(number)
    return tuple(found)


def with_names(boards: Iterable[Board], name: Callable[[str], str]) -> tuple[Board, ...]:
    """Returns boards on which things are called as `name` says, in the reader's language."""
    return tuple(
        evolve(board, cells={cell: _named(lying, name) for cell, lying in board.cells.items()}) for board in boards
    )


def _named(lying: LyingPiece, name: Callable[[str], str]) -> LyingPiece:
    figures = (evolve(each, name=None if each.name is None else name(each.name)) for each in lying.figures)
    return evolve(lying, name=name(lying.name), figures=tuple(figures))


def boards_of(
    game: model.Game,
    description: Description,
    drawing: Mapping[str, Any],
    zones: Mapping[str, Any],
    asked: Mapping[Cell, tuple[str, ...]],
) -> tuple[Board, ...]:
    """Returns the boards of the grids on which something lies, in the order of the rules.

    `zones` are those of a state, or of a view of one, as data; `game` is specialised. What is `asked` is asked of the
    first grid, which then has a board even if nothing lies there.
    """
    found: list[Board] = []
    asks = asked
    for zone in description.zones:
        if zone.index == CELLS:
            if zones[zone.name] or asks:
                found.append(Board(zone.name, dict(_lying(game, description, drawing, zone, zones)), asks))
            asks = {}
    return tuple(found)


# ---- WHAT LIES


def _lying(
    game: model.Game, description: Description, drawing: Mapping[str, Any], zone: ZoneInfo, zones: Mapping[str, Any]
) -> Iterator[tuple[Cell, LyingPiece]]:
    (grid,) = (each for each in game.zones if each.name == zone.name)
    faces = Faces(game, grid, drawing)
    sides = next((each.members for each in description.kinds if each.name == zone.turned), ())
    standing = _standing(game, description, drawing, zone.name, zones)
    made: dict[str, Face] = {}
    for key, pieces in zones[zone.name].items():
        for piece in pieces:
            name, is_printed = (piece, True) if isinstance(piece, str) else (piece["component"], False)
            face = made.get(name) if is_printed else None
            face = face or faces.face(piece)
            if is_printed:
                made[name] = face
            cell, turn = placed(key, sides)
            yield cell, LyingPiece(name, face, turn, tuple(standing.get(cell, ())))


def placed(key: str, sides: Sequence[str]) -> tuple[Cell, int]:
    """Returns the cell and the turn that data name; what lies on a grid without turns lies with none."""
    turned = turned_named(key, sides)
    if turned is not None:
        return turned
    cell = cell_named(key)
    assert cell is not None
    return cell, 0


def _standing(
    game: model.Game, description: Description, drawing: Mapping[str, Any], grid: str, zones: Mapping[str, Any]
) -> Mapping[Cell, list[Figure]]:
    """Returns the figures on the parts of what lies on a grid, by cell."""
    parts = {each.name: each for each in description.parts if each.grid == grid}
    found: dict[Cell, list[Figure]] = {}
    for zone in description.zones:
        if zone.index in parts:
            for key, pieces in zones[zone.name].items():
                spot = parts[zone.index].spot_named(key)
                assert spot is not None
                part = parts[zone.index].printed[spot[2]]
                figures = pieces if isinstance(pieces, list) else [None] * pieces
                found.setdefault(spot[:2], []).extend(
                    figure(game, drawing, zone.component, each, part) for each in figures
                )
    return found


def figure(game: model.Game, drawing: Mapping[str, Any], component: str, piece: Any, part: str | None) -> Figure:
    """Returns a piece as a figure: with the letter that the drawing gives it, or else the number of whose it is."""
    if piece is None:
        return Figure(None, part, HIDDEN, None)
    (told,) = (each for each in game.components if each.name == component)
    name = piece if isinstance(piece, str) else component
    row = next((each.data for each in told.pieces if each.name == piece), None)
    data = piece["fields"].values() if row is None else row
    seats = (int(datum) for field, datum in zip(told.fields, data, strict=True) if named_by(field) == "player")
    seat = next(seats, None)
    letters = drawing["letters"]
    letter = letters.get(name) or letters.get(component) or (name[:1] if seat is None else str(seat)[-1])
    usual = None if seat is None else SEATS[(seat - 1) % len(SEATS)]
    return Figure(name, part, letter, drawing["pieces"][component]["colours"].get(name) or usual)
