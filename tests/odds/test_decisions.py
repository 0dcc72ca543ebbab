"""Decisions behind chance: what is known of one state is not said of another in which what comes next is otherwise."""

from fractions import Fraction
from operator import attrgetter
from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.odds.decisions import Decisions, Followed
from refengine.odds.odds import odds_after, shares
from refengine.odds.questions import OddsQuestion
from refengine.runtime.game import Game
from tests.engine.rules import compiled

TOSS = """
game toss from rulebook tiny
    players 2..2                                                per R1

variable x: 0..3                                                per R1
variable z: 0..1                                                per R1

setup                                                           per R1
    go Toss

phase Toss                                                      per R1
    ask chance
        action tails                                            per R1
            then set z to 1
        action heads                                            per R1
            then set z to 0
    go Walking

phase Walking                                                   per R1
    ask 1
        action go_on                                            per R1
            then go Fork
"""

RISING = """
phase Fork                                                      per R1
    if z = 1
        game over
    go Rising

phase Rising                                                    per R1
    ask 1
        action rise                                             per R1
            then set x to 3
    game over
"""
"""Neither the phase in which something is decided without a choice speaks of `z`, nor the question, which is of `x`."""

CHOOSING = """
        action stop                                             per R1
            then game over

phase Fork                                                      per R1
    if z = 1
        set x to 3
    go Walking
"""
"""The same of a choice: what is chosen changes `x` in a phase that is run through."""


@pytest.fixture(params=["as it stands", "the other way round"])
def toss(request: pytest.FixtureRequest) -> str:
    """The first phases, with the two ways of chance in one order and in the other."""
    if request.param == "as it stands":
        return TOSS
    return TOSS.replace("z to 1", "z to 9").replace("z to 0", "z to 1").replace("z to 9", "z to 0")


def asked_for_x(tmp_path: Path, rules: str) -> tuple[Game, Decisions, OddsQuestion]:
    found = compiled(tmp_path / "toss", rules)
    configuration, wrong = configure(found, 2, {}, {}, None)
    assert configuration is not None, wrong
    game = make_game(found, configuration, halves=True)
    question = OddsQuestion("x", attrgetter("x"), lambda told: told, frozenset({"x"}))
    return game, Decisions(game, found), question


def test_what_comes_without_a_choice_is_found_out_for_each_state_in_which_it_is_otherwise(
    tmp_path: Path, toss: str
) -> None:
    game, decisions, question = asked_for_x(tmp_path, toss + RISING)
    followed: set[Followed] = set()
    ends, wrong = odds_after(game, game.initial(), "a test", forced=decisions.followed_for((question,), followed))
    assert ends is not None, wrong
    assert {x: Fraction(weight, ends.whole) for x, weight in shares(ends, question.asked).items()} == {
        0: Fraction(1, 2),
        3: Fraction(1, 2),
    }
    assert followed == {(1, "go_on"), (1, "rise")}


def test_what_a_choice_would_change_is_found_out_for_each_state_in_which_it_is_otherwise(
    tmp_path: Path, toss: str
) -> None:
    game, decisions, question = asked_for_x(tmp_path, toss + CHOOSING)
    ends, wrong = odds_after(game, game.initial(), "a test")
    assert ends is not None, wrong
    change = decisions.change(ends.weights, question)
    assert change is not None
    assert (change.action.name, change.phase, Fraction(change.weight, ends.whole)) == (
        "go_on",
        "Walking",
        Fraction(1, 2),
    )
