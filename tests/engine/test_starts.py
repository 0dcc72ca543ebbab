"""Variables that start as what a value comes to, in both builds: the values are there when the module is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.loading import RuleSetError, make_game
from tests.engine.rules import CARDS
from tests.engine.test_stated import compiled

RULES = (
    CARDS
    + """
variable turns: 0..99, starts begun                             per R1

variable peak of each player: 0..99, starts twice(greatest)     per R1

setup                                                           per R1
    game over

value begun: 0..9                                               per R1
    normally 1

value greatest: 0..99                                           per R1
    normally highest of d.rank for Card d

value twice(n: 0..99): 0..99                                    per R1
    normally n + n
"""
)


@pytest.mark.parametrize("explain", [False, True])
def test_a_variable_starts_as_what_a_value_comes_to(tmp_path: Path, explain: bool) -> None:
    rules = compiled(tmp_path, RULES)
    configuration, wrong = configure(rules, 2, {}, {}, None)
    assert configuration is not None, wrong
    game = make_game(rules, configuration, explain=explain)
    told = game.to_json(game.initial())["variables"]
    greatest = max(int(each.name.split()[-1]) for each in rules.components[0].pieces)
    assert (told["turns"], told["peak"]) == (1, {"1": 2 * greatest, "2": 2 * greatest})


@pytest.mark.parametrize("explain", [False, True])
def test_what_a_value_cannot_answer_is_no_start(tmp_path: Path, explain: bool) -> None:
    rules = compiled(tmp_path, RULES.replace("normally n + n", "normally n div (n - n)"))
    configuration, wrong = configure(rules, 2, {}, {}, None)
    assert configuration is not None, wrong
    with pytest.raises(RuleSetError):
        make_game(rules, configuration, explain=explain)
