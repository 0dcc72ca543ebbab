"""Where control goes in the rules: what a player sees of it, step by step."""

from pathlib import Path
from typing import Any

import pytest

from refengine.engine.game import Game
from tests.engine.rules import play

HEAD = """
game tiny from rulebook tiny
    players 2..4                                                per R1

kind Season is Spring, Summer, Autumn in a ring                 per R1

variable story of each Season: 0..9                             per R1
variable told: 0..9                                             per R1
variable away: set of player                                    per R1
"""


def take(game: Game, state: Any, actor: int | str, name: str, *arguments: Any) -> Any:
    return game.apply(state, game.find_action(state, actor, name, arguments))


def value(game: Game, state: Any, name: str) -> Any:
    return game.to_json(state)["variables"][name]


# ---- ROUNDS

ROUND = """
setup                                                           per R1
    add {away} to away
    go Turn({first})

phase Turn(p: player)                                           per R1
    for each player q from p with q not in away
        ask q
            action nod                                          per R1
            action call(player r)                               per R1
                then add r to away
    game over
"""


@pytest.mark.parametrize(
    ("first", "away", "order"), [(1, 4, [1, 2, 3]), (3, 1, [3, 4, 2]), (2, 2, [3, 4, 1]), (4, 1, [4, 2, 3])]
)
def test_a_round_begins_where_it_says_and_leaves_nobody_out(
    tmp_path: Path, first: int, away: int, order: list[int]
) -> None:
    game = play(tmp_path, HEAD + ROUND.format(first=first, away=away), 4)
    state = game.initial()
    asked = []
    while game.turn(state).kind != "over":
        asked.append(game.turn(state).seats[0])
        state = take(game, state, asked[-1], "nod")
    assert asked == order


def test_who_is_in_a_round_is_settled_before_it_begins(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + ROUND.format(first=2, away=4), 4)
    state = take(game, game.initial(), 2, "call", 3)
    assert game.turn(state).seats == (3,)


def test_a_round_without_decisions_goes_the_same_way(tmp_path: Path) -> None:
    rules = """
setup                                                           per R1
    go Turn(Summer)

phase Turn(s: Season)                                           per R1
    for each Season t from s with t != Autumn
        add 1 to told
        set story of t to told
    ask 1
        action nod                                              per R1
"""
    game = play(tmp_path, HEAD + rules, 2)
    assert value(game, game.initial(), "story") == {"Spring": 2, "Summer": 1, "Autumn": 0}


# ---- WHAT LASTS AS LONG AS A PHASE

LASTING = """
variable struck: set of player, during Fight                    per R1
variable blows: 0..9, starts 3, during Fight                    per R1
variable warm of each player: truth, during Turn, seen by owner per R1

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    set warm of p to true
    enter Fight(p)
    ask p
        action pass(player r)                                   per R1
            then go Turn(r)
        action stop                                             per R1
            then game over

phase Fight(p: player)                                          per R1
    ask p
        action strike(player r)                                 per R1
            then add r to struck
            then subtract 1 from blows
            then enter Blow(r)
        action flee                                             per R1
            then done
        action again                                            per R1
            then add p to struck
            then go Fight(next of p)
        action surrender                                        per R1
            then add p to struck
            then game over
    enter Blow(p)

phase Blow(p: player)                                           per R1
    ask p
        action bear                                             per R1
            then subtract 1 from blows
        action give_up                                          per R1
            then game over

outcome                                                         per R1
    scores are (number of q in struck) + blows for player p
    winners are struck
"""


def lasting(game: Game, state: Any) -> tuple[Any, Any, Any]:
    struck, blows, warm = (value(game, state, name) for name in ("struck", "blows", "warm"))
    return struck, blows, [each for each, there in warm.items() if there]


def test_it_lasts_through_what_is_entered_and_is_set_back_when_the_phase_is_done(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + LASTING, 2)
    state = take(game, game.initial(), 1, "strike", 2)
    assert lasting(game, state) == ([2], 2, ["1"])
    state = take(game, state, 2, "bear")
    assert lasting(game, state) == ([2], 1, ["1"])
    state = take(game, state, 1, "bear")
    assert lasting(game, state) == ([], 3, ["1"])


def test_go_sets_back_even_to_the_same_phase(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + LASTING, 2)
    state = take(game, game.initial(), 1, "again")
    assert lasting(game, state) == ([], 3, ["1"])
    state = take(game, take(game, state, 2, "flee"), 1, "pass", 2)
    assert lasting(game, state) == ([], 3, ["2"])


@pytest.mark.parametrize("way", [["surrender"], ["strike", "give_up"]])
def test_the_end_of_the_game_leaves_every_phase(tmp_path: Path, way: list[str]) -> None:
    game = play(tmp_path, HEAD + LASTING, 2)
    state = take(game, game.initial(), 1, way[0], *([1] if way[1:] else []))
    for name in way[1:]:
        state = take(game, state, 1, name)
    assert game.turn(state).kind == "over"
    assert lasting(game, state) == ([], 3, [])


def test_what_a_phase_hands_on_is_worked_out_before_anything_is_set_back(tmp_path: Path) -> None:
    rules = """
variable next_up: player, starts 1, during Turn                 per R1

setup                                                           per R1
    go Turn(2)

phase Turn(p: player)                                           per R1
    ask p
        action call(player r)                                   per R1
            then set next_up to r
    go Turn(next_up)
"""
    game = play(tmp_path, HEAD + rules, 3)
    state = take(game, game.initial(), 2, "call", 3)
    assert game.turn(state).seats == (3,)
    assert value(game, state, "next_up") == 1
