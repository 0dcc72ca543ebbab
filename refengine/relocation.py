"""Keeps results about a game without source positions, which are looked up anew when a result is read.

A position is written as the declaration in which it stands and its number there. So a new comment invalidates nothing
that is kept, and what is read again shows where things are now.

INVARIANT: what speaks of a place that is not in its slice is not kept.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from attrs import frozen

from refengine.ir.slices import Slice
from refengine.runtime.fault import Clause
from refengine.source.span import Span

PROTOCOL: Final = 5

_Key = tuple[str, str, int]
"""The field and the name of a declaration, and the number of a place in it."""


class Unplaced(Exception):  # noqa: N818 - no mistake, but nothing that can be kept
    """A place is in no declaration of the slice."""


@frozen(eq=False, slots=False)
class Places:
    """The places in a slice, by which values are written and read."""

    of: Slice

    @cached_property
    def spans(self) -> Mapping[tuple[str, str], tuple[Span, ...]]:
        """The places of each declaration."""
        return {(each.field, each.name): each.spans for each in self.of.parts}

    @cached_property
    def _keys(self) -> Mapping[Span, _Key]:
        found: dict[Span, _Key] = {}
        for each in self.of.parts:
            for number, span in enumerate(each.spans):
                found.setdefault(span, (each.field, each.name, number))
        return found

    def pack(self, value: object) -> bytes:
        """Returns a value as bytes without places; `Unplaced` if it speaks of a place that is not in the slice."""
        out = io.BytesIO()
        pickler = pickle.Pickler(out, PROTOCOL)
        pickler.dispatch_table = {
            Span: lambda span: (_span, self._key(span)),
            Clause: lambda each: (_clause, (each.path, each.cites, self._of_clause(each))),
        }
        pickler.dump(value)
        return out.getvalue()

    def unpack(self, kept: bytes) -> Any:
        """Returns the value, with the places of this slice; whatever it raises, what was kept is damaged."""
        return _Unpickler(io.BytesIO(kept), self).load()

    def _key(self, span: Span) -> _Key:
        found = self._keys.get(span)
        if found is None:
            raise Unplaced(span)
        return found

    def _of_clause(self, clause: Clause) -> _Key | None:
        return None if clause.span is None else self._key(Span(*clause.span))


# ---- HOW PLACES ARE WRITTEN


def _span(*_: object) -> Span:
    raise AssertionError("only the slice that it belongs to reads it")


def _clause(*_: object) -> Clause:
    raise AssertionError("only the slice that it belongs to reads it")


class _Unpickler(pickle.Unpickler):
    """Reads places as those of a slice; no function that it remembers knows of it, so it is let go of at once."""

    def __init__(self, file: io.BytesIO, places: Places) -> None:
        super().__init__(file)

        def span(field: str, name: str, number: int) -> Span:
            return places.spans[field, name][number]

        def clause(path: str, cites: tuple[str, ...], key: _Key | None) -> Clause:
            if key is None:
                return Clause(path, cites)
            found = span(*key)
            return Clause(path, cites, (found.path, found.start, found.end))

        self._own = {"_span": span, "_clause": clause}

    def find_class(self, module: str, name: str) -> Any:
        """Returns our own functions for places, or whatever else is named."""
        return self._own[name] if module == __name__ else super().find_class(module, name)
