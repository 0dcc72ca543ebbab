"""One question put to z3: limits in resource units, seeds fixed.

INVARIANT: definitions are asserted after all terms are there. What z3 cannot decide within the limit is unknown.
INVARIANT: no clock decides anything. `z3.Solver` runs a portfolio whose members have some seconds each, so that on a
busy machine it answers otherwise than on an idle one; it must not be used.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

import z3
from attrs import field, frozen

from refengine.smt.assignment import Assignment
from refengine.smt.smtlib import written
from refengine.smt.term import Bool, Num, Term
from refengine.smt.terms import Terms
from refengine.smt.translation import Translation

Result = Literal["unsat", "sat", "unknown"]

SEED = 1

ARITHMETIC = 2
"""z3's simplex for small sums: what is asked here takes it two thirds of the time of the default, models even less."""


SIMPLIFIED = ("simplify", "propagate-values", "solve-eqs", "smt")
"""The tactics, one after the other, by which a question is decided of which nothing was forgotten. Putting what a
constant is equal to in its place makes it six times as cheap as the solver alone, to which more can be said later."""

TRUE_FIRST = 1
"""The setting by which z3 guesses true first, where all facts about a state are taken in.

That a piece lies here settles where else it does not, so a model is found five to ten times sooner.
"""


STATED = ("invariant ", "obligation ")
"""The beginnings of the labels of statements that are proved for themselves, or turn out to be false."""

MOST_INSTEAD = 6
"""The greatest number of other sets of labels that are looked for."""


@frozen(eq=False)
class Answer:
    """The answer to a question. `model` has the constants of the question; `needed` the labels of facts it rests on."""

    result: Result
    rlimit: int
    model: Mapping[Term, bool | int] = field(factory=dict)
    needed: tuple[str, ...] = ()
    instead: tuple[tuple[str, ...], ...] = ()
    """Other sets of labels, each of which it may rest on as well."""


class Question:
    """A question: its assertions, which may be forgotten again, with the terms of a translation that others use too."""

    def __init__(self, terms: Terms, translation: Translation, rlimit: int) -> None:
        self.terms, self.translation, self.rlimit = terms, translation, rlimit
        self.context = translation.context
        self.parameters = {"rlimit": rlimit, "random_seed": SEED, "arith.solver": ARITHMETIC}
        self.lasting: list[Any] | None = []
        """The assertions made for good, as long as nothing was asked beside them."""
        self.solver = self._set_up(z3.Then(*SIMPLIFIED, ctx=self.context).solver())
        self.constants: dict[Term, None] = {}
        """The constants of which the question speaks so far."""
        self.labels: dict[str, Any] = {}
        self.spoken: list[list[Term]] = [[]]
        """These constants, by the level at which their definitions are asserted."""
        self.later: list[Term] = []
        """The constants whose definitions are still to be asserted."""
        self.asked: list[list[Bool]] = [[]]

    def set(self, name: str, value: int) -> None:
        """Sets a parameter of z3 from now on."""
        self.parameters[name] = value
        self.solver.set(name, value)

    def _set_up(self, solver: z3.Solver) -> z3.Solver:
        for name, value in self.parameters.items():
            solver.set(name, value)
        return solver

    def _grow(self) -> None:
        """Goes over, once, to a solver that remembers what it found out while conditions come and go."""
        if self.lasting is None:
            return
        lasting, self.lasting = self.lasting, None
        self.solver = self._set_up(z3.SimpleSolver(ctx=self.context))
        for each in lasting:
            self._assert(each)

    def require(self, condition: Bool, label: str = "") -> None:
        """Asserts a condition, and the definitions of what it speaks of."""
        self.asked[-1].append(condition)
        term = self.translated(condition)
        if label:
            self._grow()
            mark = self.labels.get(label)
            if mark is None:
                mark = self.labels[label] = z3.Bool(f"because {label}", self.context)
            term = z3.Implies(mark, z3.BoolRef(term, self.context), self.context).as_ast()
        self._assert(term)

    def push(self, *conditions: Bool) -> None:
        """Takes in conditions until `pop`."""
        self.asked.append([*conditions])
        made = [self.translated(each) for each in conditions]
        self._define()
        self._grow()
        self.spoken.append([])
        self.solver.push()
        for each in made:
            self._assert(each)

    def pop(self) -> None:
        """Forgets it, and what was first spoken of since."""
        self.asked.pop()
        for each in self.spoken.pop():
            del self.constants[each]
        self.later = [each for each in self.later if each in self.constants]
        self.solver.pop()

    def text(self) -> str:
        """The question as SMT-LIB 2, as any solver reads it."""
        return written(self.terms, (each for level in self.asked for each in level))

    def decide(self) -> Answer:
        """Asks z3."""
        self._define()
        found = self.solver.check(*self.labels.values())
        spent = self.translation.spent_since(self.solver)
        if found == z3.unsat:
            needed = self._fewest(self._core())
            return Answer("unsat", spent, needed=needed, instead=self._instead(needed))
        if found == z3.unknown:
            return Answer("unknown", spent)
        read = partial(self.translation.read, self.solver.model())
        return Answer("sat", spent, Assignment(read, self.constants))

    def translated(self, root: Bool | Num) -> Any:
        """A term of z3; the definitions of the constants in it are kept for later."""
        self._speaks_of(root)
        return self.translation.made_of(root)

    def _speaks_of(self, root: Bool | Num) -> None:
        for each in self.terms.own(root):
            if each not in self.constants:
                self.constants[each] = None
                self.spoken[-1].append(each)
                if each in self.terms.definitions:
                    self.later.append(each)

    def _define(self) -> None:
        while self.later:
            constant = self.later.pop()
            meaning = self.terms.definitions[constant]
            self._speaks_of(meaning)
            self._assert(self.translation.definition(constant, meaning))

    def _assert(self, term: Any) -> None:
        """Asserts a term by z3's own interface: the one for Python looks at every term anew."""
        if self.lasting is not None:
            self.lasting.append(term)
        z3.Z3_solver_assert(self.context.ref(), self.solver.solver, term)

    def _core(self) -> tuple[str, ...]:
        """The labels that z3 needed for the last answer, in their order."""
        core = {str(each) for each in self.solver.unsat_core()}
        return tuple(label for label, mark in self.labels.items() if str(mark) in core)

    def _instead(self, needed: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Other sets of labels that are enough, found by leaving out one label after the other of those known so far.

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
            if self.solver.check(*(mark for label, mark in self.labels.items() if label not in without)) == z3.unsat:
                other = self._fewest(self._core())
                if other not in found:
                    found.append(other)
                agenda += [without | {label} for label in other if label.startswith(STATED)]
        return tuple(found[1:])

    def _fewest(self, needed: tuple[str, ...]) -> tuple[str, ...]:
        """The labels without those that are not needed after all."""
        kept = list(needed)
        for label in needed:
            others = [self.labels[each] for each in kept if each != label]
            if self.solver.check(*others) == z3.unsat:
                kept.remove(label)
        return tuple(kept)
