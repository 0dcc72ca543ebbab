"""Odds where chance may come back to a state that it was in before, as when a throw is repeated after a tie.

The whole graph of chance is found first; then its states are taken out one by one, each way through one handed on to
those before it. A state that leads to itself with probability p is left with 1 - p: its other ways count 1 / (1 - p).
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import lcm

from refengine.odds.stepwise import StepwiseGame
from refengine.odds.tables import State
from refengine.odds.walk import Ends, Forced, plays_of


def ends_with_circles(game: StepwiseGame, start: State, limit: int, forced: Forced | None = None) -> Ends | None:
    """Returns the ends of the chance that follows a state; None where it may come to a circle that it never leaves.

    What is `forced` on the way is a way like those of chance, and the only one.
    """
    numbers: dict[State, int] = {start: 0}
    states: list[State] = [start]
    ways: list[dict[int, Fraction]] = []
    ending: set[int] = set()
    for number, state in enumerate(states):  # which grows meanwhile
        if len(states) > limit:
            return Ends((), 1, len(states), left=tuple((each, 1) for each in states[number:]))
        ways.append({})
        only = None if forced is None else forced(state)
        if only is None and game.turn(state).kind != "chance":
            ending.add(number)
            continue
        listed, total = plays_of(game, state) if only is None else ([(only, 1)], 1)
        for action, times in listed:
            after = game.apply(state, action)
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            to = numbers[after]
            ways[number][to] = ways[number].get(to, Fraction(0)) + Fraction(times, total)
    shares = _ways_out(ways, ending)
    if shares is None:
        return None
    whole = lcm(*(share.denominator for share in shares.values()))
    weights = tuple((states[number], int(share * whole)) for number, share in shares.items())
    return Ends(weights, whole, len(states))


def _ways_out(ways: list[dict[int, Fraction]], ending: set[int]) -> dict[int, Fraction] | None:
    """Returns how likely each end is from the first state, or None if some way never ends; changes `ways`."""
    before: defaultdict[int, set[int]] = defaultdict(set)
    for number, each in enumerate(ways):
        for to in each:
            before[to].add(number)
    for number in range(len(ways) - 1, -1, -1):
        if number in ending:
            continue
        own = ways[number]
        again = own.pop(number, Fraction(0))
        if again == 1:
            return None
        for to in own:
            own[to] /= 1 - again
        if number == 0:
            return own
        for first in before[number]:
            share = None if first >= number else ways[first].pop(number, None)
            if share is None:
                continue  # taken out already
            for to, one in own.items():
                ways[first][to] = ways[first].get(to, Fraction(0)) + share * one
                before[to].add(first)
    return None
