"""Properties of a state and of a step, each with the engine's own answer whether it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from attrs import frozen

from refengine.prove.engines import EnginePosition
from refengine.runtime.description import MeasureInfo
from refengine.runtime.fault import Clause, Fault

if TYPE_CHECKING:
    from refengine.runtime.game import State


@frozen
class Property:
    """A property that has to hold, and whether it does."""

    kind: str
    name: str
    clause: Clause
    holds: Callable[[], bool]


def properties_of_state(stood: EnginePosition, state: State) -> Iterator[Property]:
    """Yields the invariants that say something of a state."""
    phase = state.control[-1].phase
    for each in stood.game.description.invariants:
        if not each.step and (not each.phases or phase in each.phases):
            yield Property("invariant", each.name, each.clause, partial(each.holds, state, state))


def properties_of_step(stood: EnginePosition, after: State) -> Iterator[Property]:
    """Yields the invariants of the state after a step, and the step invariants and measures that speak of the step."""
    before = stood.state
    phase = before.control[-1].phase
    yield from properties_of_state(stood, after)
    for each in stood.game.description.invariants:
        if each.step and (not each.phases or phase in each.phases):
            yield Property("step invariant", each.name, each.clause, partial(each.holds, before, after))
    for measure in measures_of(stood):
        yield Property("measure", measure.name, measure.clause, partial(_falls, stood, measure, after))


def measures_of(stood: EnginePosition) -> Iterator[MeasureInfo]:
    """Yields the measures that say something of the steps from a state."""
    phase = stood.state.control[-1].phase
    yield from (each for each in stood.game.description.measures if not each.phases or phase in each.phases)


def _falls(stood: EnginePosition, measure: MeasureInfo, after: State) -> bool:
    """Returns whether a measure falls over a step, where it has to; if anything has no answer, by its terms alone."""
    try:
        broken = stood.game.violations(stood.state, after)
    except Fault:
        now = measure.terms(after)
        return now < measure.terms(stood.state) and min(now) >= 0
    return all((each.kind, each.name) != ("measure", measure.name) for each in broken)
