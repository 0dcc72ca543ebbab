"""Hashes of what a game lets players do: two games with one hash are the same game, however they are worded.

Left out are places, comments and layout, citations, the texts of questions and readings, the order in which values
stand, values that nothing asks for, and whatever only speaks about play: examples, claims, invariants, editions.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from typing import Final

import attrs

from refengine.ir.control import Clause
from refengine.ir.expressions import Origin
from refengine.ir.footprint import closure, footprint
from refengine.ir.game import Game
from refengine.ir.slices import PROTOCOL
from refengine.source.span import Span

SPOKEN: Final = frozenset(
    {
        "name", "clause", "examples", "claims", "dependences", "confinements", "audits", "scopes", "invariants",
        "measures", "laws", "editions", "tables",
    }
)  # fmt: skip
"""The fields that change nothing in play."""

_PLAYED: Final = tuple(
    each.name for each in attrs.fields(Game) if each.name not in SPOKEN and each.name not in {"values", "questions"}
)


def meaning(game: Game) -> str:
    """Returns the hash of a game, specialised or not."""
    whole = hashlib.sha256()
    asked = frozenset().union(*(footprint(each).values for field in _PLAYED for each in _parts(getattr(game, field))))
    reached = closure({each.name: footprint(each).values for each in game.values}, asked)
    for field in _PLAYED:
        parts = [_digest(each) for each in _parts(getattr(game, field))]
        whole.update(f"{field}:{','.join(parts)}\n".encode())
    whole.update(repr(sorted(_digest(each) for each in game.values if each.name in reached)).encode())
    answers = [(each.name, [(one.name, _digest(one.value)) for one in each.readings]) for each in game.questions]
    whole.update(repr(sorted(answers)).encode())
    return whole.hexdigest()


def sight(game: Game) -> str | None:
    """Returns the hash of who sees what, by its names; None where values decide it, of which the hash says nothing."""
    shown = [(each.name, each.seen) for each in game.zones] + [(each.name, each.seen) for each in game.variables]
    held = [(each.name, each.seen) for each in (game.setup, *game.phases)]
    if footprint(*(seen for _, seen in shown), *(one for _, seen in held for one in seen)).values:
        return None
    told = [(name, _digest(seen)) for name, seen in shown] + [(name, _digest(seen)) for name, seen in held]
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _digest(part: object) -> str:
    """A hash of a declaration. Nothing is remembered while it is written, since parts may be shared in other ways."""
    out = io.BytesIO()
    pickler = pickle.Pickler(out, PROTOCOL)
    pickler.fast = True
    pickler.dispatch_table = {
        Span: lambda _: (_gone, ()),
        Origin: lambda _: (_gone, ()),
        Clause: lambda clause: (_named, (clause.path,)),
    }
    pickler.dump(part)
    return hashlib.sha256(out.getvalue()).hexdigest()


def _gone() -> Origin:
    raise AssertionError("it is only written")


def _named(_: str) -> Clause:
    raise AssertionError("it is only written")
