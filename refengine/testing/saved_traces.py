"""Found counterexamples as files: what they are called, what is in them, and whether they still fail.

Names come from contents, so the same counterexample is saved once. Reading and writing files is left to the caller.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

from attrs import frozen

from refengine.engine.replay import Replay, replay
from refengine.engine.trace import Trace, action_clauses, write_trace
from refengine.testing.failure import FAULT, Failure
from refengine.testing.protocol import PlayableGame

SUFFIX = ".itf.json"


@frozen
class TraceReplay:
    """A saved trace played again: `fails` as before, is `mended`, or is `stale`: it is no trace of these rules now."""

    verdict: Literal["fails", "mended", "stale"]
    replay: Replay


def file_name(trace: Trace) -> str:
    """Returns the name of a trace's file: what it violates, and a hash of how."""
    played = (trace.game, trace.players, trace.readings, trace.options, trace.from_start, trace.steps, trace.violates)
    told = (*played, trace.kept) if trace.kept else played
    digest = hashlib.sha256(repr(told).encode()).hexdigest()[:12]
    about = "-".join((trace.game, *(trace.violates or ("trace",))))
    plain = unicodedata.normalize("NFKD", about).encode("ascii", "ignore").decode().lower()
    return f"{re.sub(r'[^a-z0-9]+', '-', plain).strip('-')[:80]}-{digest}{SUFFIX}"


def contents(game: PlayableGame, failure: Failure) -> str:
    """Returns the content of the file of a failure."""
    return write_trace(failure.trace, action_clauses(game.description))


def saved_names(names: Iterable[str]) -> tuple[str, ...]:
    """Returns those of the names that are saved traces, in the order in which they are to be played again."""
    return tuple(sorted(name for name in names if name.endswith(SUFFIX)))


def again(game: PlayableGame, trace: Trace) -> TraceReplay:
    """Plays a saved trace under the rules as they are now."""
    told = replay(game, trace, any_version=True)
    if told.verdict in {"foreign", "illegal"}:
        return TraceReplay("stale", told)
    keys = {(each.kind, each.clause.path) for _, each in told.breaches}
    if told.fault is not None:
        keys.add((FAULT, told.fault.clause.path))
    failing = bool(keys) if trace.violates is None else trace.violates in keys
    return TraceReplay("fails" if failing else "mended", told)
