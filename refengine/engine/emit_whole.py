"""Loops that come to one step: everything in a zone moved to another, every member of a family set to the same."""

from __future__ import annotations

from refengine.engine.emit_expressions import key_text
from refengine.engine.emit_writes import as_place, store
from refengine.engine.text import Py, tuple_of
from refengine.engine.unit import Scope
from refengine.ir import control, expressions as ir
from refengine.ir.domain import Enum
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import free_locals, walk

_READS = (ir.ReadVariable, ir.Contents, ir.TokensOn, ir.Supply, ir.Located, ir.CallValue)


def all_moved(each: control.Each, scope: Scope) -> bool:
    """`move all` from a zone to another without a limit, written at once; else nothing is written."""
    match each:
        case control.Each(
            binding=ir.Binding(var=var, domain=ir.Contents(zone=zone, key=key), condition=condition),
            body=(control.MovePiece(piece=piece, source=source, target=ir.PlaceAt(zone=to) as target, amount=None),),
        ) if piece == var and condition == TRUE and to != zone and var not in free_locals(target):
            pass
        case _:
            return False
    zones = scope.unit.layout.zones
    slot, other = zones[zone], zones[to]
    whole = key is None and slot.size is not None
    expected = isinstance(source, ir.Located) if whole else isinstance(source, ir.PlaceAt) and source.key == key
    if not expected or getattr(source, "zone", None) != zone or slot.single or other.single or other.cap is not None:
        return False
    at = as_place(target, scope)
    key_before = key_text(key, scope)
    if key_before is not None and not (key_before.text.isidentifier() or key_before.text.isdigit()):
        name = scope.fresh("key")
        scope.code.add(f"{name} = {key_before}")
        key_before = Py(name)
    pieces = scope.fresh("pieces")
    scope.code.add(f"{pieces} = {scope.unit.layout.lying(scope.state, slot, key_before)}")
    nothing = Py(tuple_of(["()"] * slot.size)) if whole and slot.size is not None else Py("()")
    store(slot, None if whole else key_before, nothing, scope)
    there = scope.unit.layout.member(scope.state, other, at.key)
    function = "put_all_last" if other.zone.ordered else "put_all"
    store(other, at.key, Py(f"{function}({there}, {pieces})"), scope)
    return True


def all_set(each: control.Each, scope: Scope) -> bool:
    """Every member of a family of variables set to the same value, which reads nothing, written at once."""
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
    store(slot, None, Py(tuple_of([text] * slot.size)), scope)
    return True
