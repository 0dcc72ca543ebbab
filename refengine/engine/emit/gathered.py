"""Gathered families: all that lies in some member of a family, in a set that is made before a loop asks for it.

A loop that walks through all members of a family for each piece of which it asks whether it lies in one of them takes
a good part of its time for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from refengine.engine.emit.text import Line, Py
from refengine.engine.emit.unit import Scope


@contextmanager
def gathering(scope: Scope) -> Iterator[None]:
    """Writes in front of the rest of a function, which only reads, the sets that its loops ask for."""
    code = scope.code
    start = len(code.lines)
    scope.gathered = {} if not scope.unit.explain else None
    yield
    sets = scope.gathered or {}
    code.lines[start:start] = [
        Line(code.depth, f"{name} = frozenset(chain.from_iterable({family}))") for family, name in sets.items()
    ]


def lying_in(family: Py, scope: Scope) -> Py:
    """Returns what `in` is asked of for a family: the family as it is stored, or in a loop the set gathered before."""
    if scope.gathered is None or not scope.code.loops:
        return Py(f"chain.from_iterable({family})")
    if str(family) not in scope.gathered:
        scope.gathered[str(family)] = scope.fresh("gathered")
    return Py.name(scope.gathered[str(family)])
