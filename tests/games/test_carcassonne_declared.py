"""What is derived of races is what is declared of them: in every state of a small game, and not where a line is another."""

import shutil
from pathlib import Path

import pytest

from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.ir.claims import SmallScope
from refengine.ir.configuration import configure
from refengine.loading import load_rules
from tests.games.carcassonne_laying import GAME

BOX = ("BA_RCr", "BA_L", "CU_S")
"""The tile with which a game begins, one with a cloister, and one with a shrine."""

BROKEN = {
    "nothing": ("", "", False),
    "whoever comes beside a follower declares nothing": ("is some r in rivals(s) has is_manned(r)", "is false", True),
    "whoever comes first declares it": ("is some r in rivals(s) has is_manned(r)", "is rivals(s) is not empty", False),
    "both have to declare it": ("when s not in declared and r not in declared", "when s not in declared or r not in declared", True),
}  # fmt: skip
"""What is wrong: what stands there, what is written in its place, and whether races are others then."""


def small(room: Path, text: str, other: str) -> Path:
    """The game with one tile of each sort in the box, one follower for each player, and one line another."""
    folder = room / "carcassonne"
    shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("examples*", "evidence.toml"))
    game = folder / "game.rules"
    lines = []
    for line in game.read_text(encoding="utf-8").splitlines(keepends=True):
        number, found, sort = line.strip().partition(" alike with sort ")
        if not found:
            lines.append(line.replace("7 alike of each whose", "1 alike of each whose"))
        elif sort in BOX:
            lines.append(line.replace(f"{number} alike", "1 alike"))
    game.write_text("".join(lines), encoding="utf-8")
    race = folder / "race.rules"
    rules = race.read_text(encoding="utf-8")
    assert not text or rules.count(text) == 1
    race.write_text(rules.replace(text, other) if text else rules, encoding="utf-8")
    return folder


@pytest.mark.parametrize("what", BROKEN)
def test_in_every_state_of_a_small_game_declared_races_are_derived_ones(what: str, tmp_path: Path) -> None:
    text, other, is_lost = BROKEN[what]
    game = load_rules(small(tmp_path, text, other)).game
    assert game is not None
    configuration, wrong = configure(game, 2, {"race_is": "declared"}, {}, None)
    assert configuration is not None, wrong
    scope = SmallScope("small", 2, (), alike=False, clause=game.clause)
    found = explore_scope(game, scope, None, ExplorationSettings(force=True, configuration=configuration))
    assert (found.complete, found.states, found.faults) == (True, 1115, ())
    assert [each.clause.path for each in found.violations] == ["races_are_declared"] * is_lost
