"""Boards as text: golden pictures, and that whatever lies there is in the picture once, where its cell is."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from refengine.picture.blocks import HIGH, WIDE, block, is_told_whole
from refengine.picture.board import Board, Figure, LyingPiece
from refengine.picture.faces import Face, Faces
from refengine.picture.terminal import MOST, drawn_board, has_room, plain
from tests.picture.drawn_games import Drawable, drawable, folder_of, laying_in

CELLS = st.tuples(st.integers(-12, 12), st.integers(-12, 12))


def text_of(board: Board) -> str:
    return plain(drawn_board(board).lines())


@given(st.dictionaries(CELLS, st.none(), min_size=1, max_size=12), st.sets(CELLS, max_size=2), st.booleans())
def test_what_lies_is_in_the_picture_once_under_its_column_and_beside_its_row(
    taken: dict[tuple[int, int], None], asked: set[tuple[int, int]], far: bool
) -> None:
    scale = 10**8 if far else 1
    names = {(column * scale, row): f"<{number}>" for number, (column, row) in enumerate(taken)}
    cells = {cell: LyingPiece(name, Face(()), 0, ()) for cell, name in names.items()}
    lines = text_of(Board("g", cells, {(c * scale, r): ("?",) for c, r in asked})).splitlines()
    columns = {int(found[0]): sum(found.span()) / 2 for found in re.finditer(r"-?\d+", lines[0])}
    led = ((number, re.match(r" *(-?\d+)(?= |$)", line)) for number, line in enumerate(lines))
    rows = {number: int(row[1]) for number, row in led if row is not None}
    found = {}
    for number, line in enumerate(lines):
        for each in re.finditer(r"<\d+>", line):
            column = min(columns, key=lambda one: abs(columns[one] - sum(each.span()) / 2))
            found[column, rows[number]] = each[0]
    assert found == names
    assert Counter(re.findall(r"<\d+>", "\n".join(lines))) == Counter(names.values())


def test_few_empty_columns_are_drawn_and_many_left_out() -> None:
    cells = {(column, 0): LyingPiece("x", Face(()), 0, ()) for column in (0, 3, 10**9)}
    board = Board("g", cells, {})
    assert board.columns == (0, 1, 2, 3, None, 10**9)
    assert max(map(len, text_of(board).splitlines())) < 80


def test_a_board_that_lies_aslant_for_long_has_no_picture() -> None:
    few, many = ({(n, n): LyingPiece("x", Face(()), 0, ()) for n in range(0, 9 * size, 9)} for size in (20, 100))
    assert has_room(Board("g", few, {}))
    assert len(Board("g", many, {}).columns) ** 2 > MOST
    assert not has_room(Board("g", many, {}))


# ---- WHAT IS PRINTED

SEEN = {"City": "#", "Field": ".", "Road": "─│"}


@pytest.fixture(scope="module")
def laying(tmp_path_factory: pytest.TempPathFactory) -> Drawable:
    return laying_in(tmp_path_factory.mktemp("laying"))


@pytest.mark.parametrize("seed", range(3))
def test_each_side_shows_what_the_rules_say_that_it_shows(laying: Drawable, seed: int) -> None:
    """The picture turns ports by itself; the rules read edges through a table of turns."""
    game, rng = laying.game, random.Random(seed)
    state = game.initial()
    for _ in range(50):
        state = game.apply(state, rng.choice(game.legal(state)))
    (board,) = laying.boards(state)
    sides = ("N", "E", "S", "W")
    for lying in board.cells.values():
        block = text_of(Board("g", {(0, 0): lying}, {})).splitlines()[2:7]
        middles = (block[0][7], block[2][11], block[4][7], block[2][3])
        for side, letter in zip(sides, middles, strict=True):
            assert letter in SEEN[game.value(state, "shown", lying.name, sides[lying.turn], side)]


def test_a_piece_with_parts(laying: Drawable) -> None:
    state = laying.game.position({"zones": {"board": {
        "(0, 0), turned N": ["BA_RCr"], "(1, 0), turned E": ["BA_RCr"], "(2, 0), turned N": ["BA_LR"],
        "(0, 1), turned N": ["BA_RRR"], "(1, 1), turned S": ["BA_CcRr"], "(2, 1), turned W": ["BA_Ccp"],
        "(5, 1), turned N": ["BA_CFcp"],
    }}})  # fmt: skip
    (board,) = laying.boards(state, {(3, 0): ("legal", "illegal", "legal and more"), (5, 1): ("here",)})
    assert text_of(board) == EXPECTED_PARTS


EXPECTED_PARTS = """\
       0         1         2         3         4         5
  +         +         +         ╔═════════╗
   .#######. ....│...# .........║         ║
   ...###... ....│.### .........║  legal  ║
