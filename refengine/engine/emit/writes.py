"""Writes to a draft: one cell stored, a piece taken from a place and put to a place."""

from __future__ import annotations

from attrs import frozen

from refengine.engine.emit.expressions import key_text, located_key
from refengine.engine.emit.layout import TokenSlot, VariableSlot, ZoneSlot
from refengine.engine.emit.text import ATOM, SUM, Py, Text
from refengine.engine.emit.unit import Scope, Unit
from refengine.engine.growth import is_endless
from refengine.ir import expressions as ir
from refengine.ir.domain import Count, Range
from refengine.ir.interval import fits


def emit_write(
    slot: ZoneSlot | VariableSlot | TokenSlot, key: Py | None, value: Py, scope: Scope, turned: Py | None = None
) -> None:
    """Writes one cell; to one of a grid that turns, with the turn."""
    target = f"{scope.state}.{slot.attribute}"
    if key is None:
        scope.code.add(f"{target} = {value}")
    elif isinstance(slot, ZoneSlot) and slot.is_endless:
        laid = [key, value, *([] if turned is None else [turned])]
        scope.code.add(f"{target} = {target}.laid({', '.join(map(str, laid))})")
    elif slot.size == 2 and key.is_name:
        name = scope.fresh("member")
        scope.code.add(f"{name} = {value}")
        scope.code.add(f"{target} = ({target}[0], {name}) if {key} else ({name}, {target}[1])")
    else:
        scope.code.add(f"{target} = replaced({target}, {key}, {value})")


def add_number(name: str, key: Py | None, amount: Py, added: tuple[ir.Expr, ...], here: str, scope: Scope) -> None:
    """Adds to a number, which has to stay in its domain; `added` are what the amount may be."""
    slot = scope.unit.layout.variables[name]
    there = scope.unit.layout.member(scope.state, slot, key)
    total = Py(f"{there} + {amount.at(SUM + 1)}", SUM)
    if len(added) == 1 and isinstance(added[0], ir.Number) and added[0].value < 0:
        total = Py(f"{there} - {-added[0].value}", SUM)
    domain = slot.variable.domain
    match domain:
        case Count() if not all(fits(each, domain) for each in added):
            total = Py(f"natural({total}, {here})")
        case Count() if any(is_endless(each) for each in added):
            total = Py(f"counted({total}, {here})")
        case Range(low=low, high=high):
            total = Py(f"narrowed({total}, {low}, {high}, {here})")
        case _:
            pass
    emit_write(slot, key, total, scope)


# ---- PLACES


@frozen
class PlaceText:
    """A place: a slot and a key where the zone is known, else an expression of the place."""

    slot: ZoneSlot | None
    key: Py | None
    text: Py


def as_place(expr: ir.Expr, scope: Scope) -> PlaceText:
    """Returns a place, its key worked out already where that takes a statement or reads the state."""
    zones = scope.unit.layout.zones
    match expr:
        case ir.PlaceAt(zone=zone):
            text = key_text(expr.key, scope)
            if text is not None:
                text = scope.let(text, "key")
            return PlaceText(
                zones[zone], text, scope.expr(expr) if expr.key is None else Py(f"{zones[zone].place}[{text}]")
            )
        case ir.Located(zone=zone):
            key = scope.let(located_key(expr, scope), "key")
            return PlaceText(zones[zone], key, Py(f"{zones[zone].place}[{key}]"))
        case _:
            return PlaceText(None, None, scope.let(scope.expr(expr), "place"))


def take_piece(place: PlaceText, piece: Py, component: str, here: str, scope: Scope) -> None:
    """Takes a piece from a place; it has to be there."""
    if place.slot is None:
        scope.code.add(f"{scope.unit.layout.movers[component][0]}({scope.state}, {place.text}, {piece}, {here})")
    elif scope.held.get(piece.text) == place.slot.name:
        emit_write(place.slot, None, Py.name("None"), scope)
        del scope.held[piece.text]
    else:
        emit_write(place.slot, place.key, _taken(place.slot, place.key, piece, here, scope), scope)


def put_piece(place: PlaceText, piece: Py, component: str, here: str, scope: Scope, turned: Py | None = None) -> None:
    """Puts a piece to a place, perhaps turned; there has to be room."""
    if place.slot is None:
        scope.code.add(f"{scope.unit.layout.movers[component][1]}({scope.state}, {place.text}, {piece}, {here})")
    else:
        there_is_one(place.slot, place.key, here, scope)
        emit_write(place.slot, place.key, _put(place.slot, place.key, piece, here, scope), scope, turned)


