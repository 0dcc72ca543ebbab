"""Constant folding: the number that an expression is known to be where it is printed."""

from __future__ import annotations

from refengine.program import ops
from refengine.program.to_wasm.registers import Frame

LONG, SHORT = 64, 32


def known_number(expression: ops.Expression, frame: Frame) -> int | None:
    """Returns the number that an expression is sure to be, with a sign; None where that is not known."""
    match expression:  # the commonest first
        case ops.Get(of=place):
            held = None if isinstance(place, ops.Global) else frame.of(place)
            return None if held is None or isinstance(held, int) else held.value
        case ops.Compare() | ops.SameAddress() | ops.Binary() | ops.Plus() | ops.Minus() | ops.Times():
            one = known_number(expression.left, frame)
            other = None if one is None else known_number(expression.right, frame)
            return None if one is None or other is None else _of_two(expression, one, other)
        case ops.Address(value=value) | ops.Number(value=value):
            return value
        case ops.Load() | ops.Unary() | ops.Choose() | ops.Call() | ops.Do():
            return None
        case ops.Negated(inner=inner):
            of = known_number(inner, frame)
            return None if of is None else int(not of)
        case ops.Both(left=left, right=right):
            first = known_number(left, frame)
            return known_number(right, frame) if first else first
        case ops.Either(left=left, right=right):
            first = known_number(left, frame)
            return 1 if first else first if first is None else known_number(right, frame)
        case ops.Widened(inner=inner):
            of = known_number(inner, frame)
            return None if of is None else of % (1 << SHORT)
        case ops.Shortened(inner=inner):
            of = known_number(inner, frame)
            return None if of is None else signed(of, SHORT)


def signed(number: int, bits: int) -> int:
    """Returns a number of so many bits, with a sign."""
    number %= 1 << bits
    return number - (1 << bits) if number >> (bits - 1) else number


Pair = ops.SameAddress | ops.Compare | ops.Binary | ops.Plus | ops.Minus | ops.Times


def _of_two(expression: Pair, one: int, other: int) -> int | None:
    match expression:
        case ops.SameAddress() | ops.Compare(op="=="):
            return int(one == other)
        case ops.Plus():
            return signed(one + other, SHORT)
        case ops.Minus():
            return signed(one - other, SHORT)
        case ops.Times():
            return signed(one * other, SHORT)
        case ops.Compare(op=op):
            return _compared(op, one, other)
        case ops.Binary(op=op):
            return _worked_out(op, one, other)


def _compared(op: str, one: int, other: int) -> int | None:
    match op:
        case "!=":
            return int(one != other)
        case "<":
            return int(one < other)
        case "<=":
            return int(one <= other)
        case ">":
            return int(one > other)
        case ">=":
            return int(one >= other)
        case "<u":
            return int(one % (1 << LONG) < other % (1 << LONG))
        case _:
            return None


def _worked_out(op: str, one: int, other: int) -> int | None:
    match op:
        case "+":
            return signed(one + other, LONG)
        case "-":
            return signed(one - other, LONG)
        case "*":
            return signed(one * other, LONG)
        case "&":
            return one & other
        case "|":
            return one | other
        case "<<":
            return signed(one << other % LONG, LONG)
        case _:
            return None
