"""Boards hold all that lies on grids and on what lies there, once, as random games come to it."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from refengine.ir.domain import CELLS
from refengine.picture.board import HIDDEN, Board, drawn_of, figure
from refengine.picture.svg import svg_of
from refengine.picture.terminal import drawn_board, plain
from tests.picture.drawn_games import Drawable, drawable, folder_of

SEEDS = range(4)


def states(game: Any, seed: int) -> Iterator[Any]:
    """Some of the states of a random game."""
    rng, state = random.Random(seed), game.initial()
    for step in range(40):
        legal = game.legal(state)
        if not legal:
            return
        state = game.apply(state, rng.choice(legal))
        if step % 8 == 7:
            yield state


def lying(
    drawable: Drawable, zones: Mapping[str, Any]
) -> tuple[Counter[tuple[str, str, str]], Counter[tuple[str, str]]]:
    """The pieces on grids by grid and cell, and those on spots by cell and part, as the data name them."""
    pieces: Counter[tuple[str, str, str]] = Counter()
    figures: Counter[tuple[str, str]] = Counter()
    for zone in drawable.game.description.zones:
        if zone.index == CELLS:
            pieces.update((zone.name, key, name) for key, held in zones[zone.name].items() for name in held)
        elif zone.is_endless:
            figures.update((key, name) for key, held in zones[zone.name].items() for name in held)
    return pieces, figures


def keys_of(drawable: Drawable, board: Board, cell: tuple[int, int], part: str | None) -> str:
    """How data name a cell of a board, or a spot in it."""
    (zone,) = (each for each in drawable.game.description.zones if each.name == board.grid)
    sides = next((each.members for each in drawable.game.description.kinds if each.name == zone.turned), None)
    turned = "" if sides is None else f", turned {sides[board.cells[cell].turn]}"
    return f"({cell[0]}, {cell[1]}){'' if part is None else f' {part}'}{turned}"


@pytest.mark.parametrize("rules", ["grid", "spots", "turned", "spots_turned"])
def test_all_that_lies_on_grids_is_on_the_boards_once(rules: str, tmp_path: Path) -> None:
    drawn = drawable(folder_of(rules, tmp_path))
    seen = 0
    for seed in SEEDS:
        for state in states(drawn.game, seed):
            boards = drawn.boards(state)
            pieces, figures = lying(drawn, drawn.game.common_view(state)["zones"])
            assert pieces == Counter(
                (board.grid, keys_of(drawn, board, cell, None), each.name)
                for board in boards
                for cell, each in board.cells.items()
            )
            assert figures == Counter(
                (keys_of(drawn, board, cell, one.part), one.name)
                for board in boards
                for cell, each in board.cells.items()
                for one in each.figures
            )
            seen += figures.total()
            root = ET.fromstring(svg_of(boards, "it"))  # noqa: S314 - it is ours
            told = Counter(each.text for each in root.iter("{http://www.w3.org/2000/svg}title"))
            assert told.total() == 1 + pieces.total() + figures.total()
    assert seen or not drawn.game.description.parts


def test_a_first_cell_in_question_has_a_board_where_nothing_lies(tmp_path: Path) -> None:
    drawn = drawable(folder_of("grid", tmp_path))
    (board,) = drawn.boards(drawn.game.position({}), {(0, 0): ("legal",)})
    assert plain(drawn_board(board).lines()).split() == [
        "0",
        "╔═════════╗",
        *["║"] * 4,
        "0",
        "║",
        "legal",
        "║",
        *["║"] * 4,
        "╚═════════╝",
    ]
    assert drawn.boards(drawn.game.position({})) == ()


def test_of_a_hidden_figure_nothing_is_told(tmp_path: Path) -> None:
    drawn = drawable(folder_of("spots", tmp_path))
    found = figure(drawn.rules, drawn.drawing, "Marble", None, "bend")
    assert (found.name, found.letter, found.colour) == (None, HIDDEN, None)


def test_stretches_that_are_long_are_left_out() -> None:
    assert drawn_of({-1, 2, 6, 7}) == (-1, 0, 1, 2, None, 6, 7)
