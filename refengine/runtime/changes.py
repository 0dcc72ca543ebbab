"""The things that a step touched: the members and pieces of which two states may say different things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from operator import is_not
from typing import TypeVar

from refengine.runtime.grids import Cell, Grid
from refengine.runtime.zones import INDEX, Indexed

T = TypeVar("T")
P = TypeVar("P", bound=Indexed)


def changed_of(members: Sequence[T], old: Iterable[object], new: Iterable[object]) -> Iterator[T]:
    """Yields the members whose own part of a family is another object; one of an equal number may be among them."""
    return compress(members, map(is_not, old, new))


def moved_among(old: Iterable[tuple[P, ...]], new: Iterable[tuple[P, ...]]) -> Iterator[P]:
    """Yields the pieces that came to a zone of a family or left it."""
    for then, now in zip(old, new, strict=True):
        if then is not now:
            yield from set(then).symmetric_difference(now)


def moved_singly(old: Iterable[P | None], new: Iterable[P | None]) -> Iterator[P]:
    """Yields the pieces that came to a zone of a family of zones of at most one, or left it."""
    for then, now in zip(old, new, strict=True):
        if then is not now:
            yield from (piece for piece in (then, now) if piece is not None)


def moved_on_grid(old: Grid[P], new: Grid[P]) -> Iterator[P]:
    """Yields the pieces that came to a cell of a grid or left one."""
    gone, come = old.changed_to(new)
    yield from gone
    yield from come


def printed_of(pieces: Sequence[P], touched: Iterable[P]) -> list[P]:
    """Returns those of the pieces that are printed, in their order."""
    return sorted([piece for piece in touched if piece.index < len(pieces)], key=INDEX)


def cells_near(changed: Iterable[Cell], reach: int) -> set[Cell]:
    """Returns all cells that are at most so many columns and rows away from one that changed."""
    within = range(-reach, reach + 1)
    return {(column + x, row + y) for column, row in changed for x in within for y in within}
