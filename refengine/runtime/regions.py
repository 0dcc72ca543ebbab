"""Regions when the program runs: the class in which something lies, by what each is joined with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from refengine.runtime.fault import Clause, joined_one_way

T = TypeVar("T")


def joined(start: T, joins: Callable[[T], Iterable[T]]) -> tuple[T, ...]:
    """Returns everything that is come to from `start`, itself included, in no order.

    `joins` lists what one is joined with, and is known to list nothing that does not list that one.
    """
    found = {start}
    agenda = [start]
    while agenda:
        for each in joins(agenda.pop()):
            if each not in found:
                found.add(each)
                agenda.append(each)
    return tuple(found)


def joined_both_ways(
    start: T, everything: Iterable[T], joins: Callable[[T], Iterable[T]], clause: Clause
) -> tuple[T, ...]:
    """Returns the same, after asking what each of everything is joined with; raises a fault if one is one way only."""
    listed = {each: frozenset(joins(each)) for each in everything}
    if any(one not in listed[other] for one, others in listed.items() for other in others):
        raise joined_one_way(clause)
    return joined(start, listed.__getitem__)


def classes(everything: Iterable[T], class_of: Callable[[T], tuple[T, ...]]) -> tuple[tuple[T, ...], ...]:
    """Returns all classes, each once, in the order of their first members; `everything` is in order."""
    found: list[tuple[T, ...]] = []
    seen: set[T] = set()
    for each in everything:
        if each not in seen:
            found.append(class_of(each))
            seen.update(found[-1])
    return tuple(found)
