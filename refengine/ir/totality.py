"""Totality: which expressions and values are sure not to break off, read off their text alone.

What is not said to be total may be so all the same: a `Narrow` that always fits, cases that always cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Set as AbstractSet
from typing import Final

from refengine.ir import expressions as ir, game as model
from refengine.ir.interval import bounds, bounds_of_domain, fits, never_zero
from refengine.ir.traverse import walk


def is_total(node: object, values: AbstractSet[str] = frozenset()) -> bool:
    """Returns whether nothing in an IR node may break off, if none of the named values does."""
    for each in walk(node):
        if each.name not in values if isinstance(each, ir.CallValue) else is_partial(each):
            return False
    return True


_PARTIAL: Final = frozenset((
    ir.Unwrap, ir.Extreme, ir.Located, ir.First, ir.Rest, ir.The, ir.Among, ir.CellOf, ir.Narrow, ir.NonZero,
))  # fmt: skip
"""The nodes that may break off; most are none of them, and would be held against each in vain."""


def is_partial(node: object) -> bool:
    """Returns whether a node itself may break off, whatever is in it.

    A call is none, but what it calls may have some.
    """
    if node.__class__ not in _PARTIAL:
        return False
    match node:
        case ir.Narrow(domain=domain):
            return not fits(node.inner, domain)
        case ir.NonZero():
            return not never_zero(node.inner)
        case _:
            return True


def total_values(values: Iterable[model.Value]) -> frozenset[str]:
    """Returns the names of the values that are sure to have an answer; each stands behind those that it calls."""
    total: set[str] = set()
    for value in values:
        if is_total_value(value, total):
            total.add(value.name)
    return frozenset(total)


def is_total_value(value: model.Value, values: AbstractSet[str]) -> bool:
    """Returns whether a value is sure to have an answer, if none of the named values breaks off."""
    match value.body:
        case model.Cases():
            return False
        case model.Sums(clauses=clauses):
            return stays_within(clauses, value.domain) and is_total(value, values)
        case model.General(exceptions=(_, _, *_)) | model.Joined(evident=False):
            return False
        case _:
            return is_total(value, values)


def stays_within(clauses: Iterable[model.Case], domain: object) -> bool:
    """Returns whether whatever clauses apply, their results add up to a number of the domain."""
    least, most = bounds_of_domain(domain)
    lows, highs = zip(*(bounds(each.result) for each in clauses), strict=True)
    low = None if None in lows else sum(min(0, each) for each in lows)
    high = None if None in highs else sum(max(0, each) for each in highs)
    return (least is None or (low is not None and low >= least)) and (
        most is None or (high is not None and high <= most)
    )
