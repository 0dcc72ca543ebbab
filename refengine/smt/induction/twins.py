"""Twins, for noninterference: two states that look the same to a player, and may differ in what is legal.

Of two such states all that is hidden is unknown, for each by itself, but for how much there is: counts are public.
What is hidden `ir.sight` says: of zones, of variables, and of what every frame holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from attrs import evolve, frozen

from refengine.ir import control, domain as d, expressions as ir, game as model
from refengine.ir.sight import seen_outright
from refengine.ir.visibility import Seen
from refengine.smt.course.actions import ActionTerms
from refengine.smt.course.course import Courses, Place
from refengine.smt.course.offers import legal_given
from refengine.smt.encode.scope import Faults, TermScope
from refengine.smt.induction.invariants import bare_scope
from refengine.smt.terms.stack import BELOW, Frame, Stack
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Fact, OptionValue, SetValue, Value
from refengine.smt.terms.zones import Heap, Slot, Zone
from refengine.smt.unsupported import Unsupported


@frozen(eq=False)
class Twin:
    """A state, with its stack, that looks the same to some seats as another where `alike` holds."""

    state: State
    stack: Stack
    alike: Bool

    @property
    def top(self) -> Frame:
        """The frame that waits."""
        return self.stack[-1]


@frozen(eq=False)
class SightDifference:
    """A difference that must not be between a place and a `twin` that looks the same to a `seat`.

    It is in whether an action is legal; without a seat the twin looks the same to everybody, and others are asked.
    `faults` are of finding that out.
    """

    premise: Bool
    differs: Bool
    twin: Twin
    faults: Faults
    seat: int | None = None
    taken: ActionTerms | None = None


Twins = Callable[[list[int]], Iterable[Twin]]
"""The states that look the same to some seats as a place."""


def hidden_differences(courses: Courses, place: Place, twins: Twins) -> Iterator[SightDifference]:
    """Yields everything where states that look the same might differ: in what is legal for a seat, and who is asked."""
    ask = courses.run(Faults(courses.study.terms)).ask_at(place.top)
    if ask.actor is None or ask.who is None:
        return
    terms = courses.study.terms
    seats = range(courses.study.players)
    for seat in seats:
        for twin in twins([seat]):
            for action in ask.actions:
                faults = Faults(terms)
                run = courses.run(faults)
                taken = run.taken(ask, action, run.inside(place.top, place.state), f"sight {seat}: ")
                again = _legal_again(courses, twin, action, taken.scope, faults)
                premise = terms.and_(twin.alike, terms.equal(cast("Num", taken.actor), seat))
                yield SightDifference(premise, terms.not_(terms.iff(taken.legal, again)), twin, faults, seat, taken)
    for twin in twins(list(seats)):
        faults = Faults(terms)
        yield SightDifference(twin.alike, _asked_otherwise(courses, place, twin, ask, faults), twin, faults)


def is_possible(courses: Courses, state: State) -> Bool:
    """Returns the term that in a state every printed piece lies in some place, and in each zone as many as are counted.

    What is hidden might not.
    """
    layout, terms = courses.study.world.layout, courses.study.terms
    found: list[Bool] = []
    for component in courses.study.world.game.components:
        mine = [
            each
            for name, zone in layout.zones.items()
            if zone.component == component.name
            for each in state.zones[name]
        ]
        for number, piece in enumerate(component.pieces):
            held = [layout.has(each, number) for each in mine]
            counts = [_as_number(courses, each) for each in held]
            found.append(terms.equal(terms.sum(counts), piece.copies))
        found += [
            terms.equal(zone.size, terms.sum(_as_number(courses, each) for each in zone.held))
            for zone in mine
            if isinstance(zone, Heap)
        ]
    return terms.all(found)


def _as_number(courses: Courses, held: Bool | Num) -> Num:
    if isinstance(held, bool) or (isinstance(held, Term) and held.sort == "truth"):
        return courses.study.terms.if_number(held, 1, 0)
    return held


def _legal_again(courses: Courses, twin: Twin, action: control.Action, scope: TermScope, faults: Faults) -> Bool:
    """Returns whether the same action of the same seat is legal in the twin."""
    world, terms = courses.study.world, courses.study.terms
    run = courses.run(faults)
    ask = run.ask_at(twin.top)
    assert ask.actor is not None
    assert ask.who is not None
    there = run.inside(twin.top, twin.state)
    chosen = {ask.actor: scope.locals[ask.actor]} | {each.var: scope.locals[each.var] for each in action.choices}
    inner = evolve(there, locals={**there.locals, **chosen})
    actor = inner.locals[ask.actor]
    who = world.encode(ask.who, there)
    if isinstance(ask.who.domain, d.SetOf):
        asked = world.values.holds(ask.actor.domain, cast("SetValue", who), actor)
    else:
        asked = terms.equal(cast("Num", actor), cast("Num", who))
    return terms.and_(asked, legal_given(run.world, action, inner.given(asked)))


def _asked_otherwise(courses: Courses, place: Place, twin: Twin, ask: control.Ask, faults: Faults) -> Bool:
    """Returns whether somebody else is asked in the twin."""
    world, terms = courses.study.world, courses.study.terms
    assert ask.who is not None
    run = courses.run(faults)
    one = world.encode(ask.who, run.inside(place.top, place.state))
    two = world.encode(ask.who, run.inside(twin.top, twin.state))
    return terms.not_(world.values.same(ask.who.domain, one, two))


# ---- WHAT IS SEEN


@frozen(eq=False)
class SeenCell:
    """Something that is seen or not: the member of a zone or a variable, or what a frame holds for a local.

    `frame` is the number of the frame in the stack.
    """

    seen: Seen
    path: str
    of: model.Zone | model.Variable | None = None
    key: int = 0
    frame: int = 0
    local: ir.Local | None = None


def cells(courses: Courses, place: Place) -> Iterator[SeenCell]:
    """Yields all cells at a place that not everybody need see."""
    layout, game = courses.study.world.layout, courses.study.world.game
    kept: tuple[model.Zone | model.Variable, ...] = (*layout.zones.values(), *game.variables)
    for held in kept:
        for key in range(layout.size(held.index)):
            yield SeenCell(held.seen, held.clause.path, held, key)
    run = courses.run(Faults(courses.study.terms))
    for number, frame in enumerate(place.stack):
        if frame is BELOW:
            continue
        script = run.scripts[frame.script]
        for local in run.held_at(frame.shape):
            yield SeenCell(script.who_sees(local, frame.point), script.clause.path, frame=number, local=local)


def sees(
    courses: Courses, place: Place, cell: SeenCell, seat: int, state: State, stack: Stack, faults: Faults | None = None
) -> Bool:
    """Returns whether a seat sees a cell of a state with its stack, in which the same phases run as at a place."""
    seen, held = cell.seen, cell.of
    own = held is not None and held.index == "player" and cell.key == seat
    lasts = held.during if isinstance(held, model.Variable) else None
    outright = _outright(courses, place, seen, own=own, lasts=lasts, sure=faults is None)
    if outright is not None:
        return outright
    if seen.condition is None:
        return True  # what may fail was asked for, and nothing can
    scope = bare_scope(courses, state, None, faults or Faults(courses.study.terms), cell.path)
    if cell.local is not None:
        scope = scope.bound(courses.run(Faults(courses.study.terms)).inside(stack[cell.frame], state).locals)
    if seen.viewer is not None:
        scope = scope.bind(seen.viewer, seat)
    if seen.owner is not None and held is not None:
        scope = scope.bind(seen.owner, _key(courses, held.index, cell.key))
    return courses.study.world.truth(seen.condition, scope)


def _outright(courses: Courses, place: Place, seen: Seen, *, own: bool, lasts: str | None, sure: bool) -> bool | None:
    """Returns the same without a state, if the phases that run at a place say so; if all are not known they must.

    Unless one has to be `sure`: then what they may say is looked at.
    """
    least = most = place.running
    if not place.is_alone:
        most |= courses.below.perhaps[place.phase]
        least |= courses.below.surely[place.phase] & most  # of what nothing enters, anything would be sure to run below
    found = seen_outright(seen.by, seen.during, least, own=own, lasts=lasts)
    if seen_outright(seen.by, seen.during, most, own=own, lasts=lasts) is not found:
        if not sure:
            return None
        told = next(each for each in (seen.during, lasts) if each in most - least)
        raise Unsupported(f"who sees something that hangs on whether `{told}` is running, where that is not known")
    return found


def copy_of(courses: Courses, place: Place, copy: Place, seats: list[int]) -> Twin:
    """Returns the states of another place of the same shape, where they look to all of these seats as a place does."""
    terms, values = courses.study.terms, courses.study.world.values
    alike: list[Bool] = [copy.premise]
    for cell in cells(courses, place):
        here, there = (_shown(courses, place, cell, seats, each.state, each.stack) for each in (place, copy))
        alike.append(terms.iff(here, there))
        match cell.of:
            case model.Zone(name=name):
                one, other = place.state.zones[name][cell.key], copy.state.zones[name][cell.key]
                alike.append(
                    terms.and_(_as_many(terms, one, other), terms.implies(here, _same_there(terms, one, other)))
                )
            case model.Variable(name=name, domain=domain):
                same = values.same(domain, place.state.variables[name][cell.key], copy.state.variables[name][cell.key])
                alike.append(terms.implies(here, same))
            case None:
                assert cell.local is not None
                held = (_told(courses, each.stack, cell) for each in (place, copy))
                alike.append(terms.implies(here, values.same(cell.local.domain, *held)))
    for pool, numbers in place.state.tokens.items():
        alike += [terms.equal(a, b) for a, b in zip(numbers, copy.state.tokens[pool], strict=True)]
    return Twin(copy.state, copy.stack, terms.all(alike))


def _told(courses: Courses, stack: Stack, cell: SeenCell) -> Value:
    """Returns the value that a frame holds for a local."""
    frame = stack[cell.frame]
    names = courses.run(Faults(courses.study.terms)).held_at(frame.shape)
    return next(value for name, value in zip(names, frame.held, strict=True) if name == cell.local)


def _as_many(terms: Terms, one: Zone, other: Zone) -> Bool:
    """Returns whether as many pieces lie in one state of a zone as in another."""
    if isinstance(one, Slot) and isinstance(other, Slot):
        return terms.iff(one.present, other.present)
    assert isinstance(one, Heap)
    assert isinstance(other, Heap)
    return terms.equal(one.size, other.size)


def _same_there(terms: Terms, one: Zone, other: Zone) -> Bool:
    """Returns whether the same pieces lie in two states of a zone in which as many lie."""
    if isinstance(one, Slot) and isinstance(other, Slot):
        alike = terms.and_(terms.equal(one.piece.index, other.piece.index), terms.equal(one.turn, other.turn))
        return terms.implies(one.present, alike)
    assert isinstance(one, Heap)
    assert isinstance(other, Heap)
    if one.alike:
        return terms.all(terms.equal(a, b) for a, b in zip(one.held, other.held, strict=True))
    truths = zip(cast("tuple[Bool, ...]", one.held), cast("tuple[Bool, ...]", other.held), strict=True)
    return terms.all(terms.iff(a, b) for a, b in truths)


def look_alike(courses: Courses, place: Place, seats: list[int]) -> Twin:
    """Returns a state that looks the same to every one of these seats: what they all see is the same, the rest unknown.

    It does where they all see the same of it, which is more to ask where who sees something hangs on what is hidden.
    """
    terms, hint = courses.study.terms, f"unseen by {' and '.join(str(seat + 1) for seat in seats)}"
    state, stack = place.state, place.stack
    open_: list[tuple[SeenCell, Bool]] = []
    for cell in cells(courses, place):
        shown = _shown(courses, place, cell, seats, place.state, place.stack)
        if shown is not True:
            state, stack = _changed(courses, state, stack, cell, shown, hint)
        if cell.seen.by == "each":
            open_.append((cell, shown))
    alike = terms.all(terms.iff(shown, _shown(courses, place, cell, seats, state, stack)) for cell, shown in open_)
    return Twin(state, stack, alike)


def _shown(courses: Courses, place: Place, cell: SeenCell, seats: list[int], state: State, stack: Stack) -> Bool:
    """Returns whether the view that all of these seats have shows anything of a cell, in one of two states.

    A view shows nothing where a value is absent, whether that may be seen or not: it looks the same as what is hidden.
    """
    terms = courses.study.terms
    seen = terms.all(sees(courses, place, cell, seat, state, stack) for seat in seats)
    if seen is False or cell.seen.by != "each":
        return seen
    value = None
    if isinstance(cell.of, model.Variable):
        value = state.variables[cell.of.name][cell.key]
    elif cell.local is not None:
        value = _told(courses, stack, cell)
    return terms.and_(seen, value.present) if isinstance(value, OptionValue) else seen


def _changed(
    courses: Courses, state: State, stack: Stack, cell: SeenCell, shown: Bool, hint: str
) -> tuple[State, Stack]:
    """Returns a state and stack in which a cell may be something else, where nothing is shown of it."""
    values = courses.study.world.values
    match cell.of:
        case model.Zone(name=name) as zone:
            there = _hidden(courses, zone, state.zones[name][cell.key], shown, f"{hint}: {name} {cell.key}")
            return state.with_zone(name, cell.key, there), stack
        case model.Variable(name=name, domain=domain):
            unknown = values.fresh(domain, f"{hint}: {name} {cell.key}")
            value = values.choose(domain, shown, state.variables[name][cell.key], unknown)
            return state.with_variable(name, cell.key, value), stack
        case None:
            assert cell.local is not None
            return state, _told_otherwise(courses, stack, cell, cell.local, shown, hint)


def _told_otherwise(courses: Courses, stack: Stack, cell: SeenCell, local: ir.Local, shown: Bool, hint: str) -> Stack:
    """Returns the stack with something else in a frame for a local, where nothing is shown of it."""
    values, frame = courses.study.world.values, stack[cell.frame]
    names = courses.run(Faults(courses.study.terms)).held_at(frame.shape)
    unknown = values.fresh(local.domain, f"{hint}: {local.name} at {frame.script} {cell.frame}")
    held = tuple(
        values.choose(local.domain, shown, value, unknown) if name == local else value
        for name, value in zip(names, frame.held, strict=True)
    )
    return (*stack[: cell.frame], evolve(frame, held=held), *stack[cell.frame + 1 :])


def _key(courses: Courses, index: str | None, key: int) -> Value:
    if index is not None and index in courses.study.world.values.components:
        return courses.study.world.values.printed[index][key]
    return key


def _hidden(courses: Courses, zone: model.Zone, there: Zone, seen: Bool, hint: str) -> Zone:
    """Returns a zone with as much in it, which may be something else where it is not seen."""
    values, terms = courses.study.world.values, courses.study.terms
    if isinstance(there, Slot):
        piece = values.fresh_piece(zone.component, hint)
        return evolve(there, piece=values.choose_piece(zone.component, seen, there.piece, piece))
    if there.alike:
        return evolve(there, held=tuple(_count_unseen(courses, zone, there, seen, hint)))
    held: list[Bool] = []
    for number, each in enumerate(there.held):
        unknown = terms.truth(f"{hint}: {number}")
        values.facts.append(Fact(terms.implies(unknown, terms.at_most(1, there.size))))
        held.append(terms.if_truth(seen, each, unknown))  # type: ignore[arg-type]
    return evolve(there, held=tuple(held))


def _count_unseen(courses: Courses, zone: model.Zone, there: Heap, seen: Bool, hint: str) -> Iterator[Num]:
    """Yields the number of each sort in a zone that may not be seen: any, though no more than lie there in all."""
    values, terms = courses.study.world.values, courses.study.terms
    for piece, each in zip(values.components[zone.component].pieces, there.held, strict=True):
        unknown = values.number(f"{hint}: {piece.name}", 0, piece.copies)
        values.facts.append(Fact(terms.at_most(unknown, there.size)))
        yield terms.if_number(seen, each, unknown)
