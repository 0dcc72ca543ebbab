"""Estimates of the number of states of a game, before anybody waits for them.

A bounded search goes through the first levels; from its frontier random games go on to the end. For each level
further down there are two numbers. From above: the ways that lead there (the product of the choices on the way,
averaged over the games, as Knuth counted trees). From below: how many states there must be when so many of the games'
states came up once and so many twice (Chao's estimator). Where ways do not meet the first is good, where they often
meet the second is; the smaller of the two is taken for the least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, Protocol

from refengine.explore.result import Ended, Estimate
from refengine.explore.search import Key
from refengine.runtime.fault import Fault, IllegalAction
from refengine.runtime.game import Game, State


class Probe(Protocol):
    """A search that has been halted, of which an estimate is made."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def ended(self) -> Ended:
        """Why it was halted."""

    @property
    def states(self) -> int:
        """The number of states that were found."""

    @property
    def depth(self) -> int:
        """The greatest distance from the start."""

    @property
    def frontier(self) -> Sequence[State]:
        """The states that were found and not expanded."""

    @property
    def plays(self) -> Callable[[State], tuple[Any, ...]]:
        """The function that gives the actions that are taken in a state."""


PROBE = 20_000
"""The number of states that are found before the others are estimated."""

DIVES = 2_000
STEPS = 60_000
"""The greatest number of steps of random games, all in all."""

LONGEST = 2_000
"""A game that goes on for longer is left there: deeper levels are not counted."""


def estimate(search: Probe, key: Key | None = None) -> Estimate:
    """Returns an estimate from a search that was halted; the same search gives the same estimate."""
    frontier = search.frontier
    if search.ended == "whole" or not frontier:
        return Estimate(search.states, search.states, search.depth, exact=True)
    random = Random(0)  # noqa: S311 - a sample, not secrets
    seen: list[Counter[Hashable]] = []
    ways: list[int] = []
    steps = dives = deepest = 0
    while dives < DIVES and steps < STEPS:
        dives += 1
        length = _dive(search, random.choice(frontier), random, key, seen, ways)
        steps += length
        deepest = max(deepest, length)
    paths = [len(frontier) * each // dives for each in ways]
    levels = [min(_unseen(counts), most) for counts, most in zip(seen, paths, strict=True)]
    least, most = search.states + sum(levels), search.states + sum(paths)
    return Estimate(least, most, search.depth + deepest)


def _dive(
    search: Probe, state: State, random: Random, key: Key | None, seen: list[Counter[Hashable]], ways: list[int]
) -> int:
    """Plays a random game from a state: notes what comes at each depth, and how many ways a choice stands for."""
    product = 1
    for depth in range(LONGEST):
        try:
            plays = search.plays(state)
            if not plays:
                return depth
            product *= len(plays)
            state = search.game.apply(state, random.choice(plays))
        except (Fault, IllegalAction):
            return depth
        if depth == len(seen):
            seen.append(Counter())
            ways.append(0)
        seen[depth][state if key is None else key(state)] += 1
        ways[depth] += product
    return LONGEST


def _unseen(counts: Counter[Hashable]) -> int:
    """Returns a lower bound of the number of things, those that never came up included."""
    once = sum(1 for number in counts.values() if number == 1)
    twice = sum(1 for number in counts.values() if number == 2)
    return len(counts) + once * (once - 1) // (2 * (twice + 1))
