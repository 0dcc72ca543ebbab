"""Reasons: the rules that decided an answer, what made each of them apply, and the exceptions that did not.

A condition is followed only into what decided it: of a conjunction that holds all parts, of one that fails the first
that does; of `some` the one that was found. What was asked for beside that did not matter, and is not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, assert_never

from attrs import define, evolve, field, frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import TRUTH
from refengine.ir.expressions import Expr
from refengine.ir.footprint import footprint
from refengine.ir.traverse import children, walk
from refengine.report.anchors import Anchors
from refengine.report.citations import RULING, Reader
from refengine.rulings.evaluation import Evaluation, Locals, clause_of, not_overruled
from refengine.rulings.ruling import AppliedRule, Citation, ConsideredException
from refengine.rulings.speech import Speech
from refengine.rulings.world import NOWHERE, NotHeldError
from refengine.runtime.fault import Clause, Fault
from refengine.source.span import Span


@frozen
class Sources:
    """The sources in which citations are looked up: the rulebook, and the readings by which the table plays."""

    reader: Reader
    rules: model.Game
    readings: Mapping[str, str]
    anchors: Anchors

    def cited(self, cites: Iterable[str]) -> tuple[Citation, ...]:
        """Returns what each citation stands for, each once."""
        return tuple(self._citation(each) for each in dict.fromkeys(cites))

    def where(self, clause: control.Clause | Clause) -> tuple[str | None, str | None]:
        """Returns where a clause is written, and where it stands in the book of the game."""
        if isinstance(clause, Clause):
            span = None if clause.span is None else Span(*clause.span)
        else:
            span = clause.origin.span
        return self.reader.clause(clause).place, self.anchors.clause(clause.path, span)

    def _citation(self, cite: str) -> Citation:
        basis = self.reader.basis(cite)
        status = self._status(cite) if cite.startswith(RULING) else "printed"
        return Citation(cite, basis.text, basis.lines, status)

    def _status(self, cite: str) -> str:
        """Returns the status of a decision of ours: that of the reading which the table has chosen by it."""
        about = [each for each in self.rules.questions if cite in map(str, each.clause.cites)]
        found = {
            status
            for question in about
            for reading in question.readings
            if reading.name == self.readings[question.name]
            for status in reading.statuses
        }
        return found.pop() if len(found) == 1 else "decided"


@define
class ReasonTrail:
    """The reasons of one answer, gathered while it is followed down."""

    evaluation: Evaluation
    speech: Speech
    sources: Sources
    rules: list[AppliedRule] = field(factory=list)
    considered: list[ConsideredException] = field(factory=list)
    called: list[tuple[str, tuple[Any, ...]]] = field(factory=list)
    """The calls of values that are told."""
    passed: list[control.Clause] = field(factory=list)
    """The clauses that decided what was said shortly."""
    _told: set[tuple[object, ...]] = field(factory=set)
    _since: list[list[str]] = field(factory=list)

    # ---- VALUES

    def expression(self, expr: Expr, told: Locals, depth: int) -> None:
        """Follows an expression down; a truth to what decides it, anything else to the values in it."""
        if expr.domain == TRUTH:
            found = self.evaluation.value(expr, told, NOWHERE)
            self.condition(expr, told, depth, holds=found)
        else:
            self._term(expr, told, depth)

    def call(self, name: str, arguments: tuple[Any, ...], depth: int) -> None:
        """Follows a value down to the clauses that decide it."""
        key = (name, *arguments)
        if key in self._told:
            return
        self._told.add(key)
        self.called.append((name, arguments))
        value = self.evaluation.world.values[name]
        told = dict(zip(value.params, arguments, strict=True))
        result, _ = self.evaluation.decided(name, arguments)
        says = self.speech.comes_to(value, arguments, result)
        if depth and self._is_plain(value.body, told):
            return
        match value.body:
            case model.Single(result=expr):
                self._rule(value.clause, says, (), expr, told, depth)
            case model.General():
                self._general(value.body, says, told, depth)
            case model.Cases(cases=cases):
                (applies,) = [each for each in cases if self._holds(each, told)]
                self._rule(applies.clause, says, applies.guards, applies.result, told, depth)
            case model.Sums(clauses=clauses):
                self._sum(value, clauses, says, told, depth)
            case model.Joined():
                self._rule(value.clause, says, (), None, told, depth)
            case other:
                assert_never(other)

    def _is_plain(self, body: model.Body, told: Locals) -> bool:
        """Returns whether a value only says what is printed or lies there.

        That decides nothing, and is told as a fact.
        """
        match body:
            case model.Single():
                return _is_looked_up(body.result)
            case model.General(exceptions=exceptions):
                return _is_looked_up(body.normally) and not any(self._holds(each, told) for each in exceptions)
            case _:
                return False

    def _general(self, body: model.General, says: str, told: Locals, depth: int) -> None:
        applied = [each for each in body.exceptions if self._holds(each, told)]
        deciding = not_overruled(applied)
        if depth == 0:
            others = (self._not_applied(each, applied, told) for each in body.exceptions if each not in deciding)
            self.considered += [each for each in others if each is not None]
        for each in deciding:
            self._rule(each.clause, says, each.guards, each.result, told, depth)
        if not deciding:
            self._rule(body.clause, says, (), body.normally, told, depth)

    def _sum(self, value: model.Value, clauses: tuple[model.Case, ...], says: str, told: Locals, depth: int) -> None:
        """Tells the sum, and below it each clause that adds to it."""
        self._rule(value.clause, says, (), None, told, depth)
        for each in clauses:
            if self._holds(each, told):
                amount = self.evaluation.value(each.result, told, clause_of(each.clause))
                if amount:
                    adds = self.speech.say(
                        "{what} adds {amount}", what=self.speech.clause(each.clause.path), amount=amount
                    )
                    self._rule(each.clause, adds, each.guards, each.result, told, depth + 1)

    def _not_applied(
        self, exception: model.Exceptional, applied: list[model.Exceptional], told: Locals
    ) -> ConsideredException | None:
        """Returns why an exception does not decide: another stands over it, or a condition of it does not hold."""
        name = exception.clause.path.rpartition(".")[2]
        over = [each for each in applied if name in each.over]
        if exception in applied:
            said = self.speech.listed([self.speech.clause(each.clause.path) for each in over])
            why = self.speech.say("it applies as well, but {what} stands over it", what=said)
        else:
            reasons = self.shortly(self._failing(exception, told), told, holds=False)
            if not reasons:
                return None
            why = "; ".join(reasons)
        cites = self.sources.cited(map(str, exception.clause.cites))
        path = exception.clause.path
        where = self.sources.where(exception.clause)
        return ConsideredException(path, self.speech.clause(path), why, cites, *where)

    def _holds(self, clause: model.Case | model.Exceptional, told: Locals) -> bool:
        return self.evaluation.holds(clause.guards, told, clause_of(clause.clause))

    def _rule(
        self,
        clause: control.Clause,
        says: str,
        guards: tuple[Expr, ...],
        result: Expr | None,
        told: Locals,
        depth: int,
    ) -> None:
        """Tells a clause that decides, with the facts that made it apply, and below it what those rest on."""
        at, path, cites = len(self.rules), clause.path, self.sources.cited(map(str, clause.cites))
        self.rules.append(
            AppliedRule(path, self.speech.clause(path), says, (), depth, cites, *self.sources.where(clause))
        )
        self._since.append([])
        for each in guards:
            self.condition(each, told, depth + 1, holds=True)
        if result is not None:
            self.expression(result, told, depth + 1)
        since = tuple(dict.fromkeys(each for each in self._since.pop() if each != says))
        self.rules[at] = evolve(self.rules[at], since=since)

    # ---- CONDITIONS

    def condition(self, expr: Expr, told: Locals, depth: int, *, holds: bool) -> None:
        """Follows a condition that holds, or does not, down to what decides that."""
        match expr:
            case ir.Not():
                self.condition(expr.inner, told, depth, holds=not holds)
            case ir.And(parts=parts) | ir.Or(parts=parts):
                for each in self._deciding(expr, parts, told, holds=holds):
                    self.condition(each, told, depth, holds=holds)
            case ir.If():
                chosen = self._value(expr.condition, told)
                self.condition(expr.condition, told, depth, holds=chosen)
                self.condition(expr.then if chosen else expr.otherwise, told, depth, holds=holds)
            case ir.CallValue(name=name, args=args):
                self.call(name, tuple(self._value(each, told) for each in args), depth)
            case ir.Exists() | ir.ForAll():
                self._quantified(expr, told, depth, holds=holds)
            case ir.TruthLiteral():
                pass
            case _:
                self._fact(self._sentence(expr, told, holds=holds))
                for each in children(expr):
                    self._term(each, told, depth)

    def _deciding(self, expr: Expr, parts: tuple[Expr, ...], told: Locals, *, holds: bool) -> Iterator[Expr]:
        """Yields the parts of a conjunction or disjunction that decide it: all of them, or the first that does."""
        if isinstance(expr, ir.And) is holds:
            yield from parts
        else:
            yield next(each for each in parts if self._value(each, told) is holds)

    def _quantified(self, expr: ir.Exists | ir.ForAll, told: Locals, depth: int, *, holds: bool) -> None:
        """Follows one that was found; where there is none, tells that."""
        wanted = isinstance(expr, ir.Exists)
        found = next(
            (
                (each, inner)
                for each, inner in self.evaluation.bound(expr.binding, told, NOWHERE)
                if self._value(expr.body, inner) is wanted
            ),
            None,
        )
        if found is not None:
            each, inner = found
            self._fact(self.speech.say("there is {what}", what=self.speech.value(expr.binding.var.domain, each)))
            if expr.binding.condition != ir.TruthLiteral(value=True):
                self.condition(expr.binding.condition, inner, depth, holds=True)
            self.condition(expr.body, inner, depth, holds=wanted)
        elif not list(self.evaluation.bound(expr.binding, told, NOWHERE)):
            pass  # nothing is bound: that there is none says no more than the value above
        elif not wanted and holds:
            for _, inner in self.evaluation.bound(expr.binding, told, NOWHERE):
                self.condition(expr.body, inner, depth, holds=True)

    def _term(self, expr: Expr, told: Locals, depth: int) -> None:
        """Follows the values that a term asks for, outside of what it binds."""
        match expr:
            case ir.CallValue(name=name, args=args):
                self.call(name, tuple(self._value(each, told) for each in args), depth)
            case ir.If():
                chosen = self._value(expr.condition, told)
                self.condition(expr.condition, told, depth, holds=chosen)
                self._term(expr.then if chosen else expr.otherwise, told, depth)
            case ir.HowMany() | ir.SumOf() | ir.Extreme() | ir.Filter() | ir.Image() | ir.The():
                pass  # what it binds is many things, of which none decides alone
            case _:
                for each in children(expr):
                    self._term(each, told, depth)

    def shortly(self, expr: Expr, told: Locals, *, holds: bool) -> list[str]:
        """Returns in sentences what decides a condition, without the rules behind it."""
        with suppress(Fault, NotHeldError):
            match expr:
                case ir.Not():
                    return self.shortly(expr.inner, told, holds=not holds)
                case ir.And(parts=parts) | ir.Or(parts=parts):
                    deciding = self._deciding(expr, parts, told, holds=holds)
                    return [said for each in deciding for said in self.shortly(each, told, holds=holds)]
                case ir.Exists() | ir.ForAll():
                    return self._quantified_shortly(expr, told, holds=holds)
                case ir.CallValue(name=name, args=args):
                    return self._called_shortly(name, tuple(self._value(each, told) for each in args))
                case _:
                    said = self._sentence(expr, told, holds=holds)
                    return [] if said is None else [said]
        return []

    def _called_shortly(self, name: str, arguments: tuple[Any, ...]) -> list[str]:
        """Returns in sentences why a value that is a truth comes to what it does.

        One that the game has a sentence for says it itself; another is followed to what decides it.
        """
        result, paths = self.evaluation.decided(name, arguments)
        value = self.evaluation.world.values[name]
        says = self.speech.comes_to(value, arguments, result)
        if value.domain != TRUTH or self.speech.has_sentence(name):
            return [says]
        inner = dict(zip(value.params, arguments, strict=True))
        found: list[str] = []
        match value.body:
            case model.Single(result=expr):
                found = self.shortly(expr, inner, holds=bool(result))
                self.passed += [value.clause]
            case model.General(clause=clause, normally=normally, exceptions=exceptions):
                deciding = [each for each in exceptions if each.clause.path in paths]
                self.passed += [each.clause for each in deciding] or [clause]
                found = [said for each in deciding for said in self._clause_shortly(each, inner, result=bool(result))]
                if not deciding:
                    found = self.shortly(normally, inner, holds=bool(result))
                    found += [
                        said for each in exceptions for said in self._otherwise_so(each, inner, result=bool(result))
                    ]
            case model.Cases(cases=cases):
                deciding_cases = [each for each in cases if each.clause.path in paths]
                self.passed += [each.clause for each in deciding_cases]
                found = [it for each in deciding_cases for it in self._clause_shortly(each, inner, result=bool(result))]
            case model.Sums() | model.Joined():
                pass
        return found or [says]

    def _clause_shortly(self, clause: model.Case | model.Exceptional, told: Locals, *, result: bool) -> list[str]:
        """Returns in sentences why a clause applies, and what makes it come to this if that is no word of the rules."""
        found = [said for each in clause.guards for said in self.shortly(each, told, holds=True)]
        if not isinstance(clause.result, ir.TruthLiteral):
            found += self.shortly(clause.result, told, holds=result)
        return found

    def _otherwise_so(self, exception: model.Exceptional, told: Locals, *, result: bool) -> list[str]:
        """Returns why an exception does not apply that would make a truth come out otherwise."""
        if exception.result != ir.TruthLiteral(value=not result):
            return []
        label = self.speech.clause(exception.clause.path)
        return [f"{label}: {each}" for each in self.shortly(self._failing(exception, told), told, holds=False)]

    def _failing(self, exception: model.Exceptional, told: Locals) -> Expr:
        """Returns a guard that does not hold; one of the position before one of how the rules are read."""
        failing: list[Expr] = []
        for each in exception.guards:
            with suppress(Fault, NotHeldError):  # what stands behind another guard need not make sense without it
                failing += [] if self._value(each, told) else [each]
        of_position = (
            each for each in failing if not any(what == "question" for what, _ in footprint(each).configured)
        )
        return next(of_position, failing[0])

    def _sentence(self, expr: Expr, told: Locals, *, holds: bool) -> str | None:
        """Returns the sentence that a condition without parts holds or does not."""
        match expr:
            case ir.Equal(left=ir.Configured(what="question", name=name)) if isinstance(expr.right, ir.Member):
                return self._of_reading(name, expr.right.index, holds=holds)
            case _:
                return self.speech.condition(self.evaluation, expr, told, holds=holds)

    def _quantified_shortly(self, expr: ir.Exists | ir.ForAll, told: Locals, *, holds: bool) -> list[str]:
        """Returns what a quantifier finds, and why that is so; else of whom nothing else is so."""
        wanted = isinstance(expr, ir.Exists)
        bound = list(self.evaluation.bound(expr.binding, told, NOWHERE))
        if not bound:
            return [self.speech.say("nothing is there of which it could be so")]
        found = next(((each, inner) for each, inner in bound if self._value(expr.body, inner) is wanted), None)
        if found is not None:
            why = self.shortly(expr.body, found[1], holds=wanted)
            whom = self.speech.value(expr.binding.var.domain, found[0])
            return why or [self.speech.say("so it is for {whom}", whom=whom)]
        names = self.speech.listed([self.speech.value(expr.binding.var.domain, each) for each, _ in bound])
        if holds:
            return [self.speech.say("it is so for all of {these}", these=names)]
        return [self.speech.say("it is so for none of {these}", these=names)]

    def _of_reading(self, name: str, number: int, *, holds: bool) -> str:
        question = next(each for each in self.sources.rules.questions if each.name == name)
        chosen = next(each for each in question.readings if each.name == self.sources.readings[name])
        if holds:
            return self.speech.say("the table reads: {reading}", reading=chosen.text)
        return self.speech.say("the table does not read: {reading}", reading=question.readings[number].text)

    def _fact(self, said: str | None) -> None:
        if said is not None and self._since:
            self._since[-1].append(said)

    def _value(self, expr: Expr, told: Locals) -> Any:
        return self.evaluation.value(expr, told, NOWHERE)


def _is_looked_up(expr: Expr) -> bool:
    """Returns whether an expression only names what is printed, set or lies somewhere."""
    match expr:
        case ir.FieldOf():
            return _is_looked_up(expr.of)
        case ir.Local() | ir.ReadVariable() | ir.Number():
            return True
        case ir.The(otherwise=None, binding=binding):
            return not any(isinstance(each, ir.CallValue) for each in walk(binding))
        case ir.Narrow() | ir.Unwrap():
            return _is_looked_up(expr.inner)
        case _:
            return False
