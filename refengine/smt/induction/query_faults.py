"""Faults of asking about a game rather than of playing it: its properties, its outcome, what a player sees."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from refengine.ir import expressions as ir, game as model
from refengine.smt.course.actions import Course
from refengine.smt.course.course import Courses, Place, Step
from refengine.smt.encode.scope import Faults
from refengine.smt.induction.invariants import bare_scope, holds_of, scope_of_invariant, speaks_of
from refengine.smt.induction.twins import cells, sees
from refengine.smt.terms.stack import BELOW, Frame, Stack
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool


def at_start(courses: Courses) -> Faults:
    """Returns what may fail in asking whether the laws of the tables hold."""
    faults = Faults(courses.study.terms)
    world = courses.study.world
    for law in world.game.laws:
        world.truth(law.condition, bare_scope(courses, courses.state, None, faults, law.clause.path))
    return faults


def at_place(courses: Courses, place: Place) -> Faults:
    """Returns what may fail in asking where somebody decides whether the invariants hold, and what each player sees."""
    faults = Faults(courses.study.terms)
    _invariants(courses, place.state, place.stack, True, faults)  # noqa: FBT003
    for each in (place, *_beneath(courses, place)):
        for cell in cells(courses, each):
            for seat in range(courses.study.players):
                sees(courses, each, cell, seat, each.state, each.stack, faults)
    return faults


def _beneath(courses: Courses, place: Place) -> Iterator[Place]:
    """Yields the place with each frame that may wait below where frames are not known, if sight hangs on it."""
    if place.is_alone:
        return
    values, run = courses.study.world.values, courses.run(Faults(courses.study.terms))
    for name in sorted(courses.below.perhaps[place.phase]):
        if any(each.seen.by == "each" for each in run.scripts[name].seen):
            for point in sorted({way.then for script, way in courses.below.entered if script == name}):
                told = f"below {place.phase}: {name} {point}"
                held = tuple(values.fresh(each.domain, f"{told} {each.name}") for each in run.held_at((name, point)))
                yield evolve(place, stack=(BELOW, Frame(name, point, held), place.top))


def at_end(courses: Courses, course: Course, taken: Bool) -> Faults:
    """Returns what may fail in asking at the end of a course whether the invariants hold, and who wins.

    It is nothing if the course does not lead to the end of the game.
    """
    faults = Faults(courses.study.terms)
    if course.stack:
        return faults
    world = courses.study.world
    _invariants(courses, course.state, (), taken, faults)
    outcome = world.game.outcome
    if outcome is not None:
        scope = bare_scope(courses, course.state, None, faults, outcome.clause.path).given(taken)
        for seat in range(courses.study.players):
            world.encode(outcome.score, scope.bind(outcome.player, seat))
        world.encode(outcome.winners, scope)
    return faults


def after_step(courses: Courses, each: model.Invariant | model.Measure, step: Step, course: Course) -> Faults:
    """Returns what may fail in asking whether a step, or a part of one, keeps an invariant, or lowers a measure."""
    faults = Faults(courses.study.terms)
    world, before, after = courses.study.world, step.place.state, course.state
    taken = courses.study.terms.and_(step.legal, course.condition)
    if isinstance(each, model.Invariant):
        scope = scope_of_invariant(courses, each, after, before, step.place.stack, faults)
        world.truth(each.condition, scope.given(taken))
        return faults
    first = bare_scope(courses, before, None, faults, each.clause.path).given(taken)
    has_to = world.truth(ir.And(each.guards), first)
    for state in (before, after):
        scope = first.at(state).given(has_to)
        for term in each.terms:
            world.number(term, scope)
    return faults


def _invariants(courses: Courses, state: State, stack: Stack, taken: Bool, faults: Faults) -> None:
    for each in courses.study.world.game.invariants:
        if not each.step and speaks_of(each, stack):
            holds_of(courses, each, state, stack, taken, faults)
