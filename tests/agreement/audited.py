"""What is so of audits in all that was explored of a game: which cases apply, what comes of them, which readings differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from attrs import define, field

from refengine.ir import claims, game as model
from refengine.runtime.fault import Fault
from refengine.smt.goal import Decision
from refengine.smt.plan import COMPLETE
from tests.agreement.explored_games import Explored, starts_of
from tests.agreement.supposed import Supposing, asked_at, told_to

MOST = 60
"""So many states of each configuration are asked for what an audit asks."""


@define
class Rows:
    """The values of what a case shows, by number and reading; and how many came together by the defaults."""

    shown: dict[tuple[str, str], set[str]] = field(factory=dict)
    counted: set[tuple[str, ...]] = field(factory=set)
    met: bool = False


@define
class Audited:
    """What is so of one audit. `wrong` is what speaks against a proof of a part, by part."""

    wrong: dict[str, str] = field(factory=dict)
    cases: dict[str, Rows] = field(factory=dict)

    def against(self, decision: Decision) -> list[str]:
        """What speaks against a verdict on a part of the audit."""
        part, verdict = decision.goal.part, decision.verdict
        rows = self.cases.get(part)
        if verdict in {"proved", "vacuous"} and part in self.wrong:
            return [self.wrong[part]]
        if verdict == "not found" and rows is not None and rows.met:
            return ["a game comes to such a state"]
        if verdict != "found" or rows is None:
            return []
        usual = {name: values for name, under, values in listed(decision) if under == "by the defaults"}
        told = {(name, under): values for name, under, values in listed(decision)}
        wrong = []
        for (name, under), seen in rows.shown.items():
            more = seen - told.get((name, under), usual.get(name, set()))
            wrong += [f"{name} comes to {sorted(more)} too, {under}"] if more else []
        counts = [int(row[1]) for row in decision.table if row[0] == "number"]
        if counts and counts[0] < len(rows.counted):
            wrong.append(f"there are {len(rows.counted)} at least: {sorted(rows.counted)}")
        return wrong


def listed(decision: Decision) -> Iterator[tuple[str, str, set[str]]]:
    """The rows of the table of a case."""
    for row in decision.table:
        if len(row) == 3:
            yield row[0], row[1], set() if row[2] in {"no such state", "no answer"} else set(row[2].split(", "))


def audited(rules: model.Game, found: Iterable[Explored]) -> dict[str, Audited]:
    """What is so of each audit."""
    facts = {each.name: Audited() for each in rules.audits}
    for each in found:
        for audit in each.seated.audits:
            if _speaks_of(rules, audit.extent, each):
                _gone_through(facts[audit.name], audit, each)
    return facts


def _speaks_of(rules: model.Game, extent: claims.Extent, found: Explored) -> bool:
    chosen, under = dict(found.configuration.readings), dict(extent.under)
    complete = {
        (question.name, each.name) for question in rules.questions for each in question.readings if not each.incomplete
    }
    return (
        extent.players[0] <= found.configuration.players <= extent.players[1]
        and all(each in complete or each[0] in under for each in chosen.items())
        and all(chosen[name] == reading for name, reading in under.items())
    )


def _gone_through(facts: Audited, audit: claims.Audit, found: Explored) -> None:
    for state, arguments, _ in starts_of(found, audit.extent)[:MOST]:
        told = told_to(audit.extent.params, arguments, found.rules)
        _Here(audit, found.at(state), told, found).take(facts)


@define
class _Here:
    """An audit in one state."""

    audit: claims.Audit
    evaluation: Supposing
    told: Any
    found: Explored

    def value(self, expr: Any, evaluation: Supposing | None = None) -> Any:
        return asked_at(evaluation or self.evaluation, expr, self.told, self.audit.clause)

    def take(self, facts: Audited) -> None:
        try:
            if not all(self.value(each) for each in self.audit.extent.assuming):
                return
        except Fault:
            return
        try:
            applying = [each for each in self.audit.cases if all(self.value(guard) for guard in each.guards)]
        except Fault as fault:
            for part in (COMPLETE, *(each.clause.path.rpartition(".")[2] for each in self.audit.cases)):
                facts.wrong.setdefault(part, f"a case has no answer: {fault}")
        else:
            if len(applying) != 1:
                facts.wrong.setdefault(COMPLETE, f"{len(applying)} cases apply")
            for case in applying:
                self._met(facts.cases.setdefault(case.clause.path.rpartition(".")[2], Rows()))
        for pair, (question, one, other) in self._pairs().items():
            self._compared(facts, pair, question, (one, other))

    def _met(self, rows: Rows) -> None:
        """A state of a case: what comes of it by the readings that are played by, if all has an answer."""
        under = self._reading()
        try:
            shown = [_told(self.value(each)) for each in self.audit.shows]
            counted = tuple(_told(self.value(each)) for each in self.audit.counts)
        except Fault:
            return
        if under is not None:
            for number, value in enumerate(shown, start=1):
                rows.shown.setdefault((f"shows {number}", under), set()).add(value)
        if under == "by the defaults":
            rows.met = True
            if self.audit.counts:
                rows.counted.add(counted)

    def _compared(self, facts: Audited, pair: str, question: str, readings: tuple[str, str]) -> None:
        for each in self.audit.compares:
            try:
                came = [self.value(each, self.evaluation.under({question: reading})) for reading in readings]
            except Fault as fault:
                facts.wrong.setdefault(pair, f"something has no answer: {fault}")
                continue
            if came[0] != came[1]:
                facts.wrong.setdefault(pair, f"it comes to {came[0]} or to {came[1]}")

    def _reading(self) -> str | None:
        """The words of a table for the readings that are played by; None if several are not the default."""
        fixed = dict(self.audit.extent.under)
        usual = {
            question.name: each.name
            for question in self.found.rules.questions
            for each in question.readings
            if each.default
        }
        other = [
            (name, each)
            for name, each in self.found.configuration.readings
            if name not in fixed and usual[name] != each
        ]
        match other:
            case []:
                return "by the defaults"
            case [(name, reading)]:
                return f"{name} is {reading}"
            case _:
                return None

    def _pairs(self) -> dict[str, tuple[str, str, str]]:
        fixed = dict(self.audit.extent.under)
        return {
            f"{question.name}: {one} or {other}": (question.name, one, other)
            for question in self.found.rules.questions
            if question.name not in fixed
            for one, other in combinations([each.name for each in question.readings if not each.incomplete], 2)
        }


def _told(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
