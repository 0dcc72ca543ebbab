"""Positions given by hand: what is put where, what stays where it starts, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

from refengine.runtime.fault import BadData
from refengine.runtime.game import Game
from tests.engine.rules import DUEL, play


@pytest.fixture
def duel(tmp_path: Path) -> Game:
    return play(tmp_path, DUEL)


def test_what_is_not_mentioned_stays_where_it_starts(duel: Game) -> None:
    state = duel.position({"zones": {"field": {"1": "Red 2"}, "purse": {"2": ["Coin"]}}})
    data = duel.to_json(state)
    assert data["zones"]["field"] == {"1": ["Red 2"], "2": []}
    assert data["zones"]["purse"] == {"1": [], "2": ["Coin"]}
    assert data["zones"]["box of Coin"] == ["Coin", "Coin"]
    assert "Red 2" not in data["zones"]["box of Card"]
    assert len(data["zones"]["box of Card"]) == 5
    assert duel.turn(state).kind == "over"
    assert duel.violations(None, state) == ()


def test_variables_tokens_and_a_phase(duel: Game) -> None:
    state = duel.position(
        {
            "zones": {"hand": {"1": ["Red 3"]}},
            "variables": {"round": 2, "score": {"2": 7}, "lucky": {"1": ["Blue", "Red"]}},
            "tokens": {"Point": {"player": {"1": 4}}},
            "phase": {"name": "Play", "arguments": []},
        }
    )
    assert duel.turn(state).seats == (1,)
    assert [repr(each) for each in duel.legal(state)] == ["1: send(Red 3)"]
    data = duel.to_json(state)
    assert data["variables"] == {"round": 2, "score": {"1": 0, "2": 7}, "lucky": {"1": ["Red", "Blue"], "2": []}}
    assert data["tokens"]["Point"]["player"] == {"1": 4, "2": 0}


def test_a_phase_alone_is_run_until_it_hands_control_on(duel: Game) -> None:
    state = duel.position({"zones": {"field": {"1": "Red 2", "2": "Blue 1"}}})
    after = duel.run_phase(state, "Score")
    assert duel.to_json(after)["variables"]["score"] == {"1": 1, "2": 0}
    assert duel.turn(after).kind == "over"  # `Play` was not begun
    assert duel.turn(duel.run_phase(state, "Play")).kind == "over"  # no cards in hand: it hands control on at once


def test_pieces_that_are_not_printed(duel: Game) -> None:
    given = {"zones": {"field": {"1": {"component": "Card", "fields": {"colour": "Red", "rank": 2}}, "2": "Blue 1"}}}
    with pytest.raises(BadData, match="not printed"):
        duel.position(given)
    assert duel.position(given, unprinted=True) == duel.position({"zones": {"field": {"1": "Red 2", "2": "Blue 1"}}})


def test_new_pieces_are_one_object_each(tmp_path: Path) -> None:
    rules = DUEL.replace("one of each colour and rank", "1 alike of each colour with rank 2")
    game = play(tmp_path, rules)
    new = {"component": "Card", "fields": {"colour": "Red", "rank": 3}}
    given = {"zones": {"field": {"1": new, "2": "Blue"}}}
    first, second = game.position(given, unprinted=True), game.position(given, unprinted=True)
    assert first == second
    assert hash(first) == hash(second)
    assert game.to_json(first)["zones"]["field"]["1"] == [new]
    assert game.from_json(game.to_json(first)) == first
    after = game.run_phase(first, "Score")
    assert game.to_json(after)["variables"]["score"] == {"1": 1, "2": 0}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "a position has to be"),
        ({"zone": {}}, "there is no part of a position `zone`"),
        ({"zones": []}, "`zones` has to be an object"),
        ({"zones": {"fields": {}}}, "there is no zone `fields`"),
        ({"zones": {"field": ["Red 1"]}}, "has to be an object with a player for each entry"),
        ({"zones": {"field": {"3": "Red 1"}}}, "`3` is no value of a player"),
        ({"zones": {"field": {"1": "Red 4"}}}, "there is no Card `Red 4`"),
        ({"zones": {"field": {"1": "Coin"}}}, "there is no Card `Coin`"),
        ({"zones": {"field": {"1": 7}}}, "a Card has to be a name"),
        ({"zones": {"field": {"1": ["Red 1", "Red 2"]}}}, "`field of 1` holds too much"),
        ({"zones": {"field": {"1": "Red 1", "2": "Red 1"}}}, "`Red 1` lies in more places than it is printed"),
        ({"zones": {"purse": {"1": ["Coin", "Coin"], "2": ["Coin", "Coin"]}}}, "lies in more places"),
        ({"variables": {"rounds": 1}}, "there is no variable `rounds`"),
        ({"variables": {"round": 4}}, "`4` is no value of `round`"),
        ({"variables": {"round": True}}, "`True` is no value of `round`"),
        ({"variables": {"score": {"1": -1}}}, "`-1` is no value of `score`"),
        ({"variables": {"lucky": {"1": ["Green"]}}}, "there is no Colour `Green`"),
        ({"tokens": {"Points": {}}}, "there is no token `Points`"),
        ({"tokens": {"Point": {"player": {"1": 3, "2": 3}}}}, "more `Point` lie out than there are"),
        ({"tokens": {"Point": {"player": {"1": -1}}}}, "has to be a number that is not negative"),
        ({"phase": "Paly"}, "there is no phase `Paly`"),
        ({"phase": {"name": "Play", "arguments": [1]}}, "the number of arguments of `Play`"),
        ({"phase": 7}, "`phase` has to be"),
    ],
)
def test_what_is_no_position(duel: Game, data: Any, said: str) -> None:
    with pytest.raises(BadData) as caught:
        duel.position(data)
    assert said in caught.value.message
    assert caught.value.code.startswith("E07")
