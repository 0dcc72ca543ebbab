"""Bulk moves: a loop that moves every piece of a zone becomes one assignment, if no state between can be observed."""

from __future__ import annotations

from refengine.engine.emit.expressions import key_text
from refengine.engine.emit.reads import attributes_read
from refengine.engine.emit.text import Py, tuple_of
from refengine.engine.emit.unit import Scope
from refengine.engine.emit.writes import emit_write
from refengine.ir import control, expressions as ir
from refengine.ir.simplify import TRUE
from refengine.ir.totality import is_total, total_values
from refengine.ir.traverse import free_locals


def moved_at_once(each: control.Each, scope: Scope) -> bool:
    """Emits such a loop, if it is one: all pieces of a place or of a family, with no condition, to one place."""
    binding = each.binding
    match each.body, binding.domain:
        case (
            (control.MovePiece(piece=ir.Local() as piece, source=source, target=ir.PlaceAt() as target, amount=None),),
            ir.Contents() as contents,
        ) if piece == binding.var and binding.condition == TRUE and _is_all(source, contents, piece):
            pass
        case _:
            return False
    zones = scope.unit.layout.zones
    here, there = zones[contents.zone], zones[target.zone]
    if scope.unit.explain or here is there or here.single or there.single or there.cap is not None:
        return False
    if here.is_endless or there.is_endless:
        return False
    keys = tuple(key for key in (contents.key, target.key) if key is not None)
    if any(piece in free_locals(key) or attributes_read(scope.unit, key) for key in keys):
        return False
    if not is_total(target.key, total_values(scope.unit.game.values)):
        return False  # where nothing lies nobody asks where it goes
    from_key, to_key = key_text(contents.key, scope), key_text(target.key, scope)
    come = scope.unit.layout.lying(scope.state, here, from_key)
    lying = scope.unit.layout.member(scope.state, there, to_key)
    together = tuple_of([f"*{lying}", f"*{come}"]) if there.zone.ordered else f"put_all({lying}, {come})"
    emit_write(there, to_key, Py(together), scope)
    emptied = "()" if from_key is not None or here.size is None else f"((),) * {here.size}"
    emit_write(here, from_key, Py(emptied), scope)
    return True


def _is_all(source: ir.Expr, contents: ir.Contents, piece: ir.Local) -> bool:
    """Returns whether the place from which each piece is taken is the one in which it was found."""
    match source:
        case ir.Located(zone=zone):
            return zone == contents.zone and contents.key is None and source.piece == piece
        case ir.PlaceAt(zone=zone):
            return zone == contents.zone and source.key == contents.key
        case _:
            return False
