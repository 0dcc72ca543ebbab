"""Spots in the prover: it refuses whatever may hang on what lies on them, and decides what the grid owes without them."""

from pathlib import Path

from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.smt.goal import Limits
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from tests.engine.rules import rulebook
from tests.engine.test_spots import CHANNELS, RULES

DECIDED = {
    ("conservation", "Pipe"),
    ("obligation", "setup: the piece lies where it is taken from"),
    ("obligation", "setup: there is room where it goes"),
    ("obligation", "Draw: the piece lies where it is taken from"),
    ("obligation", "Draw: there is room where it goes"),
    ("obligation", "Lay: the order of a plain `each` makes no difference"),
    ("obligation", "Lay: the piece lies where it is taken from"),
    ("obligation", "Lay: there is room where it goes"),
}
"""What pipes owe that are drawn and laid: no marble changes it."""


def test_what_may_hang_on_what_lies_on_spots_is_refused(tmp_path: Path) -> None:
    (tmp_path / "channels.csv").write_text(CHANNELS, "utf-8")
    (tmp_path / "rulebook.toml").write_text(rulebook(), "utf-8")
    (tmp_path / "game.rules").write_text(RULES, "utf-8")
    (found,), _ = find_games(tmp_path)
    rules = compile_folder(found).game
    assert rules is not None
    asked = tuple(each for each in goals(rules) if each.players == 1)
    assert {each.kind for each in asked} == {"invariant", "conservation", "sight", "obligation"}
    found_out = tuple(decide(rules, asked, Limits()))
    assert {(each.goal.kind, each.goal.name) for each in found_out if each.verdict != "unsupported"} == DECIDED
    assert {each.verdict for each in found_out} == {"proved", "by construction", "unsupported"}
