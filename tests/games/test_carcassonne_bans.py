"""What the rules of laying tiles state is proved for boards of any size, and no more where a rule is another."""

import shutil
from pathlib import Path

import pytest

from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.smt.goal import Limits
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from tests.games.carcassonne_laying import GAME

STATED = ("one_opponent", "edges_that_meet_agree")

CHANGED = {
    "nothing": ("", "", ()),
    "footnote 2": ("when next_to_several(in_hand, c)", "when false", STATED[:1]),
    "footnote 3": ("when gives_a_neighbour_several(in_hand, c)", "when false", STATED[:1]),
    "the turn": ("when fits(in_hand, c, k)", "when fits(in_hand, c, N)", STATED[1:]),
}
"""What is written in place of what, and the invariants that are not known to hold then."""


IN_CI = {"footnote 3"}
"""The change that is tried each time; the others are a campaign, and the rules as they are every check proves."""


@pytest.mark.parametrize(
    "what", [each if each in IN_CI else pytest.param(each, marks=pytest.mark.campaign) for each in CHANGED]
)
def test_bans_and_edges_hold_on_every_board_by_the_rules_that_say_so(what: str, tmp_path: Path) -> None:
    folder = tmp_path / "spec" / "carcassonne"
    shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("examples*"))
    text, other, lost = CHANGED[what]
    file = folder / "turn.rules"
    rules = file.read_text(encoding="utf-8")
    assert not text or rules.count(text) == 1
    file.write_text(rules.replace(text, other) if text else rules, encoding="utf-8")
    games, _ = find_games(folder)
    compiled = compile_folder(games[0])
    assert compiled.game is not None, [each.message for each in compiled.diagnostics]
    wanted = tuple(each for each in goals(compiled.game) if each.kind == "invariant" and each.players == 2)
    wanted = tuple(each for each in wanted if each.name in STATED)
    assert len(wanted) == len(STATED)
    found = {each.goal.name: each.verdict for each in decide(compiled.game, wanted, Limits())}
    assert found == {each: "unknown" if each in lost else "proved" for each in STATED}
