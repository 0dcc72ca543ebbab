"""Printed data as bytes in memory: what is printed on pieces and in tables, read by number."""

from __future__ import annotations

from collections.abc import Sequence

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Domain, Enum, Option, Piece, SetOf
from refengine.program import ops
from refengine.program.from_ir.unit import DataColumn, Scope, Unit, member_address
from refengine.program.storage.forms import (
    NOTHING,
    Array,
    ListForm,
    RecordForm,
    Scalar,
    Sequence as PieceSequence,
    Word,
    bytes_of,
)
from refengine.program.unfit import Unfit


def printed(expr: ir.FieldOf, scope: Scope) -> ops.Expression:
    """Returns a field of a piece, or of a member of a kind from a table."""
    unit = scope.unit
    owner, field, rows = _field_of(expr, unit)
    keys = 1 if field.index is None else _size(field.index, unit)
    number = scope.held(expr.of)
    if expr.key is not None:
        number = ops.Binary("+", ops.Binary("*", number, ops.Number(keys)), scope.held(expr.key))
    listed = [each for row in rows for each in (row if field.index is not None else (row,))]  # type: ignore[union-attr]
    form = unit.forms.of(field.domain)
    if isinstance(form, Scalar):
        if (owner, field.name) not in unit.columns:
            values = [_number(each, field.domain, unit) for each in listed]
            width, signed = _width(values)
            held = b"".join(each.to_bytes(width, "little", signed=signed) for each in values)
            base = unit.memory.table((owner, field.name), lambda: held)
            unit.columns[owner, field.name] = DataColumn(base, width, signed)
        column = unit.columns[owner, field.name]
        address, offset = member_address(ops.Address(0), column.base, number, column.width)
        return ops.Load(address, offset, column.width, column.signed)
    if isinstance(form, ListForm | PieceSequence | RecordForm):
        raise Unfit("records, and sets of cells, of spots, of sets or of pieces in an order, are not printed")
    sets = [_set(each, form, field.domain, unit) for each in listed]
    base = unit.memory.table((owner, field.name), lambda: b"".join(sets))
    address, offset = member_address(ops.Address(0), base, number, bytes_of(form))
    if isinstance(form, Array):
        return ops.Plus(address, ops.Address(offset))
    return ops.Load(address, offset, form.width)


def _field_of(expr: ir.FieldOf, unit: Unit) -> tuple[str, model.Field, Sequence[model.Datum]]:
    """Returns the owner and field, and what is printed for each of its pieces or members."""
    match expr.of.domain:
        case Piece(component=name):
            component = next(each for each in unit.game.components if each.name == name)
            fields, rows = component.fields, [row.data for row in component.pieces]
        case Enum(kind=name):
            kind = next(each for each in unit.game.kinds if each.name == name)
            fields, rows = kind.fields, list(kind.rows)
        case other:
            raise Unfit(f"a field of {type(other).__name__}")
    place = next(number for number, each in enumerate(fields) if each.name == expr.field)
    return name, fields[place], [row[place] for row in rows]


def _size(index: str, unit: Unit) -> int:
    return unit.forms.kinds[index] if index in unit.forms.kinds else unit.forms.pieces[index]


def _number(datum: model.Datum, domain: Domain, unit: Unit) -> int:
    match domain:
        case Option(inner=inner):
            return NOTHING if datum is None else _number(datum, inner, unit)
        case Enum(kind=name):
            members = next(each.members for each in unit.game.kinds if each.name == name)
            return members.index(str(datum))
        case _:
            assert isinstance(datum, bool | int)
            return int(datum)


def _set(datum: model.Datum, form: Word | Array, domain: Domain, unit: Unit) -> bytes:
    assert isinstance(datum, tuple)
    assert isinstance(domain, SetOf)
    numbers = {_number(each, domain.inner, unit) - form.low for each in datum}
    if isinstance(form, Array):
        return bytes(number in numbers for number in range(form.size)).ljust(form.bytes, b"\0")
    return sum(1 << number * form.bits for number in numbers).to_bytes(form.width, "little")


def _width(values: list[int]) -> tuple[ops.Width, bool]:
    least, most = min(values, default=0), max(values, default=0)
    for width in (1, 2, 4):
        if least >= 0 and most < 1 << (8 * width):
            return width, False
        if -(1 << (8 * width - 1)) <= least and most < 1 << (8 * width - 1):
            return width, True
    return 8, True
