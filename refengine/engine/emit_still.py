"""Invariants about every member of a kind, or every piece, asked after a step only of those that it touched.

A step moves a card or two and changes a few numbers; of all others the invariant says what it said before.

INVARIANT: where an invariant held before a step, its short form says of the state behind it what the whole says.
"""

from __future__ import annotations

from collections.abc import Mapping

from refengine.engine.emit_values import per
from refengine.engine.layout import ZoneSlot
from refengine.engine.reads import OwnParts, own_parts
from refengine.engine.text import Text
from refengine.engine.unit import Unit, scope_of
from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Enum, Piece
from refengine.ir.simplify import TRUE, negation


def emit_still(unit: Unit, whole: Mapping[str, str], out: Text) -> dict[str, str]:
    """Writes the short forms by name of the invariant; `whole` are the functions that ask of every member."""
    functions: dict[str, str] = {}
    for each in unit.game.invariants:
        parts = None if each.phases or each.during is not None else own_parts(unit, each)
        if parts is None:
            continue
        name = unit.names.new(f"still_{each.name}")
        functions[each.name] = name
        with out.block(f"def {name}(before: Position, state: Position) -> bool:"):
            out.docstring(f"{each.name}{per(each.clause)}, given that it held before.")
            _body(unit, each, parts, whole[each.name], out)
        out.add()
        out.add()
    return functions


def _body(unit: Unit, each: model.Invariant, parts: OwnParts, whole: str, out: Text) -> None:
    if parts.others:
        changed = " or ".join(f"state.{other} is not before.{other}" for other in sorted(parts.others))
        with out.block(f"if {changed}:"):
            out.add(f"return {whole}(before, state)")
    scope = scope_of(unit, out, "state", each.clause)
    touched = scope.named("touched")
    out.add(f"{touched}: set[Any] = set()")
    for attribute in sorted(parts.keyed):
        with out.block(f"if state.{attribute} is not before.{attribute}:"):
            out.add(
                f"{touched}.update(changed_of({_members(unit, parts.binding)}, before.{attribute}, state.{attribute}))"
            )
    slots = {slot.attribute: slot for slot in unit.layout.zones.values()}
    for attribute in sorted(parts.lying):
        with out.block(f"if state.{attribute} is not before.{attribute}:"):
            out.add(f"{touched}.update({_moved(slots[attribute])})")
    in_order = _in_order(unit, parts.binding, touched)
    var = scope.bind(parts.binding.var)
    with out.block(f"for {var} in {in_order}:"):
        condition = parts.binding.condition
        wrong = negation(parts.body)
        test = scope.truth(wrong if condition == TRUE else ir.And((condition, wrong)))
        with out.block(f"if {test}:"):
            out.add("return False")
    out.add("return True")


def _members(unit: Unit, binding: ir.Binding) -> str:
    match binding.var.domain:
        case Piece(component=component):
            return unit.layout.pieces[component]
        case Enum(kind=kind):
            return f"range({unit.folding.sizes[kind]})"
        case other:
            raise TypeError(other)


def _moved(slot: ZoneSlot) -> str:
    """The pieces that came to a zone or left it, in whichever member of a family."""
    then, now = f"before.{slot.attribute}", f"state.{slot.attribute}"
    if slot.size is not None:
        return f"{'moved_singly' if slot.single else 'moved_among'}({then}, {now})"
    return f"moved_singly(({then},), ({now},))" if slot.single else f"moved_among(({then},), ({now},))"


def _in_order(unit: Unit, binding: ir.Binding, touched: str) -> str:
    """The members that were touched, in their order, so that the same one breaks off first every time."""
    if isinstance(binding.var.domain, Piece):
        return f"printed_of({_members(unit, binding)}, {touched})"
    return f"sorted({touched})"
