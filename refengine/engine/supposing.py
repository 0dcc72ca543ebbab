"""Counterfactuals: the values that an explaining module asks for an answer, and its answer under other results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from attrs import define, evolve, field, frozen

from refengine.runtime.fault import Clause, Fault
from refengine.runtime.frames import Frame
from refengine.runtime.recording import listening

R = TypeVar("R")

Call = tuple[str, tuple[Any, ...]]
"""A value, and its arguments as a module holds them."""


@frozen
class TracedCall:
    """A call that was made, what it came to (or the fault in it), the clause that decided, and the calls inside it."""

    call: Call
    clause: Clause
    result: Any
    fault: Fault | None
    inside: tuple[TracedCall, ...]


@define
class _CallRecorder:
    """Writes down every call, and what is asked inside of it."""

    made: list[TracedCall] = field(factory=list)
    decided: list[Clause] = field(factory=list)

    def fire(self, clause: Clause, arguments: tuple[object, ...]) -> None:
        """Leaves it."""

    def pass_on(self, frame: Frame, state: object) -> None:
        """Leaves it."""

    def decide(self, clause: Clause) -> None:
        """Takes in which clause decides; the last one is the reason."""
        self.decided.append(clause)

    def call(self, function: Callable[..., R], clause: Clause, skip: int, args: tuple[Any, ...]) -> R:
        """Calls a value, and takes in what is asked meanwhile."""
        outside, self.made, self.decided = (self.made, self.decided), [], []
        call, result, met = (clause.path, args[skip:]), None, None
        try:
            result = function(*args)
        except Fault as fault:
            met = fault
            raise
        else:
            return result
        finally:
            by = clause if met is None else met.clause
            found = TracedCall(
                call, self.decided[-1] if self.decided and met is None else by, result, met, tuple(self.made)
            )
            self.made, self.decided = outside
            self.made.append(found)


def calls_of(ask: Callable[[], object]) -> tuple[TracedCall, ...]:
    """Returns the values asked for an answer, each at each of its arguments once; others stand inside of these."""
    asking = _CallRecorder()
    with listening(asking):
        outcome_of(ask)
    return _once(asking.made)


def _once(made: Sequence[TracedCall]) -> tuple[TracedCall, ...]:
    first: dict[Call, TracedCall] = {}
    for each in made:
        first.setdefault(each.call, each)
    return tuple(evolve(each, inside=_once(each.inside)) for each in first.values())


class Unlisted(Exception):  # noqa: N818 - it never leaves the module
    """A value was asked of which nobody can say what else it may come to."""


@define
class _SupposedRun:
    """A run: `known` calls come to what is known of them, the others to the `choices` in turn, then to the first."""

    known: Mapping[Call, TracedCall]
    alternatives: Callable[[str], Sequence[Any]]
    choices: tuple[int, ...]
    itself: Call | None
    """The call that is worked out, and not supposed."""
    taken: dict[Call, Any] = field(factory=dict)
    offered: list[int] = field(factory=list)

    def fire(self, clause: Clause, arguments: tuple[object, ...]) -> None:
        """Leaves it."""

    def pass_on(self, frame: Frame, state: object) -> None:
        """Leaves it."""

    def decide(self, clause: Clause) -> None:
        """Leaves it."""

    def call(self, function: Callable[..., R], clause: Clause, skip: int, args: tuple[Any, ...]) -> R:
        """Returns the knowledge of a value: known, or supposed."""
        call = clause.path, args[skip:]
        if self.itself == call:
            self.itself = None
            return function(*args)
        known = self.known.get(call)
        if known is not None:
            if known.fault is not None:
                raise known.fault
            return known.result  # type: ignore[no-any-return]
        if call not in self.taken:
            listed = self.alternatives(clause.path)
            if not listed:
                raise Unlisted
            number = self.choices[len(self.offered)] if len(self.offered) < len(self.choices) else 0
            self.offered.append(len(listed))
            self.taken[call] = listed[number]
        return self.taken[call]  # type: ignore[no-any-return]


def outcome_of(ask: Callable[[], object]) -> tuple[str, object]:
    """Returns what an answer is, or the path of the clause where the rules break off instead."""
    try:
        return "is", ask()
    except Fault as fault:
        return "fault", fault.path


def runs_until_settled(
    ask: Callable[[], object],
    known: Mapping[Call, TracedCall],
    alternatives: Callable[[str], Sequence[Any]],
    most: int,
    itself: Call | None = None,
) -> int | None:
    """Counts the runs that show that the answer is what it is, whatever values come to that are not `known`.

    None if it is not, or if that is not clear after `most` runs. `alternatives` lists what a value may come to;
    nothing, if there is no such list.
    """
    wanted = outcome_of(ask)
    left: list[tuple[int, ...]] = [()]
    for run in range(1, most + 1):
        choices = left.pop()
        supposed = _SupposedRun(known, alternatives, choices, itself)
        try:
            with listening(supposed):
                found = outcome_of(ask)
        except Exception:  # noqa: BLE001 - a combination that no state has may break anything: then nothing is clear
            return None
        if found != wanted:
            return None
        left += _others(choices, supposed.offered)
        if not left:
            return run
    return None


def _others(choices: tuple[int, ...], offered: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yields the choices that differ from those of a run for the first time where it had no choice of its own yet."""
    for place in range(len(choices), len(offered)):
        lead = (*choices, *([0] * (place - len(choices))))
        yield from ((*lead, number) for number in range(1, offered[place]))
