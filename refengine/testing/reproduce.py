"""Failures with their traces: made short, and met again in another build of the game."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from refengine.engine.trace import Move, State, Trace, trace_of
from refengine.runtime.fault import BadData, Clause, Fault, IllegalAction
from refengine.testing.directed_result import DirectedFailure, DirectedResult
from refengine.testing.failure import FAULT, Failure, Key, breaches, key_of_fault
from refengine.testing.protocol import PlayableGame
from refengine.testing.shrink import DEFAULT_BUDGET, shrink


def shrunk(
    game: PlayableGame, start: State, actions: tuple[Move, ...], key: Key, clause: Clause, message: str, budget: int
) -> Failure:
    """Returns a failure with the shortest trace that is found for it.

    Values that a fault names are those of the trace it is told with: `message` stands where this build does not fail.
    """
    short = shrink(game, start, actions, key, breaches(game, key), budget)
    states = states_along(game, start, short)
    failure = Failure(key[0], clause, message, trace_of(game, states, short, violates=key), 0, len(actions))
    fault = _fault_at_the_end(game, states, short) if key[0] == FAULT else None
    if fault is None or key_of_fault(fault) != key:
        return failure
    return evolve(failure, clause=fault.clause, message=fault.message, code=fault.code)


def shrunk_fault(
    game: PlayableGame, start: State, actions: tuple[Move, ...], fault: Fault, budget: int = DEFAULT_BUDGET
) -> Failure:
    """Returns the failure of a fault with the shortest trace that is found for it."""
    found = shrunk(game, start, actions, key_of_fault(fault), fault.clause, fault.message, budget)
    return found if found.code is not None else evolve(found, code=fault.code)


def _fault_at_the_end(game: PlayableGame, states: Sequence[State], actions: Sequence[Move]) -> Fault | None:
    """Returns the fault that the last of these actions meets, or that the state behind it does; None without one."""
    before = states[-2] if len(states) > 1 else None
    try:
        if len(states) <= len(actions):
            game.apply(states[-1], actions[len(states) - 1])
        elif not game.violations(before, states[-1]) and not game.legal(states[-1]):
            game.outcome(states[-1])
    except Fault as fault:
        return fault
    except IllegalAction:
        return None
    return None


def not_begun(game: PlayableGame, fault: Fault) -> Failure:
    """Returns the failure of a game that breaks off before it is a game: a trace of no states and no steps."""
    told = game.description
    key = key_of_fault(fault)
    trace = Trace(told.name, told.version, told.players, told.readings, told.options, (), (), violates=key)
    return Failure(FAULT, fault.clause, fault.message, trace, code=fault.code)


def states_along(game: PlayableGame, start: State, actions: Sequence[Move]) -> list[State]:
    """Returns the states that actions lead through, up to one that does not lead on."""
    states = [start]
    for action in actions:
        try:
            states.append(game.apply(states[-1], action))
        except (Fault, IllegalAction):
            break
    return states


def failures_of(game: PlayableGame, directed: DirectedResult, budget: int = DEFAULT_BUDGET) -> tuple[Failure, ...]:
    """Returns the failures met by directed play in games from the start, shrunk in `game`, perhaps the plain build."""
    return tuple(failure_of(game, each, budget) for each in directed.failures)


def failure_of(game: PlayableGame, met: DirectedFailure, budget: int = DEFAULT_BUDGET) -> Failure:
    """Returns a failure that directed play met, shrunk in `game`."""
    try:
        start = game.initial()
    except Fault as fault:
        return not_begun(game, fault)
    actions = _in_build(game, start, met.actions)
    if met.fault is not None:
        return shrunk_fault(game, start, actions, met.fault, budget)
    states = states_along(game, start, actions)
    broken = game.violations(states[-2] if len(states) > 1 else None, states[-1])
    clause = next((each.clause for each in broken if each.clause.path == met.key[1]), Clause(met.key[1], ()))
    return shrunk(game, start, actions, met.key, clause, "", budget)


def _in_build(game: PlayableGame, start: State, actions: Sequence[Move]) -> tuple[Move, ...]:
    """Returns the same actions as another build of the game has them, as far as it has them."""
    state = start
    same: list[Move] = []
    for action in actions:
        try:
            found: Move = game.find_action(state, action.actor, action.name, action.arguments)
        except BadData:
            break
        same.append(found)
        try:
            state = game.apply(state, found)
        except (Fault, IllegalAction):
            break
    return tuple(same)
