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
