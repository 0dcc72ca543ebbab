"""What may hold wherever somebody decides: the invariants of the rules, and simple guesses at what else does.

The guesses (this zone is empty here; whoever still owes a choice holds something) are what an induction needs and
nobody would write. Those that do not hold are thrown away (Flanagan and Leino, Houdini, 2001).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import cast

from attrs import frozen

from refengine.ir import domain as d, expressions as ir, game as model
from refengine.smt.course import Courses, Place
from refengine.smt.scope import Faults, Scope, Way
from refengine.smt.state import State
from refengine.smt.term import Bool, Num
from refengine.smt.transition import Shape, Stack
from refengine.smt.value import SetValue

Meaning = Callable[[State, Stack, Faults], Bool]


@frozen(eq=False)
class Candidate:
    """Something that may hold at some places; `stated` when the rules say so. `name` is unique at a place."""

    name: str
    meaning: Meaning
    stated: bool
    at_end: bool = False


def stated(courses: Courses, place: Place | None) -> Iterator[Candidate]:
    """The invariants of the rules that hold at a place, or with None at the end of the game."""
    for each in courses.study.world.game.invariants:
        if each.step or (each.phases and (place is None or place.phase not in each.phases)):
            continue
        yield Candidate(each.name, _stated(courses, each), stated=True, at_end=not each.phases)


def _stated(courses: Courses, each: model.Invariant) -> Meaning:
    world = courses.study.world

    def meaning(state: State, _: Stack, faults: Faults) -> Bool:
        return world.truth(each.condition, bare_scope(courses, state, None, faults, each.clause.path))

    return meaning


def bare_scope(courses: Courses, state: State, before: State | None, faults: Faults, path: str) -> Scope:
    """The scope of a property."""
    return Scope(courses.study.terms, state, before, {}, Way(None, True), faults, path)  # noqa: FBT003


# ---- GUESSES


def guessed(courses: Courses, place: Place) -> Iterator[Candidate]:
    """Guesses at a place: which zones are empty, which are not, and who may have a choice to make."""
    layout = courses.study.world.layout
    for name, zone in layout.zones.items():
        for key in range(layout.size(zone.index)):
            told = layout.place_name(layout.code(name, key))
            yield Candidate(f"{told} is empty", _empty(courses, name, key, empty=True), stated=False)
            yield Candidate(f"{told} is not empty", _empty(courses, name, key, empty=False), stated=False)
        if zone.index is not None:
            yield Candidate(f"some {name} is not empty", _some_is_not_empty(courses, name), stated=False)
    held = list(_held(courses, place.shape))
    for depth, position, local in held:
        yield from _of_held(courses, depth, position, local)
        for other_depth, other_position, other in held:
            if isinstance(other.domain, d.SetOf) and other.domain.inner == local.domain:
                meaning = _not_among(courses, (depth, position), (other_depth, other_position), local.domain)
                yield Candidate(f"{local.name} is not in {other.name}", meaning, stated=False)


def _held(courses: Courses, shape: Shape) -> Iterator[tuple[int, int, ir.Local]]:
    run = courses.run(Faults(courses.study.terms))
    for depth, key in enumerate(shape):
        for position, local in enumerate(run.held_at(key)):
            yield depth, position, local


def _of_held(courses: Courses, depth: int, position: int, local: ir.Local) -> Iterator[Candidate]:
    """Guesses about a member, or a set of members, that a frame holds: its zone is empty, or is not."""
    layout = courses.study.world.layout
    match local.domain:
        case d.SetOf(inner=d.Enum(kind=kind)):
            yield Candidate(f"{local.name} is not empty", _some(courses, depth, position), stated=False)
        case d.Enum(kind=kind):
            pass
        case _:
            return
    families = [name for name, zone in layout.zones.items() if zone.index == kind]
    if isinstance(local.domain, d.SetOf):
        for name, other in permutations(families, 2):
            told = f"{name} of all not in {local.name} is not empty, or {other} is"
            yield Candidate(told, _either(courses, depth, position, name, other), stated=False)
    for name in families:
        for inside in (True, False) if isinstance(local.domain, d.SetOf) else (True,):
            for empty in (True, False):
                told = f"{name} of {'those' if inside else 'all not'} in {local.name} is{'' if empty else ' not'} empty"
                meaning = _member(courses, depth, position, name, inside=inside, empty=empty)
                yield Candidate(told, meaning, stated=False)


def _not_among(courses: Courses, one: tuple[int, int], other: tuple[int, int], inner: d.Domain) -> Meaning:
    def meaning(_: State, stack: Stack, __: Faults) -> Bool:
        member = stack[one[0]].held[one[1]]
        members = cast("SetValue", stack[other[0]].held[other[1]])
        return courses.study.terms.not_(courses.study.world.values.holds(inner, members, member))

    return meaning


def _either(courses: Courses, depth: int, position: int, zone: str, other: str) -> Meaning:
    terms = courses.study.terms

    def meaning(state: State, stack: Stack, _: Faults) -> Bool:
        held = cast("SetValue", stack[depth].held[position])
        parts: list[Bool] = []
        for key in range(len(state.zones[zone])):
            inside = terms.any(each.guard for each in held.elements if each.value == key)
            full = _is(courses, state, zone, key, empty=False)
            parts.append(terms.any((inside, full, _is(courses, state, other, key, empty=True))))
        return terms.all(parts)

    return meaning


def _empty(courses: Courses, zone: str, key: int, *, empty: bool) -> Meaning:
    def meaning(state: State, _: Stack, __: Faults) -> Bool:
        return _is(courses, state, zone, key, empty=empty)

    return meaning


def _some_is_not_empty(courses: Courses, zone: str) -> Meaning:
    def meaning(state: State, _: Stack, __: Faults) -> Bool:
        members = range(len(state.zones[zone]))
        return courses.study.terms.any(_is(courses, state, zone, key, empty=False) for key in members)

    return meaning


def _is(courses: Courses, state: State, zone: str, key: int, *, empty: bool) -> Bool:
    number = courses.study.world.layout.number_in(state.zones[zone][key])
    found = courses.study.terms.at_most(number, 0)
    return found if empty else courses.study.terms.not_(found)


def _some(courses: Courses, depth: int, position: int) -> Meaning:
    def meaning(_: State, stack: Stack, __: Faults) -> Bool:
        held = cast("SetValue", stack[depth].held[position])
        return courses.study.terms.any(each.guard for each in held.elements)

    return meaning


def _member(courses: Courses, depth: int, position: int, zone: str, *, inside: bool, empty: bool) -> Meaning:
    terms = courses.study.terms

    def meaning(state: State, stack: Stack, _: Faults) -> Bool:
        held = stack[depth].held[position]
        parts: list[Bool] = []
        for key in range(len(state.zones[zone])):
            if isinstance(held, SetValue):
                here: Bool = terms.any(each.guard for each in held.elements if each.value == key)
            else:
                here = terms.equal(cast("Num", held), key)
            condition = here if inside else terms.not_(here)
            parts.append(terms.implies(condition, _is(courses, state, zone, key, empty=empty)))
        return terms.all(parts)

    return meaning
