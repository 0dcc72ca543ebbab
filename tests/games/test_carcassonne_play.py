"""Whole games of Carcassonne by the rules and by hand, with the same choices: what is legal, what lies and stands, who has scored."""

import csv
import random
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import refengine
from tests.benchmarks.yardstick.carcassonne import Action, Carcassonne, Deploy, Draw, Lay
from tests.benchmarks.yardstick.carcassonne_table import State

GAME = Path(__file__).parents[2] / "spec" / "carcassonne"
SIDES = "NESW"
SETS = ("BaseOnly", "Cult", "CultSiege", "Spielbox")


def follow(players: int, tile_set: str, seed: int) -> State:
    """Play one game on both sides, compare them at each step, and return how it ended by hand."""
    ours = refengine.load(GAME, players=players, options={"tile_set": tile_set})
    yardstick = Carcassonne(players, tile_set)
    rng = random.Random(seed)
    state, other = ours.initial(), yardstick.initial()
    while actions := ours.legal(state):
        moves = yardstick.legal(other)
        assert [(each.name, *each.arguments) for each in actions] == [named(yardstick, other, each) for each in moves]
        turn = yardstick.turn(other)
        assert {each.actor for each in actions} == {turn + 1 if isinstance(turn, int) else turn}
        pick = int(rng.random() * len(actions))
        state, other = ours.apply(state, actions[pick]), yardstick.apply(other, moves[pick])
        data = ours.to_json(state)
        assert data["variables"]["score"] == {str(seat + 1): points for seat, points in enumerate(other.scores)}
        assert on_the_table(data["zones"]) == by_hand(yardstick, other)
    assert yardstick.turn(other) is None
    by_rule, wanted = ours.outcome(state), yardstick.outcome(other)
    assert by_rule is not None
    assert wanted is not None
    assert (by_rule.scores, by_rule.winners) == (wanted.scores, tuple(seat + 1 for seat in wanted.winners))
    return other


def named(yardstick: Carcassonne, state: State, move: Action) -> tuple[str, ...]:
    """A move of the yardstick in the words of the rules."""
    match move:
        case Draw(sort):
            return "draw", yardstick.sorts[sort].name
        case Lay(cell, turn):
            return "lay", str(cell), SIDES[turn]
        case Deploy(part):
            assert state.last is not None
            return "deploy", spot(yardstick, state, (*state.last, part))
        case _:
            return ("pass",)


def spot(yardstick: Carcassonne, state: State, where: tuple[int, int, int]) -> str:
    """What the rules call a part of a tile that lies."""
    x, y, part = where
    tile = state.board.tiles[x, y]
    return f"({x}, {y}) {segments()[yardstick.sorts[tile.sort].name][part]}, turned {SIDES[tile.turn]}"


@cache
def segments() -> dict[str, list[str]]:
    """The parts of each sort, in the order in which they are printed."""
    found = defaultdict(list)
    with (GAME / "segments.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[row["sort"]].append(row["id"])
    return found


def on_the_table(zones: dict[str, Any]) -> dict[str, Any]:
    """What lies where by the rules, as far as both sides say it."""
    return {
        "board": zones["board"],
        "stand": {name: [int(seat) for seat in seats] for name, seats in zones["stand"].items()},
        "reserve": [len(figures) for figures in zones["reserve"].values()],
        "bag": sorted(zones["bag"]),
        "aside": sorted(zones["aside"]),
    }


def by_hand(yardstick: Carcassonne, state: State) -> dict[str, Any]:
    """The same by the yardstick."""
    sorts = yardstick.sorts
    return {
        "board": {
            f"{cell}, turned {SIDES[tile.turn]}": [sorts[tile.sort].name] for cell, tile in state.board.tiles.items()
        },
        "stand": {spot(yardstick, state, where): [seat + 1] for where, seat in state.followers.items()},
        "reserve": list(state.supply),
        "bag": sorted(sort.name for sort in sorts for _ in range(state.bag[sort.index])),
        "aside": sorted(sort.name for sort in sorts for _ in range(state.aside[sort.index])),
    }


@pytest.mark.parametrize(("players", "tile_set", "seed"), [(2, "Cult", 2), (3, "CultSiege", 3), (5, "BaseOnly", 5)])
def test_same_choices_same_games(players: int, tile_set: str, seed: int) -> None:
    assert follow(players, tile_set, seed).phase == "over"


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_same_choices_same_games_for_long(players: int, seed: int) -> None:
    assert follow(players, SETS[seed % len(SETS)], seed).phase == "over"
