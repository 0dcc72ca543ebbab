"""Logs of other programs: a position and actions as JSON, read with every doubt; `docs/rulings.md` describes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from refengine.engine.trace import Trace, read_trace
from refengine.ir.scope import Kept
from refengine.rulings.log_errors import bad_step, no_log, other_log
from refengine.runtime.fault import BadData
from refengine.runtime.plain_data import NotJson, measured, read_json
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText

LOG: Final = 1
"""The form of logs."""

PARTS: Final = frozenset({"log", "game", "players", "readings", "options", "edition", "position", "actions"})

STEP: Final = frozenset({"actor", "action", "arguments"})

WRITTEN: Final = re.compile(r"(?:player\s+)?(?P<who>[^:]+?)\s*:\s*(?P<action>[^()]+?)\s*(?:\((?P<arguments>.*)\))?\s*")
"""A step in one text: `1: send(Red 7)`."""

ACTOR: Final = re.compile(r"(?:player\s+)?(?P<seat>\d{1,6})")


@frozen
class Done:
    """A step of a log: who did what, as it was written."""

    actor: int | str
    action: str
    arguments: tuple[Any, ...] = ()


@frozen
class Log:
    """A log: the game, the table, where it began (None: at the start), and what was done.

    `is_state` says that the position is a whole state, as a trace has it. `kept` are the pieces of a smaller game.
    """

    game: str | None
    players: int | None
    readings: Mapping[str, str]
    options: Mapping[str, str]
    edition: str | None
    position: Any
    steps: tuple[Done, ...]
    is_state: bool = False
    kept: Kept = ()


def read_log(source: SourceText) -> tuple[Log | None, tuple[Diagnostic, ...]]:
    """Returns the log in a text, or the trace of ours that it is; or why it is neither."""
    path = source.path
    try:
        data = measured(read_json(source.text), "the log")
    except NotJson as error:
        why = f"{error.why[:1].lower()}{error.why[1:]}"
        ends = why.startswith("unterminated") or error.at >= len(source.text.rstrip()) - 1
        return None, (no_log(path, error.at, why, ends=ends),)
    except BadData as bad:
        return None, (no_log(path, 0, bad.message),)
    if not isinstance(data, dict):
        return None, (no_log(path, 0, "it is no object"),)
    if "#meta" in data:
        trace, wrong = read_trace(source.text, path)
        return (None, wrong) if trace is None else (of_trace(trace), ())
    form = data.get("log", LOG)
    if form != LOG or isinstance(form, bool):
        return None, (other_log(path, form, LOG),)
    try:
        return _log(data, path), ()
    except _OddError as odd:
        return None, (odd.diagnostic,)


def of_trace(trace: Trace) -> Log:
    """Returns a trace of ours as a log."""
    steps = tuple(Done(each.actor, each.action, each.arguments) for each in trace.steps)
    position = None if trace.from_start else trace.states[0]
    readings, options = dict(trace.readings), dict(trace.options)
    return Log(trace.game, trace.players, readings, options, None, position, steps, not trace.from_start, trace.kept)


class _OddError(Exception):
    """Something in a log is not as it should be."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def _log(data: Mapping[str, Any], path: str) -> Log:
    unknown = sorted(set(data) - PARTS)
    if unknown:
        raise _OddError(no_log(path, 0, f"`{unknown[0]}` is no part of a log"))
    actions = data.get("actions")
    if not isinstance(actions, list):
        raise _OddError(no_log(path, 0, "it has no list `actions`"))
    players = data.get("players")
    game, edition = data.get("game"), data.get("edition")
    position = data.get("position")
    if players is not None and (not isinstance(players, int) or isinstance(players, bool)):
        raise _OddError(no_log(path, 0, "`players` is no whole number"))
    if not isinstance(game, str | None) or not isinstance(edition, str | None):
        raise _OddError(no_log(path, 0, "a name in it is no text"))
    if not isinstance(position, dict | None):
        raise _OddError(no_log(path, 0, "`position` is no object"))
    steps = tuple(_step(each, number, path) for number, each in enumerate(actions, start=1))
    return Log(game, players, _chosen(data, "readings", path), _chosen(data, "options", path), edition, position, steps)


def _chosen(data: Mapping[str, Any], part: str, path: str) -> dict[str, str]:
    found = data.get(part, {})
    if not isinstance(found, dict) or not all(isinstance(each, str | int) for each in found.values()):
        raise _OddError(no_log(path, 0, f"`{part}` does not give a name for each name"))
    return {name: _word(each) for name, each in found.items()}


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _step(data: Any, number: int, path: str) -> Done:
    match data:
        case str():
            found = WRITTEN.fullmatch(data)
            if found is None:
                raise _OddError(bad_step(path, number, "it is not written like `1: send(Red 7)`"))
            listed = (found["arguments"] or "").strip()
            arguments = tuple(_literal(each.strip()) for each in listed.split(",")) if listed else ()
            return Done(_actor(found["who"]), found["action"].strip(), arguments)
        case {"actor": int() | str() as actor, "action": str(action), **rest} if set(rest) <= {"arguments"}:
            given = rest.get("arguments", [])
            if isinstance(actor, bool) or not isinstance(given, list):
                raise _OddError(bad_step(path, number, "`actor` is a seat, and `arguments` a list"))
            return Done(_actor(actor), action, tuple(given))
        case _:
            raise _OddError(bad_step(path, number, "it does not say `actor` and `action`"))


def _literal(word: str) -> Any:
    if re.fullmatch(r"-?\d{1,18}", word):
        return int(word)
    return {"true": True, "false": False, "none": None}.get(word, word)


def _actor(actor: int | str) -> int | str:
    if isinstance(actor, int):
        return actor
    seat = ACTOR.fullmatch(actor.strip())
    return actor.strip() if seat is None else int(seat["seat"])
