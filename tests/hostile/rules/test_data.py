"""Printed data of every sort: sets, kinds that name each other, maps over pieces that are declared later."""

from pathlib import Path

import pytest

import refengine
from refengine.cli.main import main
from refengine.smt.goal import Limits
from refengine.smt.plan import batches, goals
from refengine.smt.prove import decide
from tests.hostile.small import WAITS, written
from tests.types.front_end import compile_texts

RULES = """
table trees                                                     per R1
kind Tree from table trees                                      per R1
    friends: set of Tree
    digits: set of 1..3
    near of each player: set of Tree
    wood: Wood
table woods                                                     per R1
kind Wood from table woods                                      per R1
    first: Tree
    price of each Card: 1..3
table towns                                                     per R1
component Town from table towns                                 per R1
    trees: set of Tree
zone here holds at most one Town                                            per R1
component Deck                                                  per R1
    height of each Card: 1..4
    marks: set of 1..4
    serial: 1..2
    1 alike of each serial with height 3 and marks 4
component Card                                                  per R1
    rank: 1..2
    one of each rank

law sets_are_as_printed                                         per R1
    Oak.friends = {Ash, Elm} and Elm.friends = {} and Oak.near(2) = {Elm} and Oak.digits = {1, 3}
law they_name_each_other                                        per R1
    every Tree t has t.wood.first.wood = t.wood
law maps_over_cards                                             per R1
    every Wood w has (sum of w.price(c) for Card c) = 3 and every Deck d has every Card c has d.height(c) = 3
invariant towns_have_trees                                      per R1
    every t in here has t.trees = {Oak} or t.trees = {Oak, Elm}
claim nobody_is_ones_own_friend                                 per R1
    in every state of 2 players
    every Tree t has t not in t.friends
claim friends_are_friends_back                                  per R1
    in every state of 2 players
    every Tree t has every Tree u has u in t.friends implies t in u.friends
claim towns_have_elms                                           per R1
    in every state of 2 players over any Town
    every t in here has Elm in t.trees
"""
TABLES = {
    "trees": "id,friends,digits,near_1,near_2,near_3,near_4,wood\n"
    "Oak,Elm Ash,3 1,,Elm,,,High\nElm,,,,,,,Low\nAsh,Oak Ash,2,,,,Elm Oak,High\n".replace("Oak Ash,2", "Oak,2"),
    "woods": "id,first,price_1,price_2\nHigh,Ash,1,2\nLow,Elm,2,1\n",
    "towns": "id,trees\nBig,Elm Oak\nSmall,Oak\n",
}


def test_laws_are_kept_by_the_engine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = written(tmp_path / "game", RULES, **TABLES)
    assert refengine.load(game).initial() is not None  # the laws hold
    wrong = TABLES["trees"].replace("Elm,,,,,,,Low", "Elm,Oak,,,,,,Low")
    (tmp_path / "other.csv").write_text(wrong, "utf-8")
    assert main(["simulate", str(game), "--games", "1", "--table", f"trees={tmp_path / 'other.csv'}"]) == 2
    assert "E0837" in capsys.readouterr().err


def test_the_prover_reads_the_same_data() -> None:
    head = "game tiny from rulebook tiny\n    players 2..4    per R1\n"
    rules, found = compile_texts({"game.rules": head + WAITS + RULES}, TABLES)
    assert rules is not None, found
    wanted = [each for each in goals(rules) if each.kind == "claim"]
    decided = [each for batch in batches(wanted) for each in decide(rules, batch, Limits(rlimit=10_000_000))]
    verdicts = {each.goal.name: each.verdict for each in decided}
    assert verdicts == {
        "nobody_is_ones_own_friend": "proved",
        "friends_are_friends_back": "refuted",  # Oak has Elm, who has none
        "towns_have_elms": "refuted",
    }


def test_keys_that_are_pieces(tmp_path: Path) -> None:
    """In what an example gives, and in who sees."""
    rules = """
component Card                                                  per R1
    suit: player
    rank: 1..3
    one of each suit and rank
token Gloom on each Card, limit 5                               per R1
variable mark of each Card: 0..3, seen by each q with q = owner.suit per R1
example given_to_pieces                                         per R1
    given Gloom on Card(1, 2) = 2, mark of Card(next of 1, 3) = 3
    expect Gloom on Card(1, 2) = 2, mark of Card(2, 3) = 3, mark of Card(1, 3) = 0
"""
    folder = written(tmp_path / "game", rules)
    assert main(["check", str(folder), "--only", "examples"]) == 0
    game = refengine.load(folder)
    state = game.position({"variables": {"mark": {"1 2": 3, "2 3": 1}}, "phase": "Wait"})
    seen = [game.view(state, seat)["variables"]["mark"] for seat in (1, 2)]
    assert [{name: mark for name, mark in each.items() if mark is not None} for each in seen] == [
        {"1 1": 0, "1 2": 3, "1 3": 0},
        {"2 1": 0, "2 2": 0, "2 3": 1},
    ]
