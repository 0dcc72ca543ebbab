"""Stored states as words of eight bytes: what they come to as one number, and whether two states are the same."""

from __future__ import annotations

from typing import Final

from refengine.program import ops

WORD: Final = 8
MIXER: Final = -0x61C8864680B583EB


def fingerprint(size: int) -> ops.Function:
    """Returns the function that mixes so many bytes of a state into a number."""
    at, print_ = ops.Local("at", "i32"), ops.Local("print", "i64")
    body: list[ops.Statement] = [ops.Assign(print_, ops.Number(0))]
    for offset in range(0, size, WORD):
        mixed = ops.Binary("^", ops.Get(print_), ops.Load(ops.Get(at), offset, WORD))
        body += [
            ops.Assign(print_, ops.Binary("*", mixed, ops.Number(MIXER))),
            ops.Assign(print_, ops.Binary("^", ops.Get(print_), ops.Binary(">>", ops.Get(print_), ops.Number(29)))),
        ]
    body.append(ops.Return(ops.Call("mixed", (ops.Get(print_),), "i64")))
    return ops.Function("fingerprint", (at,), "i64", tuple(body))


def same_state(size: int) -> ops.Function:
    """Returns the function that compares two states of so many bytes."""
    one, other = ops.Local("one", "i32"), ops.Local("other", "i32")
    no = ops.Return(ops.Address(0))
    differ = [
        ops.When(ops.Compare("!=", ops.Load(ops.Get(one), offset, WORD), ops.Load(ops.Get(other), offset, WORD)), (no,))
        for offset in range(0, size, WORD)
    ]
    return ops.Function("same state", (one, other), "i32", (*differ, ops.Return(ops.Address(1))))
