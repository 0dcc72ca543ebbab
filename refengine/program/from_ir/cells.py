"""Cells: how what a state holds is read into a program's locals, and written."""

from __future__ import annotations

from collections.abc import Callable

from refengine.program import ops
from refengine.program.from_ir import sequences
from refengine.program.from_ir.unit import Scope, address_expression
from refengine.program.storage.forms import (
    COUNTED,
    MOST_LISTED,
    NOTHING,
    Array,
    FieldForm,
    Form,
    ListForm,
    Mask,
    RecordForm,
    Scalar,
    Sequence,
    Tally,
)

Address = tuple[ops.Expression, int]


def read(address: Address, form: Form, scope: Scope) -> ops.Expression:
    """Returns the content of an address; of what is known by its address, the address itself."""
    match form:
        case Array() | ListForm() | Sequence():
            return address_expression(address)
        case Mask(width=width) | Tally(width=width):
            return ops.Load(*address, width)
        case Scalar(low=low, width=width, option=False):
            return plus(ops.Load(*address, width), low)
        case Scalar(low=low, width=width):
            stored = scope.fresh("i64")
            value = plus(ops.Get(stored), low - 1)
            there = ops.Choose(ops.Compare("==", ops.Get(stored), ops.Number(0)), ops.Number(NOTHING), value, "i64")
            return ops.Do((ops.Assign(stored, ops.Load(*address, width)),), there)
        case RecordForm():
            return _read_record(address, form, scope)


def write(address: Address, form: Form, value: ops.Expression, scope: Scope) -> tuple[ops.Statement, ...]:
    """Stores a value; of what is known by its address, a copy of it."""
    match form:
        case ListForm():
            return _listed(address_expression(address), form, value, scope)
        case Sequence():
            place, held = scope.fresh("i32"), scope.fresh("i32")
            given = (ops.Assign(held, value), ops.Assign(place, address_expression(address)))
            return (*given, *sequences.stored(place, held, form))
        case Array(bytes=size):
            return (ops.Copy(address_expression(address), value, ops.Address(size)),)
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
        case RecordForm():
            return _written_record(address, form, value, scope)


def _listed(address: ops.Expression, form: ListForm, value: ops.Expression, scope: Scope) -> tuple[ops.Statement, ...]:
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


# ---- RECORDS


def _read_record(address: Address, form: RecordForm, scope: Scope) -> ops.Expression:
    """Returns the number of a record that is stored, `NOTHING` where there is none."""
    place = scope.fresh("i32")
    held = joined_fields([field_in_place(each, field) for each, field in _columns(place, form, form.first)])
    if form.option:
        absent = ops.Compare("==", ops.Load(ops.Get(place), 0, 1), ops.Number(0))
        held = ops.Choose(absent, ops.Number(NOTHING), held, "i64")
    return ops.Do((ops.Assign(place, address_expression(address)),), held)


def _columns(place: ops.Local, form: RecordForm, first: int) -> list[tuple[ops.Expression, FieldForm]]:
    """Returns each field with what is stored of it."""
    found: list[tuple[ops.Expression, FieldForm]] = []
    for field in form.fields:
        at = first + field.offset
        if isinstance(field.form, RecordForm):
            inner = [field_in_place(each, own) for each, own in _columns(place, field.form, at)]
            found.append((joined_fields(inner), field))
        else:
            found.append((ops.Load(ops.Get(place), at, field.form.width), field))
    return found


def _written_record(
    address: Address, form: RecordForm, value: ops.Expression, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Stores a record; where there is none its fields are clear."""
    place, number = scope.fresh("i32"), scope.fresh("i64")
    given = (ops.Assign(number, value), ops.Assign(place, address_expression(address)))
    stored = _spread(place, form, form.first, lambda: ops.Get(number))
    if not form.option:
        return (*given, *stored)
    absent = ops.Compare("==", ops.Get(number), ops.Number(NOTHING))
    there = (ops.Store(ops.Get(place), 0, 1, ops.Number(1)), *stored)
    return (*given, ops.When(absent, (ops.Clear(ops.Get(place), ops.Address(form.bytes)),), there))


def _spread(
    place: ops.Local, form: RecordForm, first: int, number: Callable[[], ops.Expression]
) -> tuple[ops.Statement, ...]:
    found: list[ops.Statement] = []
    for field in form.fields:
        at = first + field.offset
        if isinstance(field.form, RecordForm):
            found += _spread(place, field.form, at, lambda field=field: field_taken_out(number(), field))  # type: ignore[misc]
        else:
            found.append(ops.Store(ops.Get(place), at, field.form.width, field_taken_out(number(), field)))
    return tuple(found)


def full(field: FieldForm) -> int:
    """Returns the bits of a field, all of them set."""
    return (1 << field.bits) - 1


def field_taken_out(record: ops.Expression, field: FieldForm) -> ops.Expression:
    """Returns the bits of a field, taken out of the number of a record."""
    moved = ops.Binary(">>", record, ops.Number(field.shift)) if field.shift else record
    return ops.Binary("&", moved, ops.Number(full(field)))


def field_in_place(stored: ops.Expression, field: FieldForm) -> ops.Expression:
    """Returns the bits of a field, put in their place in the number of a record."""
    return ops.Binary("<<", stored, ops.Number(field.shift)) if field.shift else stored


def joined_fields(held: list[ops.Expression]) -> ops.Expression:
    """Returns the number of some fields that are in their places."""
    found: ops.Expression = ops.Number(0)
    for number, each in enumerate(held):
        found = ops.Binary("|", found, each) if number else each
    return found


# ---- NUMBERS


def plus(value: ops.Expression, number: int) -> ops.Expression:
    """Returns the sum of a value and a number that is known."""
    if isinstance(value, ops.Number):
        return ops.Number(value.value + number)
    return value if number == 0 else ops.Binary("+", value, ops.Number(number))