0  ───────── ....│.### ....C....║ illegal ║
   ......... ....│.### ....╷....║legal an~║
   ......... ....│...# ....│....║         ║
  +         +         +         ╚═════════╝         ╔═════════╗
   ......... ....│...# #........                    ║#.......#║
   ......... ....│.### ###......                    ║#########║
1  ───╴.╶─── ────┘#### ####.....                    ║#########║
   ....╷.... ...###### ######...                    ║#########║
   ....│.... .######## ########.                    ║#.......#║
  +         +         +         +                   ╚═════════╝
"""


def test_a_figure_stands_on_its_part(tmp_path: Path) -> None:
    pipes = drawable(folder_of("spots", tmp_path))
    (info,) = pipes.game.description.examples
    (board,) = pipes.boards(pipes.game.example_position(info))
    assert text_of(board) == EXPECTED_FIGURES
    assert [(each.name, each.part) for each in board.cells[0, 0].figures] == [("1", "tunnel")]
    assert [(each.name, each.part) for each in board.cells[1, 0].figures] == [("Float", "along")]


EXPECTED_FIGURES = """\
       0         1
  +         +         +
       │
       │
0  ────│─1── ────F────
       │
       │
  +         +         +
       │
       │
1      └────


  +         +
"""


def test_what_is_printed_of_sides_turns_along(tmp_path: Path) -> None:
    turned = drawable(folder_of("turned", tmp_path))
    (info,) = turned.game.description.examples
    board, camp = turned.boards(turned.game.example_position(info))
    assert text_of(board) == EXPECTED_TURNED
    assert {cell: (lying.name, lying.turn) for cell, lying in camp.cells.items()} == {
        (0, 0): ("1", 0),
        (5, 5): ("2", 0),
    }


EXPECTED_TURNED = """\
       0         1
  +         +         +


0  ───╴          ┌────
                 │
                 │
  +         +         +
"""


def test_a_figure_on_any_part_of_any_piece_stands_on_that_part(laying: Drawable) -> None:
    """A letter of the block belongs to a part if it is drawn for it when nothing else is on the piece."""
    faces = Faces(laying.rules, next(each for each in laying.rules.zones if each.sides), laying.drawing)
    for number, sort in enumerate(next(each for each in laying.rules.kinds if each.name == "Sort").members):
        face, turn = faces.face(sort), number % 4
        bare = block(LyingPiece(sort, face, turn, ()))
        for part in face.parts:
            standing = block(
                LyingPiece(sort, face, turn, (Figure("x", part.name, "x", None), Figure("y", part.name, "y", None)))
            )
            (first,), (second,) = ([at for at, ink in standing.items() if ink.letter == letter] for letter in "xy")
            if part.look == "mark":
                assert max(abs(first[0] - WIDE // 2), abs(first[1] - HIGH // 2)) == 1
            else:
                assert bare[first].letter == part.letter or (part.look == "line" and bare[first].letter in "─│┌┐└┘╴╵╶╷")
                alone = block(
                    LyingPiece(sort, Face((part, *(each for each in face.parts if each.look != part.look))), turn, ())
                )
                assert alone[first].letter == bare[first].letter
                assert bare[second].letter == bare[first].letter or part.look == "line"


@pytest.mark.parametrize("name", ["short", "of two words", "a_very_long_name_indeed", "in many more words than two"])
def test_a_name_that_does_not_fit_is_shown_to_be_cut(name: str) -> None:
    lying = LyingPiece(name, Face(()), 0, ())
    rows = ["".join(block(lying)[across, down].letter for across in range(WIDE)).strip() for down in range(HIGH)]
    told = [each for each in rows if each]
    assert len(told) <= 2
    assert is_told_whole(lying) == (re.sub("[ ~]", "", "".join(told)) == name.replace(" ", ""))
    assert is_told_whole(lying) != told[-1].endswith("~")
