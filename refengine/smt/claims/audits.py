"""Audits, tables of what may happen: cases complete and possible, what comes of each, and which readings matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from attrs import define, evolve, field

from refengine.ir import claims, domain as d, expressions as ir, game as model
from refengine.smt.claims.claims import asked_of, file_name, looked_for, over, resting, without_answer
from refengine.smt.claims.definedness import definedness, each_once
from refengine.smt.claims.states import Spoken, spoken_of
from refengine.smt.course.study import Dump, Study, default_reading, literal, study
from refengine.smt.encode.what_if import world_under
from refengine.smt.encode.world import World
from refengine.smt.goal import Counterexample, Decision, Goal, Limits, Verdict
from refengine.smt.plan import COMPLETE
from refengine.smt.solving.memory import Memory
from refengine.smt.solving.model import Model, Reader
from refengine.smt.solving.question import QueryAnswer
from refengine.smt.solving.solver import Session
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import Element, OptionValue, PieceValue, RecordValue, SetValue, Value

MOST = 5_000
"""The greatest number of values of an expression that are counted."""


@define
class Auditing:
    """A goal of an audit under one number of players; the study and its states are those of all its goals."""

    study: Study
    audit: claims.Audit
    spoken: Spoken
    goal: Goal
    pins: Mapping[str, Bool]
    """The constraints that each open question has its default reading, by question."""
    leaning: dict[str, None] = field(factory=dict)
    """The names of what is leaned on where a list says that no other values come of a case."""
    cut_short: str = ""
    """Why not all values of a case are known, if they are not."""

    def scope_terms(self) -> list[Bool]:
        """Returns for each case the term of when it applies."""
        world = self.study.world
        return [
            world.truth(ir.And(case.guards), self.spoken.scope.within(case.clause.path)) for case in self.audit.cases
        ]

    def decided(self, decision: Decision) -> Decision:
        """The decision with what it cost."""
        solver = self.study.solver
        return evolve(decision, rlimit=solver.spent, queries=solver.asked)

    def looked_for(self, verdict: Verdict, *wanted: Bool, how: str) -> tuple[QueryAnswer, Decision | None]:
        """A small position in which something holds, if there is one; else why there is none."""
        conditions = (*self.spoken.assumed, self.spoken.defined, *wanted)
        answer, found = looked_for(self.study, self.spoken, conditions)
        if answer.result == "unsat":
            return answer, None
        if found is None:
            return answer, self.decided(Decision(self.goal, "unknown", how=self.study.solver.gave_up))
        here = self.study.position(self.study.world, self.spoken.state, found)
        positions, asked = asked_of(self.study, found, here, self.worlds(), without=self.spoken.on_the_way)
        shown = Counterexample(positions, asked)
        return answer, self.decided(Decision(self.goal, verdict, how=how, counterexample=shown))

    def worlds(self) -> tuple[World, ...]:
        """The worlds that the goal is about: with two readings that are compared, theirs."""
        if ": " not in self.goal.part:
            return (self.study.world,)
        question, readings = self.compared
        return (self.study.world, *(world_under(self.study.world, ((question, each),), None) for each in readings))

    def proved(self, answer: QueryAnswer, *, how: str) -> Decision:
        """The goal proved, if there are states of which the audit speaks, and all that it asks has an answer there."""
        speaks = self.study.solver.ask(*self.spoken.assumed, reach="whole", why=True)
        if speaks.result == "unsat":
            how = "it speaks of nothing: no state is as it assumes"
            return self.decided(Decision(self.goal, "vacuous", rests_on=speaks.needed, how=how))
        if speaks.result == "unknown":
            return self.decided(Decision(self.goal, "unknown", how=self.study.solver.gave_up))
        defined = definedness(self.spoken)
        if not defined.holds:
            return self.decided(without_answer(self.study, self.goal, self.spoken, defined))
        return self.decided(resting(Decision(self.goal, "proved", how=how), answer, defined))

    @property
    def compared(self) -> tuple[str, tuple[str, str]]:
        """The question, and the two of its readings that are compared."""
        question, _, pair = self.goal.part.partition(": ")
        one, _, other = pair.partition(" or ")
        return question, (one, other)

    # ---- CASES

    def complete(self) -> Decision:
        """Whether in every state one case applies, and no other."""
        terms, cases = self.study.terms, self.scope_terms()
        nobody, none = self.looked_for("refuted", terms.not_(terms.any(cases)), how="no case applies here")
        if none is not None:
            return none
        two, several = self.looked_for("refuted", terms.not_(terms.at_most_one(cases)), how="several cases apply here")
        if several is not None:
            return several
        needed, *instead = (
            each_once(one, other) for one in (nobody.needed, *nobody.instead) for other in (two.needed, *two.instead)
        )
        both = QueryAnswer("unsat", 0, needed=needed, instead=tuple(instead))
        return self.proved(both, how=over(self.study, self.audit.extent))

    def possible(self) -> Decision:
        """Whether there is a state of a case, and what the expressions may come to in its states."""
        names = [case.clause.path.rpartition(".")[2] for case in self.audit.cases]
        here = self.scope_terms()[names.index(self.goal.part)]
        answer, found = self.looked_for("found", here, *self.pins.values(), how=self._extent())
        if found is None:
            return self._impossible(answer)
        if found.verdict != "found":
            return found
        rows: list[tuple[str, ...]] = []
        for number, expr in enumerate(self.audit.shows):
            rows += self._shown(f"shows {number + 1}", expr, here)
        if self.audit.counts:
            rows.append(("number", str(self._counted(here))))
        if self.cut_short:
            return self.decided(evolve(found, verdict="unknown", how=self.cut_short))
        return self.decided(evolve(found, table=tuple(rows), rests_on=tuple(self.leaning)))

    def _impossible(self, answer: QueryAnswer) -> Decision:
        """No state is such, if whatever the audit asks has an answer in all of those of which it speaks."""
        defined = definedness(self.spoken)
        if not defined.holds:
            return self.decided(without_answer(self.study, self.goal, self.spoken, defined))
        return self.decided(resting(Decision(self.goal, "not found", how="there is no such state"), answer, defined))

    def _extent(self) -> str:
        return over(self.study, evolve(self.audit.extent, readings="default"))

    def _shown(self, name: str, expr: ir.Expr, here: Bool) -> Iterator[tuple[str, ...]]:
        """Yields the values of an expression by the defaults, and under every other reading that changes them."""
        listing = _Listing(self, here, self._named((expr,)))
        usual = sorted(each[0] for each in listing.under(self.pins.values()))
        yield (name, "by the defaults", ", ".join(usual))
        for question in self.study.rules.questions:
            others = [pin for each, pin in self.pins.items() if each != question.name]
            for reading in other_readings(question) if question.name in self.pins else ():
                pins = (*others, is_reading(self.study, question, reading))
                found = sorted(each[0] for each in listing.under(pins))
                if found != usual:
                    yield (name, f"{question.name} is {reading.name}", ", ".join(found) or "no such state")

    def _named(self, asked: Iterable[ir.Expr]) -> tuple[tuple[d.Domain, Value], ...]:
        world = self.study.world
        found = ((expr.domain, world.encode(expr, self.spoken.scope)) for expr in asked)
        return tuple(
            (domain, world.values.named(domain, "shown", told_apart(world, domain, value))) for domain, value in found
        )

    def _counted(self, here: Bool) -> int:
        """Returns the number of values that some expressions take together."""
        return len(_Listing(self, here, self._named(self.audit.counts)).under(self.pins.values()))

    # ---- READINGS COMPARED

    def differ(self) -> Decision:
        """Whether two readings of one question can make a difference in one state.

        The other questions are at their defaults, unless the audit is of any readings.
        """
        question, readings = self.compared
        terms, values = self.study.terms, self.study.world.values
        parts: list[Bool] = []
        for expr in self.audit.compares:
            first, second = (
                self.study.world.encode(ir.Under(expr, ((question, each),), None), self.spoken.scope)
                for each in readings
            )
            parts.append(terms.not_(values.same(expr.domain, first, second)))
        others = [pin for name, pin in self.pins.items() if name != question]
        wanted = (terms.any(parts), *(others if self.audit.extent.readings == "default" else ()))
        answer, found = self.looked_for("found", *wanted, how=self._extent())
        if found is not None:
            return found
        return self.proved(answer, how="it never makes a difference")


@define
class _Listing:
    """A listing of all that some values may come to together in the states of a case.

    They are looked for in whole states: what is known of some parts alone does not forbid that a piece is there twice.
    """

    auditing: Auditing
    here: Bool
    values: tuple[tuple[d.Domain, Value], ...]
    session: Session | None = None

    def under(self, pins: Iterable[Bool]) -> tuple[tuple[str, ...], ...]:
        """Returns all that they come to where the pins hold; none if they are too many, which the audit is told."""
        pinned = tuple(pins)
        found = self._within(pinned)
        if found is None:
            self.auditing.cut_short = f"there are more than {MOST:,} values"
        return found or ()

    def _within(self, pins: tuple[Bool, ...]) -> tuple[tuple[str, ...], ...] | None:
        """Returns the same; None if they are too many.

        What it rests on that these are all is kept with what the goal leans on; and if they may not be, why.
        """
        made, session = self.auditing.study, self._in_whole_states()
        listed: list[Bool] = []
        told: list[tuple[str, ...]] = []
        with session.meanwhile(*pins):
            while (answer := session.decide()).result == "sat":
                if len(told) == MOST:
                    return None
                found = Model(made.terms, answer.model)
                read = Reader(made.world.layout, found)
                same = made.terms.all(same_as_in(made, domain, value, found) for domain, value in self.values)
                listed.append(made.terms.not_(same))
                told.append(tuple(_told(read.value(domain, value)) for domain, value in self.values))
                session.keep(listed[-1])
        answer = made.solver.ask(*self._wanted, *pins, *listed, reach="whole", why=True)
        if answer.result != "unsat":
            self.auditing.cut_short = made.solver.gave_up
        self.auditing.leaning.update(dict.fromkeys(answer.needed))
        return tuple(told)

    @property
    def _wanted(self) -> tuple[Bool, ...]:
        spoken = self.auditing.spoken
        return (*spoken.assumed, spoken.defined, self.here)

    def _in_whole_states(self) -> Session:
        if self.session is None:
            pins = self.auditing.pins.values()
            about = (*(part for _, value in self.values for part in _parts(value)), *pins)
            self.session = self.auditing.study.solver.session(*self._wanted, about=about, reach="whole")
        return self.session


def other_readings(question: model.Question) -> Iterator[model.Reading]:
    """The complete readings of a question besides its default."""
    usual = default_reading(question)
    return (each for each in question.readings if not each.incomplete and each is not usual)


def is_reading(made: Study, question: model.Question, reading: model.Reading) -> Bool:
    """Returns the term that a question has a reading."""
    value = cast("Num", made.world.configuration["question", question.name])
    return made.terms.equal(value, int(literal(reading.value)))


def told_apart(world: World, domain: d.Domain, value: Value) -> Value:
    """Returns a value with an element for each member that a set may have: two sets then differ in what they hold."""
    terms, values = world.terms, world.values
    match domain, value:
        case d.SetOf(inner=d.Piece(component=name) as piece), SetValue(elements=elements) if world.layout.is_alike(
            name
        ):
            held: list[Element] = []
            for each in values.printed[name]:
                same = (values.same(piece, one.value, each) for one in elements)
                pairs = zip(same, elements, strict=True)
                copies = terms.sum(terms.if_number(terms.and_(one.guard, is_it), one.times, 0) for is_it, one in pairs)
                held.append(Element(terms.at_most(1, copies), each, copies))
            return SetValue(tuple(held))
        case d.SetOf(inner=inner), SetValue():
            return values.canonical(inner, value)
        case d.Option(inner=inner), OptionValue(present=present, inner=held_) if held_ is not None:
            return OptionValue(present, told_apart(world, inner, held_))
        case d.Record(name=name), RecordValue(fields=fields):
            told = zip(values.records[name].fields, fields, strict=True)
            return RecordValue(tuple(told_apart(world, field.domain, each) for field, each in told))
        case _:
            return value


def same_as_in(made: Study, domain: d.Domain, value: Value, found: Model) -> Bool:
    """Returns the term that a value is what it is under a model."""
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
            return terms.all(
                terms.equal(each.times, found.of(each.times))
                if each.times != 1
                else (each.guard if found.of(each.guard) else terms.not_(each.guard))
                for each in elements
            )
        case d.Record(name=name), RecordValue(fields=fields):
            told = zip(made.world.values.records[name].fields, fields, strict=True)
            return terms.all(same_as_in(made, field.domain, each, found) for field, each in told)
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
            for each in elements:
                yield from (each.guard, each.times)
        case RecordValue(fields=fields):
            for part in fields:
                yield from _parts(part)
        case bool() | int():
            return
        case _:
            yield cast("Num", value)


def _told(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, dict):
        return f"({', '.join(map(_told, value.values()))})"
    return str(value).lower() if isinstance(value, bool) else str(value)


def decide_audit(
    rules: model.Game,
    audit: claims.Audit,
    goals: tuple[Goal, ...],
    limits: Limits,
    dump: Dump | None,
    memory: Memory | None = None,
) -> Iterator[Decision]:
    """The answers to all goals of an audit under one number of players."""
    made = study(rules, goals[0].players, limits, "any", audit.extent.under, dump, memory=memory)
    seated = next(each for each in made.world.game.audits if each.name == audit.name)
    asked = (*seated.shows, *seated.compares, *seated.counts, *(case.guards for case in seated.cases))
    nodes = [part for each in asked for part in (each if isinstance(each, tuple) else (each,))]
    spoken = spoken_of(made, seated.extent, audit.clause.path, nodes)
    spoken.complete()
    fixed = dict(audit.extent.under)
    open_ = [each for each in rules.questions if each.name not in fixed]
    pins = {each.name: is_reading(made, each, default_reading(each)) for each in open_}
    for goal in goals:
        made.solver.begin(file_name(goal))
        auditing = Auditing(made, seated, spoken.apart(), goal, pins)
        if goal.part == COMPLETE:
            yield auditing.complete()
        elif ": " in goal.part:
            yield auditing.differ()
        else:
            yield auditing.possible()
