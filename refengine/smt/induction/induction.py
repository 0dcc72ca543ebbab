"""Induction over the steps of a game: what holds at the start, and after every step if it held before, holds always.

All candidates are tried together: those that a step breaks are thrown away until no step breaks one that is left.
What is left is then what every other proof may assume wherever somebody decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from attrs import define, field, frozen

from refengine.smt.course.actions import Course
from refengine.smt.course.course import Courses, Key, Place, Step
from refengine.smt.encode.scope import Faults
from refengine.smt.induction.invariants import NOBODY, Candidate
from refengine.smt.solving.model import Model
from refengine.smt.solving.question import QueryAnswer
from refengine.smt.solving.solver import Session
from refengine.smt.terms.conjuncts import parts_of
from refengine.smt.terms.stack import Stack
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool

FEW = 20
"""The greatest number of parts of something wanted that may be asked about in parts, where much is wanted."""

AT_ONCE = 5
"""The divisor of a question's limit for one that may be asked in parts."""


@frozen(eq=False)
class InductionFailure:
    """A step, or with None the start, after which a candidate does not hold; or that this is not known."""

    candidate: Candidate
    step: Step | None
    course: Course
    model: Model | None
    far: bool = False
    """Whether it is said of every cell, and not known of those far away where the step begins."""


