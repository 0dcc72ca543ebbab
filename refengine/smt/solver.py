"""Terms put to z3: a fresh context for each question, limits in resource units, seeds fixed. The only importer of z3.

INVARIANT: a question holds the definitions and the facts of the constants that it speaks of; definitions are asserted
after all terms are there. What z3 cannot decide within the limit is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal, cast

import z3
from attrs import define, field, frozen

from refengine.smt.assignment import Assignment
from refengine.smt.smtlib import written
from refengine.smt.term import Bool, Num, Term
from refengine.smt.terms import Terms
from refengine.smt.value import Exclusive, Fact

Result = Literal["unsat", "sat", "unknown"]

Reach = Literal["own", "linked", "whole"]
"""Which facts are taken in: those of the constants that occur, with all that is printed on a piece, or all there are.
Fewer facts make a proof cheaper and as good; a model of all facts is a state."""

SEED = 1

ARITHMETIC = 2
"""z3's simplex for small sums: what is asked here takes it two thirds of the time of the default, models even less."""


TRUE_FIRST = 1
"""How z3 guesses where all facts about a state are taken in: that a piece lies here settles where else it does not, so
a model is found five to ten times sooner."""


@frozen(eq=False)
class Answer:
    """What came of a question. `model` has the constants of the question; `needed` the labels of facts it rests on."""

    result: Result
    rlimit: int
    model: Mapping[Term, bool | int] = field(factory=dict)
    needed: tuple[str, ...] = ()


def version() -> str:
    """Of the solver."""
    return str(z3.get_version_string())


