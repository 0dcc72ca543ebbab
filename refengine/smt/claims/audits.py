"""Audits, tables of what may happen: cases complete and possible, what comes of each, and which readings matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, evolve, field

from refengine.ir import claims, expressions as ir, game as model
from refengine.smt.claims.claims import (
    asked_of,
    extent_words,
    file_name,
    looked_for,
    with_what_it_rests_on,
    without_answer,
)
from refengine.smt.claims.definedness import definedness, each_once
from refengine.smt.claims.listing import Listing, Pinned, Table, in_order, named_values, pinned_down
from refengine.smt.claims.states import ExtentStates, spoken_of
from refengine.smt.course.study import Dump, Study, default_reading, literal, study
from refengine.smt.encode.what_if import world_under
from refengine.smt.encode.world import World
from refengine.smt.goal import Counterexample, Decision, Goal, Limits, Verdict
from refengine.smt.plan import COMPLETE
from refengine.smt.solving.memory import Memory
from refengine.smt.solving.question import QueryAnswer
from refengine.smt.terms.term import Bool


@define
class AuditGoal:
    """A goal of an audit under one number of players; the study and its states are those of all its goals."""

    study: Study
    audit: claims.Audit
    spoken: ExtentStates
    goal: Goal
    pins: Pinned
    """The default readings of the open questions."""
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
        """Returns the decision with what it cost."""
        solver = self.study.solver
        return evolve(decision, rlimit=solver.spent, queries=solver.asked)

    def looked_for(self, verdict: Verdict, *wanted: Bool, how: str) -> tuple[QueryAnswer, Decision | None]:
        """Returns a small position in which something holds, if there is one; else why there is none."""
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
        """Returns the worlds that the goal is about: with two readings that are compared, theirs."""
        if ": " not in self.goal.part:
            return (self.study.world,)
        question, readings = self.compared
        return (self.study.world, *(world_under(self.study.world, ((question, each),), None) for each in readings))

    def proved(self, answer: QueryAnswer, *, how: str) -> Decision:
        """Returns that the goal is proved, if the audit speaks of any states, and all it asks has an answer there."""
        speaks = self.study.solver.ask(*self.spoken.assumed, reach="whole", why=True)
        if speaks.result == "unsat":
            how = "it speaks of nothing: no state is as it assumes"
            return self.decided(Decision(self.goal, "vacuous", rests_on=speaks.needed, how=how))
        if speaks.result == "unknown":
            return self.decided(Decision(self.goal, "unknown", how=self.study.solver.gave_up))
        defined = definedness(self.spoken)
        if not defined.holds:
            return self.decided(without_answer(self.study, self.goal, self.spoken, defined))
        return self.decided(with_what_it_rests_on(Decision(self.goal, "proved", how=how), answer, defined))

    @property
    def compared(self) -> tuple[str, tuple[str, str]]:
        """The question, and the two of its readings that are compared."""
        question, _, pair = self.goal.part.partition(": ")
        one, _, other = pair.partition(" or ")
        return question, (one, other)

    # ---- CASES

    def complete(self) -> Decision:
        """Returns whether in every state one case applies, and no other."""
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
        return self.proved(both, how=extent_words(self.study, self.audit.extent))

    def possible(self) -> Decision:
        """Returns whether there is a state of a case, and what the expressions may come to in its states."""
        names = [case.clause.path.rpartition(".")[2] for case in self.audit.cases]
        here = self.scope_terms()[names.index(self.goal.part)]
        answer, found = self.looked_for("found", here, *pinned_down(self.study, self.pins), how=self._extent())
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
        return self.decided(
            with_what_it_rests_on(Decision(self.goal, "not found", how="there is no such state"), answer, defined)
        )

    def _extent(self) -> str:
        return extent_words(self.study, evolve(self.audit.extent, readings="default"))

    def _shown(self, name: str, expr: ir.Expr, here: Bool) -> Iterator[tuple[str, ...]]:
        """Yields the values of an expression by the defaults, and under every other reading that changes them."""
        others = [
            (question, reading)
            for question in self.study.rules.questions
            if question.name in self.pins
            for reading in other_readings(question)
        ]
        pinned = ({**self.pins, question.name: reading_number(reading)} for question, reading in others)
        usual, *changed = (
            ", ".join(sorted((told for (told,) in found), key=in_order)) or self._nothing_of(here, choice)
            for choice, found in self._listed((expr,), here, (self.pins, *pinned))
        )
        yield (name, "by the defaults", usual)
        for (question, reading), found in zip(others, changed, strict=True):
            if found != usual:
                yield (name, f"{question.name} is {reading.name}", found)

    def _nothing_of(self, here: Bool, choice: Pinned) -> str:
        """Returns why nothing comes of a case under a choice of readings: there may be states of it, and no answer."""
        if self.cut_short:
            return ""
        wanted = (*self.spoken.assumed, self.spoken.defined, here, *pinned_down(self.study, choice))
        answer = self.study.solver.ask(*wanted, reach="whole", why=True)
        if answer.result == "unknown":
            self.cut_short = self.study.solver.gave_up
        self.leaning.update(dict.fromkeys(answer.needed))
        return "no such state" if answer.result == "unsat" else "no answer"

    def _counted(self, here: Bool) -> int:
        """Returns the number of values that some expressions take together."""
        ((_, found),) = self._listed(self.audit.counts, here, (self.pins,))
        return len(found)

    def _listed(self, asked: Iterable[ir.Expr], here: Bool, under: tuple[Pinned, ...]) -> list[tuple[Pinned, Table]]:
        """Returns each choice of readings with all that some expressions come to together under it.

        What it rests on that these are all is kept with what the goal leans on; and if they may not be, why.
        """
        # What was listed before may have no answer where this has one.
        spoken = self.spoken.apart()
        values = named_values(self.study.world, asked, spoken.scope)
        # Only now is it known where what is asked has no answer.
        listing = Listing(self.study, (*spoken.assumed, spoken.defined, here), values)
        found = listing.under(under)
        self.cut_short = self.cut_short or listing.cut_short
        self.leaning.update(listing.leaning)
        return list(zip(under, found, strict=True))

    # ---- READINGS COMPARED

    def differ(self) -> Decision:
        """Returns whether two readings of one question can make a difference in one state.

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
        others = pinned_down(self.study, {name: pin for name, pin in self.pins.items() if name != question})
        wanted = (terms.any(parts), *(others if self.audit.extent.readings == "default" else ()))
        answer, found = self.looked_for("found", *wanted, how=self._extent())
        if found is not None:
            return found
        return self.proved(answer, how="it never makes a difference")