@define
class Induction:
    """An induction: for each place the candidates that are left, which are known to hold.

    `failures` say why a stated one is not.
    """

    courses: Courses
    left: dict[Key, list[Candidate]] = field(factory=dict)
    failures: dict[str, InductionFailure] = field(factory=dict)
    before: dict[tuple[Key, str], Bool] = field(factory=dict)
    after: dict[tuple[int, str], Bool] = field(factory=dict)
    at: _PlaceSession | None = None
    """The place from which steps are asked about, with the session in which they are."""
    on_every_way: dict[tuple[int, Bool, Bool, str], bool] = field(factory=dict)
    """The answers to what was asked of several ways of a step at once, under a premise: whether a candidate holds."""
    guessed: bool = False
    """Whether the guesses that are left are known to hold, whatever else does."""
    parts: tuple[Bool, frozenset[Bool]] | None = None
    """The last assumption, taken apart."""
    wanted: dict[Bool, frozenset[Bool]] = field(factory=dict)
    """The parts of each truth that was wanted at the end of a course."""
    sure: set[tuple[Key, str]] = field(factory=set)
    """The places and names of candidates that are known to hold, whatever else does."""
    of: Literal["all", "some", "one"] = "all"
    """The invariants it is about. Of some nothing is made of a failure, which may hold by others; of one it is all."""

    # ---- WHERE GAMES COME

    def is_reached(self, place: Place) -> bool:
        """Returns whether a game may come to a place, as far as is known."""
        return all(each.name != NOBODY for each in self.left[place.key])

    # ---- WHAT MAY BE ASSUMED

    def known(self, place: Place) -> Bool:
        """Returns the conjunction of all candidates left at a place, of the state that nothing is known of."""
        known = [self.holds_before(place, each) for each in self.left[place.key]]
        return self.courses.study.terms.all((place.premise, *known))

    def known_of(self, place: Place, state: State, stack: Stack) -> Bool:
        """Returns the same conjunction of another state in which control stands there."""
        faults = Faults(self.courses.study.terms)
        return self.courses.study.terms.all(each.meaning(state, stack, faults) for each in self.left[place.key])

    def guesses_known(self, place: Place) -> Bool:
        """Returns the conjunction of the guesses that are left at a place."""
        known = [self.holds_before(place, each) for each in self.left[place.key] if not each.stated]
        return self.courses.study.terms.all((place.premise, *known))

    def holds_before(self, place: Place, candidate: Candidate) -> Bool:
        """Returns the term that a candidate holds at a place."""
        key = (place.key, candidate.name)
        if key not in self.before:
            self.before[key] = candidate.meaning(place.state, place.stack, Faults(self.courses.study.terms))
        return self.before[key]

    def holds_after(self, course: Course, candidate: Candidate) -> Bool:
        """Returns the term that a candidate holds at the end of a course."""
        key = (id(course), candidate.name)
        if key not in self.after:
            self.after[key] = candidate.meaning(course.state, course.stack, Faults(self.courses.study.terms))
        return self.after[key]

    # ---- FINDING OUT

    def assert_named(self) -> None:
        """Asserts that no two candidates of a place have one name: answers are kept by these names."""
        for listed in self.left.values():
            assert len({each.name for each in listed}) == len(listed)

    def settle(self) -> None:
        """Throws away what does not hold, and goes round until no step breaks anything that is left."""
        self._leave()
        for course in self.courses.start:
            self._thin(None, course)
        done: dict[int, tuple[int, ...]] = {}
        changed = True
        while changed:
            changed = False
            for step in self.courses.steps:
                for course in step.courses:
                    premise = tuple(map(id, self.left[step.place.key]))
                    if self.of == "one" and self.failures:
                        break
                    if done.get(id(course)) != premise:
                        changed |= self._thin(step, course)
                        done[id(course)] = premise
            if self.of == "one" and self.failures:
                break
        self._leave()

    def _leave(self) -> None:
        if self.at is not None:
            self.at.session.question.close()
            self.at = None

    def _thin(self, step: Step | None, course: Course) -> bool:
        """Throws away what does not hold at the end of a course; whether there was such a thing."""
        thrown = False
        ends = self.left[self.courses.end_of(course)]
        guesses = [each for each in ends if not each.stated and not each.hoped and not self.guessed]
        while guesses:
            broken = self._broken(step, course, guesses)
            if not broken:
                break
            thrown = True
            self._drop(course, broken)
            guesses = [each for each in guesses if each not in broken]
        end = self.courses.end_of(course)
        listed = [each for each in self.left[end] if each.stated or each.hoped]
        for each in [each for each in listed if (end, each.name) not in self.sure]:
            if self._broken(step, course, [each]):
                thrown = True
                self._drop(course, [each])
        return thrown

    def _drop(self, course: Course, broken: Iterable[Candidate]) -> None:
        """Drops broken candidates: a guess at the place where a course ends, a statement of the rules everywhere."""
        names = {each.name for each in broken if each.stated}
        gone = set(map(id, broken))
        end = self.courses.end_of(course)
        for shape in self.left if names else (end,):
            listed, here = self.left[shape], shape == end
            self.left[shape] = [
                each for each in listed if not (here and id(each) in gone) and not (each.stated and each.name in names)
            ]

    def _broken(self, step: Step | None, course: Course, listed: list[Candidate], *, share: int = 1) -> list[Candidate]:
        """Returns those of some candidates that are seen not to hold at the end of a course, in one state.

        A question may cost its limit divided by `share`. One that is not known to hold counts as one that does not.
        """
        terms = self.courses.study.terms
        premise = True if step is None else self.known(step.place)
        if premise is False:
            return []
        unknown = [each for each in listed if each.of_cells and not self._is_known(step, each)]
        if unknown:
            for each in unknown:
                self.failures.setdefault(each.name, InductionFailure(each, step, course, None, far=True))
            return unknown
        listed = [each for each in listed if not self._is_as_before(premise, self.holds_after(course, each))]
        wanted = [self.holds_after(course, each) for each in listed]
        broken = terms.not_(terms.all(wanted))
        if broken is False:
            return []
        with_care = any(self._is_worth_care(each) for each in listed)
        if with_care and step is not None and self._holds_on_every_way(step, course, premise, listed[0]):
            return []
        session = self._session(step, course, premise)
        with session.sparing(share):
            answer = self._asked(session, wanted, in_parts=with_care)
        if answer.result == "unknown" and len(listed) > 1 and not self.courses.by_piece:
            # One that is hard to tell takes none of the others with it; all parts together cost less than the whole.
            half = len(listed) // 2
            parts = (listed[:half], listed[half:])
            return [each for part in parts for each in self._broken(step, course, part, share=4 * share)]
        if answer.result == "sat" and with_care and self.of == "all":
            # What is stated is not thrown away for a state that is none: no other step would be asked of it again.
            answer = self._really(step, course, premise, broken, hoped=all(each.hoped for each in listed))
        if answer.result == "unsat":
            return []
        model = Model(terms, answer.model) if answer.result == "sat" else None
        # Something is broken in the state that was found: one that is read otherwise says nothing of any of them.
        found = [each for each, holds in zip(listed, wanted, strict=True) if model is not None and not model.of(holds)]
        found = found or listed
        for each in found:
            if each.stated and each.name not in self.failures:
                self.failures[each.name] = InductionFailure(each, step, course, model)
        return found

    def _is_known(self, step: Step | None, candidate: Candidate) -> bool:
        """Returns whether what is said of each cell is known where a step begins, also of cells that no window has."""
        if step is None or step.place.state.from_start:
            return True
        return any(each.name == candidate.name for each in self.left[step.place.key])

    def _is_worth_care(self, candidate: Candidate) -> bool:
        """Returns whether a candidate is thrown away for whole states alone.

        By pieces much is hoped for that does not hold, and a whole state for each costs more than all that is proved:
        of what is printed none is looked at, and of any data what the rules state of other places.
        """
        by_piece, said = self.courses.by_piece, (each.name for each in self.courses.study.world.game.invariants)
        return candidate.stated or (
            candidate.hoped and (not by_piece or (bool(self.courses.data) and candidate.name in said))
        )

    def _holds_on_every_way(self, step: Step, course: Course, premise: Bool, candidate: Candidate) -> bool:
        """Returns whether the same holds on all the ways on that come to it by the same changes, which is asked once.

        Another candidate may come to the same on other ways: what is known of its own says nothing of these.
        """
        wanted = self.holds_after(course, candidate)
        key = (id(step), premise, wanted, candidate.name)
        if key not in self.on_every_way:
            alike = [each for each in step.courses if self._speaks_of(each, candidate, wanted)]
            self.on_every_way[key] = len(alike) > 1 and self._holds_on_all(step, alike, premise, wanted)
        return self.on_every_way[key]

    def _holds_on_all(self, step: Step, alike: list[Course], premise: Bool, wanted: Bool) -> bool:
        terms = self.courses.study.terms
        any_way = terms.any(each.condition for each in alike)
        session = self._at(step.place, premise).of(any_way, (step.legal, any_way), (wanted,))
        return self._asked(session, [wanted], in_parts=True).result == "unsat"

    def _speaks_of(self, course: Course, candidate: Candidate, wanted: Bool) -> bool:
        """Returns whether the same is stated, or hoped for, at the end of another way, and comes to the same there."""
        ends = self.left[self.courses.end_of(course)]
        same = (each for each in ends if each.name == candidate.name and (each.stated or each.hoped))
        return any(self.holds_after(course, each) is wanted for each in same)

    def _is_as_before(self, premise: Bool, wanted: Bool) -> bool:
        """Returns whether a step does not touch what is wanted, so that nobody needs to be asked."""
        if self.parts is None or self.parts[0] is not premise:
            self.parts = premise, frozenset(parts_of(self.courses.study.terms, premise))
        parts = self.wanted.get(wanted)
        if parts is None:
            parts = self.wanted[wanted] = frozenset(parts_of(self.courses.study.terms, wanted))
        return parts <= self.parts[1]

    def _asked(self, session: Session, wanted: list[Bool], *, in_parts: bool) -> QueryAnswer:
        """Returns whether something wanted may not hold.

        All is asked at once, or where that is too much one part after the other.
        """
        terms = self.courses.study.terms
        whole = terms.all(wanted)
        parts = parts_of(terms, whole) if in_parts else ()
        most = len(parts) if self.courses.stated_alone else FEW
        if not 1 < len(parts) <= most:
            return session.also(terms.not_(whole))
        with session.sparing(AT_ONCE):
            answer = session.also(terms.not_(whole))
        for part in parts if answer.result == "unknown" else ():
            answer = session.also(terms.not_(part))
            if answer.result != "unsat":
                break
        return answer

    def _really(self, step: Step | None, course: Course, premise: Bool, broken: Bool, *, hoped: bool) -> QueryAnswer:
        """Returns the answer in whole states, of steps in which the rules do not break off: those lead nowhere.

        In a window little is spent on what is only hoped for: it seldom holds, and a whole state of many cells is dear.
        """
        study = self.courses.study
        goes_on = True if step is None else study.terms.not_(step.faults.whole())
        said = (*_taken(step, course), premise, goes_on, broken)
        if study.world.values.window is None or not hoped:
            return study.solver.ask(*said, reach="whole")
        session = study.solver.session(*said, reach="whole")
        session.question.set("rlimit", max(1, session.question.rlimit // AT_ONCE))
        return session.decide_last()

    def _session(self, step: Step | None, course: Course, premise: Bool) -> Session:
        """Returns the session in which a course is taken, which is about all that is wanted at its end."""
        wanted = [self.holds_after(course, each) for each in self.left[self.courses.end_of(course)]]
        if step is None:
            return self.courses.study.solver.session(course.condition, about=wanted, reach="linked")
        return self._at(step.place, premise).of(course, _taken(step, course), wanted)

    def _at(self, place: Place, premise: Bool) -> _PlaceSession:
        if self.at is None or self.at.place is not place:
            self._leave()
            self.at = _PlaceSession(place, self.courses.study.solver.session(about=(premise,), reach="linked"))
        self.at.assume(premise)
        return self.at


@define
class _PlaceSession:
    """A place whose steps are asked about one after the other, in one session that knows what is assumed there.

    What is taken in for one step is forgotten with it, and the session with the place: of a game by pieces there are
    a thousand ways on.
    """

    place: Place
    session: Session
    way: Course | Bool | None = None
    """The way on that is taken in besides, or the condition of several; None if nothing is."""

    def assume(self, premise: Bool) -> None:
        """Takes in another premise, less than the first, in place of the last one."""
        if premise is not self.session.assumed:
            self._leave()
            self.session.assume(premise)

    def of(self, way: Course | Bool, taken: Iterable[Bool], wanted: Iterable[Bool]) -> Session:
        """Returns the session in which a way on is taken, and in which something wanted is asked of it."""
        if self.way is not way:
            self._leave()
            self.session.enter(*taken, about=wanted)
            self.way = way
        return self.session

    def _leave(self) -> None:
        if self.way is not None:
            self.session.leave()
            self.way = None


def _taken(step: Step | None, course: Course) -> tuple[Bool, ...]:
    """Returns the terms that a course is taken."""
    return (course.condition,) if step is None else (step.legal, course.condition)
