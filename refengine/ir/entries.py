"""Entries: the places where a phase enters another one, so that the one waits below the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from refengine.ir.control import Enter, Go, Script
from refengine.ir.exits import leaves


def places(outer: Script, inner: str, scripts: Iterable[Script]) -> tuple[str, ...]:
    """Returns the points at which a phase goes on when `inner`, which it entered, is done; each once, in order.

    If it enters that phase nowhere, those of phases that it enters and from which `go` leads there.
    """
    by_name = {each.name: each for each in scripts}
    entered = [leaf for point in outer.points for leaf in leaves(point.exit) if isinstance(leaf, Enter)]
    direct = [each for each in entered if each.phase == inner]
    found = direct or [each for each in entered if inner in gone_to(each.phase, by_name)]
    return tuple(dict.fromkeys(each.then for each in found))


def gone_to(phase: str, scripts: Mapping[str, Script]) -> frozenset[str]:
    """Returns the names of the phases that take the place of a phase by `go`, its own among them."""
    known: set[str] = set()
    left = [phase]
    while left:
        each = left.pop()
        if each not in known:
            known.add(each)
            points = scripts[each].points if each in scripts else ()
            left += [leaf.phase for point in points for leaf in leaves(point.exit) if isinstance(leaf, Go)]
    return frozenset(known)
