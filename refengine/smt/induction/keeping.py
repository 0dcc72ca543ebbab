"""Induction in stages: first the guesses, then invariants that are inductive together, then all that is stated.

Each invariant is proved in solver contexts of its own. So a change in one leaves the answers about those that do not
rest on it as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set as AbstractSet
from typing import Final

from refengine.smt.course.course import Courses, Key, Place
from refengine.smt.induction.induction import Induction, InductionFailure
from refengine.smt.induction.invariants import (
    Candidate,
    guesses_at,
    hoped_invariants,
    invariants_to_try,
    nobody_comes,
    stated_invariants,
)

GROUPS: Final = 4
"""The limits of a question that the search for groups may spend: nothing rests on it, but that less is asked again."""

Sure = frozenset[tuple[Key, str]]
"""The places and names of candidates that are known to hold, whatever else does."""


def induction_of(courses: Courses) -> Induction:
    """Returns an induction in which what does not hold was thrown away: first of the guesses, then of everything."""
    found = Induction(courses)
    found.left = {
        key: [] if place.exact or courses.stated_alone else list(guesses_at(courses, place))
        for key, place in courses.places.items()
    }
    found.left[()] = []
    _settled(found)
    found.guessed = True
    found.on_every_way.clear()
    found.sure = {*_kept_in_groups(found)}
    for shape, place in courses.places.items():
        again = [] if place.exact or not found.is_reached(place) else [nobody_comes(hoped=True)]
        found.left[shape] = [
            *again,
            *stated_invariants(courses, place),
            *hoped_invariants(courses, place),
            *found.left[shape],
        ]
    found.left[()] = list(stated_invariants(courses, None))
    _settled(found)
    return found


def _settled(found: Induction) -> None:
    found.assert_named()
    with found.courses.aside():
        found.settle()


def _kept_in_groups(found: Induction) -> Sure:
    """Returns where invariants hold that others need not: alone, with those that they lean on, or with all the rest.

    Only the guesses that are left are assumed beside them. By pieces there are too many ways on to follow them all for
    each.
    """
    if found.courses.by_piece:
        return frozenset()
    sure, failures = Sure(), dict[str, InductionFailure]()
    names = dict.fromkeys(each.name for each in invariants_to_try(found.courses) if not each.step)
    for name in names:
        one = _kept_by(found, {name}, Sure(), one=True)
        if name in one.failures:
            failures[name] = one.failures[name]
        else:
            sure |= {*_where(one, {name})}
    solver = found.courses.study.solver
    with solver.beside(GROUPS * solver.rlimit):
        for name, failure in failures.items():
            if not _is_sure(sure, name):
                sure |= _with_those_leant_on(found, failure, failures.keys(), names.keys(), sure)
    rest = {each for each in failures if not _is_sure(sure, each)}
    if len(rest) > 1 and len(failures) < len(names):
        sure |= {*_where(_kept_by(found, {*failures}, sure), rest)}
    return sure


def _with_those_leant_on(
    found: Induction, failure: InductionFailure, failing: AbstractSet[str], names: AbstractSet[str], sure: Sure
) -> frozenset[tuple[Key, str]]:
    """Returns where an invariant holds that is not kept alone, with those that it leans on; nothing if it does not.

    What breaks it begins in a state in which others do not hold: it leans on these, and they on others again. First
    come the `failing` ones, which are not kept alone, then those of them that a group keeps and of which nothing is
    known in this state, and at last those that are kept alone.
    """
    group, kept = {failure.candidate.name}, {each for each in failing if _is_sure(sure, each)}
    while True:
        more = (
            _broken_before(found, failure, failing - group)
            or _broken_before(found, failure, kept - group, perhaps=True)
            or _broken_before(found, failure, names - group)
        )
        if not more:
            return Sure()
        group |= more
        one = _kept_by(found, group, sure, one=True)
        if not one.failures:
            return frozenset(_where(one, group))
        failure = next(iter(one.failures.values()))


def _broken_before(
    found: Induction, failure: InductionFailure, names: AbstractSet[str], *, perhaps: bool = False
) -> frozenset[str]:
    """Returns those of some invariants that do not hold where a step begins by which another one is broken.

    With `perhaps` it returns those of which that is not known: what breaks the other says nothing of them.
    """
    if failure.step is None or failure.model is None:
        return frozenset()
    place, model = failure.step.place, failure.model
    listed = (each for each in _about(found.courses, place) if each.name in names)
    terms = ((each.name, found.holds_before(place, each)) for each in listed)
    return frozenset(name for name, term in terms if not (model.speaks_of(term) if perhaps else model.of(term)))


def _kept_by(found: Induction, names: AbstractSet[str], sure: Sure, *, one: bool = False) -> Induction:
    """Returns an induction of nothing but some invariants, and of the guesses that are left.

    Of those that are sure nothing is asked. With `one` it ends where one of them fails.
    """
    courses = found.courses
    left: dict[Key, list[Candidate]] = {(): [each for each in stated_invariants(courses, None) if each.name in names]}
    for key, place in courses.places.items():
        left[key] = [*(each for each in _about(courses, place) if each.name in names), *found.left[key]]
    made = Induction(
        courses, left, before=found.before, after=found.after, guessed=True, of="one" if one else "some", sure={*sure}
    )
    with courses.aside():
        made.settle()
    return made


def _about(courses: Courses, place: Place) -> Iterator[Candidate]:
    """Yields what the rules state of a place, and what they state elsewhere and may hold there."""
    yield from stated_invariants(courses, place)
    yield from hoped_invariants(courses, place)


def _where(one: Induction, names: AbstractSet[str]) -> Iterator[tuple[Key, str]]:
    """Yields the places at which some invariants are left, with their names."""
    return ((key, each.name) for key, listed in one.left.items() for each in listed if each.name in names)


def _is_sure(sure: Iterable[tuple[Key, str]], name: str) -> bool:
    return any(each == name for _, each in sure)
