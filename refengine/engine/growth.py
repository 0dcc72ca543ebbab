"""Growth without end: numbers that may be added to themselves, or multiplied, again and again.

Adding what is bounded grows no faster than the game goes on, so that only what may double is looked at when it is made,
and what three large numbers or more are multiplied to.
"""

from __future__ import annotations

from typing import Final

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import UNBOUNDED, Count, Domain, Range, Record
from refengine.ir.interval import bounds_of_domain
from refengine.runtime.zones import MOST_COUNTED

MANY: Final = 1 << 20
"""More than there are things in any set that is gone through."""


def may_double(expr: ir.Arith | ir.SumOf) -> bool:
    """Returns whether the number may be twice as large, or more, as each that it was made of."""
    match expr:
        case ir.Arith(op="*"):
            return is_endless(expr.left) or is_endless(expr.right)
        case ir.Arith(op="+" | "-"):
            return is_endless(expr.left) and is_endless(expr.right)
        case ir.SumOf():
            return is_endless(expr.term)
        case _:
            return False


def may_be_beyond(expr: ir.Arith | ir.SumOf) -> bool:
    """Returns whether the number may be one that nobody counts: it may double, or is a product of large ones."""
    return may_double(expr) or (not is_endless(expr) and _most(expr) > MOST_COUNTED)


def _most(expr: ir.Expr) -> int:
    """Returns how far from 0 a number may lie; of one that has no end nothing is said."""
    match expr:
        case ir.Number(value=value):
            return abs(value)
        case ir.Arith(op="+" | "-"):
            return _most(expr.left) + _most(expr.right)
        case ir.Arith(op="*"):
            return _most(expr.left) * _most(expr.right)
        case ir.Arith(op="div"):
            return _most(expr.left)
        case ir.Arith():
            return _most(expr.right)
        case ir.If():
            return max(_most(expr.then), _most(expr.otherwise))
        case ir.NonZero():
            return _most(expr.inner)
        case ir.Extreme():
            return _most(expr.term)
        case ir.SumOf():
            return _most(expr.term) * MANY
        case _:
            return max((abs(each) for each in bounds_of_domain(expr.domain) if each is not None), default=0)


def sum_may_double(body: model.Sums) -> bool:
    """Returns whether the same is so of a value that adds up."""
    return sum(is_endless(each.result) for each in body.clauses) > 1


def is_endless(expr: ir.Expr) -> bool:
    """Returns whether nothing bounds the number but how long the game goes on."""
    match expr:
        case ir.Arith(op="div" | "mod"):
            return is_endless(expr.left)
        case ir.Arith():
            return is_endless(expr.left) or is_endless(expr.right)
        case ir.If():
            return is_endless(expr.then) or is_endless(expr.otherwise)
        case ir.SumOf() | ir.Extreme():
            return is_endless(expr.term)
        case ir.ReadVariable() | ir.Local() | ir.CallValue() | ir.Unwrap() | ir.Narrow() | ir.Before():
            return _has_no_end(expr.domain)
        case ir.FieldOf():
            return isinstance(expr.of.domain, Record) and _has_no_end(expr.domain)
        case _:
            return False


def _has_no_end(domain: Domain) -> bool:
    match domain:
        case Count():
            return True
        case Range(low=low, high=high):
            return -low >= UNBOUNDED or high >= UNBOUNDED
        case _:
            return False
