"""Traces in the Informal Trace Format (ITF, JSON): written, and read with every doubt.

INVARIANT: the first and the last state of a trace are recorded, and a text that is no trace of ours gives diagnostics.
References: Apalache ADR-015 for the format, Quint for `mbt::actionTaken` and `mbt::nondetPicks`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from attrs import field, frozen

from refengine.engine.trace_errors import (
    bad_state,
    cut_short,
    not_json,
    not_ours,
    other_configuration,
    other_format,
    other_game,
    other_version,
)
from refengine.ir.scope import Kept
from refengine.runtime.description import Description
from refengine.runtime.fault import BadData, Clause
from refengine.runtime.plain_data import MAX_DIGITS, NotJson, bounded_data, read_json
from refengine.runtime.playable import Playable
from refengine.source.diagnostic import Diagnostic

TRACE_VERSION = 1
ACTION_TAKEN = "mbt::actionTaken"
PICKS = "mbt::nondetPicks"
PARTS: Final = frozenset(
    ("trace", "game", "version", "players", "readings", "options", "from", "steps", "violates", "kept")
)
"""The keys of a trace that speak of it as a whole."""

NUMBER: Final = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS - 1}}}")
FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"

State = Any
Data = Any
"""Data in the form of JSON."""


class Move(Protocol):
    """An action as a game hands it out."""

    @property
    def actor(self) -> int | str:
        """A seat from 1, `chance` or `table`."""

    @property
    def name(self) -> str:
        """The name of the action in the rules."""

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The choices of the action, as they are printed."""

    @property
    def weight(self) -> int | None:
        """The weight of a move of chance among the others; None for everybody else."""


class Breach(Protocol):
    """A broken invariant, step invariant, measure or conservation."""

    @property
    def kind(self) -> str:
        """The kind of the breach."""

    @property
    def name(self) -> str:
        """The name of what should hold."""

    @property
    def clause(self) -> Clause:
        """The clause that says what should hold."""


class Replayable(Playable, Protocol):
    """A game whose play can be recorded, and played again."""

    @property
    def description(self) -> Description:
        """The description of the game."""

    def find_action(self, state: State, actor: Any, name: str, arguments: Sequence[Any]) -> Any:
        """Returns the action of that name; raises `BadData` when there can be none."""

    def violations(self, before: State | None, after: State) -> Sequence[Breach]:
        """Returns what a step breaks, or a state by itself."""

    def to_json(self, state: State) -> Data:
        """Returns a state as data."""

    def from_json(self, data: Data) -> State:
        """Returns the state that the data describe; raises `BadData`."""


@frozen
class TraceStep:
    """A decision: `actor` is a seat from 1, `chance` or `table`; `arguments` as they are printed."""

    actor: int | str
    action: str
    arguments: tuple[Any, ...] = ()

    @property
    def label(self) -> str:
        """The decision as it is written in the rules."""
        listed = ", ".join(str(each) for each in self.arguments)
        return f"{self.action}({listed})" if self.arguments else self.action


@frozen
class Trace:
    """A trace: the moves of a game, its configuration, and the data of its states.

    There is one state more than there are steps, and None where its data are left out.

    `violates` is what the last step breaks, (sort, path of the clause), if the trace was kept for that. `kept` are the
    pieces that there were of components that a scope had cut: it is a trace of a game with these alone.
    """

    game: str
    version: str
    players: int
    readings: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    steps: tuple[TraceStep, ...]
    states: tuple[Data, ...] = field(eq=False)
    from_start: bool = True
    description: str = ""
    violates: tuple[str, str] | None = None
    kept: Kept = ()


def step_of(action: Move) -> TraceStep:
    """Returns an action of a game as a step of a trace."""
    return TraceStep(action.actor, action.name, tuple(action.arguments))


def trace_of(
    game: Replayable,
    states: Sequence[State],
    actions: Sequence[Move],
    *,
    description: str = "",
    violates: tuple[str, str] | None = None,
) -> Trace:
    """Returns the trace of states and of the actions between them; a last action that leads nowhere stays in place."""
    told = game.description
    reached = (*states, states[-1]) if len(states) == len(actions) else states
    return Trace(
        told.name,
        told.version,
        told.players,
        told.readings,
        told.options,
        tuple(step_of(each) for each in actions),
        tuple(game.to_json(each) for each in reached),
        states[0] == game.initial(),
        description,
        violates,
    )