def other_readings(question: model.Question) -> Iterator[model.Reading]:
    """Returns the complete readings of a question besides its default."""
    usual = default_reading(question)
    return (each for each in question.readings if not each.incomplete and each is not usual)


def reading_number(reading: model.Reading) -> int:
    """Returns the number for which a reading stands."""
    return int(literal(reading.value))


def decide_audit(
    rules: model.Game,
    audit: claims.Audit,
    goals: tuple[Goal, ...],
    limits: Limits,
    dump: Dump | None,
    memory: Memory | None = None,
) -> Iterator[Decision]:
    """Yields the answers to all goals of an audit under one number of players."""
    made = study(rules, goals[0].players, limits, "any", audit.extent.under, dump, memory=memory)
    seated = next(each for each in made.world.game.audits if each.name == audit.name)
    asked = (*seated.shows, *seated.compares, *seated.counts, *(case.guards for case in seated.cases))
    nodes = [part for each in asked for part in (each if isinstance(each, tuple) else (each,))]
    spoken = spoken_of(made, seated.extent, audit.clause.path, nodes)
    spoken.complete()
    fixed = dict(audit.extent.under)
    open_ = [each for each in rules.questions if each.name not in fixed]
    pins = {each.name: reading_number(default_reading(each)) for each in open_}
    for goal in goals:
        made.solver.begin(file_name(goal))
        auditing = AuditGoal(made, seated, spoken.apart(), goal, pins)
        if goal.part == COMPLETE:
            yield auditing.complete()
        elif ": " in goal.part:
            yield auditing.differ()
        else:
            yield auditing.possible()
