"""Which values decide a statement at a position, in the order in which they do, and what of the position they look at.

A value is left out where, with those that are told as they are, the answer of whoever asks for it is the same whatever
it comes to; the engine says so, by trying. Where that would take too long, or cannot be listed, nothing is left out.
What no evaluation has looked at may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from attrs import define, evolve, field, frozen

from refengine.engine.supposing import Call, TracedCall as Made, calls_of, runs_until_settled
from refengine.ir.domain import Domain, Enum, Option, Range, Truth
from refengine.prove.attempts import failing_value
from refengine.prove.engines import EnginePosition
from refengine.prove.looks import Spot, looked_at
from refengine.prove.replay import EvaluatedValue
from refengine.runtime.codec import Codec
from refengine.runtime.description import InvariantInfo
from refengine.smt.goal import Counterexample, Goal, Prediction

if TYPE_CHECKING:
    from refengine.runtime.game import State

AT_ONCE: Final = 200
"""The greatest number of runs to show that a value does not decide."""

IN_ALL: Final = 4_000
"""The greatest number of runs for one position."""

LISTED: Final = 24
"""The greatest number of members of a domain that are tried."""

Statement = Callable[["State"], object]


@frozen
class ValueStep:
    """A value that was asked, so `deep` within others; `decides`: the one that asked for it depends on it."""

    worked: EvaluatedValue
    deep: int
    decides: bool


@frozen
class EvaluationSteps:
    """The steps of an evaluation: every value asked, from the statement outward, and what was looked at.

    `looked` is None where no engine works out the statement as a whole.
    """

    steps: tuple[ValueStep, ...]
    looked: frozenset[Spot] | None


def deciding_steps(
    goal: Goal, found: Counterexample, stood: EnginePosition, number: int, named: frozenset[str]
) -> EvaluationSteps:
    """Finds what decides a goal at the position with this number; `named` are the values that it names itself."""
    stated = _stated(goal, found, stood) if number == 0 else None
    steps = _Steps(stood, number)
    if stated is None:
        asked = [each for each in found.asked if each.position == number]
        steps.ask([*(one for one in asked if one.value in named), *asked])
        return EvaluationSteps(tuple(steps.found), None)
    steps.state(stated)
    return EvaluationSteps(tuple(steps.found), looked_at(stood, stated))


def deciding_after(goal: Goal, before: EnginePosition, after: State) -> EvaluationSteps | None:
    """Finds what decides an invariant in the state that a step leads to; returns None for every other goal."""
    holds = next((each.holds for each in _invariants(before, goal)), None)
    if holds is None:
        return None
    stood = evolve(before, state=after)
    steps = _Steps(stood, 0)
    steps.state(partial(holds, before.state))
    return EvaluationSteps(tuple(steps.found), looked_at(stood, partial(holds, before.state)))


def _invariants(stood: EnginePosition, goal: Goal) -> Iterator[InvariantInfo]:
    """Yields the invariant that a goal is about, if it says something of single states."""
    if goal.kind == "invariant":
        yield from (each for each in stood.game.description.invariants if each.name == goal.name and not each.step)


def _stated(goal: Goal, found: Counterexample, stood: EnginePosition) -> Statement | None:
    """Returns the statement as function of a state, if an engine works it out in one: what is claimed, then assumed."""
    if found.step is not None or found.phase is not None:
        return None
    if found.fault is not None:
        failing = failing_value(stood, found)
        return None if failing is None else _call(stood, failing)
    if goal.kind in {"claim", "witness"}:
        for example in stood.game.description.examples:
            if example.name == goal.name:
                *assumed, claimed = [each.condition for each in example.lines if each.condition is not None]
                return _each_of((claimed, *assumed))
    for invariant in _invariants(stood, goal):
        return partial(invariant.holds, stood.state)
    return None


def _each_of(conditions: Sequence[Statement]) -> Statement:
    return lambda state: tuple(each(state) for each in conditions)


def _call(stood: EnginePosition, asked: Prediction) -> Statement:
    return lambda state: stood.game.value(state, asked.value, *asked.arguments)


@define
class _Steps:
    """Yields the findings in order; a value at the same arguments once."""

    stood: EnginePosition
    number: int
    found: list[ValueStep] = field(factory=list)
    _told: set[Call] = field(factory=set)
    _left: int = IN_ALL

    def ask(self, asked: Sequence[Prediction]) -> None:
        """Takes in values of which nobody says what for they are asked, and what they rest on."""
        made = tuple(each for one in asked for each in calls_of(partial(_call(self.stood, one), self.stood.state)))
        for each in made:
            self._take(each, 0)
        self._take_others(made)

    def state(self, stated: Statement) -> None:
        """Takes in what a statement rests on."""
        ask = partial(stated, self.stood.state)
        made = calls_of(ask)
        for each in self._needed(ask, made, None):
            self._take(each, 0)
        self._take_others(made)

    def _take(self, made: Made, deep: int) -> None:
        """Takes in a value that decides, and those on which it rests."""
        if made.call in self._told:
            return
        self._add(made, deep, decides=True)
        function = partial(_value(self.stood, made.call[0]).function, self.stood.state, *made.call[1])
        for each in self._needed(function, made.inside, made.call) if made.inside else ():
            self._take(each, deep + 1)

    def _take_others(self, made: Sequence[Made]) -> None:
        """Takes in what was asked and decides nothing."""
        for each in made:
            if each.call not in self._told:
                self._add(each, 0, decides=False)
            self._take_others(each.inside)

    def _add(self, made: Made, deep: int, *, decides: bool) -> None:
        self._told.add(made.call)
        codec, info = Codec(self.stood.game.description), _value(self.stood, made.call[0])
        given = zip(info.params, made.call[1], strict=True)
        arguments = tuple(codec.public(param.domain, each) for param, each in given)
        result = None if made.fault is not None else codec.public(info.domain, made.result)
        worked = EvaluatedValue(Prediction(self.number, info.name, arguments, result), result, made.clause, made.fault)
        self.found.append(ValueStep(worked, deep, decides))

    def _needed(self, ask: Callable[[], object], made: Sequence[Made], itself: Call | None) -> tuple[Made, ...]:
        """Returns the values on which an answer depends; of those it asks for the last are done without first."""
        known = {each.call: each for each in made}
        for each in reversed(made):
            without = {call: one for call, one in known.items() if call != each.call}
            runs = runs_until_settled(ask, without, self._alternatives, min(AT_ONCE, self._left), itself)
            self._left = max(0, self._left - (AT_ONCE if runs is None else runs))
            if runs is not None:
                known = without
        return tuple(known.values())

    def _alternatives(self, value: str) -> Sequence[Any]:
        return _members(self.stood, _value(self.stood, value).domain)


def _value(stood: EnginePosition, name: str) -> Any:
    return next(each for each in stood.game.description.values if each.name == name)


def _members(stood: EnginePosition, domain: Domain) -> Sequence[Any]:
    """Returns the members of a domain as a module holds them; none if there are too many, or no list."""
    match domain:
        case Truth():
            return (False, True)
        case Range(low=low, high=high):
            return range(low, high + 1) if high - low < LISTED else ()
        case Enum(kind="player"):
            return range(stood.game.description.players)
        case Enum(kind=kind):
            (found,) = (each for each in stood.game.description.kinds if each.name == kind)
            return range(len(found.members)) if len(found.members) <= LISTED else ()
        case Option(inner=inner):
            members = _members(stood, inner)
            return (None, *members) if members else ()
        case _:
            return ()
