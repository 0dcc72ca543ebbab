"""Counts of the phases that are running: what the stack says of them, for positions that nobody played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from refengine.runtime.description import CountInfo


def counts_of(counted: Iterable[CountInfo], frames: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Yields the attribute of each variable that counts, and what it is where these frames wait."""
    listed = tuple(frames)
    for each in counted:
        own = [frame for frame in listed if frame.phase == each.phase and _is_told(frame, each)]
        if each.at is None or each.size is None:
            yield each.attribute, len(own)
            continue
        cells = [0] * each.size
        for frame in own:
            cells[_plain(getattr(frame, each.at))] += 1
        yield each.attribute, tuple(cells)


def _is_told(frame: Any, counted: CountInfo) -> bool:
    return all(_plain(getattr(frame, attribute)) == value for attribute, value in counted.fixed)


def _plain(held: Any) -> Any:
    """Returns the value that a frame holds, a piece by its index."""
    return getattr(held, "index", held)
