"""Readings that are there to show a gap: under one of them there has to be a position that no rule covers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.obligations import Owed
from refengine.smt.course.course import Courses, courses_of
from refengine.smt.course.places import position_at, step_played
from refengine.smt.course.study import Dump, study
from refengine.smt.encode.scope import Faults
from refengine.smt.goal import Counterexample, Decision, Goal, Limits
from refengine.smt.induction.invariants import stated_invariants
from refengine.smt.solving.memory import Memory
from refengine.smt.solving.model import Model
from refengine.smt.terms.term import Bool

BROKEN: Final = "only positions that break an invariant are not covered, and of this reading no invariant is proved"
ELSEWHERE: Final = "a position may not be covered at the start of the game, or where somebody is asked"


def decide_gap(
    rules: model.Game, goal: Goal, limits: Limits, dump: Dump | None, memory: Memory | None = None
) -> Decision:
    """Returns a state from which a step meets no rule, reachable or not."""
    under = ((goal.name, goal.part),)
    name = f"gap-{goal.name}-{goal.part}-{goal.players}"
    made = study(rules, goal.players, limits, "default", under, dump, name, memory=memory)
    courses = courses_of(made, whole=True)
    unknown = broken = False
    for step in courses.steps:
        for number, obligation in enumerate(step.faults.found):
            if obligation.owed != Owed.COVERAGE:
                continue
            wanted = (step.place.premise, step.legal, step.faults.of(obligation))
            if made.solver.ask(*wanted).result == "unsat":
                continue
            stated_there = [
                each.meaning(step.place.state, step.place.stack, Faults(made.terms))
                for each in stated_invariants(courses, step.place)
            ]
            # What fails later is not met any more.
            sooner = [made.terms.not_(step.faults.of(each)) for each in list(step.faults.found)[:number]]
            answer = made.solver.ask(*wanted, *stated_there, *sooner, reach="whole")
            if answer.result == "unknown":
                answer = made.solver.ask(*wanted, *sooner, reach="whole")
            if answer.result != "sat":
                unknown |= answer.result == "unknown"
                broken |= bool(stated_there) and made.solver.ask(*wanted, *sooner, reach="whole").result != "unsat"
                continue
            assert step.taken is not None  # a whole step is an action
            found = Model(made.terms, answer.model)
            before = position_at(made, step.place.state, step.place.stack, found)
            shown = Counterexample((before,), (), step=step_played(made, step.taken, found), fault=obligation.path)
            how = f"no case of `{obligation.path}` applies here"
            decision = Decision(goal, "found", how=how, counterexample=shown)
            return evolve(decision, rlimit=made.solver.spent, queries=made.solver.asked)
    found_none = Decision(goal, "not found", how="every position is covered after all")
    if unknown:
        found_none = Decision(goal, "unknown", how=made.solver.gave_up)
    elif broken:
        found_none = Decision(goal, "unknown", how=BROKEN)
    elif any(made.solver.ask(each).result != "unsat" for each in _elsewhere(courses)):
        found_none = Decision(goal, "unknown", how=ELSEWHERE)
    return evolve(found_none, rlimit=made.solver.spent, queries=made.solver.asked)


def _elsewhere(courses: Courses) -> Iterator[Bool]:
    """Yields the terms that a position is not covered at the start, or where somebody is asked: no step meets that."""
    for faults in (courses.start_faults, *(faults for _, faults in courses.asking.values())):
        yield from (faults.of(each) for each in faults.found if each.owed == Owed.COVERAGE)
