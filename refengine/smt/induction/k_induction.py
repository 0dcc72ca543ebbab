"""k-induction: proves statements that a step breaks from unreachable states only, by assuming them for k steps.

A statement that holds in the first k steps of a game holds always if no step breaks it after k steps in a row in which
it held (Sheeran, Singh and Stalmarck, Checking safety properties using induction and a SAT-solver, 2000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import define, evolve

from refengine.smt.course.actions import Course
from refengine.smt.course.course import Courses, Key, Place, Step, steps_at
from refengine.smt.encode.scope import Faults
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.induction.induction import Induction
from refengine.smt.induction.invariants import Candidate, stated_invariants
from refengine.smt.induction.pieces import EVERYWHERE
from refengine.smt.induction.properties import KnownCourse
from refengine.smt.terms.stack import shape_of
from refengine.smt.terms.term import Bool

MOST = 80
"""The greatest number of paths of several steps that are followed."""

TIMES = 4
"""The limit on what all k-induction spends together, as a multiple of the limit of one query."""


_STEPPED = ("invariant", "step invariant", "measure", "obligation")
"""The kinds of goals that a step can break; conservation is no such kind, it follows from what the moves owe."""


class _TooMuchError(Exception):
    """The error of too many paths, or of too much spent."""


@define
class KInduction:
    """Tries to prove by k-induction what is known of the first steps only, with k one greater each time."""

    found: KnownCourse
    limits: Limits
    spent: int = 0

    def decide(self, goal: Goal, decision: Decision) -> Decision:
        """Returns a `bounded` decision as proved, if the statement holds after several steps in which it held."""
        if decision.verdict != "bounded" or goal.kind not in _STEPPED or self.found.courses.by_piece:
            return decision
        solver = self.found.study.solver
        before, begun = solver.rlimit, solver.spent
        in_setup = sum(each.exact for each in self.found.courses.places.values())
        try:
            for back in range(2, decision.steps - in_setup + 1):
                solver.rlimit = back * self.limits.rlimit
                if self._holds(goal, back, begun):
                    self._known(goal)
                    how = f"{EVERYWHERE}, looking back {back} steps"
                    return evolve(decision, verdict="proved", how=how, steps=0, counterexample=None, unproved="")
        except _TooMuchError:
            pass
        finally:
            solver.rlimit = before
            self.spent += solver.spent - begun
        return decision

    def _holds(self, goal: Goal, back: int, begun: int) -> bool:
        last = self._last_steps(goal, back, begun)
        again = last.owed_by(goal) if goal.kind == "obligation" else last.of_every_step(goal)
        self._afford(begun)
        return again.verdict == "proved"

    def _afford(self, begun: int) -> None:
        if self.spent + self.found.study.solver.spent - begun > TIMES * self.limits.rlimit:
            raise _TooMuchError

    def _known(self, goal: Goal) -> None:
        """Lets what was proved of a state be assumed from now on."""
        induction, name = self.found.induction, goal.name
        if goal.kind != "invariant":
            return
        for key, place in (*self.found.courses.places.items(), ((), None)):
            named = (each for each in stated_invariants(self.found.courses, place) if each.name == name)
            induction.left[key] = [*named, *induction.left[key]]
        induction.failures.pop(name, None)

    # ---- WAYS

    def _last_steps(self, goal: Goal, back: int, begun: int) -> KnownCourse:
        """Returns the places after `back - 1` steps that keep the goal, from any state that has it; then all steps."""
        whole = self.found.courses
        broken = self.found.broken(goal) if goal.kind != "obligation" else _never
        ways: list[Place] = [
            evolve(place, premise=whole.study.terms.and_(self.found.induction.known(place), self._here(goal, place)))
            for place in whole.places.values()
            if place.waits and not place.exact
        ]
        for _ in range(back - 1):
            coming: list[Place] = []
            for place in self._after(ways, broken):
                self._afford(begun)
                if len(coming) >= MOST:
                    raise _TooMuchError
                coming.append(evolve(place, key=(*place.shape, "back", len(coming))))
            ways = coming
        courses = Courses(whole.study, whole.state)
        courses.places = {each.key: each for each in ways}
        for place in ways:
            courses.steps += steps_at(courses, place, whole=True)
        left: dict[Key, list[Candidate]] = {key: [] for key in (*courses.places, ())}
        return KnownCourse(whole.study, courses, Induction(courses, left))

    def _here(self, goal: Goal, place: Place) -> Bool:
        """Returns the term that an invariant holds at a place."""
        if goal.kind != "invariant":
            return True
        faults = Faults(self.found.study.terms)
        wanted = (each for each in stated_invariants(self.found.courses, place) if each.name == goal.name)
        return self.found.study.terms.all(each.meaning(place.state, place.stack, faults) for each in wanted)

    def _after(self, ways: Iterable[Place], broken: Callable[[Step, Course], Bool]) -> Iterator[Place]:
        """Yields the places one step further, as far as that step may be taken and breaks nothing."""
        study, terms = self.found.study, self.found.study.terms
        scratch = Courses(study, self.found.courses.state)
        for place in ways:
            for step in steps_at(scratch, place, whole=True):
                for course in step.courses:
                    if not course.stack:
                        continue
                    # What the induction saw to be impossible is no place of it, and here it may take the solver to see.
                    left = self.found.induction.left.get(shape_of(course.stack), ())
                    faults = Faults(terms)
                    known = (each.meaning(course.state, course.stack, faults) for each in left)
                    goes_on = terms.and_(terms.not_(step.faults.whole()), terms.not_(broken(step, course)))
                    taken = terms.all((place.premise, step.legal, course.condition, goes_on, *known))
                    if study.solver.ask(taken).result != "unsat":
                        yield Place((), shape_of(course.stack), course.stack, course.state, taken)


def _never(_: Step, __: Course) -> Bool:
    return False
