"""Names that Python has a use for, in whatever letters they come to them: fields, variables, parameters, choices."""

from pathlib import Path

import pytest

import refengine
from tests.hostile.small import written

FULL = "ｓｅｌｆ"
"""`self` in letters of double width: Python takes them for the plain ones."""

EVERYWHERE = """
kind Col is Red, Blue                                           per R1
component Card                                                  per R1
    self: 1..3
    FULL_: Col
    one of each self and FULL_
record Pair                                                     per R1
    FULL: 1..3
    spare: 1..3
variable self: Pair or none                                     per R1
value v(FULL9: Card): 1..3                                      per R1
    is FULL9.self

setup                                                           per R1
    go Turn(1, 2, 3, Red, 1)

phase Turn(ｋ: 1..3, k: 1..3, begin: 1..3, draws: Col, run: player)  per R1
    ask run
        action chosen(self1 in 1..3, Card FULL2)                per R1
            when ｋ = 1 and k = 2 and begin = 3 and draws is Red
            then set self to Pair(self1, v(FULL2))
            then enter Chance(2, 1)
            then set self to Pair(k, ｋ)
            then game over

phase Chance(k: 1..3, ｋ: 1..3)                                  per R1
    ask chance
        action begins(draws in 1..3)                            per R1
            when k = 2 and ｋ = 1
            then nothing

invariant told_apart during Turn(ｋ, k)                          per R1
    ｋ = 1 and k = 2
""".replace("FULL", FULL)


def test_each_is_told_from_the_other(tmp_path: Path) -> None:
    game = refengine.load(written(tmp_path / "game", EVERYWHERE, course=""))
    state = game.initial()
    (first,) = (each for each in game.legal(state) if each.arguments == (2, "3 Blue"))
    chosen = game.apply(state, first)
    assert game.to_json(chosen)["variables"]["self"] == {FULL: 2, "spare": 3}
    assert game.to_json(chosen)["control"][0]["data"]["k"] == 2
    ended = game.apply(chosen, game.legal(chosen)[0])
    assert game.to_json(ended)["variables"]["self"] == {FULL: 2, "spare": 1}
    assert game.violations(chosen, ended) == game.violations(None, state) == ()
    assert game.from_json(game.to_json(chosen)) == chosen


@pytest.mark.parametrize("name", ["self", FULL, "class", "begin", "draws", "frame", "control", "field", "attr"])
def test_fields_of_pieces_and_records(name: str, tmp_path: Path) -> None:
    rules = f"""
component Card per R1
    {name}: 1..3
    one of each {name}
record Pair per R1
    {name}: 1..3
variable pair: Pair, starts Pair(2) per R1
value sum_of_all: count per R1
    is (sum of c.{name} for Card c) + pair.{name}
"""
    game = refengine.load(written(tmp_path / "game", rules))
    assert game.value(game.initial(), "sum_of_all") == 8
