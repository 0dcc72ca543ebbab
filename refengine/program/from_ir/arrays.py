"""Arrays: the functions of a program that work on sets of bytes, eight at a time, the same for every game."""

from __future__ import annotations

from typing import Final

from refengine.program import ops
from refengine.program.from_ir.unit import ARENA, ARENA_END, Unit

NEW, JOIN, LEAVE, SAME, MANY, ONCE = "new array", "join arrays", "leave array", "same arrays", "many in array", "once"
WORD: Final = 8
ONES: Final = 0x0101010101010101
"""A one in each byte."""

PAIRS: Final = 0x00FF00FF00FF00FF
"""Every other byte."""

INDEX = ops.Local("index", "i32")
A, B, C, SIZE = (ops.Local(name, "i32") for name in ("a", "b", "c", "size"))
X = ops.Local("x", "i64")


def add_arrays(unit: Unit) -> None:
    """Adds the functions, but for those that make arrays."""
    unit.add(_wordwise(JOIN, _nonzero(ops.Binary("|", _word(A), _word(B)))))
    hidden = ops.Binary("*", _nonzero(_word(B)), ops.Number(0xFF))
    unit.add(_wordwise(LEAVE, ops.Binary("&", _word(A), ops.Binary("^", hidden, ops.Number(-1)))))
    unit.add(_wordwise(ONCE, _nonzero(_word(A))))
    differ = ops.When(ops.Compare("!=", _word(A), _word(B)), (ops.Return(ops.Address(0)),))
    unit.add(ops.Function(SAME, (A, B, SIZE), "i32", (*_each_word((differ,)), ops.Return(ops.Address(1)))))
    total = ops.Local("total", "i64")
    more = ops.Binary("+", ops.Get(total), many_in_word(ops.Get(X)))
    add = (ops.Assign(X, _word(A)), ops.Assign(total, more))
    start = ops.Assign(total, ops.Number(0))
    unit.add(ops.Function(MANY, (A, SIZE), "i64", (start, *_each_word(add), ops.Return(ops.Get(total)))))


def add_makers(unit: Unit, room: int) -> None:
    """Adds the functions that make arrays, of each size that is asked for; where there is no room, the trap `room`."""
    asked = {
        each.function
        for function in unit.functions.values()
        for each in unit.summaries.of(function.body).calls
        if each.function.startswith(NEW)
    }
    for name in sorted(asked):
        size = int(name.removeprefix(NEW))
        beyond = ops.Compare(">u", ops.Widened(ops.Get(ARENA)), ops.Widened(ops.Get(ARENA_END)))
        body = (
            ops.Assign(A, ops.Get(ARENA)),
            ops.Assign(ARENA, ops.Plus(ops.Get(A), ops.Address(size))),
            ops.When(beyond, (ops.Trap(room),)),
            ops.Clear(ops.Get(A), ops.Address(size)),
            ops.Return(ops.Get(A)),
        )
        unit.add(ops.Function(name, (), "i32", body))


def makes(call: ops.Call) -> bool:
    """Returns whether a call takes room for an array."""
    return call.function.startswith(NEW) or call.function in {JOIN, LEAVE, ONCE}


def _word(array: ops.Local) -> ops.Expression:
    return ops.Load(ops.Plus(ops.Get(array), ops.Get(INDEX)), 0, WORD)


def _nonzero(word: ops.Expression) -> ops.Expression:
    """Returns a one in each byte of a word that is not 0."""
    found: tuple[ops.Statement, ...] = (ops.Assign(X, word),)
    for shift in (4, 2, 1):
        more = ops.Binary("|", ops.Get(X), ops.Binary(">>", ops.Get(X), ops.Number(shift)))
        found = (*found, ops.Assign(X, more))
    return ops.Do(found, ops.Binary("&", ops.Get(X), ops.Number(ONES)))


def _each_word(body: tuple[ops.Statement, ...]) -> tuple[ops.Statement, ...]:
    going = ops.Compare("<u", ops.Widened(ops.Get(INDEX)), ops.Widened(ops.Get(SIZE)))
    step = ops.Assign(INDEX, ops.Plus(ops.Get(INDEX), ops.Address(WORD)))
    return ops.Assign(INDEX, ops.Address(0)), ops.While(going, (*body, step))


def _wordwise(name: str, word: ops.Expression) -> ops.Function:
    """Returns a function that writes an array, word for word, of two others."""
    store = ops.Store(ops.Plus(ops.Get(C), ops.Get(INDEX)), 0, WORD, word)
    return ops.Function(name, (A, B, C, SIZE), "i32", (*_each_word((store,)), ops.Return(ops.Get(C))))


def new(size: int) -> ops.Expression:
    """Returns an empty array."""
    return ops.Call(f"{NEW} {size}", (), "i32")


def many(array: ops.Expression, size: int) -> ops.Expression:
    """Returns the number of things in an array."""
    return ops.Call(MANY, (array, ops.Address(size)), "i64")


def many_in_word(word: ops.Expression) -> ops.Expression:
    """Returns the sum of the bytes of a number, which is worked out twice."""
    odd = ops.Binary("&", ops.Binary(">>", word, ops.Number(WORD)), ops.Number(PAIRS))
    pairs = ops.Binary("+", ops.Binary("&", word, ops.Number(PAIRS)), odd)
    return ops.Binary(">>", ops.Binary("*", pairs, ops.Number(0x0001000100010001)), ops.Number(48))


def same(one: ops.Expression, other: ops.Expression, size: int) -> ops.Expression:
    """Returns whether two arrays hold the same."""
    return ops.Call(SAME, (one, other, ops.Address(size)), "i32")


def joined(one: ops.Expression, other: ops.Expression, size: int) -> ops.Expression:
    """Returns the union of two arrays, each thing once."""
    return ops.Call(JOIN, (one, other, new(size), ops.Address(size)), "i32")


def left_of(one: ops.Expression, other: ops.Expression, size: int) -> ops.Expression:
    """Returns the difference of two arrays, with copies."""
    return ops.Call(LEAVE, (one, other, new(size), ops.Address(size)), "i32")


def once(one: ops.Expression, size: int) -> ops.Expression:
    """Returns each thing of an array once; the array is worked out twice."""
    return ops.Call(ONCE, (one, one, new(size), ops.Address(size)), "i32")
