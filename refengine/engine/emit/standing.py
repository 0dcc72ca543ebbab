"""Caches conditions that many exits test, such as the end of the game: evaluated again once what they read changed.

When a condition is found not to hold, the state keeps what it read, each attribute in another one called `known_...`.
The condition is evaluated again only when one of these is another object. What is kept follows from the rest of a
state, so states are compared without it.

INVARIANT: what is stored in a state is never changed in place, so the same objects mean the same answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from refengine.engine.emit.naming import Names
from refengine.engine.emit.reads import attributes_read
from refengine.engine.emit.unit import Unit
from refengine.ir import control, expressions as ir
from refengine.ir.traverse import free_locals, walk

OFTEN = 3
"""A condition is cached if at least this many exits test it."""

MOST_READ = 16
"""The greatest number of attributes that a cached condition reads: comparing more costs as much as evaluating it."""


def cached_conditions(unit: Unit, scripts: Iterable[control.Script]) -> dict[ir.Expr, tuple[tuple[str, str], ...]]:
    """Returns the conditions to cache, each with the attributes it reads and the names under which these are kept."""
    if unit.explain:
        return {}
    asked = Counter(fork.condition for script in scripts for point in script.points for fork in _forks(point.exit))
    found: dict[ir.Expr, tuple[tuple[str, str], ...]] = {}
    names = Names(attributes=True)
    names.used.update(each.name for each in unit.layout.fields())
    for condition, times in asked.items():
        read = sorted(attributes_read(unit, condition))
        if times < OFTEN or free_locals(condition) or not 1 <= len(read) <= MOST_READ or not _is_work(condition):
            continue
        found[condition] = tuple((each, names.new(f"known_{each}")) for each in read)
    return found


def _forks(leave: control.Exit) -> Iterator[control.Fork]:
    match leave:
        case control.Fork(then=then, otherwise=otherwise):
            yield leave
            yield from _forks(then)
            yield from _forks(otherwise)
        case control.ForkCases(cases=cases):
            for case in cases:
                yield from _forks(case.exit)
        case control.Jump() | control.Ask() | control.Enter() | control.Go():
            pass
        case control.Done() | control.Abandon() | control.Over():
            pass


def _is_work(condition: ir.Expr) -> bool:
    """Returns whether a condition calls a value or runs over something."""
    return any(isinstance(node, ir.CallValue | ir.Binding) for node in walk(condition))
