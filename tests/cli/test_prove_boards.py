"""`refengine prove` on a board: the position is drawn, and the one from which it is told how a game comes there."""

import re
from collections.abc import Callable
from pathlib import Path

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
"""


def row(drawn: str) -> dict[int, int]:
    """The marks of the stones in the only row of a board, by column."""
    columns, *_, marks = (line.split() for line in drawn.splitlines() if re.search(r"\d", line))
    return dict(zip(map(int, columns), map(int, marks[1:]), strict=True))


def test_both_positions_are_drawn_and_what_nobody_looks_at_is_left_out(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "pavement"
    folder.mkdir()
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    (folder / "game.rules").write_text(PAVEMENT + RULES, "utf-8")
    ran = run("prove", folder, "a_row")
    assert ran.code == 0, ran.out
    told, _, drawn = ran.out.partition("before these decisions:")
    before, _, rest = drawn.partition("after them:")
    after, _, position = rest.partition("position:")
    laid = {int(each[2]): int(each[1]) for each in re.finditer(r"lay\((\d), \((-?\d+), 0\)\)", " ".join(told.split()))}
    assert len(laid) == 5
    assert len(row(after)) == 8
    assert {**row(before), **laid} == row(after)
    assert not row(before).keys() & laid.keys()
    assert "in hand" not in position
    assert "and 1 more fact that makes no difference here" in position
