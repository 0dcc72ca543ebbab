"""Rings in a graph, found without recursion."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def ring_through(edges: Iterable[tuple[N, N, bool]]) -> tuple[N, ...] | None:
    """Returns the nodes of a shortest ring with a marked edge, which leads from the first to the second; None without.

    Of several as short it is that of the edge that comes first.
    """
    listed = tuple(edges)
    on: dict[N, list[N]] = {}
    for start, end, _ in listed:
        on.setdefault(start, []).append(end)
    best: tuple[N, ...] | None = None
    for start, end, marked in listed:
        if marked:
            way = _way(on, end, start, None if best is None else len(best))
            if way is not None:
                best = (start, *way[:-1]) if start != end else (start,)
    return best


def _way(on: Mapping[N, list[N]], start: N, wanted: N, below: int | None) -> tuple[N, ...] | None:
    """Returns a shortest way with fewer nodes than so many; None if there is none."""
    came: dict[N, N | None] = {start: None}
    layer, length = [start], 1
    while layer and wanted not in came and (below is None or length < below - 1):
        following: list[N] = []
        for node in layer:
            for each in on.get(node, ()):
                if each not in came:
                    came[each] = node
                    following.append(each)
        layer, length = following, length + 1
    if wanted not in came:
        return None
    found = [wanted]
    at = came[wanted]
    while at is not None:
        found.append(at)
        at = came[at]
    return tuple(reversed(found))
