"""One question put to z3: limits in resource units, seeds fixed.

INVARIANT: definitions are asserted after all terms are there. What z3 cannot decide within the limit is unknown.
INVARIANT: no clock decides anything. `z3.Solver` runs a portfolio whose members have some seconds each, so that on a
busy machine it answers otherwise than on an idle one; it must not be used.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import partial
from typing import Literal

from attrs import field, frozen

from refengine.smt.solving.smtlib import smtlib_script
from refengine.smt.solving.transcript import Statement, Transcript
from refengine.smt.terms.assignment import Assignment
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms

Result = Literal["unsat", "sat", "unknown"]

SEED = 1

ARITHMETIC = 2
"""z3's simplex for small sums: what is asked here takes it two thirds of the time of the default, models even less."""


TRUE_FIRST = 1
"""The setting by which z3 guesses true first, where all facts about a state are taken in.

That a piece lies here settles where else it does not, so a model is found five to ten times sooner.
"""


STATED = ("invariant ", "obligation ")
"""The beginnings of the labels of statements that are proved for themselves, or turn out to be false."""

MOST_INSTEAD = 6
"""The greatest number of other sets of labels that are looked for."""


@frozen(eq=False)
class QueryAnswer:
    """The answer to a question. `model` has the constants of the question; `needed` the labels of facts it rests on."""

    result: Result
    rlimit: int
    model: Mapping[Term, bool | int] = field(factory=dict)
    needed: tuple[str, ...] = ()
    instead: tuple[tuple[str, ...], ...] = ()
    """Other sets of labels, each of which it may rest on as well."""


