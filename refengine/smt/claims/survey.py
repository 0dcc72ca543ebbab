"""A survey of a claim that does not hold under all readings: under which sets it does, each that matters asked.

A position that breaks a claim under one set is tried under every other, which costs no question; what is proved of one
set is proved of every set that shares what the proof needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import cast

from attrs import define, field

from refengine.ir import game as model
from refengine.smt.course.study import Study, default_reading, literal
from refengine.smt.solving.model import Model
from refengine.smt.solving.question import STATED, QueryAnswer
from refengine.smt.solving.solver import Session
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.value import Fact

MOST = 3_000
"""The greatest number of sets of readings of which it is found out."""

Set = tuple[tuple[str, str], ...]
"""A reading for each question that matters, or for some of them."""


def survey(made: Study, conditions: tuple[Bool, ...]) -> tuple[tuple[str, str], ...]:
    """Returns rows of "holds under" or "fails under" with the readings of which it is so: all complete sets together.

    The conditions are met where the claim is broken. No rows if no reading matters, or they are too many, or the solver
    gives up; nor if a claim holds under some only by what is stated elsewhere, which may turn out to be false.
    """
    cone = made.terms.cone(conditions)
    asked = [
        each
        for each in made.rules.questions
        if isinstance(_value(made, each), Term) and _value(made, each) in cone and len(_complete(each)) > 1
    ]
    sets = [tuple(each) for each in product(*([(q.name, r.name) for r in _complete(q)] for q in asked))]
    if not asked or len(sets) > MOST:
        return ()
    numbers = {(q.name, r.name): int(literal(r.value)) for q in asked for r in _complete(q)}
    terms = {q.name: cast("Term", _value(made, q)) for q in asked}
    about = [made.terms.equal(terms[name], number) for (name, _), number in numbers.items()]
    linked = made.solver.session(*conditions, about=about, reach="linked", why=True)
    whole = made.solver.session(*conditions, about=about, reach="whole")
    return _Survey(made, conditions, linked, whole, terms, numbers, sets).rows()


def _value(made: Study, question: model.Question) -> Num:
    return cast("Num", made.world.configuration["question", question.name])


def _complete(question: model.Question) -> list[model.Reading]:
    """Returns the complete readings of a question, the default first."""
    usual = default_reading(question)
    return sorted((each for each in question.readings if not each.incomplete), key=lambda each: each is not usual)


def _leans(answer: QueryAnswer) -> bool:
    """Returns whether an answer rests on a statement in every way that is known."""
    return all(any(label.startswith(STATED) for label in needed) for needed in (answer.needed, *answer.instead))


@define
class _Survey:
    """A survey under way: `fails` and `holds` grow until they have all sets."""

    made: Study
    conditions: tuple[Bool, ...]
    linked: Session
    whole: Session
    """The session of whole states: what breaks a claim is one that there can be under these readings."""
    terms: dict[str, Term]
    numbers: dict[tuple[str, str], int]
    sets: list[Set]
    fails: set[Set] = field(factory=set)
    holds: set[Set] = field(factory=set)

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Returns the rows of the survey: under which sets of readings the claim holds; nothing if one is undecided."""
        for each in self.sets:
            if each in self.fails or each in self.holds:
                continue
            answer = self.linked.decide_with(self._pins(each))
            if answer.result == "unknown" or _leans(answer):
                return ()
            if answer.result == "unsat":
                self._prove(each)
                continue
            answer = self.whole.decide_with(self._pins(each))
            if answer.result != "sat":
                return ()
            self._break(Model(self.made.terms, answer.model))
        told = [("holds under", each) for each in self._told(self.holds)] if self.holds else []
        told += [("fails under", each) for each in self._told(self.fails)] if self.fails else []
        return tuple(told)

    def _pins(self, chosen: Iterable[tuple[str, str]]) -> list[Bool]:
        terms = self.made.terms
        return [terms.equal(self.terms[name], self.numbers[name, reading]) for name, reading in chosen]

    def _break(self, found: Model) -> None:
        """Takes in every set under which there is this position, and it breaks the claim."""
        terms = self.made.terms
        wanted = (*self.conditions, *self._known(found))
        basic = {each: found.of(each) for each in self._basic(wanted)}
        for each in self.sets:
            if each not in self.fails and each not in self.holds:
                chosen = {self.terms[name]: self.numbers[name, reading] for name, reading in each}
                model = Model(terms, {**basic, **chosen})
                if all(model.of(condition) for condition in wanted):
                    self.fails.add(each)

    def _known(self, found: Model) -> list[Bool]:
        """Returns the facts that hang on a reading, as far as a position says whether they hold: an invariant may."""
        facts = (each.term for each in self.made.world.values.facts if isinstance(each, Fact))
        asked = {*self.terms.values()}
        open_ = (each for each in facts if not asked.isdisjoint(self.made.terms.cone((each,))))
        return [each for each in open_ if all(map(found.speaks_of, self._basic((each,))))]

    def _basic(self, conditions: Iterable[Bool]) -> list[Term]:
        """Returns the constants behind some conditions that stand for themselves, but for those of readings."""
        terms, asked = self.made.terms, {*self.terms.values()}
        return [each for each in terms.cone(conditions) if each not in terms.definitions and each not in asked]

    def _prove(self, chosen: Set) -> None:
        """Takes in every set that shares what the proof needs."""
        needed = list(chosen)
        for each in chosen:
            less = [one for one in needed if one != each]
            answer = self.linked.decide_with(self._pins(less))
            if answer.result == "unsat" and not _leans(answer):
                needed = less
        self.holds.update(each for each in self.sets if set(needed) <= set(each))

    def _told(self, among: set[Set]) -> Iterator[str]:
        """Yields the sets in few words: readings that are left out make no difference there."""
        left = [each for each in self.sets if each in among]
        while left:
            needed = list(left[0])
            for each in left[0]:
                less = {one for one in needed if one != each}
                if all(one in among for one in self.sets if less <= set(one)):
                    needed.remove(each)
            yield " and ".join(f"{question} is {reading}" for question, reading in needed) or "any readings"
            left = [each for each in left if not set(needed) <= set(each)]
