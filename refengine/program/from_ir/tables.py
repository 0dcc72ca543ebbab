"""Tables of results that hang on arguments alone: filled at the start, or by whoever asks for a result first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from refengine.ir.domain import UNBOUNDED, Domain, Range
from refengine.program import ops
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.unit import Unit, both
from refengine.program.storage.forms import Scalar

MOST_ROWS: Final = 1 << 12
"""The greatest number of rows of a table of results."""

ROW: Final = 8
"""The bytes of a row."""

MASKED: Final = 0x5DEECE66D
"""Results are stored with these bits turned round, so that no likely one is 0, which means: not worked out yet."""


def rows_for(unit: Unit, domains: Sequence[Domain]) -> int | None:
    """Returns the number of arguments of some domains; None where they number no rows."""
    if any(isinstance(each, Range) and each.low <= -UNBOUNDED for each in domains):
        return None
    rows = 1
    for form in map(unit.forms.of, domains):
        if not isinstance(form, Scalar) or form.option:
            return None
        rows *= form.size
    return rows


def row_of(
    domains: Sequence[Domain], own: Sequence[ops.Expression], unit: Unit
) -> tuple[ops.Expression, list[ops.Expression]]:
    """Returns the row of some arguments, and the conditions under which they have one."""
    row: ops.Expression = ops.Number(0)
    inside: list[ops.Expression] = []
    for domain, each in zip(domains, own, strict=True):
        form = unit.forms.of(domain)
        assert isinstance(form, Scalar)
        number = plus(each, -form.low)
        inside.append(ops.Compare("<u", number, ops.Number(form.size)))
        row = number if row == ops.Number(0) else ops.Binary("+", ops.Binary("*", row, ops.Number(form.size)), number)
    return row, inside


def fill_table(
    domains: Sequence[Domain], own: Sequence[ops.Local], body: tuple[ops.Statement, ...], unit: Unit
) -> tuple[ops.Statement, ...]:
    """Returns the statements that fill a table: the body, for each combination of arguments in turn."""
    for domain, each in reversed(list(zip(domains, own, strict=True))):
        form = unit.forms.of(domain)
        assert isinstance(form, Scalar)
        going = ops.Compare("<", ops.Get(each), ops.Number(form.low + form.size))
        turn = (*body, ops.Assign(each, plus(ops.Get(each), 1)))
        body = (ops.Assign(each, ops.Number(form.low)), ops.While(going, turn))
    return body


def looked_up(
    table: int, worked_out: str, domains: Sequence[Domain], own: tuple[ops.Local, ...], type_: ops.Type, unit: Unit
) -> tuple[ops.Statement, ...]:
    """Returns the body of a function that asks another, the one named, where the table at an address has no result."""
    row, inside = row_of(domains, tuple(map(ops.Get, own)), unit)
    place, found, result = ops.Local("place", "i32"), ops.Local("found", "i64"), ops.Local("known", type_)
    call = ops.Call(worked_out, tuple(map(ops.Get, own)), type_)
    known = ops.Binary("^", ops.Get(found), ops.Number(MASKED))
    kept = ops.Get(result) if type_ == "i64" else ops.Widened(ops.Get(result))
    return (
        ops.When(ops.Negated(both(inside)), (ops.Return(call),)),
        ops.Assign(place, ops.Shortened(ops.Binary("*", row, ops.Number(ROW)))),
        ops.Assign(found, ops.Load(ops.Get(place), table, 8)),
        ops.When(
            ops.Compare("!=", ops.Get(found), ops.Number(0)),
            (ops.Return(known if type_ == "i64" else ops.Shortened(known)),),
        ),
        ops.Assign(result, call),
        ops.Store(ops.Get(place), table, 8, ops.Binary("^", kept, ops.Number(MASKED))),
        ops.Return(ops.Get(result)),
    )
