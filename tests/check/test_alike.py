"""Readings held against the defaults: each way of going otherwise is seen, and nothing else makes a difference."""

import random
from typing import Any

import pytest

from refengine.check.coverage import no_difference
from refengine.ir.game import Game
from refengine.testing import choices
from tests.engine.rules import compiled

RULES = """
game heap from rulebook tiny
    players 2..3                                                per R1

question words about R1                                         per ruling A1
    "says the same"
    reading short "so", default
    reading long "or so"

question many about R1                                          per ruling A1
    "how many may be taken?"
    reading two "two", default
    reading three "three"

question which about R1                                         per ruling A1
    "which may be taken?"
    reading one_or_two "one or two", default
    reading two_or_three "two or three"

question called about R1                                        per ruling A1
    "what is it called to take nothing?"
    reading waiting "to wait", default
    reading resting "to rest"

question rest about R1                                          per ruling A1
    "what is left at the end?"
    reading none_left "nothing", default
    reading one_left "one"

question winner about R1                                        per ruling A1
    "who wins?"
    reading the_first "the first", default
    reading the_second "the second"

question crowd about R1                                         per ruling A1
    "does the third do anything?"
    reading idle "no", default
    reading busy "yes"

question never about R1                                         per ruling A1
    "what breaks off?"
    reading sound "nothing", default
    reading broken "all of it"

variable left: 0..30, starts 12                                 per R1
variable remains: 0..3                                          per R1
variable slack: 0..3                                            per R1

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action take(n in 1..3)                                  per R1
            when n >= (if which is two_or_three then 2 else 1)
            when n <= (if many is three or which is two_or_three then 3 else 2)
            then set left to if left > n then left - n else 0
            then set slack to 3 - (if never is broken and left < 9 then 5 else 3)
        action wait                                             per R1
            when called is waiting
        action rest                                             per R1
            when called is resting
    if crowd is busy and p = 3
        set left to 0
    if left = 0
        set remains to if rest is one_left then 1 else 0
        game over
    go Turn(next of p)

value won: player                                               per R1
    is if winner is the_first then 1 else 2

outcome                                                         per R1
    scores are left + (if words is long then 0 else 0) for player p
    winners are all player p with p = won
"""


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return compiled(tmp_path_factory.mktemp("heap") / "heap", RULES)


def test_each_way_of_going_otherwise_is_seen(heap: Game) -> None:
    assert no_difference(heap, None, 0) == (("words", "long"),)


def test_what_only_a_third_player_makes_otherwise_is_alike_among_two(heap: Game) -> None:
    assert no_difference(heap, 2, 0) == (("words", "long"), ("crowd", "busy"))


def test_the_usual_games_are_played_once_for_all_readings(heap: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def counted(legal: tuple[Any, ...], rng: random.Random) -> Any:
        played.append(len(legal))
        return choices.choose(legal, rng)

    monkeypatch.setattr("refengine.check.coverage.choose", counted)
    no_difference(heap, 2, 7)
    once = len(played)
    assert once
    no_difference(heap, 2, 7)
    assert len(played) == once
    no_difference(heap, 2, 8)
    assert len(played) > once
