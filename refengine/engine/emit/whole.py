"""Replaces a loop that sets every member of a family of variables to one value by a single assignment."""

from __future__ import annotations

from refengine.engine.emit.text import Py, tuple_of
from refengine.engine.emit.unit import Scope
from refengine.engine.emit.writes import emit_write
from refengine.ir import control, expressions as ir
from refengine.ir.domain import Enum
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import free_locals, walk

_READS = (
    ir.ReadVariable, ir.Contents, ir.TokensOn, ir.Supply, ir.Located, ir.CellsOf, ir.CellOf, ir.TurnAt, ir.SpotsOf,
    ir.SpotsTaken, ir.CallValue,
)  # fmt: skip


def all_set(each: control.Each, scope: Scope) -> bool:
    """Writes at once that a family of variables is set to one value, which reads nothing, if a loop does that."""
    match each:
        case control.Each(
            binding=ir.Binding(var=var, domain=ir.AllMembers(of=Enum(kind=kind)), condition=condition),
            body=(control.SetVariable(name=name, key=key, value=value),),
        ) if key == var and condition == TRUE and var not in free_locals(value):
            pass
        case _:
            return False
    slot = scope.unit.layout.variables[name]
    if slot.variable.index != kind or slot.size is None or any(isinstance(node, _READS) for node in walk(value)):
        return False
    text = str(scope.expr(value))
    emit_write(slot, None, Py(tuple_of([text] * slot.size)), scope)
    return True
