"""Corners of the engine that random rules seldom come to: the last token, the end of a range, a zone moved to itself."""

from pathlib import Path

import pytest

from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.rules import play

RULES = """
game corners from rulebook tiny
    players 3..3                                                per R1

kind Tree is Ash, Birch, Cedar                                  per R1

component Card                                                  per R1
    tree: Tree
    2 alike of each tree

token Chip on each player, limit 3                              per R1

zone pile holds Card                                            per R1
zone hand of each player holds Card                             per R1
variable n: 0..4                                                per R1
variable low: 0..1                                              per R1

value below: count                                              per R1
    is number of k in 1..4 with k <= n

value least_sum: count                                          per R1
    plus always                                                 per R1
        is 1
    plus now_and_then                                           per R1
        when n = 2
        is n - 4

setup                                                           per R1
    move all c in box of Card to pile
    move 2 Chip from supply to 1
    go Turn

phase Turn                                                      per R1
    ask 1
        action pay_all                                          per R1
            then move 2 Chip from 1 to 2
        action pay_more                                         per R1
            then move 3 Chip from 1 to 2
        action take_the_last                                    per R1
            then move 1 Chip from supply to 3
        action stir                                             per R1
            then move all c in pile to pile
        action stir_some                                        per R1
            then move all c in pile with c.tree is Ash to pile
        action draw                                             per R1
            then enter Draw
        action choose(k in 0..4)                                per R1
            then set n to k
        action rise                                             per R1
            then enter Rise
    go Turn

phase Draw                                                      per R1
    ask chance
        action draws(c in hand of 3)                            per R1
            then move c to pile
        action draws_nothing                                    per R1
            when n > 0

phase Rise                                                      per R1
    for each player p with low = 0
        set n to n + 1
        set low to 1
"""


@pytest.fixture(params=[False, True], ids=["plain", "explaining"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    return play(tmp_path / "corners", RULES, 3, explain=request.param)


def test_the_last_token_can_be_paid_and_no_more(game: Game) -> None:
    state = game.initial()
    after = game.apply(state, game.find_action(state, 1, "pay_all"))
    assert game.to_json(after)["tokens"]["Chip"]["player"] == {"1": 0, "2": 2, "3": 0}
    after = game.apply(after, game.find_action(after, 1, "take_the_last"))
    assert game.to_json(after)["tokens"]["Chip"]["player"] == {"1": 0, "2": 2, "3": 1}
    for action in ("pay_more", "take_the_last"):
        with pytest.raises(Fault) as found:
            game.apply(after, game.find_action(after, 1, action))
        assert found.value.code == "E0512"


@pytest.mark.parametrize("action", ["stir", "stir_some"])
def test_a_zone_moved_to_itself_holds_what_it_held(action: str, game: Game) -> None:
    state = game.initial()
    after = game.apply(state, game.find_action(state, 1, action))
    assert game.to_json(after)["zones"] == game.to_json(state)["zones"]
    assert game.violations(state, after) == ()


def test_chance_that_has_nothing_to_choose_from_is_a_fault(game: Game) -> None:
    state = game.initial()
    waiting = game.apply(state, game.find_action(state, 1, "draw"))
    with pytest.raises(Fault) as found:
        game.legal(waiting)
    assert found.value.code == "E0514"
    lucky = game.apply(state, game.find_action(state, 1, "choose", (1,)))
    lucky = game.apply(lucky, game.find_action(lucky, 1, "draw"))
    assert [each.name for each in game.legal(lucky)] == ["draws_nothing"]


@pytest.mark.parametrize("number", range(5))
def test_a_range_reaches_to_its_end(number: int, game: Game) -> None:
    state = game.initial()
    after = game.apply(state, game.find_action(state, 1, "choose", (number,)))
    assert game.value(after, "below") == number


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_count_is_never_negative(number: int, game: Game) -> None:
    state = game.initial()
    after = game.apply(state, game.find_action(state, 1, "choose", (number,)))
    if number != 2:
        assert game.value(after, "least_sum") == 1
        return
    with pytest.raises(Fault) as found:
        game.value(after, "least_sum")
    assert found.value.code == "E0506"


def test_who_is_gone_through_is_settled_before_the_first_effect(game: Game) -> None:
    state = game.initial()
    after = game.apply(state, game.find_action(state, 1, "rise"))
    assert game.to_json(after)["variables"] == {"n": 3, "low": 1}
