"""A recorded trace played again: the first step that is not legal, or that leads elsewhere than it says."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Literal

from attrs import frozen

from refengine.engine.fault import BadData, Failed, Fault, IllegalAction
from refengine.engine.trace import Breach, Data, Replayable, State, Step, Trace, mismatches, no_state
from refengine.source.diagnostic import Diagnostic

MAX_DIFFERENCES = 20


@frozen
class Difference:
    """A place in a state's data where the record says one thing and the rules another."""

    place: str
    recorded: Data
    found: Data


@frozen
class Replay:
    """What came of playing a trace again.

    `steps` were legal; `state` is the last state that they led to, and `step` the one that went wrong, if any did.
    `failed` says what stands in the way of an illegal step; `breaches` are (number of the step, what it breaks).
    """

    verdict: Literal["same", "illegal", "differs", "fault", "foreign"]
    steps: int
    state: State | None
    step: Step | None = None
    failed: tuple[Failed, ...] = ()
    fault: Fault | None = None
    differences: tuple[Difference, ...] = ()
    breaches: tuple[tuple[int, Breach], ...] = ()
    problems: tuple[Diagnostic, ...] = ()

    @property
    def citations(self) -> tuple[str, ...]:
        """What the rules that stand in the way rest on."""
        clauses = [each.clause for each in self.failed] + ([self.fault.clause] if self.fault else [])
        return tuple(dict.fromkeys(cite for clause in clauses for cite in clause.cites))


def replay(game: Replayable, trace: Trace, path: str = "trace", *, any_version: bool = False) -> Replay:
    """Plays the trace again; `any_version` for one that was recorded before the rules were changed."""
    problems = mismatches(game.description, trace, path, any_version=any_version)
    if problems:
        return Replay("foreign", 0, None, problems=problems)
    try:
        state = game.initial() if trace.from_start else game.from_json(trace.states[0])
    except BadData as bad:
        return Replay("foreign", 0, None, problems=(no_state(path, bad.message, bad.hint),))
    return _replayed(game, trace, state)


def _replayed(game: Replayable, trace: Trace, state: State) -> Replay:
    breaches: list[tuple[int, Breach]] = [(0, each) for each in game.violations(None, state)]
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
            breaches.extend((number, each) for each in game.violations(before, state))
        if trace.states[number] is not None:
            unlike = differences(trace.states[number], game.to_json(state))
            if unlike:
                return _ended("differs", max(number - 1, 0), before, step, breaches, differences=unlike)
        done = Replay("same", number, state, breaches=tuple(breaches))
    return done


def _ended(
    verdict: Literal["illegal", "differs", "fault"],
    steps: int,
    state: State,
    step: Step | None,
    breaches: Sequence[tuple[int, Breach]],
    **why: Any,
) -> Replay:
    kept = tuple(each for each in breaches if each[0] <= steps)
    return Replay(verdict, steps, state, step, breaches=kept, **why)


def differences(recorded: Data, found: Data) -> tuple[Difference, ...]:
    """Where two data differ, a few places at most."""
    unlike: list[Difference] = []
    _compare(recorded, json.loads(json.dumps(found)), "", unlike.append)
    return tuple(unlike[:MAX_DIFFERENCES])


def _compare(recorded: Data, found: Data, place: str, tell: Callable[[Difference], None]) -> None:
    match recorded, found:
        case dict(), dict():
            for name in dict.fromkeys([*recorded, *found]):
                _compare(recorded.get(name), found.get(name), f"{place}.{name}" if place else str(name), tell)
        case list(), list() if len(recorded) == len(found):
            for index, (one, other) in enumerate(zip(recorded, found, strict=True)):
                _compare(one, other, f"{place}[{index}]", tell)
        case _ if recorded != found or isinstance(recorded, bool) != isinstance(found, bool):
            tell(Difference(place, recorded, found))
