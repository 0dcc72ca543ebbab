"""Path merging: paths to one place become a single course, with if-then-else terms for what differs.

A script has as many paths as the product of its forks, but few places in which they end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from attrs import evolve

from refengine.ir import expressions as ir
from refengine.smt.course.actions import Course
from refengine.smt.encode.world import World
from refengine.smt.terms.stack import Frame, Shape, shape_of
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool
from refengine.smt.terms.zones import Heap, Slot, Zone

FEW = 4
"""The number of ways to one place that are kept apart: what is asked of each by itself is asked of less."""

HeldAt = Callable[[tuple[str, str]], tuple[ir.Local, ...]]
"""A function from a script's point to the locals that a frame holds there."""


def merged(world: World, held_at: HeldAt, courses: Iterable[Course], few: int = FEW) -> tuple[Course, ...]:
    """Returns the courses, with those that come to one place put together where they are more than a few."""
    together: dict[Shape, list[Course]] = {}
    for course in courses:
        together.setdefault(shape_of(course.stack), []).append(course)
    found: list[Course] = []
    for listed in together.values():
        found += listed if len(listed) <= few else [_one(world, held_at, listed)]
    return tuple(found)


def _one(world: World, held_at: HeldAt, courses: list[Course]) -> Course:
    *others, last = courses
    found = last
    for course in reversed(others):
        found = Course(
            world.terms.or_(course.condition, found.condition),
            _state(world, course.condition, course.state, found.state),
            tuple(
                _frame(world, held_at, course.condition, one, other)
                for one, other in zip(course.stack, found.stack, strict=True)
            ),
        )
    return found


def _frame(world: World, held_at: HeldAt, here: Bool, one: Frame, other: Frame) -> Frame:
    if not one.held:
        return one
    cells = zip(held_at(one.shape), one.held, other.held, strict=True)
    return evolve(one, held=tuple(world.values.choose(local.domain, here, a, b) for local, a, b in cells))


def _state(world: World, here: Bool, one: State, other: State) -> State:
    values, terms = world.values, world.terms
    zones = {
        name: tuple(
            _zone(world, world.layout.zones[name].component, here, a, b)
            for a, b in zip(members, other.zones[name], strict=True)
        )
        for name, members in one.zones.items()
    }
    variables = {
        each.name: tuple(
            values.choose(each.domain, here, a, b)
            for a, b in zip(one.variables[each.name], other.variables[each.name], strict=True)
        )
        for each in world.game.variables
    }
    tokens = {
        pool: tuple(terms.if_number(here, a, b) for a, b in zip(cells, other.tokens[pool], strict=True))
        for pool, cells in one.tokens.items()
    }
    return evolve(one, zones=zones, variables=variables, tokens=tokens)


def _zone(world: World, component: str, here: Bool, one: Zone, other: Zone) -> Zone:
    if one is other:
        return one
    terms = world.terms
    if isinstance(one, Slot) and isinstance(other, Slot):
        piece = world.values.choose_piece(component, here, one.piece, other.piece)
        turn = terms.if_number(here, one.turn, other.turn)
        return Slot(terms.if_truth(here, one.present, other.present), piece, turn)
    assert isinstance(one, Heap)
    assert isinstance(other, Heap)
    size = terms.if_number(here, one.size, other.size)
    if one.alike:
        return Heap(tuple(terms.if_number(here, a, b) for a, b in zip(one.held, other.held, strict=True)), size, True)  # noqa: FBT003
    truths = zip(cast("tuple[Bool, ...]", one.held), cast("tuple[Bool, ...]", other.held), strict=True)
    return Heap(tuple(terms.if_truth(here, a, b) for a, b in truths), size, one.alike)
