"""Phases that start in the middle of a step: their states, as what the step has made so far.

INVARIANT: of such a state no invariant is assumed. They are assumed where somebody decides, and what lies between that
decision and the start of the phase is worked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from attrs import frozen

from refengine.ir import control, domain as d
from refengine.smt.course.actions import Arrival
from refengine.smt.course.course import Courses, Place, courses_of
from refengine.smt.course.study import Study
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.scope import Faults
from refengine.smt.induction.invariants import stated_invariants
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import Fact, Value
from refengine.smt.unsupported import Unsupported

MOST = 24
"""The greatest number of ways to one phase that are told apart.

Of the start of one with more no more is known than of any state.
"""


def rests_at_start(script: control.Script) -> bool:
    """Returns whether somebody decides as soon as a phase starts, so that invariants speak of its start."""
    first = script.points[0]
    return not first.effects and isinstance(first.exit, control.Ask) and first.exit.if_able is None


def tell_arrivals(study: Study, phase: str, state: State, told: tuple[Value, ...]) -> None:
    """Adds the facts that in a state, told these arguments, a phase starts on the way of a step.

    The step begins where somebody decides and the invariants hold, or it is the setup; a piece of one, where steps are
    followed by pieces, in any state. No fact is added where there are too many ways to the phase, or the prover cannot
    follow them: then nothing is known of the state.
    """
    try:
        courses = courses_of(study)
        ways = list(islice(_ways(courses, phase), MOST + 1))
    except Unsupported:
        return
    if len(ways) > MOST:
        return
    terms, values = study.terms, study.world.values
    domains = [param.domain for param in _script(study, phase).params]
    chosen = values.number(f"the way to {phase}", 0, max(0, len(ways) - 1))
    by_way = [terms.equal(chosen, number) for number in range(len(ways))]
    values.facts.append(Fact(terms.any(by_way)))  # of no way: there is no such state
    for here, way in zip(by_way, ways, strict=True):
        comes = way.arrival
        alike = (*_same(study, domains, told, comes.told), study.world.layout.same(state, comes.state))
        values.facts.append(Fact(terms.implies(here, terms.all((way.premise, comes.condition, *alike)))))
    _tell_invariants(courses, by_way, ways)


@frozen(eq=False)
class _Way:
    """A way on which a phase starts; `place` is where its step begins, None for the setup."""

    place: Place | None
    premise: Bool
    arrival: Arrival


def _ways(courses: Courses, phase: str) -> Iterator[_Way]:
    setup = courses.run(Faults(courses.study.terms), watched=phase)
    setup.setup()
    yield from (_Way(None, True, each) for each in setup.arrivals if each.condition is not False)  # noqa: FBT003
    for place in list(courses.places.values()):
        if not place.waits:
            if courses.by_piece:  # else a way from where somebody decides leads through here
                run = courses.run(Faults(courses.study.terms), watched=phase)
                for _ in run.onward(place.stack, place.state):
                    pass
                yield from (_Way(place, True, each) for each in run.arrivals if each.condition is not False)  # noqa: FBT003
            continue
        listed = courses.run(Faults(courses.study.terms)).ask_at(place.top).actions
        for action in listed:
            run = courses.run(Faults(courses.study.terms), watched=phase)
            yield from _from(run, place, action)


def _from(run: ScriptRun, place: Place, action: control.Action) -> Iterator[_Way]:
    terms = run.world.terms
    taken = run.taken(run.ask_at(place.top), action, run.inside(place.top, place.state), f"{place.name}: ")
    for _ in run.step(taken, place.stack):
        pass  # what counts is what the run takes in on the way
    premise = terms.and_(place.premise, taken.legal)
    yield from (_Way(place, premise, each) for each in run.arrivals if each.condition is not False)


def _tell_invariants(courses: Courses, by_way: Iterable[Bool], ways: Iterable[_Way]) -> None:
    """Adds facts that the invariants hold where the step begins, each under the name of the invariant."""
    terms = courses.study.terms
    from_place: dict[int, tuple[Place, list[Bool]]] = {}
    for here, way in zip(by_way, ways, strict=True):
        if way.place is not None and not way.place.exact:
            from_place.setdefault(id(way.place), (way.place, []))[1].append(here)
    for place, begun in from_place.values():
        for each in stated_invariants(courses, place):
            holds = each.meaning(place.state, place.stack, Faults(terms))
            courses.study.world.values.facts.append(
                Fact(terms.implies(terms.any(begun), holds), f"invariant {each.name}")
            )


def _script(study: Study, phase: str) -> control.Script:
    return next(each for each in study.world.game.phases if each.name == phase)


def _same(study: Study, domains: Iterable[d.Domain], one: Iterable[Value], other: Iterable[Value]) -> Iterator[Bool]:
    return (study.world.values.same(domain, a, b) for domain, a, b in zip(domains, one, other, strict=True))
