"""Invariants of a position by other readings: what is given may break by one reading what it does not by another.

INVARIANT: by readings that are not named here the position breaks none, as far as it holds all that they read. So it
can be asked about under each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from refengine.ir import game as model
from refengine.rulings.alternatives import Alternatives, TooManyError
from refengine.rulings.bench import Bench
from refengine.rulings.evaluation import Evaluation, Locals
from refengine.rulings.offers import held_by
from refengine.rulings.world import NOWHERE
from refengine.runtime.fault import Fault

if TYPE_CHECKING:
    from refengine.runtime.game import State


def questions_of_invariants(bench: Bench, state: State) -> frozenset[str]:
    """Returns the questions that those invariants read which a position breaks by some of their readings."""
    found: set[str] = set()
    for each in bench.steps.rules.invariants:
        read = frozenset() if each.step else bench.steps.questions_of(each.condition)
        if not read <= found and _may_be_broken(bench, state, each):
            found |= read
    return frozenset(found)


def _may_be_broken(bench: Bench, state: State, invariant: model.Invariant) -> bool:
    if invariant.phases and state.control[-1].phase not in invariant.phases:
        return False
    told = _told(bench, state, invariant.during)
    if told is None:
        return False
    answers = Alternatives.of(bench.sources.rules)
    evaluation = Evaluation(bench.world, state, answers)
    try:
        came = answers.explored(lambda: evaluation.value(invariant.condition, told, NOWHERE))
    except TooManyError:
        return True
    # Of readings that read what the table's own do not keep the answer itself says that more would have to be known.
    return any(isinstance(each.fault, Fault) or (each.fault is None and not each.value) for each in came)


def _told(bench: Bench, state: State, during: model.During | None) -> Locals | None:
    """Returns what the phase is told during which something holds; None where it does not run."""
    if during is None:
        return {}
    for frame in reversed(state.control):
        info = bench.speech.codec.frame_info(frame)
        if frame.phase == during.phase and info is not None:
            held = held_by(frame, info)
            return {each: held[each.name] for each in during.params}
    return None
