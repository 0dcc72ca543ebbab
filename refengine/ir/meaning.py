"""Hashes of what a game lets players do: two games with one hash are the same game, however they are worded.

Left out are places, comments and layout, citations, the texts of questions and readings, the order in which values
stand, values that nothing asks for, and whatever only speaks about play: examples, claims, invariants, editions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

import attrs
from attrs import frozen

from refengine.ir.control import Ask, Clause, Enter, Script
from refengine.ir.exits import leaves
from refengine.ir.expressions import Origin, Under
from refengine.ir.footprint import closure, footprint
from refengine.ir.game import Game
from refengine.ir.traverse import walk
from refengine.ir.value_bytes import value_as_bytes
from refengine.source.span import Span

SPOKEN: Final = frozenset(
    {
        "name", "clause", "examples", "claims", "dependences", "confinements", "audits", "scopes", "invariants",
        "measures", "nestings", "laws", "editions", "tables",
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
        parts = [digest(each) for each in _parts(getattr(game, field))]
        whole.update(f"{field}:{','.join(parts)}\n".encode())
    whole.update(repr(sorted(digest(each) for each in game.values if each.name in reached)).encode())
    whole.update(repr(answers(game)).encode())
    return whole.hexdigest()


def answers(game: Game) -> list[tuple[str, list[tuple[str, str]]]]:
    """Returns the questions of a game by name, with their readings and a hash of the value of each."""
    listed = [(each.name, [(one.name, digest(one.value)) for one in each.readings]) for each in game.questions]
    return sorted(listed)


def hashes(game: Game) -> dict[str, str]:
    """Returns for each value a hash of what it says, with all that it calls."""
    asked = repr(answers(game))
    found: dict[str, str] = {}
    for value in game.values:
        parts = [digest(value), *(found[each] for each in sorted(footprint(value).values))]
        if any(isinstance(each, Under) for each in walk(value)):
            parts.append(asked)
        found[value.name] = hashlib.sha256(" ".join(parts).encode()).hexdigest()
    return found


@frozen
class Sight:
    """A record of who sees what, as a hash by its names, and of the configuration that it hangs on, as a footprint.

    The hash has the printed data that a condition may read, and what each reading says of the questions it asks.
    """

    said: str
    configured: frozenset[tuple[str, str]]


def sight(game: Game) -> Sight:
    """Returns who sees what, with the values that decide it."""
    shown = [(each.name, each.seen) for each in game.zones] + [(each.name, each.seen) for each in game.variables]
    lasting = [(each.name, each.during) for each in game.variables if each.during is not None]
    hidden = [each for script in (game.setup, *game.phases) for each in _hidden(script)]
    held = [(each.name, each.seen) for each in (game.setup, *game.phases) if each.seen]
    seen_by = [*(seen for _, seen in shown), *(one.seen for _, seen in held for one in seen)]
    read = footprint(*seen_by)
    said, bodies = hashes(game), {each.name: each for each in game.values}
    reached = closure({name: footprint(each).values for name, each in bodies.items()}, read.values)
    told = [(name, digest(seen)) for name, seen in shown] + [(name, digest(seen)) for name, seen in held]
    deciding = sorted((name, said[name]) for name in reached)
    configured = read.configured.union(*(footprint(bodies[name]).configured for name in reached))
    printed = _printed(game) if any(seen.condition is not None for seen in seen_by) else []
    chosen = [each for each in answers(game) if ("question", each[0]) in configured]
    whole = (told, deciding, lasting, hidden, printed, chosen)
    return Sight(hashlib.sha256(repr(whole).encode()).hexdigest(), configured)


def _printed(game: Game) -> list[str]:
    """Returns the hashes of what is printed, and of how many tokens there are: a condition may read it unnamed."""
    return [digest(each) for each in (*game.kinds, *game.records, *game.components, *game.tokens, *game.parts)]


def _hidden(script: Script) -> Iterator[tuple[str, str, list[str]]]:
    """Yields the points at which a frame may wait, with the names of what not everybody knows of what it holds."""
    waits = {
        name
        for point in script.points
        for leaf in leaves(point.exit)
        for name in ([leaf.then] if isinstance(leaf, Enter) else [point.name] if isinstance(leaf, Ask) else [])
    }
    for point in script.points:
        if point.name in waits and point.hidden:
            yield script.name, point.name, [each.name for each in point.hidden]


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def digest(part: object) -> str:
    """Returns the hash of a declaration."""
    told = value_as_bytes(part, {Span: _nothing, Origin: _nothing, Clause: lambda clause: clause.path})
    return hashlib.sha256(told).hexdigest()


def _nothing(_: object) -> None:
    """Writes nothing of a place: two declarations that stand elsewhere mean the same."""
