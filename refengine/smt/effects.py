"""Effects on states of terms, in the order of `engine.emit_effects`.

INVARIANT: an effect happens where its guard holds, and changes nothing elsewhere. A move works out where the piece
goes before it takes it; `simultaneously` works out everything in the state before, takes all, then puts all.
"""

from __future__ import annotations

from typing import cast

from attrs import define, evolve, field, frozen

from refengine.ir import control, domain as d, expressions as ir
from refengine.ir.obligations import Owed
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import free_locals
from refengine.smt import encode_binders as binders
from refengine.smt.scope import Scope
from refengine.smt.state import Heap, Slot, State, Zone
from refengine.smt.terms import Bool, Num
from refengine.smt.values import Element, PieceValue, SetValue, Value
from refengine.smt.world import World


def effects(world: World, listed: tuple[control.Effect, ...], scope: Scope) -> Scope:
    """The scope after effects in order: its state changed, its names bound."""
    for each in listed:
        scope = effect(world, each, True, scope)  # noqa: FBT003
    return scope


def effect(world: World, each: control.Effect, guard: Bool, scope: Scope) -> Scope:
    """The scope after one effect that happens where the guard holds."""
    match each:
        case control.LetIn(var=var, value=value):
            named = world.values.named(var.domain, var.name, world.widened(value, var.domain, scope))
            return scope.bind(var, named)
        case control.Each():
            return _each(world, each, guard, scope)
        case control.When(condition=condition, then=then, otherwise=otherwise):
            test = world.truth(condition, scope)
            scope = _branch(world, then, guard, test, scope)
            return _branch(world, otherwise, guard, world.terms.not_(test), scope)
        case control.Branches():
            return _branches(world, each, guard, scope)
        case control.Simultaneous(body=body):
            pending = Pending()
            _collect(world, body, guard, scope, pending)
            return _perform(world, pending, scope)
        case _:
            pending = Pending()
            _collect(world, (each,), guard, scope, pending)
            return _perform(world, pending, scope)


def _branch(world: World, body: tuple[control.Effect, ...], guard: Bool, condition: Bool, scope: Scope) -> Scope:
    """The body where both hold; the names that it binds are gone after it."""
    here = world.terms.and_(guard, condition)
    if here is False or not body:
        return scope
    inner = scope.given(condition)
    for each in body:
        inner = effect(world, each, here, inner)
    return scope.at(inner.state)


def _branches(world: World, each: control.Branches, guard: Bool, scope: Scope) -> Scope:
    terms = world.terms
    applies = [world.truth(ir.And(case.guards), scope) for case in each.cases]
    scope.owe(Owed.COVERAGE, each.origin, terms.not_(terms.any(applies)))
    scope.owe(Owed.OVERLAP, each.origin, terms.not_(terms.at_most_one(applies)))
    before: Bool = False
    start = scope
    for case, here in zip(each.cases, applies, strict=True):
        chosen = terms.and_(here, terms.not_(before))
        scope = start.at(_branch(world, case.body, guard, chosen, scope).state)
        before = terms.or_(before, here)
    return scope


# ---- ONE AFTER THE OTHER


def _each(world: World, each: control.Each, guard: Bool, scope: Scope) -> Scope:
    together = _all_moved(world, each, guard, scope)
    if together is not None:
        return together
    start = scope
    for element, inner in binders.bound(world, each.binding, scope):
        repeats = range(1) if element.times == 1 else range(_most(element.times))
        for number in repeats:
            here = world.terms.and_(element.guard, world.terms.less(number, element.times))
            way = inner.given(here)
            bound = evolve(way, state=scope.state)
            active = world.terms.and_(guard, here)
            for part in each.body:
                bound = effect(world, part, active, bound)
            scope = start.at(bound.state)
    return scope


def _most(times: Num) -> int:
    most = times if isinstance(times, int) else times.high
    return most if most is not None else 1


