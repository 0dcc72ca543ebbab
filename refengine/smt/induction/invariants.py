"""Candidates for an induction: the invariants of the rules, and guesses at what else holds where somebody decides.

The guesses (this zone is empty here; whoever still owes a choice holds something) are what an induction needs and
nobody would write. Those that do not hold are thrown away (Flanagan and Leino, Houdini, 2001).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import cast

from attrs import frozen

from refengine.ir import control, domain as d, expressions as ir, game as model
from refengine.ir.standing import AGAIN, STANDING
from refengine.ir.traverse import free_locals, walk
from refengine.smt.course.bars import bar_stands
from refengine.smt.course.course import Courses, Place
from refengine.smt.encode.calls import identity
from refengine.smt.encode.every_cell import speaks_of_cells, stated_truth
from refengine.smt.encode.scope import Faults, PathCondition, TermScope
from refengine.smt.terms.stack import IS_DONE, Shape, Stack
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import SetValue

Meaning = Callable[[State, Stack, Faults], Bool]


@frozen(eq=False)
class Candidate:
    """A condition that may hold at some places; `stated` when the rules say so. `name` is unique at a place.

    `hoped` is what the rules say of other places, and is likely to hold at this one.
    """

    name: str
    meaning: Meaning
    stated: bool
    at_end: bool = False
    hoped: bool = False
    of_cells: bool = False
    """Whether it is said of every cell of a grid: then it holds of those far away only if it held before."""


def stated_invariants(courses: Courses, place: Place | None) -> Iterator[Candidate]:
    """Yields the invariants of the rules that hold at a place, or with None at the end of the game."""
    if place is not None and not place.waits:
        return
    stack = () if place is None else place.stack
    for each in invariants_to_try(courses):
        if not each.step and speaks_of(each, stack) and not speaks_of_unknown_frames(courses, each):
            at_end = not each.phases and each.during is None
            of_cells = speaks_of_cells(courses.study.world, each.condition)
            yield Candidate(each.name, _stated(courses, each), stated=True, at_end=at_end, of_cells=of_cells)


def invariants_to_try(courses: Courses) -> Iterator[model.Invariant]:
    """Yields the invariants that are tried: all, or where that is too much those that are stated of the same data."""
    for each in courses.study.world.game.invariants:
        if not courses.stated_alone or each.data == courses.data:
            yield each


def hoped_invariants(courses: Courses, place: Place) -> Iterator[Candidate]:
    """Yields guesses at a place; where nobody decides no invariant is owed, so there the invariants are guesses too."""
    yield from _unbarred(courses, place)
    if courses.by_piece and not courses.stated_alone:
        yield from _nothing_due(courses, place)
    if place.waits:
        return
    for each in invariants_to_try(courses):
        running = each.during is None or each.during.phase in place.running
        if not each.step and running and not speaks_of_unknown_frames(courses, each):
            of_cells = speaks_of_cells(courses.study.world, each.condition)
            yield Candidate(each.name, _stated(courses, each), stated=False, hoped=True, of_cells=of_cells)
    if not courses.stated_alone:
        yield from _one_due(courses)


def _unbarred(courses: Courses, place: Place) -> Iterator[Candidate]:
    """Yields that no bar of a phase stands in the way: so it begins, and so it is as long as nothing has changed."""
    run = courses.run(Faults(courses.study.terms))
    held = run.held_at(place.top.shape)
    for bar in run.scripts[place.phase].bars if place.top.point != IS_DONE else ():
        if free_locals(bar) <= {*held}:
            yield Candidate(f"{bar.clause.path} does not stand", _down(courses, bar, held), stated=False, hoped=True)


def _down(courses: Courses, bar: control.Barred, held: tuple[ir.Local, ...]) -> Meaning:
    world, terms = courses.study.world, courses.study.terms

    def meaning(state: State, stack: Stack, _: Faults) -> Bool:
        own = Faults(terms)
        told = dict(zip(held, stack[-1].held, strict=True))
        standing = bar_stands(world, bar, told, bare_scope(courses, state, None, own, bar.clause.path))
        return terms.not_(terms.or_(standing, own.any()))

    return meaning


def _nothing_due(courses: Courses, place: Place) -> Iterator[Candidate]:
    """Yields of each standing rule, where one interrupts, that nothing is due but what waits for its turn.

    Where it is asked what comes next, that something is.
    """
    scripts = (each for each in courses.study.world.game.phases if each.name == STANDING)
    looks = (point.exit for script in scripts for point in script.points if point.name == AGAIN)
    for number, look in enumerate(each for exit_ in looks for each in _looked_at(exit_)):
        yield Candidate(f"nothing is due, {number}", _holds(courses, ir.Not(look)), stated=False, hoped=True)
        if place.phase == STANDING and place.waits:
            yield Candidate(f"something is due, {number}", _holds(courses, look), stated=False, hoped=True)


def _looked_at(leave: control.Exit) -> Iterator[ir.Expr]:
    """Yields what a look at the standing rules asks, one rule after the other, until nothing is due."""
    while isinstance(leave, control.Fork):
        yield leave.condition
        leave = leave.otherwise


def _one_due(courses: Courses) -> Iterator[Candidate]:
    """Yields that no more than one thing is due of a standing rule that binds it, where nobody says who picks."""
    game = courses.study.world.game
    rules = (each for script in game.phases if script.name == STANDING for each in walk(script))
    for number, each in enumerate(dict.fromkeys(one for one in rules if isinstance(one, ir.The))):
        if not free_locals(each):
            few = ir.Less(ir.HowMany(each.binding), ir.Number(1), strict=False)
            yield Candidate(f"at most one is due, {number}", _holds(courses, few), stated=False, hoped=True)


def _holds(courses: Courses, condition: ir.Expr) -> Meaning:
    def meaning(state: State, _: Stack, __: Faults) -> Bool:
        own = Faults(courses.study.terms)
        holds = courses.study.world.truth(condition, bare_scope(courses, state, None, own, STANDING))
        return courses.study.terms.and_(holds, courses.study.terms.not_(own.any()))

    return meaning


def assumed_invariants(courses: Courses, place: Place) -> Iterator[Candidate]:
    """Yields what the rules state of a place of a text: there an open text asks the table, whoever decides here."""
    for each in courses.study.world.game.invariants:
        if not each.step and speaks_of(each, place.stack) and not speaks_of_unknown_frames(courses, each):
            yield Candidate(each.name, _stated(courses, each), stated=True)


def speaks_of_unknown_frames(courses: Courses, each: model.Invariant) -> bool:
    """Returns whether an invariant speaks of what a phase was told that may wait where frames are not known."""
    if not courses.by_piece or each.during is None:
        return False
    return any(each.during.phase in below for name, below in courses.below.perhaps.items() if name != each.during.phase)


def _stated(courses: Courses, each: model.Invariant) -> Meaning:
    def meaning(state: State, stack: Stack, faults: Faults) -> Bool:
        return kept_in(courses, each, state, stack, faults)

    return meaning


def kept_in(courses: Courses, each: model.Invariant, state: State, stack: Stack, faults: Faults) -> Bool:
    """Returns whether an invariant is kept by a state: everything that it asks has one answer there, and it holds.

    `faults` takes in what may fail in saying so. An invariant without an answer is not kept, so that whoever assumes
    it may assume that it has one.
    """
    own = Faults(courses.study.terms)
    holds = holds_of(courses, each, state, stack, True, own)  # noqa: FBT003
    for obligation in own.found:
        faults.add(obligation, own.of(obligation))
    return courses.study.terms.and_(holds, courses.study.terms.not_(own.any()))


def holds_of(courses: Courses, each: model.Invariant, state: State, stack: Stack, asked: Bool, faults: Faults) -> Bool:
    """Returns whether an invariant holds of a state; `faults` takes in what may fail in saying so where it is `asked`.

    It is put into terms once for all states that are the same in what it reads: most steps touch little.
    """
    world, own = courses.study.world, Faults(courses.study.terms)
    scope = scope_of_invariant(courses, each, state, None, stack, own)
    read = world.asked.key_of(world.read_by(each.condition), state)
    key = (each.name, read, state.from_start, *map(identity, scope.locals.values()))
    if key not in courses.said:
        courses.said[key] = stated_truth(world, each.condition, scope), own
    holds, may_fail = courses.said[key]
    for obligation in may_fail.found:
        faults.add(obligation, courses.study.terms.and_(asked, may_fail.of(obligation)))
    return holds


def speaks_of(each: model.Invariant | model.Measure, stack: Stack) -> bool:
    """Returns whether an invariant or a measure says something where control stands so.

    Of steps it says something of those from here.
    """
    if each.phases:
        return bool(stack) and stack[-1].script in each.phases
    during = each.during if isinstance(each, model.Invariant) else None
    return during is None or any(frame.script == during.phase for frame in stack)


def scope_of_invariant(
    courses: Courses, each: model.Invariant, state: State, before: State | None, stack: Stack, faults: Faults
) -> TermScope:
    """Returns the scope of an invariant about where control stands: with what the phase was told that it names."""
    scope = bare_scope(courses, state, before, faults, each.clause.path)
    if each.during is not None:
        frame = next(frame for frame in reversed(stack) if frame.script == each.during.phase)
        cells = zip(courses.run(faults).held_at(frame.shape), frame.held, strict=True)
        for local, value in cells:
            if local in each.during.params:
                scope = scope.bind(local, value)
    return scope


def bare_scope(courses: Courses, state: State, before: State | None, faults: Faults, path: str) -> TermScope:
    """Returns the scope of a property."""
    return TermScope(courses.study.terms, state, before, {}, PathCondition(None, True), faults, path)  # noqa: FBT003


# ---- GUESSES


NOBODY = "nobody comes here"
"""The guess that no game comes to a place; where it is left, whatever else is said of the place speaks of nothing."""


def nobody_comes(*, hoped: bool) -> Candidate:
    """Returns the guess that nobody comes to a place; with `hoped` it is tried again, with what the rules state."""
    return Candidate(NOBODY, lambda _state, _stack, _faults: False, stated=False, hoped=hoped)


def guesses_at(courses: Courses, place: Place) -> Iterator[Candidate]:
    """Yields guesses at a place: that nobody comes there, which zones are empty or not, who may have a choice."""
    layout = courses.study.world.layout
    yield nobody_comes(hoped=False)
    for name, zone in layout.zones.items():
        if zone.index == d.CELLS:
            continue  # a place says nothing of the cell in its middle, which is another one in each step
        by_member = zone.index is None or not courses.by_piece  # by pieces each place is come to in too many ways
        for key in range(layout.size(zone.index)) if by_member else ():
            told = layout.place_name(layout.code(name, key))
            yield Candidate(f"{told} is empty", _empty(courses, name, key, empty=True), stated=False)
            yield Candidate(f"{told} is not empty", _empty(courses, name, key, empty=False), stated=False)
        if zone.index is not None:
            yield Candidate(f"some {name} is not empty", _some_is_not_empty(courses, name), stated=False)
    held = list(_held(courses, place.shape))
    for first, second in combinations(held, 2):
        if first[2].domain == second[2].domain and not isinstance(first[2].domain, d.SetOf):
            names = (_named(place.shape, *each) for each in (first, second))
            yield Candidate(" is ".join(names), _alike(courses, first, second), stated=False)
    for depth, position, local in held:
        named = _named(place.shape, depth, position, local)
        yield from _of_variables(courses, depth, position, local, named)
        yield from _of_held(courses, depth, position, local, named)
        for other_depth, other_position, other in held:
            if isinstance(other.domain, d.SetOf) and other.domain.inner == local.domain:
                meaning = _not_among(courses, (depth, position), (other_depth, other_position), local.domain)
                told = f"{named} is not in {_named(place.shape, other_depth, other_position, other)}"
                yield Candidate(told, meaning, stated=False)


def _named(shape: Shape, depth: int, position: int, local: ir.Local) -> str:
    """Returns a name of a frame's local that no other at a place has: frames of many phases have a `p`."""
    return f"{local.name} ({shape[depth][0]}, {depth + 1}.{position + 1})"


