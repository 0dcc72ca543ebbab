"""The whole course of a game as terms: every place at which somebody decides, and every step from there.

Places are found by following the steps from the setup, without asking the solver: one that is never reached does no
harm, since what is proved of it is proved of more than has to be.
"""

from __future__ import annotations

from attrs import define, field, frozen

from refengine.smt.scope import Faults
from refengine.smt.state import State
from refengine.smt.study import Study
from refengine.smt.terms import Bool
from refengine.smt.transition import Course, Frame, Run, Shape, Stack, Taken, shape_of
from refengine.smt.unsupported import Unsupported

MANY = 60
"""So many places at which somebody decides; a game with more has stacks without end."""


@frozen(eq=False)
class Place:
    """A place at which somebody decides, in a state that nothing is known of."""

    shape: Shape
    stack: Stack
    state: State

    @property
    def top(self) -> Frame:
        """The frame that waits."""
        return self.stack[-1]

    @property
    def phase(self) -> str:
        """The phase that decides."""
        return self.top.script

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
    places: dict[Shape, Place] = field(factory=dict)
    steps: list[Step] = field(factory=list)
    asking: dict[Shape, tuple[Bool, Faults]] = field(factory=dict)
    """For each place that somebody is asked who has no legal action, and what may fail in finding that out."""

    def __attrs_post_init__(self) -> None:
        self.start_faults = Faults(self.study.terms)

    def run(self, faults: Faults) -> Run:
        """A runner of scripts whose faults are taken in here."""
        return Run(self.study.world, faults)


def courses_of(study: Study) -> Courses:
    """The course of a game."""
    found = Courses(study, study.world.layout.unknown())
    found.start = tuple(found.run(found.start_faults).setup())
    agenda = [course.stack for course in found.start]
    while agenda:
        shape = shape_of(agenda.pop())
        if not shape or shape in found.places:
            continue
        if len(found.places) >= MANY:
            raise Unsupported("a game whose phases can be entered in endless ways")
        place = found.places[shape] = _place(found, shape)
        for step in _steps(found, place):
            found.steps.append(step)
            agenda += [course.stack for course in step.courses]
    return found


def _place(found: Courses, shape: Shape) -> Place:
    values = found.study.world.values
    run = found.run(Faults(found.study.terms))
    stack = tuple(
        Frame(
            *key,
            tuple(values.fresh(local.domain, f"{local.name} at {key[0]} {number}") for local in run.held_at(key)),
        )
        for number, key in enumerate(shape)
    )
    return Place(shape, stack, found.state)


def _steps(found: Courses, place: Place) -> list[Step]:
    steps: list[Step] = []
    faults = Faults(found.study.terms)
    run = found.run(faults)
    found.asking[place.shape] = (run.unanswered(place.top, place.state), faults)
    for action in run.ask_at(place.top).actions:
        own = Faults(found.study.terms)
        run = found.run(own)
        taken = run.taken(run.ask_at(place.top), action, run.inside(place.top, place.state), f"{place.name}: ")
        steps.append(Step(place, taken, tuple(run.step(taken, place.stack)), own))
    return steps
