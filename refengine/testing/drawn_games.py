"""Games of a seed by the specification of random choices, played again to show what fails or fires in them.

Whoever played such a game first need say no more than its number (`docs/random-choices.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from refengine.engine.trace import Move, State, Trace, trace_of
from refengine.runtime.fault import Clause, Fault
from refengine.runtime.playouts import Draws, EndedGame, played_on
from refengine.testing.failure import DISAGREE, Failure
from refengine.testing.protocol import PlayableGame
from refengine.testing.reproduce import not_begun, shrunk, shrunk_fault, states_along
from refengine.testing.tally import FiringTally, look, take_step


@frozen
class DrawnGame:
    """A game of a seed: its states and actions, and how it ended; no state where it cannot begin."""

    states: tuple[State, ...]
    actions: tuple[Move, ...]
    ended: EndedGame


def play_drawn_game(game: PlayableGame, seed: int, number: int, limit: int) -> DrawnGame:
    """Plays a game of a seed, everything that has to hold looked at."""
    draws = Draws(seed, number)
    actions: list[Move] = []

    def decide(legal: Sequence[Any]) -> Any:
        actions.append(legal[draws.choose(tuple(legal))])
        return actions[-1]

    try:
        start = game.initial()
    except Fault as fault:
        return DrawnGame((), (), EndedGame("fault", 0, fault=fault))
    ended = played_on(game, start, 0, decide, limit=limit, checked=True)
    assert ended is not None
    return DrawnGame(tuple(states_along(game, start, actions)), tuple(actions), ended)


def play_counting(game: PlayableGame, seed: int, number: int, limit: int, tally: FiringTally) -> EndedGame:
    """Plays a game of a seed in an explaining build, counts what fires in it, and says how it ended."""
    draws, steps = Draws(seed, number), 0
    try:
        looked = look(game, None, state := game.initial())
        tally.add(looked.fired, posed=False)
        while looked.legal and steps < limit:
            before, step = state, take_step(game, state, looked.legal[draws.choose(looked.legal)])
            state, steps = step.after, steps + 1
            tally.refuse(step.refused)
            looked = look(game, before, state, listed=step.legal)
            tally.add(dict.fromkeys((*step.fired, *looked.fired)), posed=False)
        if looked.broken:
            return EndedGame("broken", steps, broken=tuple(each.name for each in looked.broken))
        if looked.legal:
            return EndedGame("cut", steps)
        outcome = game.outcome(state)
    except Fault as fault:
        return EndedGame("fault", steps, fault=fault)
    return EndedGame("over", steps) if outcome is None else EndedGame("over", steps, outcome.scores, outcome.winners)


def failures_in(game: PlayableGame, seed: int, number: int, limit: int, budget: int) -> tuple[Failure, ...]:
    """Returns everything that is wrong in the last step of a game of a seed, each with the shortest trace found."""
    found = play_drawn_game(game, seed, number, limit)
    fault = found.ended.fault
    if not found.states:
        assert fault is not None
        return (evolve(not_begun(game, fault), number=number),)
    if fault is not None:
        return (evolve(shrunk_fault(game, found.states[0], found.actions, fault, budget), number=number),)
    broken = game.violations(found.states[-2] if found.actions else None, found.states[-1])
    return tuple(
        evolve(
            shrunk(game, found.states[0], found.actions, (each.kind, each.clause.path), each.clause, "", budget),
            number=number,
        )
        for each in broken
    )


def parting_failure(game: PlayableGame, seed: int, number: int, limit: int, message: str) -> Failure:
    """Returns the failure of a game of a seed that another executor plays otherwise, all of it as this one does."""
    found, told = play_drawn_game(game, seed, number, limit), game.description
    clause = Clause("setup", ())
    key = (DISAGREE, clause.path)
    trace = Trace(told.name, told.version, told.players, told.readings, told.options, (), (), violates=key)
    if found.states:
        trace = trace_of(game, found.states, found.actions[: len(found.states) - 1], violates=key)
    return Failure(DISAGREE, clause, message, trace, number, len(found.actions))
