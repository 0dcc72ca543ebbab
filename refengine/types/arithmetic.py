"""Arithmetic and the intervals it stays in.

INVARIANT: an end that is `UNBOUNDED` is no number to reckon with, or a part of what has no bound would have one.
"""

from __future__ import annotations

from math import inf

from refengine.ir.domain import COUNT, UNBOUNDED, Domain, Range
from refengine.ir.expressions import Arith, Expr, Number
from refengine.types.domains import interval, numeric

INTEGER = Range(-UNBOUNDED, UNBOUNDED)


def arith(op: str, left: Expr, right: Expr) -> Expr:
    """Returns two numbers joined, in the smallest interval known to hold what comes out; a divisor is not 0."""
    one, other = ends(left.domain), ends(right.domain)
    match op:
        case "+":
            return Arith("+", left, right, numeric(one[0] + other[0], one[1] + other[1]))
        case "-":
            return Arith("-", left, right, numeric(one[0] - other[1], one[1] - other[0]))
        case "*":
            return Arith("*", left, right, _spanned([_product(a, b) for a in one for b in other]))
        case "div":
            return Arith("div", left, right, _spanned([_quotient(a, b) for a in one for b in _divisors(*other)]))
        case _:
            below = max(-other[0], other[1]) - 1
            return Arith("mod", left, right, numeric(0, below if one[0] < 0 else min(one[1], below)))


def negative(number: Expr) -> Expr:
    """Returns the number with the other sign."""
    return Number(-number.value) if isinstance(number, Number) else arith("-", Number(0), number)


def total(term: Domain) -> Domain:
    """Returns the domain in which a sum of such terms lies."""
    return COUNT if ends(term)[0] >= 0 else INTEGER


def ends(domain: Domain) -> tuple[float, float]:
    """Returns the interval of a domain that is known to be numeric; infinite where it has no bound."""
    found = interval(domain)
    if found is None:
        raise TypeError(domain)
    low, high = found
    return -inf if low <= -UNBOUNDED else low, inf if high >= UNBOUNDED else high


def _product(one: float, other: float) -> float:
    return one * other if one and other else 0


def _quotient(number: float, divisor: float) -> float:
    """Returns the quotient, rounded down; of what is infinite the one that it comes near to."""
    if abs(divisor) == inf:
        return 0 if number == 0 or (number > 0) == (divisor > 0) else -1
    return number // divisor if abs(number) < inf else number * divisor


def _divisors(low: float, high: float) -> list[float]:
    """Returns the divisors between which a quotient moves one way: the ends of those below zero, and of those above."""
    below = [low, min(high, -1)] if low < 0 else []
    above = [max(low, 1), high] if high > 0 else []
    return below + above


def _spanned(corners: list[float]) -> Domain:
    return numeric(min(corners), max(corners))
