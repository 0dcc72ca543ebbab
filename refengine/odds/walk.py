"""Every state that the chance after a position may end in, and how likely each is.

The walk goes from level to level: all states that so many decisions of chance lead to. States that are the same are
one, so that the order in which things were drawn is forgotten as soon as the rules forget it. All is counted in whole
numbers: on each level every way has a weight out of one whole.

INVARIANT: the weights of a level and of all ends so far add up to the whole, so nothing is lost and nothing rounded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from math import lcm
from typing import Any, Protocol, TypeAlias

from attrs import field, frozen

from refengine.engine.runtime import Turn

State: TypeAlias = Any

DEFAULT_LIMIT = 1_000_000
"""So many states are looked at."""


class Playable(Protocol):
    """What is asked of a game; raises `Fault` where the rules do not say how to go on."""

    @property
    def turn(self) -> Callable[[State], Turn]:
        """Who decides."""

    @property
    def legal(self) -> Callable[[State], tuple[Any, ...]]:
        """What can be decided."""

    @property
    def apply(self) -> Callable[[State, Any], State]:
        """What it leads to."""


@frozen
class Ends:
    """How likely each state is in which chance has nothing more to decide: its weight out of `whole`.

    `states` were looked at, ends included. `circle` is there instead of ends: chance can come back to a state that it
    was in before, so that no number of levels is enough. `left` are those still to be looked at where there were too
    many, with their weights.
    """

    weights: Mapping[State, int]
    whole: int
    states: int
    circle: bool = False
    left: Mapping[State, int] = field(factory=dict)


def ends_of(game: Playable, start: State, limit: int = DEFAULT_LIMIT) -> Ends:
    """The ends of the chance that follows a state in which chance decides."""
    level: dict[State, int] = {start: 1}
    ends: dict[State, int] = {}
    seen: set[State] = {start}
    whole = 1
    apply, turn = game.apply, game.turn
    while level:
        plays = [plays_of(game, state) for state in level]
        scale = lcm(*(total for _, total in plays))
        coming: defaultdict[State, int] = defaultdict(int)
        for (state, weight), (listed, total) in zip(level.items(), plays, strict=True):
            share = weight * (scale // total)
            for action, times in listed:
                coming[apply(state, action)] += share * times
            if len(seen) + len(ends) + len(coming) > limit:
                return Ends(ends, whole, len(seen) + len(ends), left=level)
        if scale > 1:
            whole *= scale
            ends = {state: weight * scale for state, weight in ends.items()}
        level, ended = _parted(coming, [turn(state).kind == "chance" for state in coming])
        if ends:
            for state, weight in ended.items():
                ends[state] = ends.get(state, 0) + weight
        else:
            ends = ended
        if not seen.isdisjoint(level):
            return Ends({}, 1, len(seen) + len(ends), circle=True)
        seen.update(level)
    return Ends(ends, whole, len(seen) + len(ends))


def _parted(coming: dict[State, int], goes_on: list[bool]) -> tuple[dict[State, int], dict[State, int]]:
    """The states in which chance goes on, and the others; mostly all are of one sort, and no state is hashed again."""
    if all(goes_on):
        return coming, {}
    if not any(goes_on):
        return {}, coming
    parts: tuple[dict[State, int], dict[State, int]] = {}, {}
    for (state, weight), on in zip(coming.items(), goes_on, strict=True):
        parts[not on][state] = weight
    return parts


def plays_of(game: Playable, state: State) -> tuple[list[tuple[Any, int]], int]:
    """What chance may decide and how often each, and how often in all.

    What weighs nothing never happens, unless nothing weighs anything: then all is as likely.
    """
    legal = game.legal(state)
    weighed = [(action, 1 if action.weight is None else action.weight) for action in legal]
    listed = [(action, times) for action, times in weighed if times > 0]
    if not listed:
        listed = [(action, 1) for action in legal]
    return listed, sum(times for _, times in listed)


def still_to_come(game: Playable, left: Mapping[State, int], dives: int = 50, longest: int = 200) -> Iterator[int]:
    """For each level below those states, how many ways lead there: no fewer than there are states, and mostly more.

    A few games of chance are played on from some of them; each stands for as many as it had to choose from.
    """
    states = list(left)
    chosen = [states[number * len(states) // dives] for number in range(min(dives, len(states)))]
    ways: list[int] = []
    for number, each in enumerate(chosen):
        state, product = each, 1
        for depth in range(longest):
            if game.turn(state).kind != "chance":
                break
            listed, _ = plays_of(game, state)
            product *= len(listed)
            state = game.apply(state, listed[(number * 7919 + depth) % len(listed)][0])
            if depth == len(ways):
                ways.append(0)
            ways[depth] += product
    yield from (len(states) * each // len(chosen) for each in ways)