def _held(courses: Courses, shape: Shape) -> Iterator[tuple[int, int, ir.Local]]:
    run = courses.run(Faults(courses.study.terms))
    for depth, key in enumerate(shape):
        for position, local in enumerate(run.held_at(key)):
            yield depth, position, local


def _of_held(courses: Courses, depth: int, position: int, local: ir.Local, named: str) -> Iterator[Candidate]:
    """Guesses about a member, or a set of members, that a frame holds: its zone is empty, or is not."""
    layout = courses.study.world.layout
    match local.domain:
        case d.SetOf(inner=d.Enum(kind=kind)):
            yield Candidate(f"{named} is not empty", _some(courses, depth, position), stated=False)
        case d.SetOf(inner=d.Piece()) if courses.by_piece:
            yield Candidate(f"{named} is not empty", _some(courses, depth, position), stated=False)
            return
        case d.Enum(kind=kind):
            pass
        case _:
            return
    families = [name for name, zone in layout.zones.items() if zone.index == kind]
    if isinstance(local.domain, d.SetOf):
        for name, other in permutations(families, 2):
            told = f"{name} of all not in {named} is not empty, or {other} is"
            yield Candidate(told, _either(courses, depth, position, name, other), stated=False)
    for name in families:
        for inside in (True, False) if isinstance(local.domain, d.SetOf) else (True,):
            for empty in (True, False):
                told = f"{name} of {'those' if inside else 'all not'} in {named} is{'' if empty else ' not'} empty"
                meaning = _member(courses, depth, position, name, inside=inside, empty=empty)
                yield Candidate(told, meaning, stated=False)


def _of_variables(courses: Courses, depth: int, position: int, local: ir.Local, named: str) -> Iterator[Candidate]:
    """Guesses that a frame holds what a variable says."""
    for variable in courses.study.world.game.variables:
        if variable.index is None and variable.domain == local.domain and not isinstance(local.domain, d.SetOf):
            told = f"{named} is {variable.name}"
            yield Candidate(told, _as_told(courses, depth, position, variable), stated=False)


def _as_told(courses: Courses, depth: int, position: int, variable: model.Variable) -> Meaning:
    def meaning(state: State, stack: Stack, _: Faults) -> Bool:
        held = stack[depth].held[position]
        return courses.study.world.values.same(variable.domain, held, state.variables[variable.name][0])

    return meaning


def _alike(courses: Courses, one: tuple[int, int, ir.Local], other: tuple[int, int, ir.Local]) -> Meaning:
    def meaning(_: State, stack: Stack, __: Faults) -> Bool:
        first, second = (stack[depth].held[position] for depth, position, _ in (one, other))
        return courses.study.world.values.same(one[2].domain, first, second)

    return meaning


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
