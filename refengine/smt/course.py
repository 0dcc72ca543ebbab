"""The whole course of a game as terms: every place at which somebody decides, and every step from there.

Places are found by following the steps from the setup, without asking the solver: one that is never reached does no
harm, since what is proved of it is proved of more than has to be.
"""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from refengine.smt.merged import merged
from refengine.smt.scope import Faults
from refengine.smt.state import State
from refengine.smt.study import Study
from refengine.smt.term import Bool
from refengine.smt.transition import Course, Frame, Run, Shape, Stack, Taken, shape_of
from refengine.smt.unsupported import Unsupported

MANY = 60
"""So many places at which somebody decides; a game with more has stacks without end."""

GOING_ROUND = 2_000_000
"""So much may be spent, whatever the limits, on finding out that a way does not go round and round."""

Key = tuple[object, ...]
"""What tells places apart: the shape of the stack, and in the setup a number too."""


@frozen(eq=False)
class Place:
    """A place at which somebody decides, in a state that nothing is known of.

    In the setup it is in exactly the states that are reached, which are those where `premise` holds.
    """

    key: Key
    shape: Shape
    stack: Stack
    state: State
    premise: Bool = True

    @property
    def exact(self) -> bool:
        """Whether the states are exactly those that a game comes to here."""
        return self.key != self.shape

    @property
    def top(self) -> Frame:
        """The frame that waits."""
        return self.stack[-1]

    @property
    def phase(self) -> str:
        """The phase that decides."""
        return self.top.script

    @property
    def running(self) -> frozenset[str]:
        """The phases that are running."""
        return frozenset(script for script, _ in self.shape)

    @property
    def name(self) -> str:
        """In words."""
        return " in ".join(script for script, _ in reversed(self.shape))


@frozen(eq=False)
class Step:
    """An action at a place, and the ways on from it. `faults` are those of all of it; `asking` of what is legal."""

    place: Place
    taken: Taken
    courses: tuple[Course, ...]
    faults: Faults


@define
class Courses:
    """The start, the places and the steps."""

    study: Study
    state: State
    start: tuple[Course, ...] = ()
    start_faults: Faults = field(init=False)
    places: dict[Key, Place] = field(factory=dict)
    ends: dict[int, Key] = field(factory=dict)
    """The place to which a course leads, by the course's identity."""
    steps: list[Step] = field(factory=list)
    asking: dict[Key, tuple[Bool, Faults]] = field(factory=dict)
    """For each place that somebody is asked who has no legal action, and what may fail in finding that out."""

    def __attrs_post_init__(self) -> None:
        self.start_faults = Faults(self.study.terms)

    def run(self, faults: Faults) -> Run:
        """A runner of scripts whose faults are taken in here."""
        return Run(self.study.world, faults, self._possible)

    def _possible(self, condition: Bool) -> bool:
        solver = self.study.solver
        before, solver.rlimit = solver.rlimit, max(solver.rlimit, GOING_ROUND)
        try:
            return solver.ask(condition).result != "unsat"
        finally:
            solver.rlimit = before

    def end_of(self, course: Course) -> Key:
        """The place to which a course leads; empty when the game is over."""
        return self.ends.get(id(course), shape_of(course.stack))


def courses_of(study: Study) -> Courses:
    """The course of a game: the setup as it goes, then every place that is reached from there."""
    found = Courses(study, study.world.unknown())
    found.start = tuple(each for each in found.run(found.start_faults).setup() if each.condition is not False)
    agenda: list[Shape] = []
    waiting = [(course, study.terms.and_(course.condition)) for course in found.start]
    while waiting:
        course, premise = waiting.pop()
        if not course.stack or any(frame.script != study.world.game.setup.name for frame in course.stack):
            agenda.append(shape_of(course.stack))
            continue
        place = _exact(found, course, premise)
        for step in steps_at(found, place):
            found.steps.append(step)
            reached = study.terms.and_(premise, step.taken.legal)
            waiting += [(each, study.terms.and_(reached, each.condition)) for each in step.courses]
    while agenda:
        shape = agenda.pop()
        if not shape or shape in found.places:
            continue
        if len(found.places) >= MANY:
            raise Unsupported("a game whose phases can be entered in endless ways")
        place = found.places[shape] = general_place(found, shape)
        for step in steps_at(found, place):
            found.steps.append(step)
            agenda += [shape_of(course.stack) for course in step.courses]
    return found


def _exact(found: Courses, course: Course, premise: Bool) -> Place:
    """A place in the setup, in the states in which it is reached."""
    shape = shape_of(course.stack)
    key = (*shape, len(found.places))
    if len(found.places) >= MANY:
        raise Unsupported("a setup that asks so often", found.study.world.game.setup.clause.origin.span)
    found.ends[id(course)] = key
    place = found.places[key] = Place(key, shape, course.stack, course.state, premise)
    return place


def general_place(found: Courses, shape: Shape) -> Place:
    """A place in a state that nothing is known of."""
    values = found.study.world.values
    run = found.run(Faults(found.study.terms))
    stack = tuple(
        Frame(
            *key,
            tuple(values.fresh(local.domain, f"{local.name} at {key[0]} {number}") for local in run.held_at(key)),
        )
        for number, key in enumerate(shape)
    )
    return Place(shape, shape, stack, _as_it_is(found, run, frozenset(script for script, _ in shape)))


def _as_it_is(found: Courses, run: Run, running: frozenset[str]) -> State:
    """The state that nothing is known of, but for variables whose phase is not running: they are as at the start."""
    lasting = [each for each in run.world.game.variables if each.during is not None and each.during not in running]
    known = {each.name: run.starts(each, found.state) for each in lasting}
    return evolve(found.state, variables={**found.state.variables, **known})


def steps_at(found: Courses, place: Place) -> list[Step]:
    """Every action at a place, and the ways on from it."""
    steps: list[Step] = []
    faults = Faults(found.study.terms)
    run = found.run(faults)
    found.asking[place.key] = (run.unanswered(place.top, place.state), faults)
    for action in run.ask_at(place.top).actions:
        own = Faults(found.study.terms)
        run = found.run(own)
        taken = run.taken(run.ask_at(place.top), action, run.inside(place.top, place.state), f"{place.name}: ")
        ways = [each for each in run.step(taken, place.stack) if each.condition is not False]
        courses = merged(found.study.world, run.held_at, ways)
        steps.append(Step(place, taken, courses, own))
    return steps
