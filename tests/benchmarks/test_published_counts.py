"""Draughts and Othello, as one would write them, have as many games as others have counted.

Their perft tables are what writers of engines check theirs by: the number of sequences of so many moves from the
start, where all jumps of one piece in one turn are one move. Both are played by the reference engine and in a module.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import refengine

GAMES = Path(__file__).parent / "games"

PUBLISHED = {
    "draughts": (7, 49, 302, 1469, 7361, 36768, 179740),
    "othello": (4, 12, 56, 244, 1396, 8200, 55092),
}
"""The sequences of one move, of two, and so on."""

GOES_ON = "jump_on"
"""The action that belongs to the move before it."""


def sequences(game: Any, state: Any, depth: int) -> int:
    """The sequences of so many moves from a state, by the reference engine."""
    if depth == 0 and not any(each.name == GOES_ON for each in game.legal(state)):
        return 1
    return sum(sequences(game, game.apply(state, each), depth - (each.name != GOES_ON)) for each in game.legal(state))


def sequences_of(cursor: Any, depth: int) -> int:
    """The sequences of so many moves from where a game in a module stands."""
    legal = cursor.legal
    goes_on = legal > 0 and cursor.action(0).name == GOES_ON
    if depth == 0 and not goes_on:
        return 1
    begin, found = cursor.mark(), 0
    for place in range(legal):
        cursor.take(place)
        found += sequences_of(cursor, depth if goes_on else depth - 1)
        cursor.back(begin)
    return found


def counted(by: Callable[[int], int], depth: int) -> tuple[int, ...]:
    return tuple(by(each) for each in range(1, depth + 1))


@pytest.mark.parametrize("name", PUBLISHED)
def test_as_many_as_are_published(name: str) -> None:
    game = refengine.load(GAMES / name, players=2)
    assert counted(lambda depth: sequences(game, game.initial(), depth), 4) == PUBLISHED[name][:4]


@pytest.mark.parametrize("name", PUBLISHED)
def test_as_many_in_a_module(name: str) -> None:
    pytest.importorskip("wasmtime")
    cursor = refengine.load(GAMES / name, players=2).cursor()
    assert counted(lambda depth: sequences_of(cursor, depth), 5) == PUBLISHED[name][:5]


@pytest.mark.campaign
@pytest.mark.parametrize("name", PUBLISHED)
def test_as_many_longer_ones_in_a_module(name: str) -> None:
    cursor = refengine.load(GAMES / name, players=2).cursor()
    assert counted(lambda depth: sequences_of(cursor, depth), 7) == PUBLISHED[name]
