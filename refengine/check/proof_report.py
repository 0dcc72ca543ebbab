"""The report of `refengine prove`: statements with what came of them, and what is refuted, found, or left open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from refengine.check.audits import (
    AuditRows,
    ReadingDifference,
    case_tables,
    difference_lines,
    differences,
    reading_tables,
)
from refengine.check.boards import with_boards
from refengine.check.counterexamples import (
    answers_that_stand,
    any_data,
    contradicted_goals,
    failures_of,
    inductions_of,
    row_of,
    witnesses_of,
)
from refengine.check.full_page import failure_lines
from refengine.check.layout import wrapped
from refengine.check.ledger_text import held_for, seats
from refengine.check.report import EXIT_CODES, Failure, KnownStatement, Verdict, quantity
from refengine.check.to_json import failure_data, known_data
from refengine.compiled import Compilation
from refengine.evidence.exhaustive import EXPLORED, ExhaustedScope, improvable, with_scopes
from refengine.evidence.ledger import Entry, entries
from refengine.prove.engines import Engines
from refengine.prove.errors import unsupported
from refengine.prove.narrative import ExplainedDecision
from refengine.prove.run import ProofResults
from refengine.report.citations import Reader
from refengine.report.envelope import head
from refengine.report.words import Words
from refengine.smt.goal import Goal, Limits
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render_json

SCHEMA_VERSION = 1


@frozen
class ProvedReport:
    """The results of proving a game, or some of its goals."""

    name: str
    path: str
    rows: tuple[KnownStatement, ...]
    verdict: Verdict
    failures: tuple[Failure, ...]
    inductions: tuple[Failure, ...]
    shown: tuple[Failure, ...]
    tables: tuple[AuditRows, ...]
    comparisons: tuple[AuditRows, ...]
    differences: tuple[ReadingDifference, ...]
    diagnostics: tuple[Diagnostic, ...]
    kept: int
    asked: int
    interrupted: bool

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return EXIT_CODES[self.verdict]


def proved_report(
    compiled: Compilation,
    proved: ProofResults,
    shown: Mapping[Goal, ExplainedDecision],
    limits: Limits,
    *,
    witnesses: bool,
    scopes: Callable[[], Sequence[ExhaustedScope]] = tuple,
) -> ProvedReport:
    """Returns the report; with `witnesses` what was found is shown too.

    `scopes` explores, and is asked only where that may say more of a statement than the prover does.
    """
    reader = Reader(compiled.rulebook, compiled.texts)
    found = entries(answers_that_stand(proved.answers, shown), limits.steps, proved.missing, contradicted_goals(shown))
    if not proved.interrupted and any(improvable(each) for each in found if each.kind in EXPLORED):
        found = with_scopes(found, scopes())
    decisions = [each.decision for each in proved.answers]
    assert compiled.game is not None
    game = compiled.game
    words = Words(compiled.labels)

    def drawn(failures: Iterable[Failure]) -> tuple[Failure, ...]:
        return tuple(with_boards(compiled, game, each, words) for each in failures)

    wrong = tuple(unsupported(each) for each in found if each.verdict == "unsupported")
    return ProvedReport(
        name=compiled.folder.name,
        path=compiled.folder.path.as_posix(),
        rows=tuple(row_of(each, reader, 0, data=any_data(game)) for each in found),
        verdict=_verdict(found, interrupted=proved.interrupted),
        failures=drawn(failures_of(proved, shown, reader)),
        inductions=drawn(inductions_of(Engines(game), shown, reader, 0)),
        shown=drawn(witnesses_of(shown, reader)) if witnesses else (),
        tables=case_tables(game, decisions),
        comparisons=reading_tables(decisions),
        differences=differences(game, shown, reader) if witnesses else (),
        diagnostics=wrong,
        kept=proved.kept,
        asked=len(proved.answers) + len(proved.missing),
        interrupted=proved.interrupted,
    )


def _verdict(found: Iterable[Entry], *, interrupted: bool) -> Verdict:
    verdicts = {each.verdict for each in found}
    if "disagreement" in verdicts:
        return "executors disagree"
    if "unsupported" in verdicts:
        return "bad input"
    if verdicts & {"refuted", "not found", "vacuous"}:
        return "violated"
    return "inconclusive" if interrupted or verdicts & {"unknown", "not reached"} else "holds"


# ---- AS DATA


def proved_data(report: ProvedReport, compiled: Compilation, version: str) -> dict[str, Any]:
    """Returns the report as plain data; the shape is `docs/prove.schema.json`."""
    return {
        **head(version, SCHEMA_VERSION),
        "name": report.name,
        "path": report.path,
        "verdict": report.verdict,
        "exitCode": report.exit_code,
        "interrupted": report.interrupted,
        "goals": report.asked,
        "fromCache": report.kept,
        "statements": [known_data(each, timed=True) for each in report.rows],
        "failures": [failure_data(each) for each in report.failures],
        "inductions": [failure_data(each) for each in report.inductions],
        "witnesses": [failure_data(each) for each in report.shown],
        "tables": [
            {"name": each.name, "players": each.players[0], "rows": [list(row) for row in each.rows]}
            for each in report.tables
        ],
        "comparisons": [
            {"name": each.name, "players": list(each.players), "rows": [list(row) for row in each.rows]}
            for each in report.comparisons
        ],
        "diagnostics": render_json(report.diagnostics, compiled.texts),
    }


# ---- AS TEXT


def proved_text(report: ProvedReport) -> str:
    """Returns the report as a page."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: ProvedReport) -> Iterator[str]:
    yield f"{report.name} ({report.path})"
    yield from _columns([("", "", "", "seconds", "rlimit"), *(_cells(each) for each in report.rows)])
    yield from wrapped(_sum(report), "  ", "    ")
    yield from _told_of("not decided", ((each, each.how) for each in report.rows if each.verdict == "unknown"))
    yield from _told_of("bounded alone", ((each, each.unproved) for each in report.rows))
    told = {(each.kind, each.name) for each in report.failures}
    refuted = (each for each in report.rows if each.verdict == "refuted" and (each.kind, each.name) not in told)
    yield from _told_of("refuted", ((each, each.how) for each in refuted))
    for table in (*report.tables, *report.comparisons):
        yield ""
        yield f"{table.kind} {table.name}, {seats(table.players)}"
        yield from _columns(table.rows)
    yield from difference_lines(report.differences)
    for number, failure in enumerate(report.failures, start=1):
        yield ""
        yield from failure_lines(number, failure)
    found = [each for each in report.shown if each.kind != "audit"]
    for heading, listed in (("found:", found), ("not proved, and not refuted:", report.inductions)):
        if listed:
            yield ""
            yield heading
        for number, each in enumerate(listed, start=1):
            yield ""
            yield from failure_lines(number, each)


