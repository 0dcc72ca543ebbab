"""Incremental checks: an invariant about every member of a kind, or every piece, is tested only of those touched.

A step moves a card or two and changes a few numbers; of all others the invariant still holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from refengine.engine.emit.layout import ZoneSlot
from refengine.engine.emit.reads import OwnParts, own_parts
from refengine.engine.emit.short_forms import ask_whole_if, emit_short_forms, refuse_where_wrong
from refengine.engine.emit.text import Text
from refengine.engine.emit.unit import Scope, Unit, scope_of
from refengine.ir import game as model
from refengine.ir.domain import Enum, Piece


def emit_still(unit: Unit, whole: Mapping[str, str], out: Text) -> dict[str, str]:
    """Writes the short forms by name of the invariant; `whole` are the functions that ask of every member."""

    def short(each: model.Invariant) -> OwnParts | None:
        return None if each.phases or each.during is not None else own_parts(unit, each)

    def body(each: model.Invariant, parts: OwnParts) -> None:
        _body(unit, each, parts, whole[each.name], out)

    return emit_short_forms(unit, "still", short, body, out)


def _body(unit: Unit, each: model.Invariant, parts: OwnParts, whole: str, out: Text) -> None:
    ask_whole_if((f"state.{other} is not before.{other}" for other in sorted(parts.others)), whole, out)
    scope = scope_of(unit, out, "state", each.clause)
    match parts.binding.var.domain:
        case Piece(component=component):
            with _each_piece(unit, parts, component, scope, out):
                refuse_where_wrong(parts.binding, parts.body, scope, out)
        case Enum(kind=kind):
            var = scope.bind(parts.binding.var)
            with out.loop(var, f"range({unit.folding.sizes[kind]})"):
                same = " and ".join(f"state.{own}[{var}] is before.{own}[{var}]" for own in sorted(parts.keyed))
                with out.branch(same):
                    out.add("continue")
                refuse_where_wrong(parts.binding, parts.body, scope, out)
        case other:
            raise TypeError(other)
    out.add("return True")


@contextmanager
def _each_piece(unit: Unit, parts: OwnParts, component: str, scope: Scope, out: Text) -> Iterator[None]:
    """Goes through the pieces that were touched, in their order, so that the same one breaks off first every time."""
    touched, pieces = scope.named("touched"), unit.layout.pieces[component]
    out.add(f"{touched}: set[Any] = set()")
    slots = {slot.attribute: slot for slot in unit.layout.zones.values()}
    changes = [(own, f"changed_of({pieces}, before.{own}, state.{own})") for own in sorted(parts.keyed)]
    changes += [(zone, _moved(slots[zone])) for zone in sorted(parts.lying)]
    for attribute, which in changes:
        with out.branch(f"state.{attribute} is not before.{attribute}"):
            out.add(f"{touched}.update({which})")
    with out.loop(scope.bind(parts.binding.var), f"printed_of({pieces}, {touched})"):
        yield


def _moved(slot: ZoneSlot) -> str:
    """Returns the pieces that came to a zone or left it, in whichever member of a family."""
    then, now = f"before.{slot.attribute}", f"state.{slot.attribute}"
    if slot.is_endless:
        return f"moved_on_grid({then}, {now})"
    if slot.size is not None:
        return f"{'moved_singly' if slot.single else 'moved_among'}({then}, {now})"
    return f"moved_singly(({then},), ({now},))" if slot.single else f"moved_among(({then},), ({now},))"
