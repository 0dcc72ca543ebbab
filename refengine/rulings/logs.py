"""Logs of other programs: a position and actions as JSON, read with every doubt; `docs/rulings.md` describes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from refengine.engine.trace import Trace, read_trace
from refengine.ir.scope import Kept
from refengine.rulings.log_errors import bad_step, no_log, other_log
from refengine.rulings.log_places import name_in, part_of, step_of
from refengine.runtime.fault import BadData
from refengine.runtime.plain_data import NotJson, bounded_data, read_json
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.text import SourceText

LOG: Final = 1
"""The form of logs."""

PARTS: Final = frozenset({"log", "game", "players", "readings", "options", "edition", "position", "actions"})

STEP: Final = frozenset({"actor", "action", "arguments"})

WRITTEN: Final = re.compile(r"(?:player\s+)?(?P<who>[^:]+?)\s*:\s*(?P<action>[^()]+?)\s*(?:\((?P<arguments>.*)\))?\s*")
"""A step in one text: `1: send(Red 7)`."""

NOWHERE: Final = Span("log", 0, 0)
"""The place of whatever was read from no text."""

ACTOR: Final = re.compile(r"(?:player\s+)?(?P<seat>\d{1,6})")


@frozen
class LogStep:
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
    steps: tuple[LogStep, ...]
    is_state: bool = False
    kept: Kept = ()
    source: SourceText | None = field(default=None, eq=False, repr=False)
    """The text that it was read from, in which its parts have places."""

    def part(self, *names: str) -> Span:
        """Returns the place of a part of it, and within it of a part of that."""
        return NOWHERE if self.source is None else part_of(self.source, *names)

    def step(self, number: int) -> Span:
        """Returns the place of a step, from 1."""
        return NOWHERE if self.source is None else step_of(self.source, number)


def read_log(source: SourceText) -> tuple[Log | None, tuple[Diagnostic, ...]]:
    """Returns the log in a text, or the trace of ours that it is; or why it is neither."""
    whole = Span(source.path, 0, 0)
    try:
        data = bounded_data(read_json(source.text), "the log")
    except NotJson as error:
        why = f"{error.why[:1].lower()}{error.why[1:]}"
        ends = why.startswith("unterminated") or error.at >= len(source.text.rstrip()) - 1
        return None, (no_log(Span(source.path, error.at, error.at), why, ends=ends),)
    except BadData as bad:
        return None, (no_log(whole, bad.message),)
    if not isinstance(data, dict):
        return None, (no_log(whole, "it is no object"),)
    if "#meta" in data:
        trace, wrong = read_trace(source.text, source.path)
        return (None, wrong) if trace is None else (evolve(of_trace(trace), source=source), ())
    form = data.get("log", LOG)
    if form != LOG or isinstance(form, bool):
        return None, (other_log(part_of(source, "log"), form, LOG),)
    try:
        return _log(data, source), ()
    except _MalformedLogError as odd:
        return None, (odd.diagnostic,)


def of_trace(trace: Trace) -> Log:
    """Returns a trace of ours as a log."""
    steps = tuple(LogStep(each.actor, each.action, each.arguments) for each in trace.steps)
    position = None if trace.from_start else trace.states[0]
    readings, options = dict(trace.readings), dict(trace.options)
    return Log(trace.game, trace.players, readings, options, None, position, steps, not trace.from_start, trace.kept)


class _MalformedLogError(Exception):
    """An error: something in a log is not as it should be."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def _log(data: Mapping[str, Any], source: SourceText) -> Log:
    def odd(why: str, name: str) -> _MalformedLogError:
        return _MalformedLogError(no_log(part_of(source, name), why))

    unknown = sorted(set(data) - PARTS)
    if unknown:
        raise _MalformedLogError(no_log(name_in(source, unknown[0]), f"`{unknown[0]}` is no part of a log"))
    actions = data.get("actions")
    if not isinstance(actions, list):
        raise odd("it has no list `actions`", "actions")
    players = data.get("players")
    game, edition = data.get("game"), data.get("edition")
    position = data.get("position")
    if players is not None and (not isinstance(players, int) or isinstance(players, bool)):
        raise odd("`players` is no whole number", "players")
    for name, word in (("game", game), ("edition", edition)):
        if not isinstance(word, str | None):
            raise odd("a name in it is no text", name)
    if not isinstance(position, dict | None):
        raise odd("`position` is no object", "position")
    steps = tuple(_step(each, number, source) for number, each in enumerate(actions, start=1))
    readings, options = _chosen(data, "readings", source), _chosen(data, "options", source)
    return Log(game, players, readings, options, edition, position, steps, source=source)


def _chosen(data: Mapping[str, Any], part: str, source: SourceText) -> dict[str, str]:
    found = data.get(part, {})
    if not isinstance(found, dict) or not all(isinstance(each, str | int) for each in found.values()):
        raise _MalformedLogError(no_log(part_of(source, part), f"`{part}` does not give a name for each name"))
    return {name: _word(each) for name, each in found.items()}


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _step(data: Any, number: int, source: SourceText) -> LogStep:
    def odd(why: str) -> _MalformedLogError:
        return _MalformedLogError(bad_step(step_of(source, number), number, why))

    match data:
        case str():
            found = WRITTEN.fullmatch(data)
            if found is None:
                raise odd("it is not written like `1: send(Red 7)`")
            listed = (found["arguments"] or "").strip()
            arguments = tuple(_literal(each.strip()) for each in listed.split(",")) if listed else ()
            return LogStep(_actor(found["who"]), found["action"].strip(), arguments)
        case {"actor": int() | str() as actor, "action": str(action), **rest} if set(rest) <= {"arguments"}:
            given = rest.get("arguments", [])
            if isinstance(actor, bool) or not isinstance(given, list):
                raise odd("`actor` is a seat, and `arguments` a list")
            return LogStep(_actor(actor), action, tuple(given))
        case _:
            raise odd("it does not say `actor` and `action`")


def _literal(word: str) -> Any:
    if re.fullmatch(r"-?\d{1,18}", word):
        return int(word)
    return {"true": True, "false": False, "none": None}.get(word, word)


def _actor(actor: int | str) -> int | str:
    if isinstance(actor, int):
        return actor
    seat = ACTOR.fullmatch(actor.strip())
    return actor.strip() if seat is None else int(seat["seat"])
