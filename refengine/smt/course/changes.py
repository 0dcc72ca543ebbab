"""Changes that were worked out, made all at once: pieces, tokens, variables; all are taken before any is put."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from attrs import define, evolve, field, frozen

from refengine.ir import control, domain as d
from refengine.ir.obligations import Owed
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import Element, PieceValue, SetValue, Value
from refengine.smt.terms.zones import Heap, Slot, Zone


@frozen(eq=False)
class PieceMove:
    """A piece on its way, or so many copies of it."""

    guard: Bool
    piece: PieceValue
    amount: Num
    source: Num
    target: Num
    effect: control.MovePiece
    scope: TermScope
    turn: Num = 0
    """The turn with which it comes to lie, where the target is on a grid that turns."""


@frozen(eq=False)
class TokenPayment:
    """Tokens on their way; None is the supply."""

    guard: Bool
    amount: Num
    source: tuple[str, Num] | None
    target: tuple[str, Num] | None
    effect: control.MoveTokens
    scope: TermScope


@frozen(eq=False)
class VariableWrite:
    """A variable about to be written."""

    guard: Bool
    key: Num
    value: Value
    effect: control.SetVariable | control.AddNumber | control.AddMember
    scope: TermScope


@define
class PendingChanges:
    """The changes that were worked out and are not made yet."""

    moves: list[PieceMove] = field(factory=list)
    tokens: list[TokenPayment] = field(factory=list)
    writes: list[VariableWrite] = field(factory=list)


def scope_after(world: World, pending: PendingChanges, scope: TermScope) -> TermScope:
    """Returns the scope after all that is pending was done; what it must not do is owed."""
    state = scope.state
    for move in pending.moves:
        state = _take(world, move, state)
    for move in pending.moves:
        state = _put(world, move, state)
    state = _pay(world, pending.tokens, state)
    _owe_one_write(world, pending.writes)
    for write in pending.writes:
        state = _write(world, write, state)
    return scope.at(state)


# ---- PIECES


def _places(world: World, move: PieceMove, place: Num) -> Iterator[tuple[Bool, str, int]]:
    """Yields the zones that a place may be, by name and key, each with the condition under which it is that one."""
    for code, name, key in world.layout.codes(move.effect.component):
        here = world.terms.equal(place, code)
        if here is not False:
            yield here, name, key


def _take(world: World, move: PieceMove, state: State) -> State:
    terms = world.terms
    there: list[Bool] = []
    for here, name, key in _places(world, move, move.source):
        zone = state.zones[name][key]
        there.append(terms.and_(here, _holds(world, zone, move)))
        state = state.with_zone(name, key, _without(world, zone, move, terms.and_(move.guard, here)))
    move.scope.owe(Owed.PIECE, move.effect.origin, terms.not_(terms.any(there)))
    return state


def _holds(world: World, zone: Zone, move: PieceMove) -> Bool:
    """Returns whether as many lie in a zone as are to be taken."""
    terms = world.terms
    if move.amount == 1:
        return world.layout.lies_in(zone, move.piece)
    if not isinstance(zone, Heap) or not zone.alike:
        one = terms.and_(terms.at_most(move.amount, 1), world.layout.lies_in(zone, move.piece))
        return terms.or_(terms.at_most(move.amount, 0), one)
    enough = (
        terms.and_(terms.equal(move.piece.index, number), terms.at_most(move.amount, held))
        for number, held in enumerate(zone.held)
    )
    return terms.or_(terms.at_most(move.amount, 0), terms.any(enough))


def _without(world: World, zone: Zone, move: PieceMove, guard: Bool) -> Zone:
    terms, piece = world.terms, move.piece
    if not isinstance(zone, Heap) or not zone.alike:
        guard = terms.and_(guard, terms.less(0, move.amount))
    if isinstance(zone, Slot):
        gone = terms.and_(guard, terms.equal(zone.piece.index, piece.index))
        return evolve(zone, present=terms.and_(zone.present, terms.not_(gone)))
    size = terms.minus(zone.size, terms.if_number(guard, move.amount if zone.alike else 1, 0))
    if zone.alike:
        counts = [
            terms.minus(held, terms.if_number(terms.and_(guard, terms.equal(piece.index, number)), move.amount, 0))
            for number, held in enumerate(zone.held)
        ]
        return Heap(tuple(counts), size, zone.alike)
    truths = [
        terms.and_(held, terms.not_(terms.and_(guard, terms.equal(piece.index, number))))
        for number, held in enumerate(cast("tuple[Bool, ...]", zone.held))
    ]
    return Heap(tuple(truths), size, zone.alike)


def _put(world: World, move: PieceMove, state: State) -> State:
    terms = world.terms
    full: list[Bool] = []
    for here, name, key in _places(world, move, move.target):
        zone = state.zones[name][key]
        cap = world.layout.zones[name].cap
        if isinstance(zone, Slot):
            full.append(terms.and_(here, _overfills(world, terms.if_number(zone.present, 1, 0), 1, move)))
        elif cap is not None:
            most = world.number(cap, move.scope)
            full.append(terms.and_(here, _overfills(world, zone.size, most, move)))
        state = state.with_zone(name, key, _with(world, zone, move, terms.and_(move.guard, here)))
    move.scope.owe(Owed.ROOM, move.effect.origin, terms.and_(move.guard, terms.any(full)))
    return state


def _overfills(world: World, there: Num, most: Num, move: PieceMove) -> Bool:
    """Returns whether there is no room for all that come to where so many lie."""
    terms = world.terms
    if move.amount == 1:
        return terms.at_most(most, there)
    return terms.and_(terms.less(0, move.amount), terms.less(most, terms.add(there, move.amount)))


def _with(world: World, zone: Zone, move: PieceMove, guard: Bool) -> Zone:
    terms, piece = world.terms, move.piece
    if not isinstance(zone, Heap) or not zone.alike:
        guard = terms.and_(guard, terms.less(0, move.amount))
    if guard is False:
        return zone
    if isinstance(zone, Slot):
        held = world.values.choose_piece(move.effect.component, guard, piece, zone.piece)
        return Slot(terms.or_(zone.present, guard), held, terms.if_number(guard, move.turn, zone.turn))
    size = terms.add(zone.size, terms.if_number(guard, move.amount if zone.alike else 1, 0))
    if zone.alike:
        counts = [
            terms.add(held, terms.if_number(terms.and_(guard, terms.equal(piece.index, number)), move.amount, 0))
            for number, held in enumerate(zone.held)
        ]
        return Heap(tuple(counts), size, zone.alike)
    truths = [
        terms.or_(held, terms.and_(guard, terms.equal(piece.index, number)))
        for number, held in enumerate(cast("tuple[Bool, ...]", zone.held))
    ]
    return Heap(tuple(truths), size, zone.alike)


# ---- TOKENS


def _pay(world: World, listed: list[TokenPayment], state: State) -> State:
    """Returns the state after payments: all are taken before any is put; what comes from the supply comes last."""
    terms = world.terms
    for paid in listed:
        if paid.source is not None:
            state = _tokens(world, paid, paid.source, terms.times(-1, paid.amount), state, owes=True)
    for paid in sorted(listed, key=lambda each: each.source is None):
        if paid.source is None:
            left = world.supply(paid.effect.token, paid.scope.at(state))
            short = terms.or_(terms.less(paid.amount, 0), terms.less(left, paid.amount))
            paid.scope.owe(Owed.TOKENS, paid.effect.origin, terms.and_(paid.guard, short))
        if paid.target is not None:
            state = _tokens(world, paid, paid.target, paid.amount, state, owes=False)
    return state


def _tokens(world: World, paid: TokenPayment, end: tuple[str, Num], change: Num, state: State, *, owes: bool) -> State:
    terms = world.terms
    holder, key = end
    name = (paid.effect.token, holder)
    for position, there in enumerate(state.tokens[name]):
        here = terms.and_(paid.guard, terms.equal(key, position))
        if here is False:
            continue
        if owes:
            short = terms.or_(terms.less(paid.amount, 0), terms.less(there, paid.amount))
            paid.scope.owe(Owed.TOKENS, paid.effect.origin, terms.and_(here, short))
        state = state.with_tokens(name, position, terms.add(there, terms.if_number(here, change, 0)))
    return state


# ---- VARIABLES


def _owe_one_write(world: World, writes: list[VariableWrite]) -> None:
    """Owes that nothing is set twice, or set and added to."""
    terms = world.terms
    for position, one in enumerate(writes):
        for other in writes[:position]:
            if one.effect.name != other.effect.name:
                continue
            if not any(isinstance(each.effect, control.SetVariable) for each in (one, other)):
                continue
            both = terms.all((one.guard, other.guard, terms.equal(one.key, other.key)))
            one.scope.owe(Owed.WRITES, one.effect.origin, both)


def _write(world: World, write: VariableWrite, state: State) -> State:
    terms = world.terms
    declared = world.variable(write.effect.name)
    for position, there in enumerate(state.variables[write.effect.name]):
        here = terms.and_(write.guard, terms.equal(write.key, position))
        if here is False:
            continue
        value = _new_value(world, write, there, declared.domain, here)
        chosen = world.values.choose(declared.domain, here, value, there)
        state = state.with_variable(write.effect.name, position, chosen)
    return state


def _new_value(world: World, write: VariableWrite, there: Value, domain: d.Domain, here: Bool) -> Value:
    match write.effect:
        case control.SetVariable():
            return write.value
        case control.AddNumber(origin=origin):
            total = world.terms.add(cast("Num", there), cast("Num", write.value))
            world.in_range(total, domain, origin, write.scope.given(here))
            return total
        case control.AddMember(present=present):
            inner = cast("d.SetOf", domain).inner
            held = world.values.canonical(inner, cast("SetValue", there))
            return SetValue(tuple(_joined(world, inner, each, write.value, present=present) for each in held.elements))


def _joined(world: World, inner: d.Domain, each: Element, item: Value, *, present: bool) -> Element:
    terms = world.terms
    is_item = world.values.same(inner, each.value, item)
    guard = terms.or_(each.guard, is_item) if present else terms.and_(each.guard, terms.not_(is_item))
    return Element(guard, each.value)
