"""Doors of a package: whatever is handed in is taken or refused by name, and what is hidden and wide can be guessed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.loading import make_game
from tests.bulk.test_chosen_sets import RULES
from tests.engine.rules import compiled
from tests.web.test_package import HERE, NODE, built_of, run

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")

REFUSALS = {"nothing", "BadData E0711", "BadData E0712", "BadData E0730", "IllegalAction E0701"}


def test_what_is_no_set_is_refused_by_name_wherever_a_set_is_chosen(tmp_path: Path) -> None:
    built_of(tmp_path / "rules", RULES.format(most=4), 2, tmp_path / "built")
    found = json.loads(run(str(HERE / "sets.mjs"), str(tmp_path / "built"), cwd=tmp_path))
    assert found.pop("the set in another order") == "nothing"
    assert {name: answer for name, answer in found.items() if answer not in REFUSALS} == {}
    taken = {answer for name, answer in found.items() if name.endswith(": taken")}
    assert taken == {"BadData E0711", "BadData E0712"}
    assert {answer for name, answer in found.items() if name.endswith((": draws", ": draws a guess"))} == {
        "BadData E0711"
    }


WIDE = """\
game deep from rulebook tiny
    players 2 per R1
variable depth: 0..999999999, starts 7, seen by nobody per R1
variable low: -900000000..900000000 or none, starts none, seen by nobody per R1
variable marks: set of -4000..4000, seen by nobody per R1
setup per R1
    add 5 to marks
    go Turn(1)
phase Turn(p: player) per R1
    ask p
        action sink per R1
            then set low to 12
    go Turn(next of p)
"""

GUESSED = """
import { load } from "./game.js";
const game = await load();
let drawn = 1;
const below = (many) => {
  drawn = (Math.imul(drawn, 1103515245) + 12345) >>> 0;
  return Math.floor((drawn / 2 ** 32) * many);
};
for (let time = 0; time < 20; time++) console.log(JSON.stringify(game.toJson(game.guess(game.initial(), 1, below))));
"""


def test_what_is_hidden_may_be_one_of_very_many(tmp_path: Path) -> None:
    """Nobody lists a thousand million numbers to draw one, nor draws more of them than a module has room for."""
    built_of(tmp_path / "rules", WIDE, 2, tmp_path / "built")
    (tmp_path / "built" / "guess.mjs").write_text(GUESSED, "utf-8")
    rules = compiled(tmp_path / "rules", WIDE)
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    game = make_game(rules, configuration)
    wanted = game.view(game.initial(), 1)
    lines = run("guess.mjs", cwd=tmp_path / "built").splitlines()
    states = [game.from_json(json.loads(line)) for line in lines]
    assert all(game.view(state, 1) == wanted for state in states)
    drawn = [game.to_json(state)["variables"] for state in states]
    assert len({each["depth"] for each in drawn}) > 15
    assert {each["low"] is None for each in drawn} == {True, False}
    assert max(len(each["marks"]) for each in drawn) > 10
