"""Arrays: the functions of a program that work on sets of bytes, the same for every game."""

from __future__ import annotations

from refengine.program import ops
from refengine.program.from_ir.unit import ARENA, ARENA_END, Unit

NEW, JOIN, LEAVE, SAME, MANY, ONCE = "new array", "join arrays", "leave array", "same arrays", "many in array", "once"


def add_arrays(unit: Unit, room: int) -> None:
    """Adds the functions; an array that finds no room is the trap `room`."""
    a, b, c, size = (ops.Local(name, "i32") for name in ("a", "b", "c", "size"))
    unit.add(
        ops.Function(
            NEW,
            (size,),
            "i32",
            (
                ops.Assign(a, ops.Get(ARENA)),
                ops.Assign(ARENA, ops.Plus(ops.Get(a), ops.Get(size))),
                ops.When(_beyond(ops.Get(ARENA), ops.Get(ARENA_END)), (ops.Trap(room),)),
                ops.Clear(ops.Get(a), ops.Get(size)),
                ops.Return(ops.Get(a)),
            ),
        )
    )
    one = ops.Number(1)
    some = ops.Compare("!=", ops.Binary("|", _byte(a), _byte(b)), ops.Number(0))
    unit.add(_bytewise(JOIN, ops.Store(_at(c), 0, 1, ops.Widened(some))))
    left = ops.Choose(ops.Compare("!=", _byte(b), ops.Number(0)), ops.Number(0), _byte(a), "i64")
    unit.add(_bytewise(LEAVE, ops.Store(_at(c), 0, 1, left)))
    unit.add(_bytewise(ONCE, ops.Store(_at(c), 0, 1, ops.Choose(_is_there(a), one, ops.Number(0), "i64"))))
    unit.add(
        ops.Function(
            SAME,
            (a, b, size),
            "i32",
            (
                *_each_byte(
                    size,
                    (ops.When(ops.Compare("!=", _byte(a), _byte(b)), (ops.Return(ops.Address(0)),)),),
                ),
                ops.Return(ops.Address(1)),
            ),
        )
    )
    total = ops.Local("total", "i64")
    unit.add(
        ops.Function(
            MANY,
            (a, size),
            "i64",
            (
                *_each_byte(size, (ops.Assign(total, ops.Binary("+", ops.Get(total), _byte(a))),)),
                ops.Return(ops.Get(total)),
            ),
        )
    )


INDEX = ops.Local("index", "i32")


def _at(array: ops.Local) -> ops.Expression:
    return ops.Plus(ops.Get(array), ops.Get(INDEX))


def _byte(array: ops.Local) -> ops.Expression:
    return ops.Load(_at(array), 0, 1)


def _is_there(array: ops.Local) -> ops.Expression:
    return ops.Compare("!=", _byte(array), ops.Number(0))


def _beyond(one: ops.Expression, other: ops.Expression) -> ops.Expression:
    return ops.Compare(">u", ops.Widened(one), ops.Widened(other))


def _each_byte(size: ops.Local, body: tuple[ops.Statement, ...]) -> tuple[ops.Statement, ...]:
    going = ops.Compare("<u", ops.Widened(ops.Get(INDEX)), ops.Widened(ops.Get(size)))
    step = ops.Assign(INDEX, ops.Plus(ops.Get(INDEX), ops.Address(1)))
    return ops.Assign(INDEX, ops.Address(0)), ops.While(going, (*body, step))


def _bytewise(name: str, store: ops.Statement) -> ops.Function:
    """A function that makes an array of two others, byte for byte."""
    a, b, c, size = (ops.Local(each, "i32") for each in ("a", "b", "c", "size"))
    make = ops.Assign(c, ops.Call(NEW, (ops.Get(size),), "i32"))
    return ops.Function(name, (a, b, size), "i32", (make, *_each_byte(size, (store,)), ops.Return(ops.Get(c))))


def new(size: int) -> ops.Expression:
    """An empty array."""
    return ops.Call(NEW, (ops.Address(size),), "i32")


def many(array: ops.Expression, size: int) -> ops.Expression:
    """The number of things in an array."""
    return ops.Call(MANY, (array, ops.Address(size)), "i64")


def same(one: ops.Expression, other: ops.Expression, size: int) -> ops.Expression:
    """Whether two arrays hold the same."""
    return ops.Call(SAME, (one, other, ops.Address(size)), "i32")


def joined(one: ops.Expression, other: ops.Expression, size: int) -> ops.Expression:
    """What is in one of two arrays, each thing once."""
    return ops.Call(JOIN, (one, other, ops.Address(size)), "i32")


def left_of(one: ops.Expression, other: ops.Expression, size: int) -> ops.Expression:
    """What is in the one and not in the other, with its copies."""
    return ops.Call(LEAVE, (one, other, ops.Address(size)), "i32")


def once(one: ops.Expression, size: int) -> ops.Expression:
    """Each thing of an array once."""
    return ops.Call(ONCE, (one, one, ops.Address(size)), "i32")
