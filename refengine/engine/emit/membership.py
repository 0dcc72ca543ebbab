"""Membership in a family of zones: a set of all its pieces, made in front of the loops that ask for it.

Without it a loop that asks of each piece whether it lies in some zone of the family would walk through all these zones
each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from refengine.engine.emit.text import Line, Py
from refengine.engine.emit.unit import Scope


@contextmanager
def emit_gathering(scope: Scope) -> Iterator[None]:
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
