"""The report on mutants as plain data; the shape is `docs/mutants.schema.json`."""

from __future__ import annotations

from typing import Any

from refengine.check.plain_data import as_data
from refengine.mutants.report import SCHEMA_VERSION, MutantsReport, Share, SurvivorEntry
from refengine.mutants.verdicts import MutantVerdict
from refengine.report.envelope import head
from refengine.source.render import render_json


def mutants_data(report: MutantsReport, version: str) -> dict[str, Any]:
    """Returns the whole report; `version` is that of the program."""
    told = report.mutation.promise
    return {
        **head(version, SCHEMA_VERSION),
        "name": report.name,
        "path": report.path,
        "verdict": report.verdict,
        "exitCode": report.exit_code,
        "interrupted": report.run.interrupted,
        "seed": report.draw.seed,
        "possible": report.run.possible,
        "notCompiled": report.run.not_compiled,
        "score": _share(report.share),
        "caughtBy": dict(report.by),
        "endless": report.endless,
        "changes": {name: _share(share) for name, share in report.operators.items()},
        "promise": None if told is None else {**as_data(told), "lookedAt": report.promised},
        "mutants": [_judged(each) for each in report.run.judged],
        "survived": [_left(each) for each in report.survived],
        "weaker": [_left(each) for each in report.weaker],
        "equivalent": [_left(each) for each in report.equivalent],
        "broken": [_left(each) for each in report.broken],
        "diagnostics": render_json(report.diagnostics, report.texts),
    }


def _share(share: Share) -> dict[str, int]:
    return {"caught": share.caught, "mutants": share.mutants, "percent": share.percent}


def _judged(judged: MutantVerdict) -> dict[str, Any]:
    mutant = judged.mutant
    return {
        "id": mutant.id,
        "name": mutant.name,
        "change": mutant.operator,
        "clause": mutant.rule.path,
        "cites": [str(each) for each in mutant.rule.cites],
        "found": judged.found,
        "by": judged.by,
        "caughtBy": judged.name or None,
        "what": judged.what or None,
        "weaker": list(judged.weaker),
        "endless": judged.endless,
    }


def _left(left: SurvivorEntry) -> dict[str, Any]:
    return {
        "id": left.judged.mutant.id,
        "name": left.judged.mutant.name,
        "place": left.place,
        "basis": as_data(left.basis),
        "diff": list(left.lines),
        "reason": left.reason,
    }
