"""A module takes states that differ by seats alone for one exactly where the reference engine does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.explore.canonical import key_of
from refengine.explore.claims import explored_claims, with_claims
from refengine.explore.module_search import ModuleSearch
from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.explore.search import Search
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.simplify import negation
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program.lowering import lowered
from refengine.source.cache import Cache
from tests.bulk.configurations import configurations
from tests.bulk.ordered_zones import WALKS
from tests.engine.rules import compiled
from tests.explore.small_games import TABLE, scope
from tests.explore.test_module_search import told

PLACES = """
game places from rulebook tiny
    players 2..4                                                per R1

kind Spot is North, South                                       per R1

component Pawn                                                  per R1
    {copies} alike

token Toll on each player, limit 4                              per R1

zone yard of each player holds Pawn                             per R1
zone road of each Spot holds Pawn                               per R1

variable goal of each player: place of Pawn or none, starts none per R1
variable walked of each Spot: player or nobody, starts nobody   per R1
variable visited: set of place of Pawn                          per R1
variable rivals of each player: set of player                   per R1
variable steps: 0..3                                            per R1

setup                                                           per R1
    move all w in box to road of North
    ask chance
        action begin(p in player)                               per R1
            then go Walk(p)

phase Walk(last: player)                                        per R1
    if steps = 3
        game over
    ask chance
        action home(p in player)                                per R1
            when road of North is not empty
            then move 1 Pawn from road of North to yard of p
            then move 1 Toll from supply to p
            then set goal of p to yard of p
            then add yard of p to visited
            then add 1 to steps
            then go Walk(p)
        action out(p in player, s in Spot)                      per R1
            when yard of p is not empty
            then move 1 Pawn from yard of p to road of s
            then set walked of s to p
            then set goal of p to road of s
            then add road of s to visited
            then add 1 to steps
            then go Walk(p)
        action challenge(p in player, q in player)              per R1
            when p != q and q = last
            then add q to rivals of p
            then add 1 to steps
            then go Walk(p)
"""
"""Seats in options, in sets, and as places, of seats and of others."""


def same(game: model.Game, configuration: Configuration, most: int) -> dict[str, Any]:
    """What both searches find, up to so many states that count as one each."""
    asked = with_claims(game, configuration, alike=True)
    program, reason = lowered(specialise(asked, configuration), search=True, alike=True)
    assert program is not None, reason
    playable = make_game(asked, configuration)
    claims, key = explored_claims(playable.description), key_of(playable.description)
    search = ModuleSearch(playable, program, most, claims=claims)
    other = Search(playable, key=key, claims=claims)
    for limit in (most // 4, most):
        search.run(limit)
        other.run(limit)
        assert list(search.frontier) == list(other.frontier)
        assert told(search) == told(other)
    return told(search)


def game_of(folder: Path, rules: str, players: int) -> tuple[model.Game, Configuration]:
    game = compiled(folder, rules)
    configuration, wrong = configure(game, players, {}, {}, None)
    assert configuration is not None, wrong
    return game, configuration


@pytest.mark.parametrize("players", [2, 3])
def test_a_table_has_as_many_states_in_both(players: int, tmp_path: Path) -> None:
    found = same(*game_of(tmp_path, TABLE, players), 5_000)
    assert found["counts"][-1] == "whole"


@pytest.mark.parametrize(("players", "copies"), [(2, 3), (3, 1), (3, 20), (4, 2)])
def test_places_of_seats_change_with_them(players: int, copies: int, tmp_path: Path) -> None:
    found = same(*game_of(tmp_path, PLACES.format(copies=copies), players), 2_000)
    assert found["counts"][-1] == "whole"


@pytest.mark.parametrize(("players", "copies"), [(2, "one of each rank"), (3, "2 alike of each rank")])
def test_the_order_of_what_a_seat_has_changes_with_it(players: int, copies: str, tmp_path: Path) -> None:
    found = same(*game_of(tmp_path, WALKS.format(ranks=2, copies=copies), players), 2_000)
    if players == 2:
        assert found["counts"][-1] == "whole"


@pytest.mark.parametrize(
    ("path", "players"),
    [("docs/tutorial/goofspiel", 3), ("spec/kaciri", 3), ("spec/european_war", 3)],
)
def test_the_same_states_count_as_one_whatever_the_rules(path: str, players: int) -> None:
    """Also where the rules tell seats apart, so that nobody would ask it: of what is merged the same stays."""
    each = next(one for one in configurations(path) if one.configuration.players == players)
    assert same(each.game, each.configuration, 300)["counts"][0] > 250


def test_what_is_broken_in_one_of_those_that_count_as_one_is_found(tmp_path: Path) -> None:
    """Each invariant turned round, so that steps to what is known break it as well."""
    game, configuration = game_of(tmp_path, TABLE, 3)
    turned = tuple(evolve(each, condition=negation(each.condition)) for each in game.invariants)
    found = same(evolve(game, invariants=turned), configuration, 500)
    assert [each.clause.path for each in found["breaches"]] == ["few_points"]


def test_what_one_seat_alone_has_is_looked_at_in_each_of_them(tmp_path: Path) -> None:
    """Nobody would ask it of seats that are not alike; what both would find is the same."""
    rules = f"{TABLE}\ninvariant the_second_waits per R1\n    hand of 2 is empty\n"
    found = same(*game_of(tmp_path, rules, 3), 500)
    (breach,) = found["breaches"]
    assert len(breach.trace.steps) == 1


def test_a_scope_is_explored_by_a_module_where_seats_are_alike(tmp_path: Path) -> None:
    game = compiled(tmp_path, TABLE)
    found = [
        explore_scope(game, scope(3, alike=True), None, ExplorationSettings(keep=Cache(None), engine=engine))
        for engine in ("reference", "wasm", "both")
    ]
    assert found[0].states == found[1].states == found[2].states
    assert [each.alike for each in found] == [True] * 3
    assert [each.checked for each in found] == [found[0].checked] * 3


def test_too_many_seats_are_left_to_the_reference_engine(tmp_path: Path) -> None:
    game, configuration = game_of(tmp_path, TABLE.replace("2..3", "2..8"), 7)
    reason = "states that differ by seats alone, of more than 6 seats"
    assert lowered(specialise(game, configuration), search=True, alike=True) == (None, reason)
