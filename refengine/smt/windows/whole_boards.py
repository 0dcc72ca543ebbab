"""Whole boards on which a step breaks what is stated: a window with nothing outside it, and nothing near its border.

A window alone shows no position: what lies beyond might break the invariants, or be more than there are pieces. So a
counterexample has all its pieces so far inside that every cell of the board is looked at, and what every cell has to
keep is known of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from refengine.smt.course.actions import Course
from refengine.smt.course.course import Place, Step
from refengine.smt.course.places import position_at, step_played
from refengine.smt.goal import Counterexample, Decision, Goal
from refengine.smt.induction.invariants import Candidate, stated_invariants
from refengine.smt.induction.properties import KnownCourse
from refengine.smt.solving.model import Model
from refengine.smt.terms.term import Bool

NO_BOARD = "the induction fails on a window, and no whole board is found from which it does"
FROM_HERE = "the induction fails from here"


def on_a_whole_board(found: KnownCourse, goal: Goal, farthest: int) -> Decision:
    """Returns a step from a whole board that breaks an invariant, or that none is known."""
    for step, course, candidate in _breaking(found, goal.name):
        known = any(each.name == goal.name for each in stated_invariants(found.courses, step.place))
        before = found.induction.holds_before(step.place, candidate) if known else True
        broken = found.study.terms.not_(found.induction.holds_after(course, candidate))
        answer = found.study.solver.ask(
            found.induction.known(step.place),
            is_whole(found, step.place, farthest),
            step.legal,
            course.condition,
            found.study.terms.not_(step.faults.whole()),
            before,
            broken,
            reach="whole",
        )
        if answer.result == "sat" and step.taken is not None:
            model = Model(found.study.terms, answer.model)
            first = position_at(found.study, step.place.state, step.place.stack, model)
            after = position_at(found.study, course.state, course.stack, model)
            played = step_played(found.study, step.taken, model)
            return Decision(goal, "unknown", FROM_HERE, counterexample=Counterexample((first, after), (), step=played))
    return Decision(goal, "unknown", how=NO_BOARD)


def is_whole(found: KnownCourse, place: Place, farthest: int) -> Bool:
    """Returns whether all pieces on grids lie so far inside the window that every cell of the board is looked at."""
    terms, layout = found.study.terms, found.study.world.layout
    window = found.study.world.values.of_cells()
    inside = frozenset(window.within(window.radius - farthest - 1))
    parts: list[Bool] = []
    for zone in layout.grids():
        cells = place.state.zones[zone.name]
        outside = [cell for number, cell in enumerate(cells) if number not in inside]
        parts += [terms.at_most(layout.number_in(each), 0) for each in (*outside, place.state.beyond[zone.name])]
    return terms.all(parts)


def _breaking(found: KnownCourse, name: str) -> Iterator[tuple[Step, Course, Candidate]]:
    """Yields the ways on to where an invariant is stated."""
    for step in found.courses.steps:
        for course in step.courses:
            end = found.courses.places.get(found.courses.end_of(course))
            for each in stated_invariants(found.courses, end):
                if each.name == name and (end is not None or not course.stack):
                    yield step, course, each
