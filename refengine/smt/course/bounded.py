"""The first steps of a game followed from its start, one after the other: what fails there fails in a real game.

Every place is in exactly the states that are reached there, so nothing has to be assumed, and a model is a position to
which a game comes: a step on which something fails is not taken. Ways that no game takes are left out as they come up,
which asks the solver once for each.
"""

from __future__ import annotations

from attrs import frozen

from refengine.smt.course.actions import Course
from refengine.smt.course.course import Courses, Place, steps_at
from refengine.smt.encode.scope import Faults
from refengine.smt.terms.stack import shape_of
from refengine.smt.terms.term import Bool

MOST = 80
"""The number of places that are followed; then the search stops."""


@frozen(eq=False)
class BoundedCourse:
    """A course that was followed only so far: `steps` from the start; whether all games are over by then."""

    courses: Courses
    steps: int
    is_whole: bool


def unroll(whole: Courses, steps: int, rlimit: int) -> BoundedCourse:
    """Returns the first `steps` steps; fewer if there are too many ways, or more resources are spent than `rlimit`."""
    study, terms = whole.study, whole.study.terms
    found = Courses(study, whole.state, whole.start)
    found.start_faults = whole.start_faults
    if whole.by_piece:
        found.start_faults = Faults(terms)
        found.start = tuple(each for each in found.run(found.start_faults).setup() if each.condition is not False)
    until = study.solver.spent + rlimit
    begun = terms.not_(found.start_faults.whole())
    level: list[tuple[Course, Bool]] = [(each, terms.and_(begun, each.condition)) for each in found.start]
    for number in range(steps):
        coming: list[tuple[Course, Bool]] = []
        for course, premise in level:
            if not course.stack or study.solver.ask(premise, reach="whole").result == "unsat":
                continue
            if len(found.places) >= MOST or study.solver.spent > until or study.solver.exhausted:
                return BoundedCourse(found, number, is_whole=False)
            shape = shape_of(course.stack)
            key = (*shape, "reached", len(found.places))
            place = Place(key, shape, course.stack, course.state, premise)
            found.ends[id(course)] = key
            found.places[key] = place
            for step in steps_at(found, place, whole=True):
                found.steps.append(step)
                taken = terms.all((premise, step.legal, terms.not_(step.faults.whole())))
                coming += [(each, terms.and_(taken, each.condition)) for each in step.courses]
        level = coming
        if not level:
            return BoundedCourse(found, number + 1, is_whole=True)
    return BoundedCourse(found, steps, is_whole=all(not course.stack for course, _ in level))
