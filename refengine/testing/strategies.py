"""Hypothesis strategies for games of a rule set: whole games, pieces of play, positions.

    from hypothesis import given
    import refengine
    from refengine.testing.strategies import legal_traces

    game = refengine.load("spec/my_game", players=3)

    @given(legal_traces(game))
    def test_the_bank_is_never_empty(run):
        for state in run.states:
            assert game.value(state, "bank") > 0

One block of bytes is drawn up front, and its bytes are the choices: that is fast, and shrinks to few and early ones.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from refengine.engine.trace import Move, State
from refengine.runtime.fault import Fault
from refengine.runtime.random_games import MOST_STEPS
from refengine.testing.choices import PlayRun, choose, play
from refengine.testing.placement import place
from refengine.testing.protocol import PlayableGame

MAX_STEPS = 200


def legal_traces(game: PlayableGame, max_steps: int = MAX_STEPS) -> SearchStrategy[PlayRun]:
    """Returns pieces of play from the start, up to so many steps long; a failing one shrinks to a short one."""
    short = st.binary(max_size=max_steps)
    long = st.binary(min_size=max_steps, max_size=max_steps)
    return st.one_of(short, long).map(lambda choices: play(game, choices, max_steps))


def games(game: PlayableGame, limit: int = MOST_STEPS) -> SearchStrategy[PlayRun]:
    """Returns whole games, each of one seed: several times as fast to draw as `legal_traces`, but hardly shrinking."""
    return st.integers(0, 2**64 - 1).map(lambda seed: _whole(game, Random(seed), limit))  # noqa: S311 - play


def positions(game: PlayableGame, max_steps: int = MAX_STEPS, *, reachable: bool = True) -> SearchStrategy[State]:
    """Returns states that are met in play, or without `reachable` also put together within the game's invariants."""
    met = legal_traces(game, max_steps).map(lambda run: run.last)
    if reachable:
        return met
    seeds = st.integers(0, 2**32 - 1)
    moved = st.tuples(met, seeds).map(lambda drawn: place(game, Random(drawn[1]), drawn[0]))  # noqa: S311 - play
    free = seeds.map(lambda seed: place(game, Random(seed)))  # noqa: S311 - play
    return st.one_of(met, moved.filter(lambda state: state is not None), free.filter(lambda state: state is not None))


def _whole(game: PlayableGame, random: Random, limit: int) -> PlayRun:
    state = game.initial()
    states: list[State] = [state]
    actions: list[Move] = []
    try:
        while (legal := game.legal(state)) and len(actions) < limit:
            actions.append(choose(legal, random))
            state = game.apply(state, actions[-1])
            states.append(state)
    except Fault as fault:
        return PlayRun(tuple(states), tuple(actions), "fault", fault)
    return PlayRun(tuple(states), tuple(actions), "limit" if legal else "over")
