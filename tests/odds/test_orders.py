"""Every way of chance followed one by one, against the walk, which takes those together that come to the same."""

import re
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from refengine.odds.draws import piece_drawn
from refengine.odds.stepwise import StepwiseGame
from refengine.odds.walk import ends_of
from refengine.runtime.game import Game
from tests.engine.rules import play
from tests.odds.small_games import BAG, DICE, DRAW

DRAWS = """
game draws from rulebook tiny
    players 2..2                                                per R1

kind Colour is Red, Blue, Green                                 per R1

component Marble                                                per R1
    colour: Colour
    3 alike with colour Red
    2 alike with colour Blue
    2 alike with colour Green
    starts in bag

zone bag holds Marble, shuffled                                 per R1
zone hand of each player holds Marble                           per R1
zone cup holds at most 2 Marble                                 per R1
zone row holds Marble, ordered                                  per R1

variable times_seen: count, starts 0                                  per R1
variable last: Colour, starts Red                               per R1

setup                                                           per R1
    go Rest

phase Rest                                                      per R1
    ask 1
        action plain                                            per R1
            then go Plain
        action looked_at                                        per R1
            then go LookedAt
        action green_ends                                       per R1
            then go GreenEnds
        action counted                                          per R1
            then go Counted
        action two_ways                                         per R1
            then go TwoWays
        action in_turn                                          per R1
            then go InTurn(1)
        action given_back                                       per R1
            then go GivenBack
        action lined_up                                         per R1
            then go LinedUp
        action filled                                           per R1
            then go Filled

phase Plain                                                     per R1
    for each player p
        repeat 2 times
            ask chance
                action take(m in bag)                           per R1
                    then move m to hand of p
    game over

phase LookedAt                                                  per R1
    repeat 3 times
        ask chance
            action look(m in bag)                               per R1
                then move m to hand of 1
                then set last to m.colour
    game over

phase GreenEnds                                                 per R1
    repeat until done
        if some m in hand of 1 has m.colour is Green
            done
        ask chance
            action until_green(m in bag)                        per R1
                then move m to hand of 1
    game over

phase Counted                                                   per R1
    repeat 3 times
        ask chance
            action count_it(m in bag)                           per R1
                then move m to hand of 1
        if (number of m in hand of 1 with m.colour is Red) = 1
            add 1 to times_seen
    game over

phase TwoWays                                                   per R1
    repeat 3 times
        ask chance
            action to_one(m in bag)                             per R1
                weight 2
                then move m to hand of 1
            action to_two(m in bag)                             per R1
                weight 1
                then move m to hand of 2
    game over

phase InTurn(p: player)                                         per R1
    repeat until done
        if (number of m in hand) = 4
            done
        ask chance
            action turn_by_turn(m in bag)                       per R1
                then move m to hand of p
        go InTurn(next of p)
    game over

phase GivenBack                                                 per R1
    repeat 3 times
        ask chance
            action back_again(m in bag)                         per R1
                then move m to hand of 1
        if (number of m in hand of 1) = 2
            move all m in hand of 1 to bag
            add 1 to times_seen
    game over

phase LinedUp                                                   per R1
    repeat 3 times
        ask chance
            action line_up(m in bag)                            per R1
                then move m to row
    game over

phase Filled                                                    per R1
    repeat 2 times
        ask chance
            action fill(m in bag)                               per R1
                then move m to cup
    game over
"""
"""Draws that may be made in any order, and others that only look so."""

GAMES = {
    "draws": (DRAWS, re.findall(r"^        action (\w+) ", DRAWS.partition("phase Plain")[0], re.MULTILINE)),
    "bag": (BAG, [None]),
    "draw": (DRAW, [None]),
    "dice": (DICE, ["coin", "never"]),
}
CASES = [(game, start) for game, (_, starts) in GAMES.items() for start in starts]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    folder = tmp_path_factory.mktemp("orders")
    return {name: play(folder / name, rules) for name, (rules, _) in GAMES.items()}


def one_by_one(game: Game, state: Any, chance: Fraction, found: Counter[Any]) -> None:
    if game.turn(state).kind != "chance":
        found[state] += chance  # type: ignore[assignment]
        return
    plays = game.legal(state)
    whole = sum(each.weight or 0 for each in plays)
    for each in plays:
        if each.weight or not whole:
            share = Fraction(each.weight or 1, whole or len(plays))
            one_by_one(game, game.apply(state, each), chance * share, found)


@pytest.mark.parametrize(("name", "start"), CASES)
def test_the_walk_comes_to_the_same_as_all_ways_one_by_one(games: dict[str, Game], name: str, start: str) -> None:
    game = games[name]
    state = game.initial()
    if start is not None:
        state = game.apply(state, game.find_action(state, 1, start))
    found: Counter[Any] = Counter()
    one_by_one(game, state, Fraction(1), found)
    ends = ends_of(game, state)
    assert {end: Fraction(weight, ends.whole) for end, weight in ends.weights} == found
    assert len(ends.weights) == len(found)


@pytest.mark.parametrize(("name", "start"), CASES)
def test_a_step_of_chance_in_two_halves_is_a_step(games: dict[str, Game], name: str, start: str) -> None:
    game = games[name]
    states = [game.initial()]
    if start is not None:
        states = [game.apply(states[0], game.find_action(states[0], 1, start))]
    for state in states:
        for action in game.legal(state) if game.turn(state).kind == "chance" and len(states) < 300 else ():
            after = game.apply(state, action)
            assert game.settled(game.begun(state, action)) == after
            states.append(after)
    assert len(states) > 1


def test_what_counts_as_a_draw(games: dict[str, Game]) -> None:
    """One that only moves a piece which nobody looks at then, to a zone without an order and without a limit."""
    game = games["draws"]
    rest = game.initial()
    drawn = {
        name: piece_drawn(game.apply(rest, game.find_action(rest, 1, name))) is not None for name in GAMES["draws"][1]
    }
    assert drawn == {
        "plain": True, "looked_at": False, "green_ends": True, "counted": True, "two_ways": False, "in_turn": True,
        "given_back": True, "lined_up": False, "filled": False,
    }  # fmt: skip


def test_of_all_orders_of_the_same_draws_one_is_played(games: dict[str, Game]) -> None:
    game = games["draw"]
    state = game.initial()
    state = game.from_json({**game.to_json(state), "variables": {**game.to_json(state)["variables"], "each_draws": 2}})
    applied: list[Any] = []

    def apply(state: Any, action: Any) -> Any:
        applied.append(action)
        return game.apply(state, action)

    counting = SimpleNamespace(turn=game.turn, legal=game.legal, begun=None, settled=None, apply=apply)
    ends = ends_of(cast("StepwiseGame", counting), state)
    assert sum(weight for _, weight in ends.weights) == ends.whole
    assert len(applied) == ends.states - 1  # each state but the first is made once
