"""Interval analysis: bounds of numbers, by which range checks can be left out.

INVARIANT: the bounds hold in every state; `None` is no bound on that side.
"""

from __future__ import annotations

from refengine.ir import expressions as ir
from refengine.ir.domain import UNBOUNDED, Count, Enum, Option, Range

Interval = tuple[int | None, int | None]


def bounds_of_domain(domain: object) -> Interval:
    """Returns the bounds that a domain alone gives."""
    match domain:
        case Range(low=low, high=high):
            return None if low <= -UNBOUNDED else low, None if high >= UNBOUNDED else high
        case Count():
            return 0, None
        case _:
            return None, None


def bounds(expr: ir.Expr) -> Interval:
    """Returns the bounds of a number, from its parts where they say more than its domain."""
    match expr:
        case ir.Number(value=value):
            return value, value
        case ir.Arith(op="+"):
            (a, b), (c, d) = bounds(expr.left), bounds(expr.right)
            return _tightest(_plus(a, c), _plus(b, d), expr)
        case ir.Arith(op="-"):
            (a, b), (c, d) = bounds(expr.left), bounds(expr.right)
            return _tightest(_minus(a, d), _minus(b, c), expr)
        case ir.Arith(op="*"):
            low, high = _product(bounds(expr.left), bounds(expr.right))
            return _tightest(low, high, expr)
        case ir.Arith(op="mod", right=ir.Number(value=value)) if value:
            return 0, abs(value) - 1
        case ir.NonZero():
            return bounds(expr.inner)
        case ir.If():
            (a, b), (c, d) = bounds(expr.then), bounds(expr.otherwise)
            low = None if a is None or c is None else min(a, c)
            high = None if b is None or d is None else max(b, d)
            return _tightest(low, high, expr)
        case _:
            return bounds_of_domain(expr.domain)


def fits(expr: ir.Expr, domain: Range | Count) -> bool:
    """Returns whether the number is in the domain whatever the state."""
    low, high = bounds(expr)
    least, most = bounds_of_domain(domain)
    low_fits = least is None or (low is not None and low >= least)
    return low_fits and (most is None or (high is not None and high <= most))


def never_zero(expr: ir.Expr) -> bool:
    """Returns whether the number is other than 0 whatever the state."""
    low, high = bounds(expr)
    return (low is not None and low > 0) or (high is not None and high < 0)


def size(domain: object, members: int) -> int | None:
    """Returns the number of values of a domain, or None without a bound; `members` is the size of its kind."""
    match domain:
        case Range(low=low, high=high):
            return max(0, high - low + 1)
        case Enum():
            return members
        case Option(inner=inner):
            inside = size(inner, members)
            return None if inside is None else inside + 1
        case _:
            return None


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _minus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a - b


def _product(one: Interval, other: Interval) -> Interval:
    """Returns the bounds of a product; of what has no bound nothing is known but that it is not negative."""
    (a, b), (c, d) = one, other
    if a is None or b is None or c is None or d is None:
        return (0, None) if a is not None and c is not None and min(a, c) >= 0 else (None, None)
    corners = (a * c, a * d, b * c, b * d)
    return min(corners), max(corners)


def _tightest(low: int | None, high: int | None, expr: ir.Expr) -> Interval:
    """Returns the computed bounds and those of the domain together.

    The domain of a sum may be narrower than the sum of the bounds only where the checker has said why.
    """
    least, most = bounds_of_domain(expr.domain)
    if low is None or (least is not None and least > low and not isinstance(expr, ir.Arith)):
        low = least
    if high is None or (most is not None and most < high and not isinstance(expr, ir.Arith)):
        high = most
    return low, high
