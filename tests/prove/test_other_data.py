"""Positions with printed data that is not the printed one: how they are told, and why no example can give them."""

from __future__ import annotations

from typing import Any

import pytest

from refengine.ir.game import Game
from refengine.ir.relations import pairs_of
from refengine.prove.engines import Engines
from refengine.prove.example_text import as_example
from refengine.prove.narrative import ExplainedDecision, show
from refengine.prove.other_data import OtherData, other_data, told_data, with_data
from refengine.smt.goal import Limits, Position
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from refengine.source.cache import Cache
from tests.types.front_end import compile_texts

RULES = """
game small from rulebook corpus
    players 2                                                               per R1

kind Town is Ash, Birk, Cole                                                per R1
kind Good is Corn, Salt                                                     per R1
table pairs                                                                 per R1
table sales                                                                 per R1

relation path between Town and Town, symmetric, irreflexive, from table pairs per R1
relation sells between Town and Good, from table sales                      per R1

component Card                                                              per R1
    good: Good
    one of each good

zone field of each player holds at most one Card                            per R1

variable here: Town, starts Ash                                             per R1

value wanted(p: player): truth                                              per R1
    is some c in field of p has sells(here, c.good)

value is_near(t: Town): truth                                               per R1
    is path(here, t)

setup                                                                       per R1
    game over

claim somebody_is_near                                                      per R1
    in every state of 2 players over any path
    is_near(Birk) or is_near(Cole)

claim cole_is_near                                                          per R1
    in every state of 2 players over any path
    assuming path(Ash, Birk)
    assuming not path(Ash, Cole)
    assuming path(Birk, Cole)
    is_near(Cole)

claim all_is_sold                                                           per R1
    in every state of 2 players over any path and any sells and any Card
    every player p has wanted(p) or field of p is empty

audit near_or_far                                                              per R1
    in every state of 2 players over any path
    case near per R1
        when is_near(Cole)
    case far per R1
        when not is_near(Cole)
    counts is_near(Birk), here
"""
PRINTED = {"pairs": "x,y\nAsh,Birk\nBirk,Cole\n", "sales": "town,good\nAsh,Corn\n"}


@pytest.fixture(scope="module")
def game() -> Game:
    made, found = compile_texts({"game.rules": RULES}, PRINTED)
    assert made is not None, [(each.message, each.hint) for each in found]
    return made


