"""Values as bytes that hang on what they say alone, to be hashed.

A pickle remembers what it has written and points to it, so two equal values of which one shares more of its parts
differ in it: one that was read from a cache, and one that was made. Here a node is a hash of its class and its parts
(a Merkle tree), so one that stands in many places is gone through once, and nobody can tell.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, Final

import attrs

from refengine.ir.left_out import LeftOut

Plain = str | int | None
"""A value without parts, which is no node."""

Instead = Mapping[type, Callable[[Any], Plain]]
"""For a class of nodes the function that gives what is written in place of all that a node says."""

_NOTHING_INSTEAD: Final[Instead] = {}


def value_as_bytes(value: object, instead: Instead = _NOTHING_INSTEAD) -> bytes:
    """Returns a value as bytes: a node, a tuple, text, a number, a truth, None, or what was left out of a game.

    Two values have the same bytes just if they are equal and of one class, down to their last parts. Raises `TypeError`
    for a part of any other class, of which nobody has said how it is written.
    """
    return _Writing(instead).of(value)


class _Writing:
    """The writing of one value, all of whose parts live as long as that lasts: so each is known by its identity."""

    def __init__(self, instead: Instead) -> None:
        self._instead = instead
        self._known: dict[int, bytes] = {}

    def of(self, value: object) -> bytes:
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = self._made(value)
        return known

    def _made(self, value: object) -> bytes:
        kind: type = type(value)
        if isinstance(value, tuple):
            return b"(%b)" % b"".join(map(self.of, value))
        if kind in _PLAIN:
            return _plain(value)
        head, read = _shape(kind)
        instead = self._instead.get(kind)
        if instead is not None:
            return b"r" + _plain(instead(value))
        return b"o" + hashlib.sha256(b"".join((head, *map(self.of, read(value))))).digest()


_PLAIN: Final = frozenset({str, int, bool, type(None), LeftOut})


def _plain(value: object) -> bytes:
    match value:
        case str():
            text = value.encode("utf-8", "surrogatepass")
            return b"s%d:%b" % (len(text), text)
        case bool():
            return b"t" if value else b"f"
        case int():
            return b"i%d;" % value
        case None:
            return b"n"
        case _:
            return b"l" + _plain(repr(value))


@cache
def _shape(kind: type) -> tuple[bytes, Callable[[object], tuple[object, ...]]]:
    """Returns the name of a class of nodes, as it begins what is written of one, and what gives its parts."""
    if not attrs.has(kind):
        raise TypeError(f"nobody has said how a {kind.__name__} is written")
    head = f"{kind.__module__}.{kind.__qualname__}:".encode()
    names = tuple(each.name for each in attrs.fields(kind))
    if len(names) > 1:
        return head, attrgetter(*names)
    return head, lambda node: tuple(getattr(node, name) for name in names)
