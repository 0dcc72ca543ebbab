"""Slices of a game: some of its declarations, so that what is worked out from them can be kept while others change.

INVARIANT: what is left out cannot be read unnoticed (`left_out`), so what comes of a slice is a function of what is in
it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

import attrs
from attrs import evolve, frozen

from refengine.ir.footprint import closure, footprint
from refengine.ir.game import Game
from refengine.ir.left_out import LeftOut
from refengine.ir.value_bytes import value_as_bytes
from refengine.source.span import Span

SPOKEN: Final = frozenset({"claims", "dependences", "confinements", "audits", "scopes", "nestings"})
"""The fields that say something about a game, and change nothing in it; examples do so, too, but they are played."""


@frozen(eq=False)
class SlicePart:
    """A declaration: the field in which it stands, and its name; a field that holds no declarations is one part.

    `digest` is a hash of what it says without `spans`, the places in it in order; `calls` are the values that it names.
    """

    field: str
    name: str
    node: object
    digest: str
    spans: tuple[Span, ...]
    calls: frozenset[str]


@frozen(eq=False, slots=False)
class Slice:
    """A game with the declarations of some fields left out."""

    whole: Game
    parts: tuple[SlicePart, ...]
    left_out: frozenset[str]

    @cached_property
    def digest(self) -> str:
        """A hash of everything that is in it, but for places."""
        told = [*(f"{each.field}:{each.name}:{each.digest}" for each in self.parts), *sorted(self.left_out)]
        return hashlib.sha256("\n".join(told).encode()).hexdigest()

    @cached_property
    def game(self) -> Game:
        """The game itself."""
        gone: dict[str, Any] = {each: LeftOut(each) for each in self.left_out}
        for field in _LISTS - self.left_out:
            gone[field] = tuple(each.node for each in self.parts if each.field == field)
        return evolve(self.whole, **gone)


class Slices:
    """The declarations of a game, taken apart once, to make slices of."""

    def __init__(self, game: Game) -> None:
        self.whole = game
        self.parts = tuple(_parts(game))
        self._calls = {each.name: each.calls for each in self.parts if each.field == "values"}

    def without(
        self, fields: Iterable[str], own: Mapping[str, frozenset[str]] | None = None, *, all_values: bool = False
    ) -> Slice:
        """Returns the game without some fields, and but for `all_values` without values that nothing left calls.

        Of the fields in `own` only the declarations of these names are there.
        """
        gone, own = frozenset(fields), own or {}
        kept = [
            each
            for each in self.parts
            if each.field not in gone and (each.field not in own or each.name in own[each.field])
        ]
        roots = frozenset().union(*(each.calls for each in kept if each.field != "values"))
        reached = frozenset(self._calls) if all_values else closure(self._calls, roots)
        return Slice(self.whole, tuple(each for each in kept if each.field != "values" or each.name in reached), gone)


def _parts(game: Game) -> Iterator[SlicePart]:
    for field in (each.name for each in attrs.fields(Game)):
        value = getattr(game, field)
        seen: Counter[str] = Counter()
        for node in value if field in _LISTS else (value,):
            name = node.name if field in _LISTS else ""
            digest, spans = _digest(node)
            named = node.values if field == "dependences" else ()
            again = f"#{seen[name]}" if seen[name] else ""
            seen[name] += 1
            yield SlicePart(field, f"{name}{again}", node, digest, spans, footprint(node).values | {*named})


_LISTS: Final = frozenset(
    {
        "kinds", "records", "tables", "components", "tokens", "zones", "variables", "options", "questions", "editions",
        "laws", "values", "phases", "invariants", "measures", "examples", "claims", "dependences", "confinements",
        "audits", "scopes", "relations", "texts", "parts", "nestings",
    }
)  # fmt: skip
"""The fields that hold declarations with names."""


def _digest(part: object) -> tuple[str, tuple[Span, ...]]:
    """Returns a hash of a declaration without its places, and these, each once, in order."""
    found: dict[Span, int] = {}
    told = value_as_bytes(part, {Span: lambda span: found.setdefault(span, len(found))})
    return hashlib.sha256(told).hexdigest(), tuple(found)


def digest_of(part: object) -> str:
    """Returns a hash of what a declaration says, without its places."""
    return _digest(part)[0]
