"""Spots in the prover: it refuses by name whatever is said of a state in which something may lie on them."""

from pathlib import Path

from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.smt.goal import Limits
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from tests.engine.rules import rulebook
from tests.engine.test_spots import CHANNELS, RULES


def test_what_is_said_of_states_with_spots_is_refused(tmp_path: Path) -> None:
    (tmp_path / "channels.csv").write_text(CHANNELS, "utf-8")
    (tmp_path / "rulebook.toml").write_text(rulebook(), "utf-8")
    (tmp_path / "game.rules").write_text(RULES, "utf-8")
    (found,), _ = find_games(tmp_path)
    rules = compile_folder(found).game
    assert rules is not None
    asked = tuple(each for each in goals(rules) if each.players == 1)
    assert {each.kind for each in asked} == {"invariant", "conservation", "sight", "obligation"}
    assert [each.goal.name for each in decide(rules, asked, Limits()) if each.verdict != "unsupported"] == []