# ---- WRITING


def write_trace(trace: Trace, clauses: Mapping[str, Clause] | None = None, *, every_state: bool = True) -> str:
    """Returns the trace as text; `clauses` are the actions' by name. Without `every_state` only the ends are told."""
    last = len(trace.states) - 1
    kept = [every_state or index in {0, last} for index in range(len(trace.states))]
    names = list(trace.states[0]) if isinstance(trace.states[0], Mapping) else ["state"]
    states = []
    for index, data in enumerate(trace.states):
        meta: dict[str, Data] = {"index": index}
        step = trace.steps[index - 1] if index else None
        clause = (clauses or {}).get(step.action) if step else None
        if clause is not None:
            meta |= {"clause": clause.path, "citations": list(clause.cites)}
        taken: dict[str, Data] = {ACTION_TAKEN: step.action if step else "init", PICKS: _picks(step)}
        shown = (data if isinstance(data, Mapping) else {"state": data}) if kept[index] and data is not None else {}
        states.append({"#meta": meta, **taken, **shown})
    text = {"#meta": _meta(trace), "vars": [ACTION_TAKEN, PICKS, *names], "states": states}
    return json.dumps(text, ensure_ascii=False, indent=1) + "\n"


def action_clauses(description: Description) -> dict[str, Clause]:
    """Returns the clause of each action by name, for the citations of a trace."""
    return {action.name: action.clause for frame in description.frames for action in frame.actions}


def _meta(trace: Trace) -> Data:
    ours: dict[str, Data] = {
        "trace": TRACE_VERSION,
        "game": trace.game,
        "version": trace.version,
        "players": trace.players,
        "readings": dict(trace.readings),
        "options": dict(trace.options),
        "from": "start" if trace.from_start else "position",
        "steps": len(trace.steps),
    }
    if trace.violates is not None:
        ours["violates"] = {"sort": trace.violates[0], "clause": trace.violates[1]}
    if trace.kept:
        ours["kept"] = {component: [list(piece) for piece in pieces] for component, pieces in trace.kept}
    return {"format": "ITF", "format-description": FORMAT, "description": trace.description, "refengine": ours}


def _picks(step: TraceStep | None) -> Data:
    return {} if step is None else {"actor": step.actor, "arguments": list(step.arguments)}


# ---- READING


def read_trace(text: str, path: str = "trace") -> tuple[Trace | None, tuple[Diagnostic, ...]]:
    """Returns the trace in a text, or why it is none."""
    try:
        return _trace(bounded_data(read_json(text), "the trace"), path)
    except NotJson as error:
        return None, (not_json(path, error.why, error.at, len(text)),)
    except BadData as bad:
        return None, (not_json(path, bad.message, 0, len(text)),)
    except _MalformedTrace as odd:
        return None, (odd.diagnostic,)


