"""Members that are added and removed at once: all of it reads one state, and the removed are gone."""

from pathlib import Path

import pytest

from tests.engine.rules import CARDS, play

RULES = """
variable shown: set of Colour per R1
variable kept of each player: set of Card per R1

setup per R1
    add Red to shown
    for each player p
        add Card(Red, 1) to kept of p
    go Play

phase Play per R1
    ask 1
        action turn per R1
            then enter Turning
    game over

phase Turning per R1
    simultaneously
        remove Red from shown
        add Blue to shown
        each player p
            remove Card(Red, 1) from kept of p
            add second(p) to kept of p

value second(p: player): Card per R1
    is if p = 1 then Blue 2 else Blue 3
"""


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
def test_what_is_removed_at_once_is_gone(explain: bool, tmp_path: Path) -> None:
    game = play(tmp_path / "tiny", CARDS + RULES, explain=explain)
    before = game.initial()
    (turn,) = game.legal(before)
    held = game.to_json(game.apply(before, turn))["variables"]
    assert held["shown"] == ["Blue"]
    assert held["kept"] == {"1": ["Blue 2"], "2": ["Blue 3"]}
