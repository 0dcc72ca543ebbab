"""Conditions that are asked again and again, as what would end the game is, of a state that seldom changes in that.

When one is found not to hold, the state remembers what was read. It is asked again only when one of these is another
object. What is remembered tells nothing that the rest of a state does not tell, so states are equal without it.

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
"""A condition that so many exits ask for is worth remembering."""

MOST_READ = 16
"""The attributes that a condition may read for it to be cheaper to look at them."""


def remembered(unit: Unit, scripts: Iterable[control.Script]) -> dict[ir.Expr, tuple[tuple[str, str], ...]]:
    """Returns for each such condition the attributes that it reads, each with that under which a state remembers it."""
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
