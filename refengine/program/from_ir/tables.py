"""Tables of results that hang on arguments alone: what was worked out once is looked up from then on."""

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

MASKED: Final = 0x5DEECE66D
"""Results are stored with these bits turned round, so that no likely one is 0, which means: not worked out yet."""


def rows_for(unit: Unit, domains: Sequence[Domain]) -> int | None:
    """The number of arguments of some domains; None where they number no rows."""
    if any(isinstance(each, Range) and each.low <= -UNBOUNDED for each in domains):
        return None
    rows = 1
    for form in map(unit.forms.of, domains):
        if not isinstance(form, Scalar) or form.option:
            return None
        rows *= form.size
    return rows


def looked_up(
    worked_out: str, domains: Sequence[Domain], own: tuple[ops.Local, ...], rows: int, type_: ops.Type, unit: Unit
) -> tuple[ops.Statement, ...]:
    """The body of a function that asks another, the one named, where the result is not known."""
    table = unit.memory.room(rows * 8)
    row: ops.Expression = ops.Number(0)
    inside: list[ops.Expression] = []
    for domain, local in zip(domains, own, strict=True):
        form = unit.forms.of(domain)
        assert isinstance(form, Scalar)
        number = plus(ops.Get(local), -form.low)
        inside.append(ops.Compare("<u", number, ops.Number(form.size)))
        row = ops.Binary("+", ops.Binary("*", row, ops.Number(form.size)), number)
    place, found, result = ops.Local("place", "i32"), ops.Local("found", "i64"), ops.Local("known", type_)
    call = ops.Call(worked_out, tuple(map(ops.Get, own)), type_)
    known = ops.Binary("^", ops.Get(found), ops.Number(MASKED))
    kept = ops.Get(result) if type_ == "i64" else ops.Widened(ops.Get(result))
    return (
        ops.When(ops.Negated(both(inside)), (ops.Return(call),)),
        ops.Assign(place, ops.Shortened(ops.Binary("*", row, ops.Number(8)))),
        ops.Assign(found, ops.Load(ops.Get(place), table, 8)),
        ops.When(
            ops.Compare("!=", ops.Get(found), ops.Number(0)),
            (ops.Return(known if type_ == "i64" else ops.Shortened(known)),),
        ),
        ops.Assign(result, call),
        ops.Store(ops.Get(place), table, 8, ops.Binary("^", kept, ops.Number(MASKED))),
        ops.Return(ops.Get(result)),
    )