@define
class Solver:
    """Puts questions about the terms of one maker. `dump` is given each as SMT-LIB 2, under a name.

    `spent` counts resource units, `asked` questions. Where more than `budget` is spent nothing more is found out: every
    answer is that it is not known.
    """

    terms: Terms
    facts: list[Fact | Exclusive]
    rlimit: int
    dump: Callable[[str, str], None] | None = None
    name: str = "query"
    spent: int = 0
    asked: int = 0
    budget: int | None = None

    @property
    def exhausted(self) -> bool:
        """Whether all that may be spent altogether is spent."""
        return self.budget is not None and self.spent > self.budget

    @property
    def gave_up(self) -> str:
        """How it is said that nothing was found out."""
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
        return self.session(*conditions, reach=reach, why=why).decide()

    def session(
        self, *conditions: Bool, about: Iterable[Bool | Num] = (), reach: Reach = "own", why: bool = False
    ) -> Session:
        """A question that more can be asked of: whether a further condition, of those it is `about`, holds as well."""
        spoken_of: tuple[Bool | Num, ...] = (*conditions, *about)
        session = Session(self, Question(self.terms, self.rlimit), self.terms.cone(spoken_of), why=why)
        session.widen(reach)
        if reach == "whole":
            session.question.solver.set("phase_selection", TRUE_FIRST)
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
        """Is about some more terms from now on; `widen` takes in the facts about them."""
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
        """For so long a question may spend so many times less."""
        self.question.solver.set("rlimit", max(1, self.question.rlimit // times))
        try:
            yield
        finally:
            self.question.solver.set("rlimit", self.question.rlimit)

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


class Question:
    """One question in a context of its own."""

    def __init__(self, terms: Terms, rlimit: int) -> None:
        self.terms, self.rlimit = terms, rlimit
        self.context = z3.Context()
        self.solver = z3.Solver(ctx=self.context)
        self.solver.set("rlimit", rlimit)
        self.solver.set("random_seed", SEED)
        self.solver.set("arith.solver", ARITHMETIC)
        self.made: dict[Term, Any] = {}
        self.names: dict[Term, Any] = {}
        self.literals: dict[tuple[bool | int, bool], Any] = {}
        self.labels: dict[str, Any] = {}
        self.later: list[tuple[Term, Bool | Num]] = []
        self.asked: list[list[Bool]] = [[]]
        self.counted = 0

    def require(self, condition: Bool, label: str = "") -> None:
        """Asserts a condition, and the definitions of what it speaks of."""
        self.asked[-1].append(condition)
        term = self.translated(condition)
        if label:
            mark = self.labels.get(label)
            if mark is None:
                mark = self.labels[label] = z3.Bool(f"because {label}", self.context)
            term = z3.Implies(mark, term, self.context)
        self.solver.add(term)

    def push(self, *conditions: Bool) -> None:
        """Takes in conditions until `pop`."""
        self.asked.append([*conditions])
        made = [self.translated(each) for each in conditions]
        self._define()
        self.solver.push()
        self.solver.add(*made)

    def pop(self) -> None:
        """Forgets it."""
        self.asked.pop()
        self.solver.pop()

    def _define(self) -> None:
        while self.later:
            term, meaning = self.later.pop()
            made = self._made(meaning)
            same = self._kept(z3.Z3_mk_eq(self.context.ref(), self.made[term], made))
            z3.Z3_solver_assert(self.context.ref(), self.solver.solver, same)

    def text(self) -> str:
        """The question as SMT-LIB 2, as any solver reads it."""
        return written(self.terms, (each for level in self.asked for each in level))

    def decide(self) -> Answer:
        """Asks z3."""
        self._define()
        found = self.solver.check(*self.labels.values())
        count = _statistic(self.solver, "rlimit count")
        spent, self.counted = count - self.counted, count
        if found == z3.unsat:
            core = {str(each) for each in self.solver.unsat_core()}
            needed = tuple(label for label, mark in self.labels.items() if str(mark) in core)
            return Answer("unsat", spent, needed=self._fewest(needed))
        if found == z3.unknown:
            return Answer("unknown", spent)
        return Answer("sat", spent, Assignment(partial(_read, self.solver.model(), self.names), self.names))

    def _fewest(self, needed: tuple[str, ...]) -> tuple[str, ...]:
        """The labels without those that are not needed after all."""
        kept = list(needed)
        for label in needed:
            others = [self.labels[each] for each in kept if each != label]
            if self.solver.check(*others) == z3.unsat:
                kept.remove(label)
        return tuple(kept)

    # ---- TERMS

    def translated(self, root: Bool | Num) -> Any:
        """A term of z3; the definitions of the constants in it are kept for later."""
        return (
            z3.BoolRef(self._made(root), self.context)
            if _is_truth(root)
            else z3.ArithRef(self._made(root), self.context)
        )

    def _made(self, root: Bool | Num) -> Any:
        """A term by z3's own interface: its Python operators take several times as long."""
        if not isinstance(root, Term):
            return self._literal(root)
        agenda = [root]
        while agenda:
            term = agenda[-1]
            if term in self.made:
                agenda.pop()
                continue
            missing = [each for each in term.args if isinstance(each, Term) and each not in self.made]
            if missing:
                agenda.extend(missing)
                continue
            agenda.pop()
            self.made[term] = self._constant(term) if term.op == "const" else self._kept(self._operation(term))
            meaning = self.terms.definitions.get(term)
            if meaning is not None:
                self.later.append((term, meaning))
        return self.made[root]

    def _kept(self, made: Any) -> Any:
        """Terms live as long as their context."""
        z3.Z3_inc_ref(self.context.ref(), made)
        return made

    def _literal(self, value: bool | int) -> Any:  # noqa: FBT001
        known = self.literals.get((value, isinstance(value, bool)))
        if known is None:
            made = z3.BoolVal(value, self.context) if isinstance(value, bool) else z3.IntVal(value, self.context)
            known = self.literals[value, isinstance(value, bool)] = self._kept(made.as_ast())
        return known

    def _constant(self, term: Term) -> Any:
        made = z3.Bool(term.name, self.context) if term.sort == "truth" else z3.Int(term.name, self.context)
        self.names[term] = made
        return made.as_ast()

    def _operation(self, term: Term) -> Any:
        made, context = self.made, self.context.ref()
        args = [made[each] if isinstance(each, Term) else self._literal(cast("int", each)) for each in term.args]
        match term.op:
            case "not":
                return z3.Z3_mk_not(context, args[0])
            case "and":
                return z3.Z3_mk_and(context, len(args), _array(args))
            case "or":
                return z3.Z3_mk_or(context, len(args), _array(args))
            case "iff" | "equal":
                return z3.Z3_mk_eq(context, args[0], args[1])
            case "if_truth" | "if_number":
                return z3.Z3_mk_ite(context, args[0], args[1], args[2])
            case "at_most_one":
                return z3.Z3_mk_atmost(context, len(args), _array(args), 1)
            case "at_most":
                return z3.Z3_mk_le(context, args[0], args[1])
            case "add":
                return z3.Z3_mk_add(context, len(args), _array(args))
            case "times":
                return z3.Z3_mk_mul(context, 2, _array(args))
            case "div":
                positive = self._kept(z3.Z3_mk_lt(context, self._literal(0), args[1]))
                one, other = (self._kept(z3.Z3_mk_unary_minus(context, each)) for each in args)
                plain = self._kept(z3.Z3_mk_div(context, args[0], args[1]))
                turned = self._kept(z3.Z3_mk_div(context, one, other))
                return z3.Z3_mk_ite(context, positive, plain, turned)
            case "mod":
                return z3.Z3_mk_mod(context, args[0], args[1])
            case other:
                raise TypeError(other)


def _read(model: Any, names: Mapping[Term, Any], term: Term) -> bool | int:
    """What a constant comes to in a model."""
    value = model.eval(names[term], model_completion=True)
    return bool(z3.is_true(value)) if term.sort == "truth" else int(value.as_long())


def _array(args: list[Any]) -> Any:
    return (z3.Ast * len(args))(*args)


def _is_truth(term: Bool | Num) -> bool:
    return term.sort == "truth" if isinstance(term, Term) else isinstance(term, bool)


def _statistic(solver: Any, name: str) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value(name)) if name in statistics.keys() else 0  # noqa: SIM118 - no mapping
