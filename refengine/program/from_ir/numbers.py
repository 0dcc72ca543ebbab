"""Numbers: arithmetic that never leaves what 64 bits hold, and checks of ranges.

What is not known beforehand to stay within `GREATEST` is looked at when it is made, and beyond it is a trap.
"""

from __future__ import annotations

from refengine.ir import expressions as ir
from refengine.ir.domain import UNBOUNDED, Count, Range
from refengine.ir.interval import fits
from refengine.program import ops
from refengine.program.from_ir.unit import Scope
from refengine.program.storage.forms import COUNTED, GREATEST

Bounds = tuple[int, int]

MANY = 1 << 20
"""More than there are things in any set that a program holds."""

HALF = 1 << 29
"""Two numbers below it have a product below `GREATEST`."""


def bounds(expr: ir.Expr) -> Bounds | None:
    """Returns the bounds of a number whatever the state; None where there are none below `GREATEST`."""
    found = _bounds(expr)
    return found if found is not None and found[0] >= -GREATEST and found[1] <= GREATEST else None


def _bounds(expr: ir.Expr) -> Bounds | None:
    match expr:
        case ir.Number(value=value):
            return value, value
        case ir.Arith(op="+" | "-" | "*" as op):
            one, other = bounds(expr.left), bounds(expr.right)
            if one is None or other is None:
                return None
            ends = [_ends(op, a, b) for a in one for b in other]
            return min(ends), max(ends)
        case ir.Arith(op="div"):
            of = bounds(expr.left)
            return None if of is None else (-max(map(abs, of)) - 1, max(map(abs, of)) + 1)
        case ir.Arith():
            of = bounds(expr.right)
            return None if of is None else (0, max(map(abs, of)))
        case ir.If():
            one, other = bounds(expr.then), bounds(expr.otherwise)
            return None if one is None or other is None else (min(one[0], other[0]), max(one[1], other[1]))
        case ir.NonZero():
            return bounds(expr.inner)
        case ir.HowMany():
            return 0, MANY
        case ir.ReadVariable(domain=Count()) | ir.TokensOn():
            return 0, COUNTED
        case ir.Supply():
            return -COUNTED * 64, COUNTED
        case _:
            domain = expr.domain
            if not isinstance(domain, Range) or max(-domain.low, domain.high) >= UNBOUNDED:
                return None
            return domain.low, domain.high


def _ends(op: str, one: int, other: int) -> int:
    match op:
        case "+":
            return one + other
        case "-":
            return one - other
        case _:
            return one * other


def arithmetic(expr: ir.Arith, scope: Scope) -> ops.Expression:
    """Returns the result of one operation."""
    left, right = scope.held(expr.left), scope.held(expr.right)
    match expr.op:
        case "+" | "-" as op:
            found = ops.Binary(op, left, right)
            return found if bounds(expr) is not None else within_greatest(found, scope)
        case "*":
            if bounds(expr) is not None:
                return ops.Binary("*", left, right)
            return _product(left, right, scope)
        case "div" | "mod":
            return _quotient(expr, left, right, scope)


def within_greatest(value: ops.Expression, scope: Scope) -> ops.Expression:
    """Returns a sum of two numbers within `GREATEST`, which has to be within it too."""
    number = scope.fresh("i64")
    shifted = ops.Binary("+", ops.Get(number), ops.Number(GREATEST))
    beyond = ops.Compare(">u", shifted, ops.Number(2 * GREATEST))
    trap = scope.trap("a number is too large", fault=False)
    return ops.Do((ops.Assign(number, value), ops.When(beyond, (trap,))), ops.Get(number))


def _product(left: ops.Expression, right: ops.Expression, scope: Scope) -> ops.Expression:
    one, other = scope.fresh("i64"), scope.fresh("i64")
    beyond = [
        ops.Compare(">u", ops.Binary("+", ops.Get(each), ops.Number(HALF)), ops.Number(2 * HALF))
        for each in (one, other)
    ]
    trap = scope.trap("a number is too large", fault=False)
    return ops.Do(
        (ops.Assign(one, left), ops.Assign(other, right), ops.When(ops.Either(*beyond), (trap,))),
        ops.Binary("*", ops.Get(one), ops.Get(other)),
    )


def _quotient(expr: ir.Arith, left: ops.Expression, right: ops.Expression, scope: Scope) -> ops.Expression:
    """Returns the floor of a division, or what is left of it, which is never negative."""
    one, other = bounds(expr.left), bounds(expr.right)
    if one is not None and one[0] >= 0 and other is not None and other[0] > 0:
        return ops.Binary("/" if expr.op == "div" else "%", left, right)
    a, b, rest = scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i64")
    zero = ops.Number(0)
    given = (
        ops.Assign(a, left),
        ops.Assign(b, right),
        ops.Assign(rest, ops.Binary("%", ops.Get(a), ops.Get(b))),
    )
    if expr.op == "div":
        unequal = ops.Compare("<", ops.Binary("^", ops.Get(a), ops.Get(b)), zero)
        down = ops.Both(ops.Compare("!=", ops.Get(rest), zero), unequal)
        quotient = ops.Binary("/", ops.Get(a), ops.Get(b))
        return ops.Do(given, ops.Binary("-", quotient, ops.Widened(down)))
    size = ops.Choose(ops.Compare("<", ops.Get(b), zero), ops.Binary("-", zero, ops.Get(b)), ops.Get(b), "i64")
    lifted = ops.Binary("+", ops.Get(rest), size)
    return ops.Do(given, ops.Choose(ops.Compare("<", ops.Get(rest), zero), lifted, ops.Get(rest), "i64"))


def narrowed(expr: ir.Narrow, scope: Scope) -> ops.Expression:
    """Returns a number that has to be in its range."""
    if fits(expr.inner, expr.domain):
        return scope.held(expr.inner)
    return in_range(scope.held(expr.inner), expr.domain, scope)


def in_range(value: ops.Expression, domain: Range | Count, scope: Scope) -> ops.Expression:
    """Returns a value that has to be in a range; else it is a fault."""
    number = scope.fresh("i64")
    beyond: ops.Expression
    match domain:
        case Count():
            beyond = ops.Compare("<", ops.Get(number), ops.Number(0))
        case Range(low=low, high=high):
            beyond = ops.Either(
                ops.Compare("<", ops.Get(number), ops.Number(low)),
                ops.Compare(">", ops.Get(number), ops.Number(high)),
            )
    trap = scope.trap("out of range")
    return ops.Do((ops.Assign(number, value), ops.When(beyond, (trap,))), ops.Get(number))
