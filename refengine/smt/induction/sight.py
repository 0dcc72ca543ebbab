"""Decides sight, a noninterference property: legal actions, and who is asked, depend on nothing hidden.

It is asked of any two states that look alike, whether or not a game comes to them: first of all, then of those in which
everything holds that is known by induction and in which the pieces are those that are printed. So a proof is one for
the states of every game, and what refutes it is two states that obey all that, which an engine can be asked about.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from attrs import define

from refengine.smt.course.course import Courses, Key, Place, setup_of
from refengine.smt.course.places import position_at, step_played
from refengine.smt.course.study import Study
from refengine.smt.encode.scope import SOFT
from refengine.smt.goal import ALIKE, Counterexample, Decision, Goal
from refengine.smt.induction.induction import Induction
from refengine.smt.induction.invariants import Candidate
from refengine.smt.induction.twins import SightDifference, Twin, copy_of, hidden_differences, is_possible, look_alike
from refengine.smt.solving.model import Model
from refengine.smt.terms.term import Bool

ALIKE_AND_KNOWN = "any two states that look the same to a player, in which all holds that is proved by induction"

NOBODY_ASKED = "it speaks of nothing: no game comes to where somebody is asked there"

REACHED = "a game comes to both"

NOT_KNOWN_TO_COME = "it is not known whether a game comes to them"


def decide_sight(study: Study, courses: Courses, induction: Induction, goal: Goal) -> Decision:
    """Decides whether what is legal for a player, and who is asked, is the same in states that look alike.

    It is vacuous if no game comes to where somebody is asked.
    """
    asking = (each for each in courses.places.values() if each.waits and each.phase == goal.name)
    places = [each for each in asking if induction.is_reached(each) and _is_possible(study, each)]
    if not places:
        return Decision(goal, "vacuous", how=NOBODY_ASKED)
    return _DecisionProof(study, courses, induction, goal).decide(places)


def _is_possible(study: Study, place: Place) -> bool:
    """Returns whether a place in the setup is one to which a game comes; of others that is known."""
    return not place.exact or study.solver.ask(place.premise, reach="whole").result != "unsat"


def among_reached(study: Study, one: Courses, other: Courses, goal: Goal) -> Decision:
    """Decides the same of two courses that were both followed from the start, so that a game comes to what is shown.

    Refuted, or not known: no more is spent on it than on one question.
    """
    places = [each for each in one.places.values() if each.phase == goal.name]
    left: dict[Key, list[Candidate]] = {key: [] for key in one.places}
    looking = _DecisionProof(study, one, Induction(one, left), goal, again=tuple(other.places.values()))
    looking.until = study.solver.spent + study.solver.rlimit
    found = looking.decide(places)
    return found if found.verdict == "refuted" else Decision(goal, "unknown", how=NOT_KNOWN_TO_COME)


@define
class _DecisionProof:
    """The proof of sight at one decision; `how` and `rests_on` grow with what was needed."""

    study: Study
    courses: Courses
    induction: Induction
    goal: Goal
    how: str = ALIKE
    rests_on: tuple[str, ...] = ()
    again: tuple[Place, ...] | None = None
    """The places to which a game comes, once more; if it is None, those of the setup are found when they are needed."""
    until: int | None = None
    """The bound on all that is spent, in resource units; None: as much as the solver has."""

    def decide(self, places: list[Place]) -> Decision:
        for place in places:
            for each in hidden_differences(self.courses, place, partial(self._twins, place)):
                found = self._decided(place, each)
                if found is not None:
                    return found
        return Decision(self.goal, "proved", how=self.how, rests_on=self.rests_on)

    def _twins(self, place: Place, seats: list[int]) -> Iterator[Twin]:
        """Yields the states that look the same to seats as a place; in the setup those to which a game comes."""
        if not place.exact:
            yield look_alike(self.courses, place, seats)
            return
        self.how = ALIKE_AND_KNOWN
        if self.again is None:
            self.again = tuple(setup_of(self.study, by_piece=self.courses.by_piece)[0].places.values())
        for copy in self.again:
            if copy.shape == place.shape:
                yield copy_of(self.courses, place, copy, seats)

    def _decided(self, place: Place, each: SightDifference) -> Decision | None:
        """Returns what speaks against the statement, or None where a difference cannot be."""
        ask = self.study.solver.ask
        if self.until is not None and self.study.solver.spent > self.until:
            return self._gave_up()
        self._owe(place, each)
        if each.differs is False or ask(each.premise, each.differs).result == "unsat":
            return None
        self.how = ALIKE_AND_KNOWN
        there = (*self._known(place, each), each.differs)
        if ask(*there, reach="linked").result == "unsat":
            return None
        answered = self.study.terms.not_(each.faults.whole())
        answer = ask(*there, answered, is_possible(self.courses, each.twin.state), reach="whole")
        if answer.result == "sat":
            return self._seen(place, each, Model(self.study.terms, answer.model))
        return None if answer.result == "unsat" else self._gave_up()

    def _known(self, place: Place, each: SightDifference) -> tuple[Bool, ...]:
        """Returns all terms that are known of two states that look alike."""
        twin = each.twin
        return self.induction.known(place), self.induction.known_of(place, twin.state, twin.stack), each.premise

    def _owe(self, place: Place, each: SightDifference) -> None:
        """Returns whether the rules break off tells a secret, too.

        That they do not is owed by itself, and rested on here.
        """
        fails = [(one, each.faults.of(one)) for one in each.faults.found if one.owed not in SOFT]
        if not fails:
            return
        known, ask = self._known(place, each), self.study.solver.ask
        if ask(*known, each.faults.whole(), reach="linked").result != "unsat":
            names = (
                f"obligation {one.name}" for one, fail in fails if ask(*known, fail, reach="whole").result != "unsat"
            )
            self.rests_on = tuple(dict.fromkeys((*self.rests_on, *names)))

    def _gave_up(self) -> Decision:
        return Decision(self.goal, "unknown", how=self.study.solver.gave_up)

    def _seen(self, place: Place, each: SightDifference, found: Model) -> Decision:
        if not place.is_alone:
            return Decision(self.goal, "unknown", how="two states look the same, whatever waits below")
        pair = ((place.state, place.stack), (each.twin.state, each.twin.stack))
        positions = tuple(position_at(self.study, state, stack, found) for state, stack in pair)
        bound: tuple[tuple[str, Any], ...] = ()
        if each.seat is not None and each.taken is not None:
            played = step_played(self.study, each.taken, found)
            bound = (("player", each.seat + 1), ("action", played.action), ("arguments", list(played.arguments)))
        to_whom = "a player" if bound else "everybody"
        how = f"two states that look the same to {to_whom}; {REACHED if place.exact else NOT_KNOWN_TO_COME}"
        shown = Counterexample(positions, (), bound=bound)
        return Decision(self.goal, "refuted", how=how, counterexample=shown, reached=place.exact)
