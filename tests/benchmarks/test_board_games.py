"""Connect four and breakthrough, as one would write them, count as the games that everybody knows.

The numbers of positions of connect four by the number of discs are A212693 in the On-Line Encyclopedia of Integer
Sequences; those of sequences of moves are what the games' perft tables say, and are counted here once more by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import refengine

GAMES = Path(__file__).parent / "games"

POSITIONS = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)
"""The positions of connect four after so many discs."""

SEQUENCES = {
    "connect_four": (1, 7, 49, 343, 2401, 16807),
    "breakthrough": (1, 22, 484, 11132),
}
"""The sequences of so many moves."""

LONGER = {
    "connect_four": (1, 7, 49, 343, 2401, 16807, 117649, 823536),
    "breakthrough": (1, 22, 484, 11132, 256036),
}

Board = tuple[int, ...]


def positions(game: Any, depth: int) -> tuple[int, ...]:
    """The numbers of different states after so many moves of a game without chance."""
    found, level = [], {game.initial()}
    for _ in range(depth + 1):
        found.append(len(level))
        level = {game.apply(state, each) for state in level for each in game.legal(state)}
    return tuple(found)


def sequences(game: Any, depth: int) -> tuple[int, ...]:
    """The numbers of sequences of so many moves, counted as states with how many ways lead there."""
    found, level = [], {game.initial(): 1}
    for _ in range(depth):
        found.append(sum(level.values()))
        after: dict[Any, int] = {}
        for state, ways in level.items():
            for each in game.legal(state):
                then = game.apply(state, each)
                after[then] = after.get(then, 0) + ways
        level = after
    return (*found, sum(level.values()))


# ---- BY HAND


def columns(board: Board, player: int) -> Iterable[Board]:
    """The boards of connect four after one more disc; the squares are numbered from below, row by row."""
    if any(
        all(board[row * 7 + column + n * step] == 3 - player for n in range(4))
        for row in range(6)
        for column in range(7)
        for step, across, up in ((1, 1, 0), (7, 0, 1), (8, 1, 1), (-6, 1, -1))
        if column + 3 * across < 7 and 0 <= row + 3 * up < 6
    ):
        return
    for column in range(7):
        free = [square for square in range(column, 42, 7) if not board[square]]
        if free:
            yield (*board[: free[0]], player, *board[free[0] + 1 :])


def forward(board: Board, player: int) -> Iterable[Board]:
    """The boards of breakthrough after one more move; the first player goes up."""
    ahead, home = (8, 0) if player == 1 else (-8, 56)
    if 3 - player in board[home : home + 8] or player not in board:
        return
    for square in (square for square in range(64) if board[square] == player):
        for aside in (-1, 0, 1):
            to = square + ahead + aside
            if 0 <= square % 8 + aside < 8 and board[to] != player and (aside or not board[to]):
                after = [*board]
                after[square], after[to] = 0, player
                yield tuple(after)


BY_HAND = {"connect_four": (columns, (0,) * 42), "breakthrough": (forward, (1,) * 16 + (0,) * 32 + (2,) * 16)}


def counted(name: str, depth: int) -> tuple[int, ...]:
    """The numbers of sequences of so many moves, by hand."""
    moves, start = BY_HAND[name]
    level, found = {start: 1}, [1]
    for turn in range(depth):
        after: dict[Board, int] = {}
        for board, ways in level.items():
            for then in moves(board, 1 + turn % 2):
                after[then] = after.get(then, 0) + ways
        level = after
        found.append(sum(level.values()))
    return tuple(found)


@pytest.mark.parametrize("name", SEQUENCES)
def test_as_many_sequences_of_moves_as_are_published(name: str) -> None:
    game, depth = refengine.load(GAMES / name, players=2), len(SEQUENCES[name]) - 1
    assert sequences(game, depth) == SEQUENCES[name] == counted(name, depth)


@pytest.mark.campaign
@pytest.mark.parametrize("name", LONGER)
def test_as_many_longer_sequences_of_moves_as_are_published(name: str) -> None:
    game, depth = refengine.load(GAMES / name, players=2), len(LONGER[name]) - 1
    assert sequences(game, depth) == LONGER[name] == counted(name, depth)


def test_as_many_positions_of_connect_four_as_are_published() -> None:
    assert positions(refengine.load(GAMES / "connect_four", players=2), 5) == POSITIONS[:6]


@pytest.mark.campaign
def test_as_many_later_positions_of_connect_four_as_are_published() -> None:
    assert positions(refengine.load(GAMES / "connect_four", players=2), 8) == POSITIONS
