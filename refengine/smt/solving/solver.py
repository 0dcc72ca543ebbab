"""The solver's questions with the facts that matter to them, and sessions in which more is asked.

INVARIANT: a question holds the definitions and the facts of the constants that it speaks of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set as AbstractSet
from contextlib import contextmanager
from heapq import heapify, heappop, heappush
from types import MappingProxyType
from typing import Literal

from attrs import define, field

from refengine.smt.solving.memory import Memory
from refengine.smt.solving.question import TRUE_FIRST, Query, QueryAnswer
from refengine.smt.solving.transcript import Transcript
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Exclusive, Fact

Reach = Literal["own", "linked", "whole"]
"""The reach of a question: facts about the constants that occur, with all printed on a piece, or all there are.

Fewer facts make a proof cheaper and as good; a model of all facts is a state.
"""

MOST_CONES = 512
"""The greatest number of cones that are kept: the same few terms are asked about in one context after the other."""


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
    free: int = 0
    """The resource units that were spent beside the budget (`beside`)."""
    shared: Transcript | None = None
    memory: Memory | None = None
    digests: dict[Term, bytes] = field(factory=dict)
    _answers: dict[tuple[object, ...], QueryAnswer] = field(factory=dict)
    """The answers to whole questions, kept since several goals of one audit owe the same."""
    _speaking: dict[Term, list[int]] = field(factory=dict)
    """The places of the first `_indexed` facts in their list, by the constants that they speak of."""
    _of_nothing: list[int] = field(factory=list)
    """The places of those that speak of no constant, or of which a member does not."""
    _indexed: int = 0
    _spoken_of: dict[Term, frozenset[Term]] = field(factory=dict)
    _cones: dict[tuple[Term, ...], dict[Term, None]] = field(factory=dict)
    _found: dict[tuple[object, ...], tuple[tuple[str, Bool], ...]] = field(factory=dict)
    """The facts about some constants, by these, and by the number of facts that there were."""

    @property
    def exhausted(self) -> bool:
        """Returns whether all that may be spent altogether is spent."""
        return self.budget is not None and self.spent - self.free > self.budget

    @property
    def gave_up(self) -> str:
        """The words for nothing having been found out."""
        if self.exhausted:
            return f"the solver gave up, having spent {self.budget:,} resource units on the course of the game"
        return f"the solver gave up within {self.rlimit:,} resource units"

    def begin(self, name: str) -> None:
        """Counts anew, for another question of this name."""
        self.name, self.spent, self.free, self.asked = name, 0, 0, 0

    def context(self) -> Transcript:
        """Returns another context, in which nothing was told."""
        return Transcript(self.memory, self.digests)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Has what is asked meanwhile share a context, in which nothing is told that is asked elsewhere."""
        outside, self.shared = self.shared, self.context()
        try:
            yield
        finally:
            self.shared = outside

    @contextmanager
    def beside(self, most: int) -> Iterator[None]:
        """Has what is asked meanwhile spend nothing of the budget; nothing more is found out where it spends `most`.

        Whoever comes after it has as much as if nobody had asked. Where the budget is spent nothing is found out.
        """
        budget, begun = self.budget, self.spent
        if not self.exhausted:
            self.budget = begun - self.free + most
        try:
            yield
        finally:
            self.budget, self.free = budget, self.free + self.spent - begun

    def ask(self, *conditions: Bool, reach: Reach = "own", why: bool = False) -> QueryAnswer:
        """Returns whether all conditions can hold at once.

        With `why` an answer of unsat says which labelled facts it needs.
        """
        if False in conditions:
            return QueryAnswer("unsat", 0)
        told = ("ask", conditions, reach, why)
        return self._once(told, lambda: self.session(*conditions, reach=reach, why=why).decide_last())

    def ask_given(self, conditions: tuple[Bool, ...], given: tuple[tuple[str, Bool], ...]) -> QueryAnswer:
        """Asks as `ask` does, where more is given under labels; an answer of unsat says which of it is needed."""

        def decided() -> QueryAnswer:
            session = self.session(*conditions, about=[each for _, each in given], why=True)
            for label, each in given:
                session.question.require(each, label)
            return session.decide_last()

        return self._once(("given", conditions, given), decided)

    def _once(self, told: tuple[object, ...], decide: Callable[[], QueryAnswer]) -> QueryAnswer:
        """Returns the answer to a question with a translation of its own; put again it costs as much and is not asked.

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
        """Returns a question that more can be asked of: whether one more condition, of those it is `about`, holds."""
        spoken_of: tuple[Bool | Num, ...] = (*conditions, *about)
        session = Session(
            self, Query(self.terms, self.shared or self.context(), self.rlimit), self.cone(spoken_of), why=why
        )
        session.widen(reach)
        if reach == "whole":
            session.question.set("phase_selection", TRUE_FIRST)
        for each in conditions:
            session.keep(each)
        for part in spoken_of:  # so that their definitions stay when what is asked meanwhile is forgotten
            session.question.translated(part)
        return session

    def cone(self, roots: tuple[Bool | Num, ...]) -> dict[Term, None]:
        """Returns the constants that terms depend on, behind definitions too; kept, since none is defined later."""
        of = tuple([each for each in roots if isinstance(each, Term)])
        known = self._cones.get(of)
        if known is None:
            if len(self._cones) >= MOST_CONES:  # of a game by pieces there would be too many to hold
                self._cones.clear()
            known = self._cones[of] = self.terms.cone(of)
        return {**known}

    def relevant(self, constants: dict[Term, None], reach: Reach) -> Iterable[tuple[str, Bool]]:
        """Returns the facts about some constants, with their labels."""
        if reach == "whole":
            return self._said(self.facts, None)
        known = self.linked(constants) if reach == "linked" else constants
        return self._once_found(known.keys(), None)

    def relevant_to(self, new: AbstractSet[Term], constants: AbstractSet[Term]) -> Iterable[tuple[str, Bool]]:
        """Returns the facts about some constants that speak of a new one of them, with their labels."""
        return self._once_found(constants, new)

    def _once_found(self, constants: AbstractSet[Term], new: AbstractSet[Term] | None) -> tuple[tuple[str, Bool], ...]:
        """Returns the facts about some constants, or of these those that speak of a new one.

        Much is asked about the same ones, in one context after the other.
        """
        key = frozenset(constants), None if new is None else frozenset(new), len(self.facts)
        known = self._found.get(key)
        if known is None:
            places = {*self._places_of(constants), *self._of_nothing} if new is None else {*self._places_of(new)}
            if len(self._found) >= MOST_CONES:
                self._found.clear()
            known = self._found[key] = tuple(self._said((self.facts[each] for each in sorted(places)), constants))
        return known

    def linked(self, constants: Iterable[Term], beyond: Mapping[Term, None] = MappingProxyType({})) -> dict[Term, None]:
        """Returns some constants, and all that is printed on pieces they speak of, beyond what is known already."""
        found = {each: None for each in constants if each not in beyond}
        places = self._places_of(found)
        heapify(places)
        last = -1
        while places:
            number = heappop(places)
            fact = self.facts[number]
            if number == last or not isinstance(fact, Fact) or not fact.links:
                continue
            last = number
            new = [each for each in self.terms.own(fact.term) if each not in found and each not in beyond]
            found.update(dict.fromkeys(new))
            for each in self._places_of(new):
                if each > number:
                    heappush(places, each)
        return found

    def _places_of(self, constants: Iterable[Term]) -> list[int]:
        """Returns the places in the list of facts of those that speak of some constants, some of them several times."""
        for number in range(self._indexed, len(self.facts)):
            fact = self.facts[number]
            for member in fact.members if isinstance(fact, Exclusive) else (fact.term,):
                own = self.terms.own(member)
                for constant in own:
                    self._speaking.setdefault(constant, []).append(number)
                if not own:
                    self._of_nothing.append(number)
        self._indexed = len(self.facts)
        return [number for each in constants for number in self._speaking.get(each, ())]

    def _said(
        self, facts: Iterable[Fact | Exclusive], constants: AbstractSet[Term] | None
    ) -> Iterator[tuple[str, Bool]]:
        """Yields facts as far as they are about some constants; with None as they are."""
        for fact in facts:
            if constants is None:
                yield fact.label, self.terms.at_most_one(fact.members) if isinstance(fact, Exclusive) else fact.term
            elif isinstance(fact, Exclusive):
                members = [each for each in fact.members if self._within(each, constants)]
                if len(members) > 1:
                    yield fact.label, self.terms.at_most_one(members)
            elif self._within(fact.term, constants):
                yield fact.label, fact.term

    def _within(self, term: Bool, constants: AbstractSet[Term]) -> bool:
        if not isinstance(term, Term):
            return True
        if term.op == "const":
            return term in constants
        known = self._spoken_of.get(term)
        if known is None:
            known = self._spoken_of[term] = frozenset(self.terms.own(term))
        return constants >= known


@define
class Session:
    """A question that was put, and may be put again with more conditions."""

    solver: Solver
    question: Query
    constants: dict[Term, None]
    why: bool = False
    known: set[tuple[str, Bool]] = field(factory=set)
    """The facts that were taken in."""
    assumed: Bool = True
    linked: dict[Term, None] | None = None
    """The constants that are linked to those that it is about, as it was when something was taken in beside them."""
    outside: list[tuple[set[tuple[str, Bool]], dict[Term, None]]] = field(factory=list)
    """The facts and constants that were known outside of what is taken in for as long."""

    def widen(self, reach: Reach) -> None:
        """Takes in more facts: those within a reach of the constants that it is about."""
        self._take_in(self.solver.relevant(self.constants, reach))

    def _take_in(self, facts: Iterable[tuple[str, Bool]]) -> None:
        new = [each for each in dict.fromkeys(facts) if each not in self.known]
        self.known.update(new)
        if not self.why:
            self.question.require_all([fact for _, fact in new])
            return
        for label, fact in new:
            self.question.require(fact, label)

    def enter(self, *conditions: Bool, about: Iterable[Bool | Num]) -> None:
        """Takes in conditions until `leave`, with what is linked to them and to what is asked about meanwhile."""
        if self.linked is None:
            self.linked = self.solver.linked(self.constants)
        self.outside.append((self.known, self.constants))
        self.known, self.constants = {*self.known}, dict(self.constants)
        self.question.push()
        self.speak_of((*conditions, *about))
        new = self.solver.linked(self.constants, self.linked)
        self._take_in(self.solver.relevant_to(new.keys(), {**self.linked, **new}.keys()))
        for each in conditions:
            self.keep(each)

    def leave(self) -> None:
        """Forgets what was taken in since the last `enter`."""
        self.question.pop()
        self.known, self.constants = self.outside.pop()

    def speak_of(self, terms: Iterable[Bool | Num]) -> None:
        """Adds terms of which the session speaks from now on; `widen` takes in the facts about them."""
        for each in terms:
            self.constants.update(self.solver.cone((each,)))
            self.question.translated(each)

    def decide(self) -> QueryAnswer:
        """Returns the answer as it stands."""
        if self.solver.exhausted:
            return QueryAnswer("unknown", 0)
        self._told()
        answer = self.question.decide()
        self.solver.spent = self.solver.spent + answer.rlimit
        return answer

    def decide_last(self) -> QueryAnswer:
        """Returns the answer as it stands, after which no more is asked."""
        answer = self.decide()
        self.question.close()
        return answer

    def also(self, condition: Bool) -> QueryAnswer:
        """Returns the answer with a condition that is forgotten after it."""
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

    def decide_with(self, conditions: Iterable[Bool]) -> QueryAnswer:
        """Returns the answer with conditions that are forgotten after it."""
        with self.meanwhile(*conditions):
            return self.decide()

    def keep(self, condition: Bool) -> None:
        """Takes in a condition for good; `meanwhile`, for as long."""
        self.question.require(condition)

    def _told(self) -> None:
        self.solver.asked += 1
        if self.solver.dump is not None:
            self.solver.dump(f"{self.solver.name}-{self.solver.asked}.smt2", self.question.text())
