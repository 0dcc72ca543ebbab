"""The report as JUnit XML, which servers for continuous integration read: a suite for each game, a case for each thing.

A case is an example, a statement of the ledger or of play, or what broke and is none of these. What nobody knows, and
nobody promised, is skipped, with the reason.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import define, field
from junitparser import Error, Failure as Failed, JUnitXml, Skipped, TestCase, TestSuite

from refengine.check.full_page import failure_lines
from refengine.check.places import lacking_statements
from refengine.check.report import Failure, GameReport, Report
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render
from refengine.source.text import SourceText, is_control

NO_XML: Final = frozenset("\ufffe\uffff")
"""The characters beside controls that XML cannot hold."""

Named = tuple[str, str]
"""The kind and the name of what a case is about."""


def to_junit(report: Report) -> str:
    """Returns the whole report as an XML document."""
    xml = JUnitXml("refengine check")
    if report.diagnostics:
        suite = TestSuite("refengine")
        suite.add_testcases([_rules("refengine", report.diagnostics, {})])
        xml.add_testsuite(suite)
    for game in report.games:
        xml.add_testsuite(_suite(game, report.seed))
    out = io.BytesIO()
    xml.write(out, pretty=True)
    return out.getvalue().decode().rstrip()


def _suite(game: GameReport, seed: int) -> TestSuite:
    suite = TestSuite(game.path)
    suite.add_property("verdict", game.verdict)
    suite.add_property("seed", str(seed))
    cases = _Cases(game)
    suite.add_testcases([_rules(game.name, game.diagnostics, game.texts), *cases.listed()])
    return suite


def _rules(name: str, diagnostics: tuple[Diagnostic, ...], texts: Mapping[str, SourceText]) -> TestCase:
    """Returns the case that the rules are in order; warnings are told, and no error."""
    case = TestCase("rules", name)
    wrong = tuple(each for each in diagnostics if each.severity == "error")
    if wrong:
        case.result = [_result(Error(_clean(wrong[0].message), wrong[0].code), render(wrong, texts))]
    warnings = tuple(each for each in diagnostics if each.severity == "warning")
    if warnings:
        case.system_err = _clean(render(warnings, texts))
    return case


@define
class _Cases:
    """The cases of a game, each kind and name once."""

    game: GameReport
    _cases: dict[Named, TestCase] = field(factory=dict)

    def listed(self) -> Iterator[TestCase]:
        game = self.game
        for name in () if game.examples is None else game.examples.names:
            self._case("example", name)
        for each in () if game.ledger is None else game.ledger.rows:
            self._case(each.kind, each.name)
        for statement in game.statements:
            self._case(statement.kind, statement.name)
        for number, failure in enumerate(game.failures, start=1):
            self._fail(number, failure)
        for row, said in lacking_statements(game):
            self._case(row.kind, row.name).result += [_result(Failed(_clean(said), "promise"), said)]
        self._skip()
        yield from self._cases.values()

    def _case(self, kind: str, name: str) -> TestCase:
        return self._cases.setdefault(
            (kind, name), TestCase(_clean(f"{kind} {name}"), _clean(f"{self.game.name}.{kind}"))
        )

    def _fail(self, number: int, failure: Failure) -> None:
        told = Failed(_clean(failure.what), failure.code or failure.kind)
        self._case(failure.kind, failure.name).result += [_result(told, "\n".join(failure_lines(number, failure)))]

    def _skip(self) -> None:
        """Marks what is not known, where nothing else is said of it."""
        reasons: dict[Named, str] = {}
        for each in () if self.game.examples is None else self.game.examples.undetermined:
            reasons["example", each.example] = str(each)
        for row in () if self.game.ledger is None else self.game.ledger.rows:
            if row.level == "unknown":
                reasons[row.kind, row.name] = "; ".join(row.how) or "not known"
        for named, reason in reasons.items():
            if not self._cases[named].result:
                self._cases[named].result = [Skipped(_clean(reason))]


def _result(result: Failed | Error, text: str) -> Failed | Error:
    result.text = _clean(text)
    return result


def _clean(text: str) -> str:
    """Returns the text without characters that XML cannot hold."""
    return "".join("\N{REPLACEMENT CHARACTER}" if is_control(each) or each in NO_XML else each for each in text)
