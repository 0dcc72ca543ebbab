"""What a player sees: states that look the same to somebody, and whether they may differ in what is legal or asked.

Of two such states all that is hidden is unknown, for each by itself, but for how much there is: counts are public.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from attrs import evolve, frozen

from refengine.ir import control, domain as d, game as model
from refengine.smt.course import Courses, Place
from refengine.smt.invariants import bare_scope
from refengine.smt.scope import Faults, Scope
from refengine.smt.state import Heap, Slot, State, Zone
from refengine.smt.term import Bool, Num, Term
from refengine.smt.transition import Taken
from refengine.smt.value import Fact, SetValue, Value


@frozen(eq=False)
class Difference:
    """A difference that must not be between a place and an `other` state that looks the same to a `seat`.

    It is in whether an action is legal; without a seat the state looks the same to everybody, and others are asked.
    """

    premise: Bool
    differs: Bool
    other: State
    seat: int | None = None
    taken: Taken | None = None


def hidden_differences(courses: Courses, place: Place) -> Iterator[Difference]:
    """Everything in which states that look the same might differ: in what is legal for a seat, and in who is asked."""
    run = courses.run(Faults(courses.study.terms))
    ask = run.ask_at(place.top)
    if ask.actor is None or ask.who is None:
        return
    seats = range(len(courses.study.world.values.kinds["player"].members))
    for seat in seats:
        other = _as_seen(courses, place, [seat])
        for action in ask.actions:
            taken = run.taken(ask, action, run.inside(place.top, place.state), f"sight {seat}: ")
            again = _legal_again(courses, place, other, action, taken.scope)
            premise = courses.study.terms.equal(cast("Num", taken.actor), seat)
            differs = courses.study.terms.not_(courses.study.terms.iff(taken.legal, again))
            yield Difference(premise, differs, other, seat, taken)
    other = _as_seen(courses, place, list(seats))
    yield Difference(True, _asked_otherwise(courses, place, other, ask), other)  # noqa: FBT003


def is_possible(courses: Courses, state: State) -> Bool:
    """That in a state every printed piece lies somewhere, as often as it is printed, and in a zone lie as many as do.

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


def _legal_again(courses: Courses, place: Place, other: State, action: control.Action, scope: Scope) -> Bool:
    """Whether the same action of the same seat is legal in the other state."""
    world, terms = courses.study.world, courses.study.terms
    run = courses.run(Faults(terms))
    ask = run.ask_at(place.top)
    inner = evolve(run.inside(place.top, other), locals={**scope.locals})
    assert ask.actor is not None
    assert ask.who is not None
    actor = inner.locals[ask.actor]
    who = world.encode(ask.who, run.inside(place.top, other))
    if isinstance(ask.who.domain, d.SetOf):
        asked = world.values.holds(ask.actor.domain, cast("SetValue", who), actor)
    else:
        asked = terms.equal(cast("Num", actor), cast("Num", who))
    return terms.and_(asked, run.legal_given(action, inner))


def _asked_otherwise(courses: Courses, place: Place, other: State, ask: control.Ask) -> Bool:
    """Whether somebody else is asked in the other state."""
    world, terms = courses.study.world, courses.study.terms
    assert ask.who is not None
    run = courses.run(Faults(terms))
    one, two = (world.encode(ask.who, run.inside(place.top, state)) for state in (place.state, other))
    return terms.not_(world.values.same(ask.who.domain, one, two))


# ---- WHAT IS SEEN


def _as_seen(courses: Courses, place: Place, seats: list[int]) -> State:
    """A state that looks the same to every one of these seats."""
    layout = courses.study.world.layout
    state = place.state
    for name, zone in layout.zones.items():
        for key in range(layout.size(zone.index)):
            seen = courses.study.terms.all(seen_by(courses, place, zone, key, seat) for seat in seats)
            if seen is not True:
                hidden = _hidden(courses, zone, state.zones[name][key], seen, f"unseen {name} {key}")
                state = state.with_zone(name, key, hidden)
    for variable in courses.study.world.game.variables:
        if variable.during is not None and variable.during not in place.running:
            continue  # then everybody knows what it is
        for key in range(layout.size(variable.index)):
            seen = courses.study.terms.all(seen_by(courses, place, variable, key, seat) for seat in seats)
            if seen is not True:
                unknown = courses.study.world.values.fresh(variable.domain, f"unseen {variable.name} {key}")
                there = state.variables[variable.name][key]
                value = courses.study.world.values.choose(variable.domain, seen, there, unknown)
                state = state.with_variable(variable.name, key, value)
    return state


def seen_by(
    courses: Courses, place: Place, held: model.Zone | model.Variable, key: int, seat: int, faults: Faults | None = None
) -> Bool:
    """Whether a seat sees what lies in a zone, or is kept in a variable, at a key."""
    seen = held.seen
    if seen.during is not None and seen.during not in place.running:
        return True
    match seen.by:
        case "everyone":
            return True
        case "nobody":
            return False
        case "owner":
            return held.index == "player" and key == seat
        case "each":
            assert seen.condition is not None
            scope = bare_scope(courses, place.state, None, faults or Faults(courses.study.terms), held.clause.path)
            if seen.viewer is not None:
                scope = scope.bind(seen.viewer, seat)
            if seen.owner is not None:
                scope = scope.bind(seen.owner, _key(courses, held.index, key))
            return courses.study.world.truth(seen.condition, scope)


def _key(courses: Courses, index: str | None, key: int) -> Value:
    if index is not None and index in courses.study.world.values.components:
        return courses.study.world.values.printed[index][key]
    return key


def _hidden(courses: Courses, zone: model.Zone, there: Zone, seen: Bool, hint: str) -> Zone:
    """A zone with as much in it, which may be something else where it is not seen."""
    values, terms = courses.study.world.values, courses.study.terms
    if isinstance(there, Slot):
        piece = values.fresh_piece(zone.component, hint)
        return Slot(there.present, values.choose_piece(zone.component, seen, there.piece, piece))
    if there.alike:
        return evolve(there, held=tuple(_count_unseen(courses, zone, there, seen, hint)))
    held: list[Bool] = []
    for number, each in enumerate(there.held):
        unknown = terms.truth(f"{hint}: {number}")
        values.facts.append(Fact(terms.implies(unknown, terms.at_most(1, there.size))))
        held.append(terms.if_truth(seen, each, unknown))  # type: ignore[arg-type]
    return evolve(there, held=tuple(held))


def _count_unseen(courses: Courses, zone: model.Zone, there: Heap, seen: Bool, hint: str) -> Iterator[Num]:
    """How many of each sort lie in a zone that may not be seen: any, though no more than lie there in all."""
    values, terms = courses.study.world.values, courses.study.terms
    for piece, each in zip(values.components[zone.component].pieces, there.held, strict=True):
        unknown = values.number(f"{hint}: {piece.name}", 0, piece.copies)
        values.facts.append(Fact(terms.at_most(unknown, there.size)))
        yield terms.if_number(seen, each, unknown)
