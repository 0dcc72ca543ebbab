"""Incremental checks: an invariant about every cell or spot is tested only near those that a step changed.

A step lays a piece; the invariant still holds of cells so far away that it does not look from there to the piece.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from refengine.engine.emit.reads import attributes_read, holds_over_stillness
from refengine.engine.emit.short_forms import ask_whole_if, emit_short_forms, refuse_where_wrong
from refengine.engine.emit.text import Text, tuple_of
from refengine.engine.emit.unit import Scope, Unit, scope_of
from refengine.ir import expressions as ir, game as model
from refengine.ir.reach import Reach, reach_of


@frozen
class _NearForm:
    """The short form of an invariant: its reach by the attributes of a state, and those that are read elsewhere."""

    reach: Reach
    near: Mapping[str, int]
    elsewhere: frozenset[str]


def emit_near(unit: Unit, whole: Mapping[str, str], out: Text) -> dict[str, str]:
    """Writes the short forms by name of the invariant; `whole` are the functions that ask of every cell or spot."""

    def body(each: model.Invariant, short: _NearForm) -> None:
        _body(unit, each, short, whole[each.name], out)

    return emit_short_forms(unit, "near", lambda each: _short(unit, each), body, out)


def _short(unit: Unit, each: model.Invariant) -> _NearForm | None:
    """Returns the short form; None where there is none, or it would be no shorter.

    None too of a step invariant that a step might break, or on which it might break off, where nothing changes.
    """
    if each.during is not None or (each.step and not holds_over_stillness(unit, each)):
        return None
    reach = reach_of(each.condition, unit.game)
    if reach is None:
        return None
    elsewhere = attributes_read(unit, reach.elsewhere)
    near = {unit.layout.zones[zone].attribute: far for zone, far in reach.near.items()}
    assert attributes_read(unit, each.condition) <= elsewhere | near.keys()
    near = {attribute: far for attribute, far in near.items() if attribute not in elsewhere}
    return _NearForm(reach, near, elsewhere) if near else None


def _body(unit: Unit, each: model.Invariant, short: _NearForm, whole: str, out: Text) -> None:
    changed = [f"state.{other} is not before.{other}" for other in sorted(short.elsewhere)]
    if each.phases and not each.step:
        phases = tuple_of([f'"{phase}"' for phase in each.phases])
        changed.append(f"before.control[-1].phase not in {phases}")
    ask_whole_if(changed, whole, out)
    scope = scope_of(unit, out, "state", each.clause)
    near = scope.fresh("near")
    out.add(f"{near}: set[tuple[int, int]] = set()")
    for attribute, far in sorted(short.near.items()):
        with out.branch(f"state.{attribute} is not before.{attribute}"):
            out.add(f"{near} |= cells_near(before.{attribute}.cells_changed(state.{attribute}), {far})")
    binding = short.reach.binding
    var = scope.bind(binding.var)
    with out.loop(var, _those_near(binding.domain, near, scope)):
        refuse_where_wrong(binding, short.reach.body, scope, out)
    out.add("return True")


def _those_near(domain: ir.Expr, near: str, scope: Scope) -> str:
    """Returns the text of what is gone through of a set, in its order, so that the same one always breaks off first."""
    layout = scope.unit.layout
    match domain:
        case ir.CellsOf(zone=zone, what=what):
            return f"sorted(filter({scope.state}.{layout.zones[zone].attribute}.is_{what}, {near}))"
        case ir.SpotsOf(spot=spot, zone=zone):
            return f"{layout.parts[spot.part]}.in_cells({scope.state}.{layout.zones[zone].attribute}, sorted({near}))"
        case ir.SpotsTaken(zone=zone):
            each = scope.fresh("spot")
            return (
                f"[{each} for {each} in {scope.state}.{layout.zones[zone].attribute}.spots() if {each}[:2] in {near}]"
            )
        case other:
            raise TypeError(other)
