"""Audits, tables of what may happen: cases complete and possible, what comes of each, and which readings matter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from attrs import define, evolve

from refengine.ir import claims, domain as d, expressions as ir, game as model
from refengine.smt.claims import asked_of, file_name, limit_reached, over, settled
from refengine.smt.goal import Counterexample, Decision, Goal, Limits
from refengine.smt.model import Model, Reader
from refengine.smt.plan import COMPLETE
from refengine.smt.solver import Session
from refengine.smt.states import Spoken, spoken_of
from refengine.smt.study import Dump, Study, default_reading, literal, study
from refengine.smt.term import Bool, Num
from refengine.smt.value import OptionValue, PieceValue, SetValue, Value

MOST = 5_000
"""No more values of an expression are counted."""


@define
class Auditing:
    """An audit under one number of players, with its states and cases as terms."""

    study: Study
    audit: claims.Audit
    spoken: Spoken
    goal: Goal

    def scope_terms(self) -> list[Bool]:
        """For each case when it applies."""
        world = self.study.world
        return [
            world.truth(ir.And(case.guards), self.spoken.scope.within(case.clause.path)) for case in self.audit.cases
        ]

    def decided(self, decision: Decision) -> Decision:
        """The decision with what it cost."""
        solver = self.study.solver
        return evolve(decision, rlimit=solver.spent, queries=solver.asked)

    def refuted_or_found(self, verdict: str, condition: Bool, how: str) -> Decision | None:
        """A small position with a condition, if there is one."""
        conditions = (*self.spoken.assumed, self.spoken.defined, condition)
        answer = self.study.solver.ask(*conditions)
        found = None
        if answer.result == "sat":
            answer, found = settled(self.study, self.spoken, conditions)
        if answer.result == "unsat":
            return None
        if found is None:
            return self.decided(Decision(self.goal, "unknown", how=limit_reached(self.study)))
        here = self.study.position(self.study.world, self.spoken.state, found)
        positions, asked = asked_of(self.study, found, here)
        shown = Counterexample(positions, asked)
        return self.decided(Decision(self.goal, verdict, how=how, counterexample=shown))  # type: ignore[arg-type]

    # ---- CASES

    def complete(self) -> Decision:
        """Whether in every state one case applies, and no other."""
        terms, cases = self.study.terms, self.scope_terms()
        none = self.refuted_or_found("refuted", terms.not_(terms.any(cases)), "no case applies here")
        if none is not None:
            return none
        several = self.refuted_or_found("refuted", terms.not_(terms.at_most_one(cases)), "several cases apply here")
        if several is not None:
            return several
        return self.decided(Decision(self.goal, "proved", how=over(self.study, self.audit.extent)))

    def possible(self) -> Decision:
        """Whether there is a state of a case, and what the expressions may come to in its states."""
        names = [case.clause.path.rpartition(".")[2] for case in self.audit.cases]
        here = self.scope_terms()[names.index(self.goal.part)]
        pins = self._pinned()
        found = self.refuted_or_found("found", self.study.terms.and_(here, *pins.values()), self._extent())
        if found is None:
            return self.decided(Decision(self.goal, "not found", how="there is no such state"))
        rows: list[tuple[str, ...]] = []
        for number, expr in enumerate(self.audit.shows):
            rows += self._shown(f"shows {number + 1}", expr, here, pins)
        if self.audit.counts:
            rows.append(("number", str(self._counted(here, pins))))
        return self.decided(evolve(found, table=tuple(rows)))

    def _extent(self) -> str:
        return over(self.study, evolve(self.audit.extent, readings="default"))

    def _pinned(self) -> dict[str, Bool]:
        """That each question has its default reading."""
        fixed = dict(self.audit.extent.under)
        return {
            question.name: self._reading(question, default_reading(question))
            for question in self.study.rules.questions
            if question.name not in fixed
        }

    def _reading(self, question: model.Question, reading: model.Reading) -> Bool:
        value = cast("Num", self.study.world.configuration["question", question.name])
        return self.study.terms.equal(value, int(literal(reading.value)))

    def _shown(self, name: str, expr: ir.Expr, here: Bool, pins: dict[str, Bool]) -> Iterator[tuple[str, ...]]:
        """What an expression may come to by the defaults, and under every other reading that changes that."""
        value = self.study.world.encode(expr, self.spoken.scope)
        usual = self._values(expr.domain, value, (here, *pins.values()))
        yield (name, "by the defaults", ", ".join(usual))
        for question in self.study.rules.questions:
            if question.name not in pins:
                continue
            others = [pin for each, pin in pins.items() if each != question.name]
            for reading in question.readings:
                if reading.incomplete or reading is default_reading(question):
                    continue
                found = self._values(expr.domain, value, (here, *others, self._reading(question, reading)))
                if found != usual:
                    yield (name, f"{question.name} is {reading.name}", ", ".join(found) or "no such state")

    def _session(self, conditions: tuple[Bool, ...], about: tuple[Bool | Num, ...]) -> Session:
        wanted = (*self.spoken.assumed, self.spoken.defined, *conditions)
        return self.study.solver.session(*wanted, about=about, reach="linked")

    def _values(self, domain: d.Domain, value: Value, conditions: tuple[Bool, ...]) -> tuple[str, ...]:
        """All that a value may come to, sorted."""
        return tuple(sorted(each[0] for each in self._all(((domain, value),), conditions)))

    def _counted(self, here: Bool, pins: dict[str, Bool]) -> int:
        """How many values some expressions take together."""
        values = tuple((expr.domain, self.study.world.encode(expr, self.spoken.scope)) for expr in self.audit.counts)
        return sum(1 for _ in self._all(values, (here, *pins.values())))

    def _all(
        self, values: tuple[tuple[d.Domain, Value], ...], conditions: tuple[Bool, ...]
    ) -> Iterator[tuple[str, ...]]:
        terms = self.study.terms
        named = [(domain, self.study.world.values.named(domain, "shown", value)) for domain, value in values]
        about = tuple(part for _, value in named for part in _parts(value))
        session = self._session(conditions, about)
        for _ in range(MOST):
            answer = session.decide()
            if answer.result != "sat":
                return
            found = Model(terms, answer.model)
            read = Reader(self.study.world.layout, found)
            yield tuple(_told(read.value(domain, value)) for domain, value in named)
            here = terms.all(same_as_in(self.study, domain, value, found) for domain, value in named)
            session.keep(terms.not_(here))

    # ---- READINGS COMPARED

    def differ(self) -> Decision:
        """Whether two readings of one question can make a difference in one state."""
        question, _, pair = self.goal.part.partition(": ")
        one, other = pair.split(" or ")
        parts: list[Bool] = []
        for expr in self.audit.compares:
            first, second = (
                self.study.world.encode(ir.Under(expr, ((question, each),), None), self.spoken.scope)
                for each in (one, other)
            )
            parts.append(self.study.terms.not_(self.study.world.values.same(expr.domain, first, second)))
        found = self.refuted_or_found("found", self.study.terms.any(parts), self._extent())
        if found is not None:
            return found
        why = self.study.solver.ask(*self.spoken.assumed, self.spoken.defined, self.study.terms.any(parts), why=True)
        return self.decided(Decision(self.goal, "proved", how="it never makes a difference", rests_on=why.needed))


def same_as_in(made: Study, domain: d.Domain, value: Value, found: Model) -> Bool:
    """That a value is what it is under a model."""
    terms = made.terms
    match domain, value:
        case d.Truth(), _:
            return value if found.of(cast("Bool", value)) else terms.not_(cast("Bool", value))  # type: ignore[return-value]
        case _, PieceValue(index=index):
            return terms.equal(index, found.of(index))
        case d.Option(inner=inner), OptionValue(present=present, inner=held):
            if not found.of(present):
                return terms.not_(present)
            return present if held is None else terms.and_(present, same_as_in(made, inner, held, found))
        case _, SetValue(elements=elements):
            return terms.all(each.guard if found.of(each.guard) else terms.not_(each.guard) for each in elements)
        case _:
            return terms.equal(cast("Num", value), found.of(cast("Num", value)))


def _parts(value: Value) -> Iterator[Bool | Num]:
    match value:
        case OptionValue(present=present, inner=inner):
            yield present
            if inner is not None:
                yield from _parts(inner)
        case PieceValue(index=index):
            yield index
        case SetValue(elements=elements):
            yield from (each.guard for each in elements)
        case bool() | int():
            return
        case _:
            yield cast("Num", value)


def _told(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def decide_audit(
    rules: model.Game, audit: claims.Audit, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None
) -> Iterator[Decision]:
    """The answers to all goals of an audit under one number of players."""
    for goal in goals:
        made = study(rules, goal.players, limits, "any", audit.extent.under, dump, file_name(goal))
        seated = next(each for each in made.world.game.audits if each.name == audit.name)
        asked = (*seated.shows, *seated.compares, *seated.counts, *(case.guards for case in seated.cases))
        nodes = [part for each in asked for part in (each if isinstance(each, tuple) else (each,))]
        spoken = spoken_of(made, seated.extent, audit.clause.path, nodes)
        auditing = Auditing(made, seated, spoken, goal)
        if goal.part == COMPLETE:
            yield auditing.complete()
        elif ": " in goal.part:
            yield _with_other_readings(auditing, seated)
        else:
            yield auditing.possible()


def _with_other_readings(auditing: Auditing, audit: claims.Audit) -> Decision:
    """Readings of one question compared: the others are at their defaults, unless the audit is of any."""
    if audit.extent.readings == "default":
        question = auditing.goal.part.partition(": ")[0]
        auditing.spoken.assumed += [pin for name, pin in auditing._pinned().items() if name != question]  # noqa: SLF001
    return auditing.differ()
