"""Growth without end: numbers that may be added to themselves, or multiplied, again and again.

Adding what is bounded grows no faster than the game goes on, so that only what may double is looked at when it is made.
"""

from __future__ import annotations

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import UNBOUNDED, Count, Domain, Range, Record


def may_double(expr: ir.Arith | ir.SumOf) -> bool:
    """Whether the number may be twice as large, or more, as each that it was made of."""
    match expr:
        case ir.Arith(op="*"):
            return is_endless(expr.left) or is_endless(expr.right)
        case ir.Arith(op="+" | "-"):
            return is_endless(expr.left) and is_endless(expr.right)
        case ir.SumOf():
            return is_endless(expr.term)
        case _:
            return False


def sum_may_double(body: model.Sums) -> bool:
    """The same of a value that adds up."""
    return sum(is_endless(each.result) for each in body.clauses) > 1


def is_endless(expr: ir.Expr) -> bool:
    """Whether nothing bounds the number but how long the game goes on."""
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
