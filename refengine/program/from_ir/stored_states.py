"""Stored states as words of eight bytes: what they come to as one number, and whether two states are the same."""

from __future__ import annotations

from typing import Final

from refengine.program import ops
from refengine.program.from_ir.playing import ONE, STEP, TWO

WORD: Final = 8
FOLD: Final = 29
EVERY: Final = (1 << 64) - 1


def fingerprint(size: int) -> ops.Function:
    """Returns the function that mixes so many bytes of a state into a number.

    Each word is multiplied by a number of its own, so that none waits for another. The upper bits of a word alone would
    come to few numbers, so they are mixed into the lower ones before.
    """
    at, print_, word = ops.Local("at", "i32"), ops.Local("print", "i64"), ops.Local("word", "i64")
    body: list[ops.Statement] = [ops.Assign(print_, ops.Number(0))]
    for offset in range(0, size, WORD):
        folded = ops.Binary("^", ops.Get(word), ops.Binary(">>", ops.Get(word), ops.Number(FOLD)))
        multiplied = ops.Binary("*", folded, ops.Number(multiplier(offset // WORD)))
        body += [
            ops.Assign(word, ops.Load(ops.Get(at), offset, WORD)),
            ops.Assign(print_, ops.Binary("+", ops.Get(print_), multiplied)),
        ]
    body.append(ops.Return(ops.Call("mixed", (ops.Get(print_),), "i64")))
    return ops.Function("fingerprint", (at,), "i64", tuple(body))


def multiplier(place: int) -> int:
    """Returns the number by which the word at a place is multiplied: odd, and without a pattern."""
    number = (place + 1) * STEP & EVERY
    for shift, factor in ((30, ONE), (27, TWO)):
        number = (number ^ number >> shift) * factor & EVERY
    number = number ^ number >> 31 | 1
    return number - (1 << 64) if number >> 63 else number


def same_state(size: int) -> ops.Function:
    """Returns the function that compares two states of so many bytes."""
    one, other = ops.Local("one", "i32"), ops.Local("other", "i32")
    no = ops.Return(ops.Address(0))
    differ = [
        ops.When(ops.Compare("!=", ops.Load(ops.Get(one), offset, WORD), ops.Load(ops.Get(other), offset, WORD)), (no,))
        for offset in range(0, size, WORD)
    ]
    return ops.Function("same state", (one, other), "i32", (*differ, ops.Return(ops.Address(1))))