class Query:
    """A question: its assertions, which may be forgotten again, in a context in which others are put too."""

    def __init__(self, terms: Terms, told: Transcript, rlimit: int) -> None:
        self.terms, self.told, self.rlimit = terms, told, rlimit
        self.parameters = {"rlimit": rlimit, "random_seed": SEED, "arith.solver": ARITHMETIC}
        self.lasting: list[Statement] | None = []
        """The assertions made for good, as long as nothing was asked beside them."""
        self.solver = self._set_up(told.solver("tactics"))
        self.constants: dict[Term, None] = {}
        """The constants of which the question speaks so far."""
        self.labels: dict[str, None] = {}
        self.spoken: list[list[Term]] = [[]]
        """These constants, by the level at which their definitions are asserted."""
        self.later: list[Term] = []
        """The constants whose definitions are still to be asserted."""
        self.asked: list[list[tuple[Bool, str]]] = [[]]
        """Assertions with their labels, by the level at which they were made; definitions are not among them."""

    def set(self, name: str, value: int) -> None:
        """Sets a parameter of z3 from now on."""
        self.parameters[name] = value
        self.told.set(self.solver, name, value)

    def _set_up(self, solver: int) -> int:
        for name, value in self.parameters.items():
            self.told.set(solver, name, value)
        return solver

    def _grow(self) -> None:
        """Goes over, once, to a solver that remembers what it found out while conditions come and go."""
        if self.lasting is None:
            return
        lasting, self.lasting = self.lasting, None
        self.told.drop(self.solver)
        self.solver = self._set_up(self.told.solver("incremental"))
        for each in lasting:
            self._assert(each)

    def require(self, condition: Bool, label: str = "") -> None:
        """Asserts a condition, and the definitions of what it speaks of."""
        self.asked[-1].append((condition, label))
        self.translated(condition)
        if label:
            self._grow()
            self.labels[label] = None
        self._assert(Statement(condition, label=label))

    def require_all(self, facts: Iterable[Bool]) -> None:
        """Asserts facts one after the other, as `require` does without a label; there are hundreds in each question."""
        asked, tell, solver, lasting = self.asked[-1], self.told.require, self.solver, self.lasting
        for fact in facts:
            asked.append((fact, ""))
            self._speaks_of(fact)
            said = Statement(fact)
            if lasting is not None:
                lasting.append(said)
            tell(solver, said)

    def push(self, *conditions: Bool) -> None:
        """Takes in conditions until `pop`."""
        self.asked.append([(each, "") for each in conditions])
        for each in conditions:
            self.translated(each)
        self._define()
        self._grow()
        self.spoken.append([])
        self.told.push(self.solver)
        for each in conditions:
            self._assert(Statement(each))

    def pop(self) -> None:
        """Forgets it, and what was first spoken of since."""
        self.asked.pop()
        for each in self.spoken.pop():
            del self.constants[each]
        self.later = [each for each in self.later if each in self.constants]
        self.told.pop(self.solver)

    def close(self) -> None:
        """Lets go of what z3 knows of the question; only the models that were found may be read after it."""
        self.told.drop(self.solver)

    def text(self) -> str:
        """Returns the question as SMT-LIB 2, as any solver reads it."""
        return smtlib_script(self.terms, (condition for level in self.asked for condition, _ in level))

    def decide(self) -> QueryAnswer:
        """Asks z3."""
        self._define()
        found, check = self.told.check(self.solver, self.labels)
        spent = self.told.spent(self.solver)
        if found == "unsat":
            needed = self._fewest(self._core())
            return QueryAnswer("unsat", spent, needed=needed, instead=self._instead(needed))
        if found == "sat":
            return QueryAnswer("sat", spent, Assignment(partial(self.told.read, check), self.constants))
        return QueryAnswer("unknown", spent)

    def translated(self, root: Bool | Num) -> None:
        """Makes a term of z3; the definitions of the constants in it are kept for later."""
        self._speaks_of(root)
        self.told.make(root)

    def _speaks_of(self, root: Bool | Num) -> None:
        constants = self.constants
        for each in self.terms.own(root):
            if each not in constants:
                constants[each] = None
                self.spoken[-1].append(each)
                if each in self.terms.definitions:
                    self.later.append(each)

    def _define(self) -> None:
        while self.later:
            constant = self.later.pop()
            meaning = self.terms.definitions[constant]
            self._speaks_of(meaning)
            self._assert(Statement(constant, stands_for=meaning))

    def _assert(self, said: Statement) -> None:
        if self.lasting is not None:
            self.lasting.append(said)
        self.told.state(self.solver, said)

    def _core(self) -> tuple[str, ...]:
        """Returns the labels that z3 needed for the last answer, in their order."""
        core = self.told.core(self.solver)
        return tuple(label for label in self.labels if label in core)

    def _instead(self, needed: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Returns other sets of labels that are enough, found by leaving out one label after the other of those known.

        A statement may turn out to be false: then it counts what else the answer may rest on.
        """
        found = [needed]
        agenda = [frozenset((label,)) for label in needed if label.startswith(STATED)]
        tried: set[frozenset[str]] = set()
        while agenda and len(found) <= MOST_INSTEAD and len(tried) < 2 * MOST_INSTEAD:
            without = agenda.pop(0)
            if without in tried:
                continue
            tried.add(without)
            if self.told.is_enough(self.solver, [each for each in self.labels if each not in without]):
                other = self._fewest(self._core())
                if other not in found:
                    found.append(other)
                agenda += [without | {label} for label in other if label.startswith(STATED)]
        return tuple(found[1:])

    def _fewest(self, needed: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the labels without those that are not needed after all."""
        kept = dict.fromkeys(needed)
        for label in needed:
            less = {each: None for each in kept if each != label}
            if self._only(less).refuted():
                kept = less
        return tuple(kept)

    def _only(self, labels: Container[str]) -> Query:
        """Returns the question without facts under other labels, in a context of its own.

        So the answer does not hang on these facts, and is known again where one of them is another. It is also found
        sooner, by as much as facts that nobody needs stand in the way of a state.
        """
        less = Query(self.terms, self.told.another(), self.rlimit)
        for name, value in self.parameters.items():
            less.set(name, value)
        for level in self.asked:
            for condition, label in level:
                if not label or label in labels:
                    less.require(condition)
        return less

    def refuted(self) -> bool:
        """Returns whether it is seen that not all can hold; no more is asked after it."""
        self._define()
        found, _ = self.told.check(self.solver, self.labels)
        self.close()
        return found == "unsat"
