"""Walks through chance: every state that the chance after a position may end in, and how likely each is.

The walk goes from level to level: all states that so many decisions of chance lead to. States that are the same are
one, so that the order in which things were drawn is forgotten as soon as the rules forget it. All is counted in whole
numbers: on each level every way has a weight out of one whole.

INVARIANT: the weights of a level and of all ends so far add up to the whole, so nothing is lost and nothing rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import chain
from math import lcm
from typing import Any

from attrs import frozen

from refengine.odds.draws import Bits, StatesByDraw, add_draws
from refengine.odds.stepwise import StepwiseGame
from refengine.odds.tables import Keys, State

DEFAULT_LIMIT = 1_000_000
"""The greatest number of states that are looked at."""


@frozen
class Ends:
    """The distribution of states in which chance has nothing more to decide: each with its weight out of `whole`.

    `states` were looked at, ends included. `circle` is there instead of ends: chance can come back to a state that it
    was in before, so that no number of levels is enough. `left` are those still to be looked at where there were too
    many, with their weights. No state is there twice.
    """

    weights: tuple[tuple[State, int], ...]
    whole: int
    states: int
    circle: bool = False
    left: tuple[tuple[State, int], ...] = ()


Forced = Callable[[State], Any]
"""The only thing that can be decided in a state, where people decide and have no choice; else None."""


def ends_of(game: StepwiseGame, start: State, limit: int = DEFAULT_LIMIT, forced: Forced | None = None) -> Ends:
    """Returns the ends of the chance that follows a state in which chance decides; what is `forced` on the way is done.

    A step is taken in two halves, what chance decides and what runs by itself then, and states that are the same are
    one after each of them: what runs by itself is run once, however many ways lead to it.
    """
    keys = Keys(start)
    try:
        return _ends_of(game, start, limit, keys, forced)
    finally:
        keys.forget_all()


def after_forced(game: StepwiseGame, state: State, forced: Forced | None, limit: int) -> State | None:
    """Returns the state after all that is forced; None where that leads in a circle, or further than so many steps."""
    if forced is None:
        return state
    seen: set[State] = set()
    while (action := forced(state)) is not None:
        if state in seen or len(seen) >= limit:
            return None
        seen.add(state)
        state = game.apply(state, action)
    return state


def _ends_of(game: StepwiseGame, start: State, limit: int, keys: Keys, forced: Forced | None) -> Ends:
    seen, ends, level = keys.table(), keys.table(), keys.table()
    seen.add(start, 1)
    level.add(start, 1)
    whole = 1
    settled, turn, bits = game.settled, game.turn, Bits()
    while level:
        plays = [plays_of(game, cell.state) for cell in level]
        scale = lcm(*(total for _, total in plays))
        halves, coming, met = keys.table(), keys.table(), StatesByDraw(bits)
        known = len(seen) + len(ends)
        for cell, (listed, total) in zip(level, plays, strict=True):
            add_draws(game, cell, cell.weight * (scale // total), listed, halves, met)
            if known + len(halves) + len(met) > limit:
                return Ends(ends.pairs(), whole, known, left=level.pairs())
        whole *= scale
        if scale > 1:
            ends.scale(scale)
        keys.forget(level)
        keys.forget(halves)
        for half in chain(halves.emptied(), met.emptied()):
            first = settled(half.state) if half.made is None else half.state
            state = after_forced(game, first, forced, limit)
            if state is None:
                return Ends((), 1, len(seen) + len(ends), circle=True)
            if turn(state).kind != "chance":
                ends.add(state, half.weight)
                continue
            cell = coming.add(state, half.weight)
            if half.made is not None and cell.origin is None and state is first:
                cell.origin = half.made.origin_of(state)
        if any(cell.state in seen for cell in coming):
            return Ends((), 1, len(seen) + len(ends), circle=True)
        for cell in coming:
            seen.add(cell.state, cell.weight)
        level = coming
    return Ends(ends.pairs(), whole, len(seen) + len(ends))


def plays_of(game: StepwiseGame, state: State) -> tuple[list[tuple[Any, int]], int]:
    """Returns the plays of chance with how often each may be decided, and how often all may.

    What weighs nothing never happens, unless nothing weighs anything: then all is as likely.
    """
    legal = game.legal(state)
    weighed = [(action, 1 if action.weight is None else action.weight) for action in legal]
    listed = [(action, times) for action, times in weighed if times > 0]
    if not listed:
        listed = [(action, 1) for action in legal]
    return listed, sum(times for _, times in listed)


def still_to_come(
    game: StepwiseGame, left: Collection[tuple[State, int]], dives: int = 50, longest: int = 200
) -> Iterator[int]:
    """Yields for each level below those states the number of ways there: no fewer than states, and mostly more.

    A few games of chance are played on from some of them; each stands for as many as it had to choose from.
    """
    states = [state for state, _ in left]
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
