"""`refengine prove` on a board: the position is drawn, and the one from which it is told how a game comes there."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.engine.rules import PAVEMENT, rulebook

Run = Callable[..., Ran]

RULES = """
grid path, squares, sides Side, holds at most one Stone             per R1
zone hand of each player holds Stone                                per R1

setup                                                               per R1
    move 1 Stone(1) from bag to path of (0, 0)
    move 1 Stone(2) from bag to hand of 1
    go Lay

phase Lay                                                           per R1
    ask 1
        action lay(t in bag, c in edge of path)                     per R1
            when t.mark < 3
            then move t to path of c
        action stop                                                 per R1
            then game over
    go Lay

outcome                                                             per R1
    scores are 0 for player p
    winners are all player p

witness a_row                                                       per R1
    in some reachable state of 2 players
    (number of c in cells of path) = 8
    keeping no c in cells of path has path of (c toward Up) is not empty

witness a_row_and_a_hand                                            per R1
    in some reachable state of 2 players
    (number of c in cells of path) = 8 and hand of 1 is not empty
    keeping no c in cells of path has path of (c toward Up) is not empty
"""


def row(drawn: str) -> dict[int, int]:
    """The marks of the stones in the only row of a board, by column."""
    columns, *_, marks = (line.split() for line in drawn.splitlines() if re.search(r"\d", line))
    return dict(zip(map(int, columns), map(int, marks[1:]), strict=True))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pavement"
    folder.mkdir()
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    (folder / "game.rules").write_text(PAVEMENT + RULES, "utf-8")
    return folder


def test_both_positions_are_drawn_and_what_nobody_looks_at_is_left_out(folder: Path, run: Run) -> None:
    ran = run("prove", folder, "a_row")
    assert ran.code == 0, ran.out
    told, _, drawn = ran.out.partition("before the last decisions:")
    before, _, rest = drawn.partition("after them:")
    after, _, position = rest.partition("position:")
    laid = {int(each[2]): int(each[1]) for each in re.finditer(r"lay\((\d), \((-?\d+), 0\)\)", " ".join(told.split()))}
    assert len(laid) == 5
    assert len(row(after)) == 8
    assert {**row(before), **laid} == row(after)
    assert not row(before).keys() & laid.keys()
    assert "in hand" not in position
    assert "and 1 more fact that makes no difference here" in position


def test_what_is_looked_at_beside_the_board_is_listed(folder: Path, run: Run) -> None:
    _, _, position = run("prove", folder, "a_row_and_a_hand").out.partition("position:")
    assert "Stone(2) in hand of 1" in position
    assert "make no difference" not in position
    assert "makes no difference" not in position