def _all_moved(world: World, each: control.Each, guard: Bool, scope: Scope) -> Scope | None:
    """`move all` of one zone to another: what lies there is put together without looking at each piece."""
    match each:
        case control.Each(
            binding=ir.Binding(var=var, domain=ir.Contents(zone=zone, key=key), condition=condition),
            body=(
                control.MovePiece(
                    piece=piece,
                    component=component,
                    source=ir.PlaceAt(zone=taken, key=from_),
                    target=ir.PlaceAt() as target,
                ),
            ),
        ) if piece == var and condition == TRUE and zone == taken and key == from_:
            pass
        case _:
            return None
    if var in free_locals(target) or (key is not None and var in free_locals(key)):
        return None
    source = world.number(ir.PlaceAt(zone, key, component), scope)
    goal = world.number(target, scope)
    if not isinstance(source, int) or not isinstance(goal, int) or source == goal:
        return None
    (from_zone, from_key), (to_zone, to_key) = world.layout.place(source), world.layout.place(goal)
    there, here = scope.state.zones[from_zone][from_key], scope.state.zones[to_zone][to_key]
    if not isinstance(there, Heap) or not isinstance(here, Heap) or world.layout.zones[to_zone].cap is not None:
        return None
    moved = Heap(_poured(world, guard, there, here), _kept(world, guard, there.size, here.size), there.alike)
    emptied = world.layout.emptied(there)
    left = Heap(
        tuple(_chosen(world, guard, gone, stays) for gone, stays in zip(emptied.held, there.held, strict=True)),
        world.terms.if_number(guard, 0, there.size),
        there.alike,
    )
    state = scope.state.with_zone(from_zone, from_key, left).with_zone(to_zone, to_key, moved)
    return scope.at(state)


def _poured(world: World, guard: Bool, there: Heap, here: Heap) -> tuple[Bool, ...] | tuple[Num, ...]:
    terms = world.terms
    if there.alike:
        counts = zip(there.held, here.held, strict=True)
        return tuple(terms.add(one, terms.if_number(guard, other, 0)) for other, one in counts)
    truths = zip(cast("tuple[Bool, ...]", there.held), cast("tuple[Bool, ...]", here.held), strict=True)
    return tuple(terms.or_(one, terms.and_(guard, other)) for other, one in truths)


def _kept(world: World, guard: Bool, there: Num, here: Num) -> Num:
    return world.terms.add(here, world.terms.if_number(guard, there, 0))


def _chosen(world: World, guard: Bool, one: Bool | Num, other: Bool | Num) -> Bool | Num:
    if isinstance(one, bool):
        return world.terms.if_truth(guard, one, cast("Bool", other))
    return world.terms.if_number(guard, one, other)


# ---- WORKED OUT, THEN DONE


@frozen(eq=False)
class Move:
    """A piece on its way."""

    guard: Bool
    piece: PieceValue
    source: Num
    target: Num
    effect: control.MovePiece
    scope: Scope


@frozen(eq=False)
class Paid:
    """Tokens on their way; None is the supply."""

    guard: Bool
    amount: Num
    source: tuple[str, Num] | None
    target: tuple[str, Num] | None
    effect: control.MoveTokens
    scope: Scope


@frozen(eq=False)
class Written:
    """A variable about to be written."""

    guard: Bool
    key: Num
    value: Value
    effect: control.SetVariable | control.AddNumber | control.AddMember
    scope: Scope


@define
class Pending:
    """What was worked out and is not done yet."""

    moves: list[Move] = field(factory=list)
    tokens: list[Paid] = field(factory=list)
    writes: list[Written] = field(factory=list)


def _collect(world: World, body: tuple[control.Effect, ...], guard: Bool, scope: Scope, pending: Pending) -> None:
    terms = world.terms
    for each in body:
        match each:
            case control.Each(binding=binding, body=inside):
                for element, inner in binders.bound(world, binding, scope):
                    for number in range(1 if element.times == 1 else _most(element.times)):
                        here = terms.and_(element.guard, terms.less(number, element.times))
                        _collect(world, inside, terms.and_(guard, here), inner.given(here), pending)
            case control.When(condition=condition, then=then, otherwise=otherwise):
                test = world.truth(condition, scope)
                contrary = terms.not_(test)
                _collect(world, then, terms.and_(guard, test), scope.given(test), pending)
                _collect(world, otherwise, terms.and_(guard, contrary), scope.given(contrary), pending)
            case control.Branches(cases=cases, origin=origin):
                applies = [world.truth(ir.And(case.guards), scope) for case in cases]
                scope.owe(Owed.COVERAGE, origin, terms.not_(terms.any(applies)))
                scope.owe(Owed.OVERLAP, origin, terms.not_(terms.at_most_one(applies)))
                before: Bool = False
                for case, here in zip(cases, applies, strict=True):
                    chosen = terms.and_(here, terms.not_(before))
                    _collect(world, case.body, terms.and_(guard, chosen), scope.given(chosen), pending)
                    before = terms.or_(before, here)
            case control.Simultaneous(body=inside):
                _collect(world, inside, guard, scope, pending)
            case control.LetIn(var=var, value=value):
                named = world.values.named(var.domain, var.name, world.widened(value, var.domain, scope))
                scope = scope.bind(var, named)
            case control.MovePiece():
                piece = cast("PieceValue", world.encode(each.piece, scope))
                target, source = world.number(each.target, scope), world.number(each.source, scope)
                pending.moves.append(Move(guard, piece, source, target, each, scope))
            case control.MoveTokens():
                ends = [
                    None if end is None else (end[0], world.key(end[1], scope)) for end in (each.source, each.target)
                ]
                pending.tokens.append(Paid(guard, world.number(each.amount, scope), ends[0], ends[1], each, scope))
            case control.SetVariable() | control.AddNumber() | control.AddMember():
                pending.writes.append(_written(world, each, guard, scope))


