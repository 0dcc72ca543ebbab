"""Cells: how what a state holds is read into a program's locals, and written."""

from __future__ import annotations

from refengine.program import ops
from refengine.program.from_ir.unit import Scope, whole
from refengine.program.storage.forms import COUNTED, MOST_LISTED, NOTHING, Array, Form, Listed, Mask, Scalar, Tally

Address = tuple[ops.Expression, int]


def read(address: Address, form: Form, scope: Scope) -> ops.Expression:
    """The content of an address; of an array or a list, the address itself."""
    match form:
        case Array() | Listed():
            return whole(address)
        case Mask(width=width) | Tally(width=width):
            return ops.Load(*address, width)
        case Scalar(low=low, width=width, option=False):
            return plus(ops.Load(*address, width), low)
        case Scalar(low=low, width=width):
            stored = scope.fresh("i64")
            value = plus(ops.Get(stored), low - 1)
            there = ops.Choose(ops.Compare("==", ops.Get(stored), ops.Number(0)), ops.Number(NOTHING), value, "i64")
            return ops.Do((ops.Assign(stored, ops.Load(*address, width)),), there)


def write(address: Address, form: Form, value: ops.Expression, scope: Scope) -> tuple[ops.Statement, ...]:
    """Stores a value; of an array or a list, a copy of it."""
    match form:
        case Listed():
            return _listed(whole(address), form, value, scope)
        case Array(bytes=size):
            return (ops.Copy(whole(address), value, ops.Address(size)),)
        case Mask(width=width) | Tally(width=width):
            return (ops.Store(*address, width, value),)
        case Scalar(low=low, size=size, width=width, option=False):
            if size != COUNTED:
                return (ops.Store(*address, width, plus(value, -low)),)
            number = scope.fresh("i64")
            too_large = ops.Compare(">u", ops.Get(number), ops.Number(COUNTED - 1))
            return (
                ops.Assign(number, value),
                ops.When(too_large, (scope.trap("a number is too large to be packed", fault=False),)),
                ops.Store(*address, width, ops.Get(number)),
            )
        case Scalar(low=low, size=size, width=width):
            number = scope.fresh("i64")
            stored = plus(ops.Get(number), 1 - low)
            absent = ops.Compare("==", ops.Get(number), ops.Number(NOTHING))
            checked: tuple[ops.Statement, ...] = ()
            if size == COUNTED:
                beyond = ops.Both(ops.Negated(absent), ops.Compare(">u", ops.Get(number), ops.Number(COUNTED - 1)))
                checked = (ops.When(beyond, (scope.trap("a number is too large to be packed", fault=False),)),)
            choice = ops.Choose(absent, ops.Number(0), stored, "i64")
            return (ops.Assign(number, value), *checked, ops.Store(*address, width, choice))


def _listed(address: ops.Expression, form: Listed, value: ops.Expression, scope: Scope) -> tuple[ops.Statement, ...]:
    """Stores a list; what is behind its last thing, and the room that it had, is cleared."""
    to, from_, many, size = scope.fresh("i32"), scope.fresh("i32"), scope.fresh("i64"), scope.fresh("i32")
    beyond = ops.Compare(">u", ops.Get(many), ops.Number(MOST_LISTED))
    behind = ops.Plus(ops.Get(to), ops.Get(size))
    return (
        ops.Assign(from_, value),
        ops.Assign(to, address),
        ops.Assign(many, ops.Load(ops.Get(from_), 0, 4)),
        ops.When(beyond, (scope.trap("a set of more than a list holds", fault=False),)),
        ops.Assign(size, ops.Shortened(plus(ops.Binary("<<", ops.Get(many), ops.Number(3)), 8))),
        ops.Copy(ops.Get(to), ops.Get(from_), ops.Get(size)),
        ops.Store(ops.Get(to), 4, 4, ops.Number(0)),
        ops.Clear(behind, ops.Minus(ops.Address(form.bytes), ops.Get(size))),
    )


def plus(value: ops.Expression, number: int) -> ops.Expression:
    """The sum of a value and a number that is known."""
    if isinstance(value, ops.Number):
        return ops.Number(value.value + number)
    return value if number == 0 else ops.Binary("+", value, ops.Number(number))
