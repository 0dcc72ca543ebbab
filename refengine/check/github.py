"""The report as annotations of GitHub Actions: a line for each diagnostic and failure, at its line of the rules.

Source: GitHub, Workflow commands for GitHub Actions, "Setting an error message".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refengine.check.full_page import failure_lines
from refengine.check.places import ReportPlace, lacking_statements, report_place
from refengine.check.report import GameReport, Report
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render_json
from refengine.source.text import SourceText


def annotation_lines(report: Report) -> Iterator[str]:
    """Yields the annotations, those that belong to no game first."""
    yield from _diagnostics(report.diagnostics, {})
    for game in report.games:
        yield from _of_game(game)


def _of_game(game: GameReport) -> Iterator[str]:
    yield from _diagnostics(game.diagnostics, game.texts)
    for number, failure in enumerate(game.failures, start=1):
        where = None if failure.clause is None else report_place(failure.clause.place)
        title = f"{game.name}: {failure.kind} {failure.name}"
        yield _annotation("error", where or ReportPlace(game.path), title, "\n".join(failure_lines(number, failure)))
    for row, said in lacking_statements(game):
        yield _annotation(
            "error", report_place(row.place) or ReportPlace(game.path), f"{game.name}: {row.kind} {row.name}", said
        )


def _diagnostics(diagnostics: tuple[Diagnostic, ...], texts: Mapping[str, SourceText]) -> Iterator[str]:
    for each, told in zip(diagnostics, render_json(diagnostics, texts), strict=True):
        hint = f"\nhint: {each.hint}" if each.hint else ""
        line, column = told["line"], told["column"]
        where = None
        if each.span is not None:
            where = ReportPlace(
                each.span.path, line if isinstance(line, int) else None, column if isinstance(column, int) else None
            )
        yield _annotation(each.severity, where, each.code, f"{each.message}{hint}")


def _annotation(level: str, where: ReportPlace | None, title: str, text: str) -> str:
    """Returns a workflow command; a file that is a folder has no line."""
    parts = {} if where is None else {"file": where.path, "line": where.line, "col": where.column}
    told = {**parts, "title": title}
    listed = ",".join(f"{name}={_property(str(part))}" for name, part in told.items() if part is not None)
    return f"::{level} {listed}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