def take_several(place: PlaceText, piece: Py, amount: Py, component: str, here: str, scope: Scope) -> None:
    """Takes so many copies of a piece from a place; so many have to be there."""
    if place.slot is None:
        with scope.code.loop("_", f"range({amount})"):
            take_piece(place, piece, component, here, scope)
        return
    there = scope.unit.layout.member(scope.state, place.slot, place.key)
    function = "emptied_several" if place.slot.single else "taken_several"
    emit_write(place.slot, place.key, Py(f"{function}({there}, {piece}, {amount}, {here})"), scope)


def put_several(place: PlaceText, piece: Py, amount: Py, component: str, here: str, scope: Scope) -> None:
    """Puts so many copies of a piece to a place; there has to be room for all."""
    slot = place.slot
    if slot is None:
        place_is_there(place.text, component, here, scope)
        with scope.code.loop("_", f"range({amount})"):
            put_piece(place, piece, component, here, scope)
        return
    there_is_one(slot, place.key, here, scope)
    there = scope.unit.layout.member(scope.state, slot, place.key)
    if slot.single:
        text = f"filled_several({there}, {piece}, {amount}, {here})"
    elif slot.cap is not None:
        function = "put_several_last_within" if slot.zone.ordered else "put_several_within"
        text = f"{function}({there}, {piece}, {amount}, {scope.expr(slot.cap)}, {here})"
    else:
        text = f"{'put_several_last' if slot.zone.ordered else 'put_several'}({there}, {piece}, {amount})"
    emit_write(slot, place.key, Py(text), scope)


def there_is_one(slot: ZoneSlot, key: Py | None, here: str, scope: Scope) -> None:
    """Asks for the spot whose zone something is put to: it is there while the piece lies whose part it is."""
    if slot.is_endless and not slot.is_grid:
        (part,) = (each for each in scope.unit.game.parts if each.name == slot.zone.index)
        grid = scope.unit.layout.member(scope.state, scope.unit.layout.zones[part.zone], None)
        scope.code.add(f"{scope.unit.layout.parts[part.name]}.there({grid}, {key}, {here})")


def place_is_there(place: Py, component: str, here: str, scope: Scope) -> None:
    """Asks for the spot that a place is on, also where nothing is put there."""
    for slot in on_spots(component, scope):
        with scope.code.branch(f'{place}.zone == "{slot.name}"'):
            there_is_one(slot, Py(f"{place}.key", ATOM), here, scope)


def on_spots(component: str, scope: Scope) -> list[ZoneSlot]:
    """Returns the families of zones over spots that hold a component."""
    slots = (each for each in scope.unit.layout.zones.values() if each.zone.component == component)
    return [each for each in slots if each.is_endless and not each.is_grid]


def _taken(slot: ZoneSlot, key: Py | None, piece: Py, here: str, scope: Scope) -> Py:
    there = scope.unit.layout.member(scope.state, slot, key)
    return Py(f"{'emptied' if slot.single else 'taken'}({there}, {piece}, {here})")


def _put(slot: ZoneSlot, key: Py | None, piece: Py, here: str, scope: Scope) -> Py:
    there = scope.unit.layout.member(scope.state, slot, key)
    if slot.single:
        return Py(f"filled({there}, {piece}, {here})")
    if slot.cap is not None:
        function = "put_last_within" if slot.zone.ordered else "put_within"
        return Py(f"{function}({there}, {piece}, {scope.expr(slot.cap)}, {here})")
    return Py(f"{'put_last' if slot.zone.ordered else 'put'}({there}, {piece})")


# ---- PLACES THAT ARE KNOWN ONLY WHEN THE PROGRAM RUNS


def emit_place_functions(unit: Unit, component: str, out: Text, scope: Scope) -> None:
    """Writes the two functions that move pieces of a component: one takes from a place, one puts to it."""
    kind = unit.layout.classes[component]
    all_slots = [slot for slot in unit.layout.zones.values() if slot.zone.component == component]
    for name, what, change in (
        (unit.layout.movers[component][0], "Takes a piece from where it lies", _taken),
        (unit.layout.movers[component][1], "Puts a piece to a place", _put),
    ):
        with out.block(f"def {name}(draft: Draft, place: Place, piece: {kind}, here: Clause) -> None"):
            out.docstring(f"{what}.")
            inner = scope.into(out)
            # What is laid turned is laid at a place that the move names.
            slots = [slot for slot in all_slots if change is _taken or not slot.zone.turned]
            for position, slot in enumerate(slots):
                key = None if slot.size is None else Py("place.key", ATOM)
                with out.branch(f'place.zone == "{slot.name}"', another=position > 0):
                    if change is _put:
                        there_is_one(slot, key, "here", inner)
                    emit_write(slot, key, change(slot, key, Py.name("piece"), "here", inner), inner)
        out.add()
        out.add()
