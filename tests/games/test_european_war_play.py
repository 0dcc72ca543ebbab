"""Random games of European War come to every action, every interrupt, every kind of retreat, and both victories.

Only games that end of themselves count; one that does not is cut, and the test fails.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import refengine
from refengine.runtime.game import Game, State
from refengine.testing.choices import choose

SPEC = Path(__file__).parents[2] / "spec" / "european_war"

LIMIT = 5_000
"""No game with these seeds takes so long."""

FEW, SOME, MANY = 40, 120, 400

ACTIONS = {
    "deal", "begin_with", "go_on", "sabotage", "spy", "conscript", "march", "attack", "fate", "turn_up", "give",
    "throw_away", "lay", "draw", "retreat", "stay_out", "reconcile", "cast_off",
}  # fmt: skip
"""Those of the default readings; the rest belongs to other readings, and has a test of its own."""

with (SPEC / "borders.csv").open(encoding="utf-8") as file:
    BORDERS = {frozenset(row.values()) for row in csv.DictReader(file)}

with (SPEC / "fields.csv").open(encoding="utf-8") as file:
    HOMES = {row["id"]: row["home"] for row in csv.DictReader(file)}

Choice = Callable[[Game, State, tuple[Any, ...], Random], Any]

BATTLES = {"held", "retreat by land", "retreat by ship", "halved", "lost"}


@cache
def loaded(players: int, **readings: str) -> Game:
    return refengine.load(SPEC, players=players, readings=readings)


@cache
def census(players: int, games: int, **readings: str) -> Counter[str]:
    """What comes up in so many games, and how often."""
    game = loaded(players, **readings)
    found: Counter[str] = Counter()
    for seed in range(games):
        _one(game, Random(seed), found)
    return found


def at_random(_game: Game, _state: State, legal: tuple[Any, ...], random: Random) -> Any:
    return choose(legal, random)


def ambitious(game: Game, state: State, legal: tuple[Any, ...], random: Random) -> Any:
    """Player 1 wants the three fields of somebody else, and new figures until there are enough; the others do not."""
    if legal[0].actor != 1:
        return choose(legal, random)
    moves = tuple(each for each in legal if each.name in {"march", "attack"} and _gain(game, state, each))
    fresh = tuple(each for each in legal if each.name == "conscript")
    return choose((moves if random.random() < 0.5 else fresh) or moves or legal, random)


def _gain(game: Game, state: State, action: Any) -> bool:
    """Returns whether a field of a power is aimed at of which more are held than of any other, and none is given up for it."""
    held = [HOMES[each] for each in game.value(state, "held_by", 1)]
    own = game.to_json(state)["variables"]["flag"]["1"]
    here, there = (HOMES[each] for each in action.arguments[:2])
    most = max((held.count(each) for each in set(held) - {own}), default=0)
    return bool(there not in {here, own} and held.count(there) >= most)


def _one(game: Game, random: Random, found: Counter[str], choice: Choice = at_random) -> None:
    state = game.initial()
    attack: tuple[Any, ...] = ()
    for _ in range(LIMIT):
        legal = game.legal(state)
        if not legal:
            break
        action = choice(game, state, legal, random)
        after = game.apply(state, action)
        found[action.name] += 1
        if action.name == "attack":
            attack = (action.actor, *action.arguments, _holder(game, state, action.arguments[1]))
        elif action.name == "reconcile":
            assert action.actor != attack[0]
            found["peace by the defender" if action.actor == attack[4] else "peace by another"] += 1
            attack = ()
        if attack and (kind := _end_of_battle(game, state, after, action, attack)):
            found[kind] += 1
            attack = ()
        state = after
    outcome = game.outcome(state)
    assert outcome is not None, "the game was cut"
    found["finished"] += 1
    for player in outcome.winners:
        for victory in ("wins_by_trio", "wins_by_neighbour"):
            found[victory] += game.value(state, victory, player)


def _holder(game: Game, state: State, field: str) -> int | None:
    players = range(1, game.description.players + 1)
    return next((player for player in players if game.value(state, "commands", player, field)), None)


def _end_of_battle(game: Game, before: State, after: State, action: Any, attack: tuple[Any, ...]) -> str | None:
    """How the battle ended with this action, if it did."""
    attacker, here, there, n, defender = attack
    if action.name == "retreat":
        (to,) = action.arguments
        assert game.value(before, "figures_on", to) == 0 or to == here
        assert _holder(game, after, there) == attacker
        assert game.value(after, "figures_on", there) == n
        if to == here:
            return "retreat behind the attackers"
        return "retreat by land" if frozenset({there, to}) in BORDERS else "retreat by ship"
    left, came = (game.value(each, "figures_out", defender) for each in (after, before))
    if left < came:
        if _holder(game, after, there) == attacker:
            assert came - left == 1
            return "lost"
        assert game.value(after, "figures_on", there) == game.value(before, "figures_on", there) // 2
        return "halved"
    turn = game.turn(after)
    ended = turn.kind == "over" or (turn.kind == "player" and "go_on" in {each.name for each in game.legal(after)})
    return "held" if ended else None


# ---- WHAT COMES UP


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_game_ends_and_is_won_in_one_of_two_ways(players: int) -> None:
    found = census(players, FEW)
    assert found["finished"] == FEW
    assert found["wins_by_trio"] + found["wins_by_neighbour"] >= FEW
    assert found["wins_by_neighbour"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_action_every_end_of_a_battle_and_both_victories_come_up(players: int) -> None:
    wanted = {*ACTIONS, *BATTLES, "wins_by_neighbour", "peace by another"}
    if players < 5:  # with five a trio is rare: below
        wanted.add("wins_by_trio")
    if players == 2:  # there is no third player
        wanted -= {"reconcile", "stay_out", "cast_off", "peace by another"}
    found: Counter[str] = Counter()
    for seed in range(MANY):
        if wanted <= set(+found):
            break
        _one(loaded(players), Random(seed), found)
        assert found["finished"] == seed + 1
    assert wanted - set(+found) == set()


def test_with_five_a_trio_is_rare_but_can_be_aimed_at() -> None:
    found: Counter[str] = Counter()
    for seed in range(FEW):
        _one(loaded(5), Random(seed), found, ambitious)
    assert found["finished"] == FEW
    assert found["wins_by_trio"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_other_readings_let_more_people_and_fields_in(players: int) -> None:
    found = census(players, SOME, mediators="defender_too", retreat_to="also_behind", making_room="by_chance")
    assert {"peace by the defender", "retreat behind the attackers"} <= set(+found)
    assert found["lose"] or players > 3  # the more there are, the fewer cards has each
    assert ("peace by another" in +found) == (players > 2)


@pytest.mark.slow
@pytest.mark.parametrize("mediation", ["after_attacker", "after_cards"])
def test_a_king_is_played_whenever_a_reading_says(mediation: str) -> None:
    found = census(3, FEW, mediation=mediation, powers_by="agreed")
    assert found["peace by another"]
    assert found["agree"] == 3 * FEW
