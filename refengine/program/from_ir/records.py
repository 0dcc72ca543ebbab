"""Records: numbers that are put together of the values of fields, and taken apart."""

from __future__ import annotations

from refengine.ir import expressions as ir
from refengine.ir.domain import Record
from refengine.program import ops
from refengine.program.from_ir.cells import field_in_place, field_taken_out, full, joined_fields, plus
from refengine.program.from_ir.unit import Scope
from refengine.program.storage.forms import COUNTED, NOTHING, FieldForm, RecordForm, Scalar

ZERO = ops.Number(0)


def made(expr: ir.MakeRecord, scope: Scope) -> ops.Expression:
    """Returns the number of a record of so many values, which are worked out in their order."""
    form = scope.unit.forms.of(Record(expr.record))
    assert isinstance(form, RecordForm)
    given: list[ops.Statement] = []
    held: list[ops.Expression] = []
    for field, value in zip(form.fields, expr.fields, strict=True):
        number = scope.fresh("i64")
        given.append(ops.Assign(number, scope.held_as(value, field.form)))
        held.append(field_in_place(_stored(number, field, scope), field))
    return ops.Do(tuple(given), joined_fields(held))


def field_of(expr: ir.FieldOf, scope: Scope) -> ops.Expression:
    """Returns a field of a record."""
    assert isinstance(expr.of.domain, Record)
    form = scope.unit.forms.of(expr.of.domain)
    assert isinstance(form, RecordForm)
    field = next(each for each in form.fields if each.name == expr.field)
    return value_of(scope.held(expr.of), field, scope)


def value_of(record: ops.Expression, field: FieldForm, scope: Scope) -> ops.Expression:
    """Returns the value of a field, as it is held, in the number of a record."""
    stored = field_taken_out(record, field)
    if not isinstance(field.form, Scalar):
        return stored
    if not field.form.option:
        return plus(stored, field.form.low)
    number = scope.fresh("i64")
    value = plus(ops.Get(number), field.form.low - 1)
    there = ops.Choose(ops.Compare("==", ops.Get(number), ZERO), ops.Number(NOTHING), value, "i64")
    return ops.Do((ops.Assign(number, stored),), there)


def with_value(record: ops.Expression, field: FieldForm, value: ops.Local, scope: Scope) -> ops.Expression:
    """Returns the number of a record with another value in a field."""
    rest = ops.Binary("&", record, ops.Number(~(full(field) << field.shift)))
    return ops.Binary("|", rest, field_in_place(_stored(value, field, scope), field))


# ---- BITS


def _stored(value: ops.Local, field: FieldForm, scope: Scope) -> ops.Expression:
    """Returns the bits that stand for the value of a field."""
    form = field.form
    if not isinstance(form, Scalar):
        return ops.Get(value)
    distance = plus(ops.Get(value), form.option - form.low)
    absent = ops.Compare("==", ops.Get(value), ops.Number(NOTHING))
    stored = ops.Choose(absent, ZERO, distance, "i64") if form.option else distance
    if form.size != COUNTED:
        return stored
    beyond: ops.Expression = ops.Compare(">u", ops.Get(value), ops.Number(COUNTED - 1))
    beyond = ops.Both(ops.Negated(absent), beyond) if form.option else beyond
    return ops.Do((ops.When(beyond, (scope.trap("a number is too large to be packed", fault=False),)),), stored)