def _written(
    world: World, each: control.SetVariable | control.AddNumber | control.AddMember, guard: Bool, scope: Scope
) -> Written:
    key: Num = 0 if each.key is None else world.key(each.key, scope)
    declared = world.variable(each.name)
    match each:
        case control.SetVariable(value=value):
            return Written(guard, key, world.widened(value, declared.domain, scope), each, scope)
        case control.AddNumber(amount=amount):
            return Written(guard, key, world.number(amount, scope), each, scope)
        case control.AddMember(item=item):
            inner = cast("d.SetOf", declared.domain).inner
            return Written(guard, key, world.widened(item, inner, scope), each, scope)


def _perform(world: World, pending: Pending, scope: Scope) -> Scope:
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


def _take(world: World, move: Move, state: State) -> State:
    terms = world.terms
    there: list[Bool] = []
    for code, name, key in world.layout.codes(move.effect.component):
        here = terms.equal(move.source, code)
        if here is False:
            continue
        zone = state.zones[name][key]
        there.append(terms.and_(here, world.layout.lies_in(zone, move.piece)))
        state = state.with_zone(name, key, _without(world, zone, move.piece, terms.and_(move.guard, here)))
    move.scope.owe(Owed.PIECE, move.effect.origin, terms.not_(terms.any(there)))
    return state


def _without(world: World, zone: Zone, piece: PieceValue, guard: Bool) -> Zone:
    terms = world.terms
    if isinstance(zone, Slot):
        gone = terms.and_(guard, terms.equal(zone.piece.index, piece.index))
        return Slot(terms.and_(zone.present, terms.not_(gone)), zone.piece)
    size = terms.minus(zone.size, terms.if_number(guard, 1, 0))
    if zone.alike:
        counts = [
            terms.minus(held, terms.if_number(terms.and_(guard, terms.equal(piece.index, number)), 1, 0))
            for number, held in enumerate(zone.held)
        ]
        return Heap(tuple(counts), size, zone.alike)
    truths = [
        terms.and_(held, terms.not_(terms.and_(guard, terms.equal(piece.index, number))))
        for number, held in enumerate(cast("tuple[Bool, ...]", zone.held))
    ]
    return Heap(tuple(truths), size, zone.alike)


def _put(world: World, move: Move, state: State) -> State:
    terms = world.terms
    full: list[Bool] = []
    for code, name, key in world.layout.codes(move.effect.component):
        here = terms.equal(move.target, code)
        if here is False:
            continue
        zone = state.zones[name][key]
        cap = world.layout.zones[name].cap
        if isinstance(zone, Slot):
            full.append(terms.and_(here, zone.present))
        elif cap is not None:
            most = world.number(cap, move.scope)
            full.append(terms.and_(here, terms.at_most(most, zone.size)))
        state = state.with_zone(name, key, _with(world, zone, move, terms.and_(move.guard, here)))
    move.scope.owe(Owed.ROOM, move.effect.origin, terms.and_(move.guard, terms.any(full)))
    return state


def _with(world: World, zone: Zone, move: Move, guard: Bool) -> Zone:
    terms, piece = world.terms, move.piece
    if guard is False:
        return zone
    if isinstance(zone, Slot):
        held = world.values.choose_piece(move.effect.component, guard, piece, zone.piece)
        return Slot(terms.or_(zone.present, guard), held)
    size = terms.add(zone.size, terms.if_number(guard, 1, 0))
    if zone.alike:
        counts = [
            terms.add(held, terms.if_number(terms.and_(guard, terms.equal(piece.index, number)), 1, 0))
            for number, held in enumerate(zone.held)
        ]
        return Heap(tuple(counts), size, zone.alike)
    truths = [
        terms.or_(held, terms.and_(guard, terms.equal(piece.index, number)))
        for number, held in enumerate(cast("tuple[Bool, ...]", zone.held))
    ]
    return Heap(tuple(truths), size, zone.alike)


# ---- TOKENS


def _pay(world: World, listed: list[Paid], state: State) -> State:
    """All are taken before any is put; what comes from the supply comes last."""
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


def _tokens(world: World, paid: Paid, end: tuple[str, Num], change: Num, state: State, *, owes: bool) -> State:
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


def _owe_one_write(world: World, writes: list[Written]) -> None:
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


def _write(world: World, write: Written, state: State) -> State:
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


def _new_value(world: World, write: Written, there: Value, domain: d.Domain, here: Bool) -> Value:
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