class _MalformedTrace(Exception):  # noqa: N818 - it never leaves this module
    """An error: something in a trace is not as it should be."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def _trace(data: Data, path: str) -> tuple[Trace, tuple[Diagnostic, ...]]:
    meta = data.get("#meta") if isinstance(data, dict) else None
    ours = meta.get("refengine") if isinstance(meta, dict) else None
    if not isinstance(meta, dict) or not isinstance(ours, dict) or not isinstance(data.get("states"), list):
        raise _MalformedTrace(not_ours(path))
    if ours.get("trace") != TRACE_VERSION:
        raise _MalformedTrace(other_format(path, ours.get("trace"), TRACE_VERSION))
    if not set(ours) <= PARTS or any(isinstance(each, bool) for each in ours.values()):
        raise _MalformedTrace(not_ours(path))
    readings, options = _names(ours.get("readings"), path), _names(ours.get("options"), path)
    match ours:
        case {
            "game": str(game),
            "version": str(version),
            "players": int(players),
            "steps": int(steps),
            "from": "start" | "position" as begun,
        }:
            pass
        case _:
            raise _MalformedTrace(not_ours(path))
    states = data["states"]
    if len(states) != steps + 1:
        raise _MalformedTrace(cut_short(path, steps, len(states)))
    content = [_content(state, index, path) for index, state in enumerate(states)]
    if content[0] is None or content[-1] is None:
        raise _MalformedTrace(bad_state(path, 0 if content[0] is None else steps, "it holds no state"))
    taken = tuple(_step(state, index, path) for index, state in enumerate(states) if index)
    told = meta.get("description", "")
    if not isinstance(told, str):
        raise _MalformedTrace(not_ours(path))
    start, violates, kept = begun == "start", _violates(ours.get("violates"), path), _kept(ours.get("kept", {}), path)
    return Trace(game, version, players, readings, options, taken, tuple(content), start, told, violates, kept), ()


def _violates(data: Data, path: str) -> tuple[str, str] | None:
    match data:
        case None:
            return None
        case {"sort": str(sort), "clause": str(clause)}:
            return sort, clause
        case _:
            raise _MalformedTrace(not_ours(path))


def _names(data: Data, path: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(data, dict) or not all(isinstance(each, str) for each in data.values()):
        raise _MalformedTrace(not_ours(path))
    return tuple(sorted(data.items()))


def _kept(data: Data, path: str) -> Kept:
    if not isinstance(data, dict):
        raise _MalformedTrace(not_ours(path))
    return tuple((component, _pieces(pieces, path)) for component, pieces in data.items())


def _pieces(data: Data, path: str) -> tuple[tuple[str, int], ...]:
    """Reads pieces, as their printed names with the number of copies: at least one piece, and none twice."""
    found: dict[str, int] = {}
    for each in data if isinstance(data, list) else ():
        match each:
            case [str(name), int(copies)] if name not in found and copies > 0 and copies is not True:
                found[name] = copies
            case _:
                raise _MalformedTrace(not_ours(path))
    if not found:
        raise _MalformedTrace(not_ours(path))
    return tuple(found.items())


def _content(state: Data, index: int, path: str) -> Data:
    if not isinstance(state, dict):
        raise _MalformedTrace(bad_state(path, index, "it is no record"))
    meta = state.get("#meta")
    if not isinstance(meta, dict) or meta.get("index") != index:
        raise _MalformedTrace(bad_state(path, index, "its index is another"))
    told = {
        name: _plain(each, index, path) for name, each in state.items() if name not in {"#meta", ACTION_TAKEN, PICKS}
    }
    return (told["state"] if list(told) == ["state"] else told) if told else None


def _step(state: Mapping[str, Data], index: int, path: str) -> TraceStep:
    match state.get(ACTION_TAKEN), _plain(state.get(PICKS), index, path):
        case str(action), {"actor": int(actor) | str(actor), "arguments": list(arguments)} if not isinstance(
            actor, bool
        ):
            return TraceStep(actor, action, tuple(arguments))
        case _:
            raise _MalformedTrace(bad_state(path, index, "it does not say which action led to it"))


def _plain(data: Data, index: int, path: str) -> Data:
    """Returns data without the marks that ITF puts on numbers, tuples and sets."""
    match data:
        case {"#bigint": str(digits)} if len(data) == 1 and NUMBER.fullmatch(digits):
            return int(digits)
        case {"#bigint": _}:
            raise _MalformedTrace(bad_state(path, index, "a number in it is none"))
        case {"#tup": list(items)} | {"#set": list(items)} if len(data) == 1:
            return [_plain(each, index, path) for each in items]
        case dict():
            return {name: _plain(each, index, path) for name, each in data.items()}
        case list():
            return [_plain(each, index, path) for each in data]
        case _:
            return data


# ---- WHETHER IT IS A TRACE OF THIS GAME


def mismatches(
    description: Description, trace: Trace, path: str, *, any_version: bool = False
) -> tuple[Diagnostic, ...]:
    """Returns why a trace is not one of this game, of these rules, under this configuration; nothing if it is."""
    if trace.game != description.name:
        return (other_game(path, trace.game, description.name),)
    played = {"players": str(trace.players), **dict(trace.readings), **dict(trace.options)}
    here = {"players": str(description.players), **dict(description.readings), **dict(description.options)}
    unlike = [name for name in dict.fromkeys([*played, *here]) if played.get(name) != here.get(name)]
    if unlike:
        return (other_configuration(path, unlike[0], played.get(unlike[0]), here.get(unlike[0])),)
    if trace.version != description.version and not any_version:
        return (other_version(path),)
    return ()