@pytest.fixture(scope="module")
def engines(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Engines:
    return Engines(game, Cache(tmp_path_factory.mktemp("cache")))


def shown(engines: Engines, name: str) -> ExplainedDecision:
    (goal,) = (each for each in goals(engines.game) if each.name == name)
    (decision,) = decide(engines.game, (goal,), Limits())
    return show(engines, decision)


def test_the_pairs_are_told_once_and_that_there_are_no_others(engines: Engines) -> None:
    found = shown(engines, "somebody_is_near")
    assert found.replayed is not None
    assert found.replayed.verdict == "confirmed"
    assert found.told is not None
    assert found.told.scenes[0].given == ("no path",)


def test_no_example_can_give_another_relation(engines: Engines) -> None:
    written = as_example(engines, shown(engines, "somebody_is_near"))
    assert written.text == ""
    assert written.problem == "an example has `path` as it is printed, and this is another one"


def test_a_relation_that_is_found_as_it_is_printed_is_not_told_and_can_be_an_example(engines: Engines) -> None:
    found = shown(engines, "cole_is_near")
    assert found.told is not None
    assert not any("path" in line for line in found.told.scenes[0].given)
    written = as_example(engines, found)
    assert written.problem is None
    assert "expect not is_near(Cole)" in written.text


def test_relations_and_pieces_may_be_any_together(engines: Engines) -> None:
    found = shown(engines, "all_is_sold")
    assert found.decision.verdict == "refuted"
    assert found.replayed is not None
    assert (found.replayed.verdict, found.replayed.differences) == ("confirmed", ())


def test_an_audit_counts_over_every_relation(game: Game) -> None:
    wanted = tuple(each for each in goals(game) if each.name == "near_or_far")
    decisions = {each.goal.part: each for each in decide(game, wanted, Limits())}
    assert {each.verdict for each in decisions.values()} <= {"proved", "found"}
    assert decisions["near"].verdict == "found"


def test_pairs_go_by_name(game: Game) -> None:
    position = Position(2, (), (), {}, (("path", (("Ash", "Cole"), ("Cole", "Ash"))), ("sells", (("Ash", "Corn"),))))
    others = other_data(game, position)
    assert [name for name, _ in others.relations] == ["path"]
    assert tuple(told_data(game, others)) == ("path(Ash, Cole)", "no other path")
    changed = with_data(game, others)
    assert {each.name: pairs_of(changed, each) for each in changed.relations} == {
        "path": {(0, 2), (2, 0)}, "sells": {(0, 0)},
    }  # fmt: skip


def test_fewer_players_read_the_same_relation() -> None:
    claims = """
claim as_near_for_fewer                                                     per R1
    in every state of 3 players over any path
    is_near(Birk) = (is_near(Birk) under 2 players)

witness near_for_fewer                                                      per R1
    in some state of 3 players over any path
    (is_near(Cole) under 2 players) and not is_near(Birk)
"""
    rules = RULES.replace("players 2  ", "players 2..3").partition("claim somebody")[0] + claims
    made, found = compile_texts({"game.rules": rules}, PRINTED)
    assert made is not None, found
    decisions = {each.name: decide(made, (each,), Limits())[0] for each in goals(made) if each.kind != "sight"}
    assert decisions["as_near_for_fewer"].verdict == "proved"
    assert decisions["near_for_fewer"].verdict == "found"
    there = decisions["near_for_fewer"].counterexample
    assert there is not None
    assert there.positions[0].relations == (("path", (("Ash", "Cole"), ("Cole", "Ash"))),)


OF_A_KIND = """
game small from rulebook corpus
    players 2                                                               per R1

kind Good is Corn, Salt                                                     per R1
table towns                                                                 per R1

kind Town from table towns                                                  per R1
    size: 1..3
    port: truth
    near: Town or none
    sells: set of Good
    price of each Good: 0..4

law corn_is_cheap                                                           per R1
    every Town t has t.price(Corn) < t.price(Salt)

setup                                                                       per R1
    game over

claim nothing_is_far                                                        per R1
    in every state of 2 players over any Town
    no Town t has t.port and t.near is none and Salt in t.sells and t.price(Corn) = 3 and t.size = 2

claim salt_costs_something                                                  per R1
    in every state of 2 players over any towns
    every Town t has t.price(Salt) > 0

claim no_town_is_large                                                      per R1
    in every state of 2 players
    every Town t has t.size < 3
"""
TOWNS = {"towns": "id,size,port,near,sells,price_Corn,price_Salt\nAsh,1,false,Birk,Corn,0,1\nBirk,2,true,Ash,,1,2\n"}


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Engines:
    made, found = compile_texts({"game.rules": OF_A_KIND}, TOWNS)
    assert made is not None, [(each.message, each.hint) for each in found]
    return Engines(made, Cache(tmp_path_factory.mktemp("cache")))


def test_a_kind_may_have_any_data_that_the_laws_allow(towns: Engines) -> None:
    found = shown(towns, "nothing_is_far")
    assert found.decision.verdict == "refuted"
    assert found.replayed is not None
    assert (found.replayed.verdict, found.replayed.differences) == ("confirmed", ())
    (position,) = found.decision.counterexample.positions if found.decision.counterexample else ()
    others = other_data(towns.game, position)
    (kind,) = (each for each in with_data(towns.game, others).kinds if each.name == "Town")
    rows: dict[str, dict[str, Any]] = {
        member: dict(zip((each.name for each in kind.fields), row, strict=True))
        for member, row in zip(kind.members, kind.rows, strict=True)
    }
    assert all(row["price"][0] < row["price"][1] for row in rows.values())
    ((name, far),) = ((name, each) for name, each in rows.items() if "Salt" in each["sells"])
    assert (far["size"], far["port"], far["near"], far["price"]) == (2, True, None, (3, 4))
    assert found.told is not None
    (line,) = (each for each in told_data(towns.game, others) if each.startswith(f"Town {name} with "))
    assert "near none" in line
    assert "price {3, 4}" in line
    assert line.removeprefix(f"Town {name}") in "\n".join(found.told.scenes[0].given)
    assert as_example(towns, found).problem == "an example has `Town` as it is printed, and this is another one"


def test_a_law_is_all_that_is_known_of_any_data(towns: Engines) -> None:
    assert shown(towns, "salt_costs_something").decision.verdict == "proved"


def test_what_is_printed_stays_so_where_nothing_is_said(towns: Engines) -> None:
    found = shown(towns, "no_town_is_large")
    assert found.decision.verdict == "proved"
    assert other_data(towns.game, Position(2, (), (), {})) == OtherData()