def _cells(row: KnownStatement) -> tuple[str, ...]:
    verdict = row.evidence if row.verdict in {"bounded", "holds"} else row.verdict
    rests = f"rests on {', '.join(row.rests_on)}" if row.rests_on else ""
    where = seats(row.players) if row.players else ""
    verdict += held_for(row)
    return (f"{row.kind} {row.name}", verdict, where, f"{row.seconds:.2f}", f"{row.rlimit:,}", rests)


def _told_of(said: str, rows: Iterable[tuple[KnownStatement, Sequence[str]]]) -> Iterator[str]:
    """Yields lines about statements with their reasons, of which the last one is told; those that share it together."""
    reasons: dict[str, list[str]] = {}
    for row, why in rows:
        if why:
            reasons.setdefault(why[-1], []).append(f"{row.kind} {row.name}")
    for reason, names in reasons.items():
        yield from wrapped(f"{said} ({reason}): {', '.join(names)}", "  ", "    ")


def _sum(report: ProvedReport) -> str:
    counts: dict[str, int] = {}
    for row in report.rows:
        told = row.level if row.verdict == "holds" else row.verdict
        counts[told] = counts.get(told, 0) + 1
    parts = [quantity(len(report.rows), "statement") + (":" if counts else ", nothing to prove")]
    parts.append(", ".join(f"{number} {verdict}" for verdict, number in counts.items()))
    line = " ".join(part for part in parts if part)
    if report.kept:
        line += f"; {report.kept} of {quantity(report.asked, 'answer')} from the cache"
    return line + ("; interrupted" if report.interrupted else "")


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yields rows with their cells under each other; numbers to the right."""
    columns = max((len(row) for row in rows), default=0)
    padded = [[*row, *[""] * (columns - len(row))] for row in rows]
    widths = [max(len(row[at]) for row in padded) for at in range(columns)]
    right = [all(_is_number(row[at]) for row in padded) for at in range(columns)]
    for row in padded:
        cells = [
            f"{cell:>{width}}" if numbers else f"{cell:<{width}}"
            for cell, width, numbers in zip(row, widths, right, strict=True)
        ]
        line = "  ".join(cells).rstrip()
        if line:
            yield f"  {line}"


def _is_number(cell: str) -> bool:
    return cell.replace(",", "").replace(".", "").isdigit() or cell in {"", "seconds", "rlimit"}
