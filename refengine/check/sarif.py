"""The report as SARIF 2.1.0, which code scanners and editors read: a result for each diagnostic and failure.

A failure names the clause of the rules, has the statements that the clause rests on as related locations, and its moves
as a code flow. Source: OASIS, Static Analysis Results Interchange Format, version 2.1.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final
from urllib.parse import quote

from refengine.check.full_page import failure_lines
from refengine.check.places import induction_of, lacking_statements, report_place
from refengine.check.report import Failure, GameReport, KnownStatement, Report
from refengine.report.citations import Basis, CitedClause
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render_json

VERSION: Final = "2.1.0"

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

PROMISE: Final = "promise"
"""The rule of statements that are known less well than promised."""

Data = dict[str, Any]


def to_sarif(report: Report, version: str) -> Data:
    """Returns the log of one run; `version` is that of the program."""
    results = [_diagnostic(each) for each in render_json(report.diagnostics, {})]
    results += [result for game in report.games for result in _results(game)]
    rules = {each["ruleId"]: {"id": each["ruleId"]} for each in results}
    return {
        "$schema": SCHEMA,
        "version": VERSION,
        "runs": [
            {
                "tool": {"driver": {"name": "refengine", "version": version, "rules": [*rules.values()]}},
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not any(each.interrupted for each in report.games),
                        "exitCode": report.exit_code,
                    }
                ],
                "results": results,
                "properties": {
                    "seed": report.seed,
                    "verdict": report.verdict,
                    "games": {each.path: each.verdict for each in report.games},
                },
            }
        ],
    }


def _results(game: GameReport) -> Iterator[Data]:
    yield from (_diagnostic(each) for each in _rendered(game.diagnostics, game))
    yield from (_failure(each, game) for each in game.failures)
    yield from (_lacking(row, said, game) for row, said in lacking_statements(game))
    if game.examples is not None:
        for each in game.examples.undetermined:
            yield {
                "ruleId": "undetermined",
                "kind": "open",
                "level": "none",
                "message": {"text": str(each)},
                "locations": [{"logicalLocations": [_logical(each.example, game)]}],
            }


def _rendered(diagnostics: tuple[Diagnostic, ...], game: GameReport) -> list[dict[str, Any]]:
    return render_json(diagnostics, game.texts)


def _diagnostic(told: dict[str, Any]) -> Data:
    hint = f"\nhint: {told['hint']}" if told["hint"] else ""
    found: Data = {
        "ruleId": told["code"],
        "level": told["severity"],
        "message": {"text": f"{told['message']}{hint}"},
        "locations": [{"physicalLocation": _region(told)}] if told["path"] else [],
    }
    labels = [each for each in told["labels"] if each["path"]]
    if labels:
        found["relatedLocations"] = [
            {"id": number, "physicalLocation": _region(each), "message": {"text": each["text"]}}
            for number, each in enumerate(labels, start=1)
        ]
    return found


def _failure(failure: Failure, game: GameReport) -> Data:
    found = _of_clause(failure.clause, game)
    flow = [*_flow(failure, found["locations"])]
    return {
        "ruleId": failure.code or failure.kind.replace(" ", "-"),
        "level": "error",
        "message": {"text": _text(failure)},
        **found,
        **({"codeFlows": [{"threadFlows": [{"locations": flow}]}]} if flow else {}),
        "partialFingerprints": {"statement/v1": f"{game.name}/{failure.kind}/{failure.name}"},
    }


def _text(failure: Failure) -> str:
    """Returns a failure in a sentence, and behind it all that people are told."""
    first = f"{failure.kind} {failure.name}: {failure.what}"
    return "\n".join([first, *(line for line in failure_lines(1, failure) if line.startswith("   "))])


def _flow(failure: Failure, where: list[Data]) -> Iterator[Data]:
    """Yields the moves one after the other, and the position: before the last of them, or where they lead."""
    told = [*failure.moves]
    position = ["; ".join(failure.position)] if failure.position else []
    steps = chain(told[:-1], position, told[-1:]) if failure.before_last else chain(told, position)
    place = {"physicalLocation": where[0]["physicalLocation"]} if where and "physicalLocation" in where[0] else {}
    for number, each in enumerate(steps, start=1):
        yield {"executionOrder": number, "location": {**place, "message": {"text": each}}}


def _lacking(row: KnownStatement, said: str, game: GameReport) -> Data:
    clause = CitedClause(row.name, row.basis, row.place)
    assert game.ledger is not None
    why = induction_of(row, game.ledger)
    found = _of_clause(clause, game)
    flow = [] if why is None else [*_flow(why, found["locations"])]
    return {
        "ruleId": PROMISE,
        "level": "error",
        "message": {"text": said},
        **found,
        **({"codeFlows": [{"threadFlows": [{"locations": flow}]}]} if flow else {}),
        "partialFingerprints": {"statement/v1": f"{game.name}/{row.kind}/{row.name}"},
    }


def _of_clause(clause: CitedClause | None, game: GameReport) -> Data:
    """Returns the locations of a clause, and as related ones the statements that it rests on."""
    if clause is None:
        return {"locations": [{"logicalLocations": [_logical(game.name, None)]}]}
    place = report_place(clause.place)
    physical = {} if place is None else {"physicalLocation": _physical(place.path, place.line, place.column)}
    found: Data = {"locations": [{**physical, "logicalLocations": [_logical(clause.path, game)]}]}
    if clause.basis:
        found["relatedLocations"] = [_related(number, each) for number, each in enumerate(clause.basis, start=1)]
    return found


def _related(number: int, basis: Basis) -> Data:
    place = report_place(basis.place)
    lines = "" if basis.lines is None else f", line {basis.lines} of the rulebook"
    text = f"{basis.name}{lines}: {basis.text}" if basis.text else f"{basis.name}{lines}"
    physical = {} if place is None else {"physicalLocation": _physical(place.path, place.line, place.column)}
    return {
        "id": number,
        **physical,
        "logicalLocations": [{"name": basis.name, "kind": "statement"}],
        "message": {"text": text},
    }


def _logical(name: str, game: GameReport | None) -> Data:
    return {"name": name} if game is None else {"name": name, "fullyQualifiedName": f"{game.name}/{name}"}


def _region(told: dict[str, Any]) -> Data:
    return _physical(told["path"], told["line"], told["column"], told["endLine"], told["endColumn"])


def _physical(
    path: str, line: int | None, column: int | None, end_line: int | None = None, end_column: int | None = None
) -> Data:
    numbers = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    region = {name: number for name, number in numbers.items() if number is not None}
    whole: Data = {"artifactLocation": {"uri": quote(path, errors="surrogateescape")}}
    return {**whole, "region": region} if region else whole
