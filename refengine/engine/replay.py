"""A recorded trace played again: the first step that is not legal, or that leads elsewhere than it says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from attrs import frozen

from refengine.engine.trace import Breach, Data, Replayable, State, Trace, TraceStep, mismatches
from refengine.engine.trace_errors import no_state
from refengine.runtime.fault import BadData, Failed, Fault, IllegalAction
from refengine.source.diagnostic import Diagnostic

VERSION = "version"
"""The name, in the data of a state, of the version of the rules."""

MAX_DIFFERENCES = 20


@frozen
class RecordDifference:
    """A place in a state's data where the record says one thing and the rules another."""

    place: str
    recorded: Data
    found: Data


@frozen
class Replay:
    """The result of playing a trace again.

    `steps` were legal; `state` is the last state that they led to, and `step` the one that went wrong, if any did.
    There is no state if the game cannot begin, and no step if the rules break off between steps.
    `failed` says what stands in the way of an illegal step; `breaches` are (number of the step, what it breaks).
    """

    verdict: Literal["same", "illegal", "differs", "fault", "foreign"]
    steps: int
    state: State | None
    step: TraceStep | None = None
    failed: tuple[Failed, ...] = ()
    fault: Fault | None = None
    differences: tuple[RecordDifference, ...] = ()
    breaches: tuple[tuple[int, Breach], ...] = ()
    problems: tuple[Diagnostic, ...] = ()

    @property
    def citations(self) -> tuple[str, ...]:
        """The citations on which the rules that stand in the way rest, each once."""
        clauses = [each.clause for each in self.failed] + ([self.fault.clause] if self.fault else [])
        return tuple(dict.fromkeys(cite for clause in clauses for cite in clause.cites))


def replay(game: Replayable, trace: Trace, path: str = "trace", *, any_version: bool = False) -> Replay:
    """Plays the trace again.

    `any_version` for one that was recorded before the rules were changed: its actions are played, and its states
    compared in all but the version.
    """
    problems = mismatches(game.description, trace, path, any_version=any_version)
    if problems:
        return Replay("foreign", 0, None, problems=problems)
    try:
        first = _as_of(game.description.version, trace.states[0]) if any_version else trace.states[0]
        state = game.initial() if trace.from_start else game.from_json(first)
    except BadData as bad:
        return Replay("foreign", 0, None, problems=(no_state(path, bad.message, bad.hint),))
    except Fault as fault:
        return Replay("fault", 0, None, fault=fault)
    return _replayed(game, trace, state, any_version=any_version)


def _as_of(version: str, data: Data) -> Data:
    """Returns the data of a state as if it were of this version of the rules."""
    return {**data, VERSION: version} if isinstance(data, Mapping) and VERSION in data else data


def _replayed(game: Replayable, trace: Trace, state: State, *, any_version: bool) -> Replay:
    breaches: list[tuple[int, Breach]] = []
    done = Replay("same", 0, state)
    for number in range(len(trace.steps) + 1):
        step = trace.steps[number - 1] if number else None
        before = state
        if step is not None:
            try:
                state = game.apply(before, game.find_action(before, step.actor, step.action, step.arguments))
            except IllegalAction as illegal:
                return _ended("illegal", number - 1, before, step, breaches, failed=illegal.failed)
            except BadData:
                return _ended("illegal", number - 1, before, step, breaches)
            except Fault as fault:
                return _ended("fault", number - 1, before, step, breaches, fault=fault)
        try:
            breaches.extend((number, each) for each in game.violations(before if number else None, state))
        except Fault as fault:
            return _ended("fault", number, state, None, breaches, fault=fault)
        recorded = trace.states[number]
        if recorded is not None:
            found = game.to_json(state)
            unlike = differences(
                _as_of(found[VERSION], recorded) if any_version and VERSION in found else recorded, found
            )
            if unlike:
                return _ended("differs", max(number - 1, 0), before, step, breaches, differences=unlike)
        done = Replay("same", number, state, breaches=tuple(breaches))
    try:
        if not done.breaches and not game.legal(state):
            game.outcome(state)
    except Fault as fault:
        return _ended("fault", done.steps, state, None, breaches, fault=fault)
    return done


def _ended(
    verdict: Literal["illegal", "differs", "fault"],
    steps: int,
    state: State,
    step: TraceStep | None,
    breaches: Sequence[tuple[int, Breach]],
    **why: Any,
) -> Replay:
    kept = tuple(each for each in breaches if each[0] <= steps)
    return Replay(verdict, steps, state, step, breaches=kept, **why)


def differences(recorded: Data, found: Data) -> tuple[RecordDifference, ...]:
    """Returns the differences between two data, a few places at most."""
    unlike: list[RecordDifference] = []
    _compare(recorded, json.loads(json.dumps(found)), "", unlike.append)
    return tuple(unlike[:MAX_DIFFERENCES])


def _compare(recorded: Data, found: Data, place: str, tell: Callable[[RecordDifference], None]) -> None:
    match recorded, found:
        case dict(), dict():
            alone = [name for name in recorded.keys() ^ found.keys() if recorded.get(name) is found.get(name) is None]
            if alone:  # nothing there, and nothing said: that is told by the names
                tell(RecordDifference(place, list(recorded), list(found)))
            for name in dict.fromkeys([*recorded, *found]):
                _compare(recorded.get(name), found.get(name), f"{place}.{name}" if place else str(name), tell)
        case list(), list() if len(recorded) == len(found):
            for index, (one, other) in enumerate(zip(recorded, found, strict=True)):
                _compare(one, other, f"{place}[{index}]", tell)
        case _ if recorded != found or isinstance(recorded, bool) != isinstance(found, bool):
            tell(RecordDifference(place, recorded, found))
