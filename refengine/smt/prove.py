"""The door to the prover: some goals of one game, decided."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.control import Clause
from refengine.ir.domain import CELLS
from refengine.ir.open_texts import as_given, opened
from refengine.ir.traverse import walk
from refengine.smt.claims.audits import decide_audit
from refengine.smt.claims.claims import decide_claim
from refengine.smt.claims.gaps import decide_gap
from refengine.smt.course.confinements import decide_confinement
from refengine.smt.course.dependences import decide_dependence
from refengine.smt.course.study import Dump
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.induction.bodies import decide_bodies
from refengine.smt.induction.course_goals import decide_course
from refengine.smt.induction.texts import holds_for_every_text
from refengine.smt.plan import ALONG
from refengine.smt.solving.memory import Memory
from refengine.smt.unsupported import Unsupported
from refengine.smt.windows.claims import decide_claim_on_grids
from refengine.smt.windows.invariants import decide_windows
from refengine.source.span import Span


def decide(
    rules: model.Game,
    goals: tuple[Goal, ...],
    limits: Limits,
    dump: Dump | None = None,
    memory: Memory | None = None,
) -> tuple[Decision, ...]:
    """Returns the decisions of goals that belong together (a batch of `plan.batches`), in their order.

    What the prover cannot express is the verdict `unsupported`, with the place of the construct. What z3 is known to
    answer is taken from the memory, and what it answers is put there.
    """
    found: list[Decision] = []
    try:
        for decision in _decide(rules, goals, limits, dump, memory):
            found.append(decision)  # noqa: PERF402 - what was decided before something failed is kept
    except Unsupported as failed:
        place = failed.span or _place_of(rules, failed.path)
        found += [
            Decision(goal, "unsupported", how=f"the prover cannot express {failed.what}", span=place)
            for goal in goals[len(found) :]
        ]
    return tuple(found)


def _place_of(rules: model.Game, path: str) -> Span | None:
    """Returns the place of the clause with a path."""
    clauses = (getattr(each, "clause", None) for each in walk(rules))
    return next((each.origin.span for each in clauses if isinstance(each, Clause) and each.path == path), None)


def _decide(
    rules: model.Game, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None, memory: Memory | None
) -> Iterator[Decision]:
    first = goals[0]
    if first.texts == "bodies":
        yield from decide_bodies(rules, goals, limits, dump)
        return
    if first.kind == "confinement":
        for goal in goals:
            yield decide_confinement(rules, next(each for each in rules.confinements if each.name == goal.name), goal)
        return
    rules = opened(rules) if first.texts == "any" and rules.texts else as_given(rules)
    if first.kind in ALONG and any(each.index == CELLS for each in rules.zones):
        yield from decide_windows(rules, goals, limits, dump)
        return
    if first.kind in ALONG:
        for decision in decide_course(rules, goals, limits, dump, memory):
            every_text = (
                first.texts == "any" and decision.verdict in _SURE and holds_for_every_text(rules, decision.goal)
            )
            yield evolve(decision, reached=_is_reached(decision), every_text=every_text)
        return
    if first.kind == "audit":
        audit = next(each for each in rules.audits if each.name == first.name)
        yield from decide_audit(rules, audit, goals, limits, dump, memory)
        return
    for goal in goals:
        if goal.kind == "dependence":
            yield decide_dependence(rules, next(each for each in rules.dependences if each.name == goal.name), goal)
        elif goal.kind == "gap":
            yield decide_gap(rules, goal, limits, dump, memory)
        else:
            claim = next(each for each in rules.claims if each.name == goal.name)
            if any(each.index == CELLS for each in rules.zones):
                yield decide_claim_on_grids(rules, claim, goal, limits, dump)
                continue
            yield decide_claim(rules, claim, goal, limits, dump, memory)


_SURE = frozenset({"proved", "by construction"})


def _is_reached(decision: Decision) -> bool:
    """Returns whether a game's first steps refute it too, as all that the course refutes but perhaps sight."""
    return decision.verdict == "refuted" and (decision.goal.kind != "sight" or decision.reached)
