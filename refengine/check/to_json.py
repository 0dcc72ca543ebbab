"""The report as plain data for tools; the shape is `docs/report.schema.json`.

INVARIANT: a change of shape that a reader of the old one would trip over raises `SCHEMA_VERSION`.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from refengine.check.exercise import ClauseCount, Coverage
from refengine.check.plain_data import as_data
from refengine.check.report import (
    SCHEMA_VERSION,
    Failure,
    GameReport,
    KnownStatement,
    Ledger,
    Report,
    Setting,
)
from refengine.report.envelope import head
from refengine.source.render import render_json


def to_json(report: Report, version: str) -> dict[str, Any]:
    """Returns the whole report; `version` is that of the program."""
    return {
        **head(version, SCHEMA_VERSION),
        "seed": report.seed,
        "traces": report.traces,
        "verdict": report.verdict,
        "exitCode": report.exit_code,
        "diagnostics": render_json(report.diagnostics, {}),
        "games": [_game(each) for each in report.games],
    }


def _game(game: GameReport) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": game.name,
        "path": game.path,
        "verdict": game.verdict,
        "interrupted": game.interrupted,
        "diagnostics": render_json(game.diagnostics, game.texts),
        "counts": as_data(game.counts),
        "examples": as_data(game.examples),
        "precedents": [{**as_data(each), "fails": each.fails} for each in game.precedents],
        "limit": game.limit,
        "played": [{**as_data(each), "setting": _setting(each.setting)} for each in game.played],
        "inModule": [{**as_data(each), "setting": _setting(each.setting)} for each in game.in_module],
        "statements": as_data(game.statements),
        "ledger": None if game.ledger is None else _ledger(game.ledger, timed=game.timing is not None),
        "coverage": None if game.coverage is None else _coverage(game.coverage),
        "reconstructed": as_data(game.reconstructed),
        "wording": as_data(game.wording),
        "failures": [failure_data(each) for each in game.failures],
    }
    if game.timing is not None:
        data["timing"] = as_data(game.timing)
    return data


def failure_data(failure: Failure) -> dict[str, Any]:
    """Returns something that broke, whole; the text of its file is left to whoever saves it."""
    left_out = {"file", "brief", "stood", "earlier"}
    whole = as_data(evolve(failure, stood=None, earlier=None))
    told: dict[str, Any] = {name: part for name, part in whole.items() if name not in left_out}
    return {**told, "setting": None if failure.setting is None else _setting(failure.setting)}


def known_data(row: KnownStatement, *, timed: bool) -> dict[str, Any]:
    """Returns a statement of the ledger; the seconds are there only with `timed`."""
    told: dict[str, Any] = as_data(row)
    return {name: part for name, part in told.items() if timed or name != "seconds"}


def _ledger(ledger: Ledger, *, timed: bool) -> dict[str, Any]:
    return {
        "statements": [known_data(each, timed=timed) for each in ledger.rows],
        "changes": list(ledger.changes),
        "inductions": [failure_data(each) for each in ledger.inductions],
        "promised": [
            {"kind": kind, "name": name, "level": str(level)} for (kind, name), level in ledger.promised.items()
        ],
    }


def _setting(setting: Setting) -> dict[str, Any]:
    return {
        "label": setting.label,
        "players": setting.players,
        "readings": dict(setting.readings),
        "options": dict(setting.options),
    }


def _fired(count: ClauseCount) -> dict[str, Any]:
    return {
        **as_data(count.clause),
        "fired": count.fired,
        "played": count.played,
        "posed": count.posed,
        "refused": count.refused,
        "examples": count.examples,
        "settled": count.settled,
        "promised": count.promised,
    }


def _coverage(coverage: Coverage) -> dict[str, Any]:
    return {
        "clauses": [_fired(each) for each in coverage.clauses],
        "wanted": coverage.wanted,
        "least": coverage.least,
        "onlyPosed": [each.path for each in coverage.only_posed],
        "neverFired": [each.path for each in coverage.never_fired],
        "rulebook": {
            "cited": list(coverage.cited),
            "uncited": as_data(coverage.uncited),
            "notNormative": [{"name": name, "reason": reason} for name, reason in coverage.not_normative],
            "uncitedRulings": as_data(coverage.uncited_rulings),
        },
        "questions": {
            "withoutDefault": list(coverage.without_default),
            "noDifference": as_data(coverage.no_difference),
            "gaps": as_data(coverage.gaps),
        },
    }
