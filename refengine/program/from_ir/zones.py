"""Zones: pieces taken from places and put to places, and how many lie there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from attrs import frozen

from refengine.ir import expressions as ir
from refengine.ir.domain import Place
from refengine.program import ops
from refengine.program.from_ir import arrays, sequences, words
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.expressions import located
from refengine.program.from_ir.stamps import note_write, pieces_of, zone_of
from refengine.program.from_ir.unit import Scope, Unit, address_expression, member_address
from refengine.program.storage.forms import MOST_COPIES, Array, Mask, Word
from refengine.program.storage.packed import PackedZone

ONE, ZERO = ops.Number(1), ops.Number(0)
NO_LIMIT = 1 << 40
"""More than lie anywhere."""

STATE, ADDRESS, PIECE, AMOUNT = (
    ops.Local("state", "i32"), ops.Local("address", "i32"), ops.Local("piece", "i64"), ops.Local("amount", "i64"),
)  # fmt: skip
ORDER: Final = ops.Local("order", "i32")


def add_zones(unit: Unit) -> None:
    """Adds the functions that take, put and count, for each component, and the tables of places."""
    unit.memory.table("places", lambda: _offsets(unit.packed.place_offsets()))
    if unit.forms.sequences:
        unit.memory.table("orders", lambda: _offsets(unit.packed.order_offsets()))
    for component in unit.game.components:
        form = unit.forms.lying(component.name)
        unit.add(_change("take", component.name, form, unit, takes=True))
        unit.add(_change("put", component.name, form, unit, takes=False))
        if component.name in unit.forms.sequences:
            unit.add(_change_in_order("take", component.name, unit))
            unit.add(_change_in_order("put", component.name, unit))
        unit.add(_limits(unit, component.name))


def _offsets(listed: Iterable[int]) -> bytes:
    return b"".join(each.to_bytes(4, "little") for each in listed)


def _change_in_order(word: Literal["take", "put"], component: str, unit: Unit) -> ops.Function:
    """Returns a function that takes or puts where an order may be kept: at an address, unless that is 0."""
    form = unit.forms.sequences[component]
    call = ops.Call(f"{word} {component}", (ops.Get(ADDRESS), ops.Get(PIECE), ops.Get(AMOUNT)), "i32")
    order, piece, amount = ops.Get(ORDER), ops.Get(PIECE), ops.Get(AMOUNT)
    if word == "take":
        change = sequences.taken(order, piece, amount, form)
    else:
        change = sequences.pushed(order, piece, form, amount)
    body = (
        ops.When(ops.Negated(call), (ops.Return(ops.Address(0)),)),
        ops.When(order, (change,)),
        ops.Return(ops.Address(1)),
    )
    return ops.Function(f"{word} in order {component}", (ADDRESS, ORDER, PIECE, AMOUNT), "i32", body)


def change_copies(
    word: Literal["take", "put"],
    component: str,
    address: ops.Expression,
    order: ops.Expression | None,
    piece: ops.Expression,
    amount: ops.Expression,
) -> ops.Expression:
    """Returns the call that takes so many copies of a piece, or puts them: whether they were there, or found room."""
    if order is None:
        return ops.Call(f"{word} {component}", (address, piece, amount), "i32")
    return ops.Call(f"{word} in order {component}", (address, order, piece, amount), "i32")


def _change(word: str, component: str, form: Word | Array, unit: Unit, *, takes: bool) -> ops.Function:
    """Returns a function that takes so many copies of a piece, or puts them; whether they were there, or found room.

    What is taken is put somewhere, and that says that it was written. In between nothing is asked, but for how many may
    lie there; on a board, what is put is written to another part of the state.
    """
    amount, there = ops.Get(AMOUNT), ops.Local("there", "i64")
    yes, no = ops.Return(ops.Address(1)), ops.Return(ops.Address(0))
    nothing = ops.When(ops.Compare("<=", amount, ZERO), (yes,))
    if isinstance(form, Mask):
        bit = ops.Binary("<<", ONE, plus(ops.Get(PIECE), -form.low))
        lies = ops.Binary("&", ops.Get(there), bit)
        wrong = ops.Compare("==" if takes else "!=", lies, ZERO)
        body: tuple[ops.Statement, ...] = (
            ops.Assign(there, ops.Load(ops.Get(ADDRESS), 0, form.width)),
            ops.When(ops.Either(ops.Compare(">", amount, ONE), wrong), (no,)),
            ops.Store(ops.Get(ADDRESS), 0, form.width, ops.Binary("^", ops.Get(there), bit)),
        )
    elif isinstance(form, Word):
        number, copies = plus(ops.Get(PIECE), -form.low), ops.Local("copies", "i64")
        most = ops.Get(copies) if takes else ops.Number(words.full(form))
        full = ops.Compare(">u", ops.Binary("+", ops.Get(copies), amount), ops.Number(words.full(form)))
        wrong = ops.Compare(">", amount, most)
        lane = words.in_lane(amount, number, form)
        body = (
            ops.Assign(there, ops.Load(ops.Get(ADDRESS), 0, form.width)),
            ops.Assign(copies, words.lane_of(ops.Get(there), number, form)),
            ops.When(wrong if takes else ops.Either(wrong, full), (no,)),
            ops.Store(ops.Get(ADDRESS), 0, form.width, ops.Binary("-" if takes else "+", ops.Get(there), lane)),
        )
    else:
        place = ops.Plus(ops.Get(ADDRESS), ops.Shortened(ops.Get(PIECE)))
        after = ops.Binary("-" if takes else "+", ops.Get(there), amount)
        wrong = ops.Compare(">", amount, ops.Get(there) if takes else ops.Number(MOST_COPIES))
        full = ops.Compare(">u", after, ops.Number(MOST_COPIES))
        body = (
            ops.Assign(there, ops.Load(place, 0, 1)),
            ops.When(ops.Either(wrong, full), (no,)),
            ops.Store(place, 0, 1, after),
        )
    homes = [each for each in unit.game.zones if each.component == component]
    says_so = not takes or not all(
        isinstance(each.cap, ir.Number | None) and zone_of(each, unit.game) == pieces_of(component) for each in homes
    )
    done = (*((note_write(pieces_of(component)),) if says_so else ()), yes)
    return ops.Function(f"{word} {component}", (ADDRESS, PIECE, AMOUNT), "i32", (nothing, *body, *done))


def _limits(unit: Unit, component: str) -> ops.Function:
    """Returns a function from a place to how many pieces may lie there."""
    place = ops.Local("place", "i64")
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    body: list[ops.Statement] = []
    for packed in unit.packed.zones.values():
        if packed.zone.component == component and packed.zone.cap is not None:
            inside = ops.Compare("<u", plus(ops.Get(place), -packed.first), ops.Number(packed.size))
            body.append(ops.When(inside, (ops.Return(scope.within(packed.zone.clause).held(packed.zone.cap)),)))
    return ops.Function(f"limit {component}", (STATE, place), "i64", (*body, ops.Return(ops.Number(NO_LIMIT))))


# ---- PLACES


@frozen
class ComputedPlace:
    """A place that is worked out at run time: its address, and the zone where that is known, else its number.

    `order` is the address of the order that is kept there, 0 where none is; it is None where none can be.
    """

    address: ops.Expression
    order: ops.Expression | None
    zone: PackedZone | None
    number: ops.Expression | None


def computed_place(expr: ir.Expr, scope: Scope) -> tuple[tuple[ops.Statement, ...], ComputedPlace]:
    """Returns a place, after the statements that work it out."""
    zones = scope.unit.packed.zones
    match expr:
        case ir.PlaceAt(zone=zone):
            return _placed_in(zones[zone], None if expr.key is None else scope.held(expr.key), scope)
        case ir.Located(zone=zone):
            return _placed_in(zones[zone], plus(located(expr, scope), -zones[zone].first), scope)
        case _:
            assert isinstance(expr.domain, Place)
            number = scope.fresh("i64")
            given, place = placed_at(ops.Get(number), expr.domain.component, scope)
            return (ops.Assign(number, scope.held(expr)), *given), place


def _placed_in(
    packed: PackedZone, key: ops.Expression | None, scope: Scope
) -> tuple[tuple[ops.Statement, ...], ComputedPlace]:
    """Returns a place of a zone that is known."""
    address, order = scope.fresh("i32"), packed.order
    first: tuple[ops.Statement, ...] = ()
    if order is not None and key is not None:
        kept = scope.fresh("i64")
        first, key = (ops.Assign(kept, key),), ops.Get(kept)
    given = ops.Assign(address, address_expression(member_address(scope.state, packed.offset, key, packed.stride)))
    behind = None if order is None else address_expression(member_address(scope.state, order.offset, key, order.stride))
    return (*first, given), ComputedPlace(ops.Get(address), behind, packed, None)


def placed_at(number: ops.Expression, component: str, scope: Scope) -> tuple[tuple[ops.Statement, ...], ComputedPlace]:
    """Returns a place of a component that is known by its number, after the statements that work it out."""
    address = scope.fresh("i32")
    given = ops.Assign(address, address_of(number, scope))
    return (given,), ComputedPlace(ops.Get(address), order_at(number, component, scope), None, number)


def order_at(place: ops.Expression, component: str, scope: Scope) -> ops.Expression | None:
    """Returns the address of the order of a place known by its number, 0 where it keeps none; None where none does."""
    if component not in scope.unit.forms.sequences:
        return None
    row, offset = member_address(ops.Address(0), scope.unit.memory.tables["orders"], place, 4)
    distance = ops.Load(row, offset, 4)
    there = ops.Plus(scope.state, ops.Shortened(distance))
    return ops.Choose(ops.Compare("!=", distance, ZERO), there, ops.Address(0), "i32")


def address_of(place: ops.Expression, scope: Scope) -> ops.Expression:
    """Returns the address of a place that is known by its number."""
    table = scope.unit.memory.tables["places"]
    row, offset = member_address(ops.Address(0), table, place, 4)
    return ops.Plus(scope.state, ops.Shortened(ops.Load(row, offset, 4)))


def take(
    place: ComputedPlace, piece: ops.Expression, amount: ops.Expression, component: str, scope: Scope
) -> ops.Statement:
    """Takes so many copies of a piece; it is a fault if they are not there."""
    call = change_copies("take", component, place.address, place.order, piece, amount)
    return ops.When(ops.Negated(call), (scope.trap("not there"),))


def put(
    place: ComputedPlace, piece: ops.Expression, amount: ops.Expression, component: str, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Puts so many copies of a piece; it is a fault if there is no room."""
    call = change_copies("put", component, place.address, place.order, piece, amount)
    limit = _limit(place, component, scope)
    fits = ops.When(ops.Negated(call), (scope.trap("what is put there already lies there", fault=False),))
    if limit is None:
        return (fits,)
    form = scope.unit.forms.lying(component)
    full = ops.Compare(">", ops.Binary("+", count_lying(place.address, form, scope), amount), limit)
    some = ops.Compare(">", amount, ZERO)
    condition = full if isinstance(amount, ops.Number) else ops.Both(some, full)
    return ops.When(condition, (scope.trap("no room"),)), fits


def count_lying(address: ops.Expression, form: Word | Array, scope: Scope) -> ops.Expression:
    """Returns the number of pieces that lie at an address, copies counted."""
    if isinstance(form, Array):
        return arrays.many(address, form.bytes)
    return words.many(ops.Load(address, 0, form.width), form, scope)


def _limit(place: ComputedPlace, component: str, scope: Scope) -> ops.Expression | None:
    if place.zone is not None:
        return None if place.zone.zone.cap is None else scope.held(place.zone.zone.cap)
    if all(each.zone.cap is None for each in scope.unit.packed.zones.values() if each.zone.component == component):
        return None
    assert place.number is not None
    return ops.Call(f"limit {component}", (scope.state, place.number), "i64")
