"""The solver's questions with the facts that matter to them, and sessions in which more is asked.

INVARIANT: a question holds the definitions and the facts of the constants that it speaks of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal

from attrs import define, field

from refengine.smt.question import TRUE_FIRST, Answer, Question
from refengine.smt.term import Bool, Num, Term
from refengine.smt.terms import Terms
from refengine.smt.translation import Translation
from refengine.smt.value import Exclusive, Fact

Reach = Literal["own", "linked", "whole"]
"""The reach of a question: facts about the constants that occur, with all printed on a piece, or all there are.

Fewer facts make a proof cheaper and as good; a model of all facts is a state.
"""


@define
class Solver:
    """Puts questions about the terms of one maker. `dump` is given each as SMT-LIB 2, under a name.

    `spent` counts resource units, `asked` questions. Where more than `budget` is spent nothing more is found out: every
    answer is that it is not known. Unless the questions have one translation that they share, each has its own, and
    what was asked before it changes nothing.
    """

    terms: Terms
    facts: list[Fact | Exclusive]
    rlimit: int
    dump: Callable[[str, str], None] | None = None
    name: str = "query"
    spent: int = 0
    asked: int = 0
    budget: int | None = None
    shared: Translation | None = None
    _answers: dict[tuple[object, ...], Answer] = field(factory=dict)
    """The answers to whole questions, kept since several goals of one audit owe the same."""

    @property
    def exhausted(self) -> bool:
        """Whether all that may be spent altogether is spent."""
        return self.budget is not None and self.spent > self.budget

    @property
    def gave_up(self) -> str:
        """The words for nothing having been found out."""
        if self.exhausted:
            return f"the solver gave up, having spent {self.budget:,} resource units on the course of the game"
        return f"the solver gave up within {self.rlimit:,} resource units"

    def begin(self, name: str) -> None:
        """Counts anew, for another question of this name."""
        self.name, self.spent, self.asked = name, 0, 0

    def ask(self, *conditions: Bool, reach: Reach = "own", why: bool = False) -> Answer:
        """Whether all conditions can hold at once; with `why` an answer of unsat says which labelled facts it needs."""
        if False in conditions:
            return Answer("unsat", 0)
        told = ("ask", conditions, reach, why)
        return self._once(told, lambda: self.session(*conditions, reach=reach, why=why).decide())

    def ask_given(self, conditions: tuple[Bool, ...], given: tuple[tuple[str, Bool], ...]) -> Answer:
        """As `ask`, where more is given under labels; an answer of unsat says which of it is needed."""

        def decided() -> Answer:
            session = self.session(*conditions, about=[each for _, each in given], why=True)
            for label, each in given:
                session.question.require(each, label)
            return session.decide()

        return self._once(("given", conditions, given), decided)

    def _once(self, told: tuple[object, ...], decide: Callable[[], Answer]) -> Answer:
        """The answer to a question that has a translation of its own; put again it costs as much, and is not asked.

        So it counts as often as it is put, and nobody can tell.
        """
        if self.shared is not None or self.dump is not None or self.exhausted:
            return decide()
        key = (told, len(self.facts), self.rlimit)
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = decide()
        else:
            self.asked, self.spent = self.asked + 1, self.spent + found.rlimit
        return found

    def session(
        self, *conditions: Bool, about: Iterable[Bool | Num] = (), reach: Reach = "own", why: bool = False
    ) -> Session:
        """A question that more can be asked of: whether a further condition, of those it is `about`, holds as well."""
        spoken_of: tuple[Bool | Num, ...] = (*conditions, *about)
        session = Session(
            self, Question(self.terms, self.shared or Translation(), self.rlimit), self.terms.cone(spoken_of), why=why
        )
        session.widen(reach)
        if reach == "whole":
            session.question.set("phase_selection", TRUE_FIRST)
        for each in conditions:
            session.keep(each)
        for part in spoken_of:  # so that their definitions stay when what is asked meanwhile is forgotten
            session.question.translated(part)
        return session

    def relevant(self, constants: dict[Term, None], reach: Reach) -> Iterable[tuple[str, Bool]]:
        """The facts about some constants, with their labels."""
        if reach == "whole":
            for fact in self.facts:
                yield fact.label, self.terms.at_most_one(fact.members) if isinstance(fact, Exclusive) else fact.term
            return
        if reach == "linked":
            constants = self._linked(constants)
        for fact in self.facts:
            if isinstance(fact, Exclusive):
                members = [each for each in fact.members if self._within(each, constants)]
                if len(members) > 1:
                    yield fact.label, self.terms.at_most_one(members)
            elif self._within(fact.term, constants):
                yield fact.label, fact.term

    def _linked(self, constants: dict[Term, None]) -> dict[Term, None]:
        """The constants with all that is printed on the pieces that they speak of."""
        known = dict(constants)
        for fact in self.facts:
            if isinstance(fact, Fact) and fact.links and any(each in known for each in self.terms.own(fact.term)):
                known.update(dict.fromkeys(self.terms.own(fact.term)))
        return known

    def _within(self, term: Bool, constants: dict[Term, None]) -> bool:
        return all(each in constants for each in self.terms.own(term))


@define
class Session:
    """A question that was put, and may be put again with more conditions."""

    solver: Solver
    question: Question
    constants: dict[Term, None]
    why: bool = False
    known: set[tuple[str, Bool]] = field(factory=set)
    """The facts that were taken in."""
    assumed: Bool = True

    def widen(self, reach: Reach) -> None:
        """Takes in more facts: those within a reach of the constants that it is about."""
        for label, fact in self.solver.relevant(self.constants, reach):
            if (label, fact) not in self.known:
                self.known.add((label, fact))
                self.question.require(fact, label if self.why else "")

    def speak_of(self, terms: Iterable[Bool | Num]) -> None:
        """Adds terms of which the session speaks from now on; `widen` takes in the facts about them."""
        for each in terms:
            self.constants.update(self.solver.terms.cone((each,)))
            self.question.translated(each)

    def decide(self) -> Answer:
        """The answer as it stands."""
        if self.solver.exhausted:
            return Answer("unknown", 0)
        self._told()
        answer = self.question.decide()
        self.solver.spent = self.solver.spent + answer.rlimit
        return answer

    def also(self, condition: Bool) -> Answer:
        """The answer with a condition that is forgotten after it."""
        self.question.push(condition)
        answer = self.decide()
        self.question.pop()
        return answer

    def assume(self, premise: Bool) -> None:
        """Takes in a premise in place of the last one. It must be what the session is `about`."""
        if premise is not self.assumed:
            if self.assumed is not True:
                self.question.pop()
            self.assumed = premise
            if premise is not True:
                self.question.push(premise)

    @contextmanager
    def meanwhile(self, *conditions: Bool) -> Iterator[None]:
        """Conditions, and what is kept beside them, that are forgotten afterwards. All must be what it is `about`."""
        self.question.push(*conditions)
        try:
            yield
        finally:
            self.question.pop()

    @contextmanager
    def sparing(self, times: int) -> Iterator[None]:
        """Divides the limit of each question by a number meanwhile."""
        self.question.set("rlimit", max(1, self.question.rlimit // times))
        try:
            yield
        finally:
            self.question.set("rlimit", self.question.rlimit)

    def decide_with(self, conditions: Iterable[Bool]) -> Answer:
        """The answer with conditions that are forgotten after it."""
        with self.meanwhile(*conditions):
            return self.decide()

    def keep(self, condition: Bool) -> None:
        """Takes in a condition for good; `meanwhile`, for as long."""
        self.question.require(condition)

    def _told(self) -> None:
        self.solver.asked += 1
        if self.solver.dump is not None:
            self.solver.dump(f"{self.solver.name}-{self.solver.asked}.smt2", self.question.text())
