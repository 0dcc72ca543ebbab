"""The meaning of what has to hold, and of what comes out of a game."""

from __future__ import annotations

from attrs import frozen

from refengine.ir import game as model
from refengine.semantics.expressions import Meaning
from refengine.semantics.state import Locals, Rules, State


@frozen
class Outcome:
    """The scores of all seats, in order, and the seats, from 0, that win."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


def outcome(rules: Rules, state: State) -> Outcome | None:
    """Returns what comes out of a game; None while it goes on, and where the rules say nothing of it."""
    declared = rules.game.outcome
    if declared is None or state.stack:
        return None
    meaning, at = Meaning(rules, state), declared.clause.path
    seats = range(rules.size("player"))
    scores = tuple([meaning.of(declared.score, {declared.player: seat}, at) for seat in seats])
    return Outcome(scores, tuple(meaning.of(declared.winners, {}, at)))


def broken(rules: Rules, before: State | None, after: State) -> tuple[str, ...]:
    """Returns the invariants, step invariants and measures that a step breaks, by name, as they are declared.

    With None before it, of a state that comes first, the invariants alone.
    """
    if before is None:
        listed = (each for each in rules.game.invariants if not each.step)
        return tuple([each.name for each in listed if not _holds(rules, each, after, after)])
    invariants = [each.name for each in rules.game.invariants if not _holds(rules, each, before, after)]
    return (*invariants, *(each.name for each in rules.game.measures if not _falls(rules, each, before, after)))


def _holds(rules: Rules, invariant: model.Invariant, before: State, after: State) -> bool:
    """Returns whether an invariant holds of the state after a step, or over the step, where it is said of it."""
    where = before if invariant.step else after
    if invariant.phases and _phase(where) not in invariant.phases:
        return True
    told: Locals = {}
    if invariant.during is not None:
        frames = [each for each in where.stack if each.phase == invariant.during.phase]
        if not frames:
            return True
        told = frames[-1].told
    return bool(Meaning(rules, after, before).of(invariant.condition, told, invariant.clause.path))


def _falls(rules: Rules, measure: model.Measure, before: State, after: State) -> bool:
    """Returns whether a measure falls over a step, if it has to.

    The first term that changes becomes less, and not below 0.
    """
    at = measure.clause.path
    then, now = Meaning(rules, before), Meaning(rules, after)
    if (measure.phases and _phase(before) not in measure.phases) or not then.holds(measure.guards, {}, at):
        return True
    for term in measure.terms:
        old, new = then.of(term, {}, at), now.of(term, {}, at)
        if old != new:
            return bool(0 <= new < old)
    return False


def _phase(state: State) -> str:
    return state.stack[-1].phase if state.stack else ""
