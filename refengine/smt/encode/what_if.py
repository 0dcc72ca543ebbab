"""Questions of what would be, as terms: another reading, other pieces, exchanged seats, by other worlds and states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

from attrs import evolve

from refengine.ir import domain as d, expressions as ir
from refengine.smt.encode.scope import Faults, TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.value import OptionValue, PieceValue, Value
from refengine.smt.terms.values import Values
from refengine.smt.terms.zones import Heap, Slot, Zone
from refengine.smt.unsupported import Unsupported

T = TypeVar("T")


def encode(world: World, expr: ir.Under | ir.Replacing | ir.Exchanging, scope: TermScope) -> Value:
    """Returns the value of the inner expression in the other world, or the other state."""
    outer, scope = scope, evolve(scope, faults=Faults(world.terms))
    found = _encoded(world, expr, scope)
    outer.faults.add_elsewhere(scope.faults)
    return found


def _encoded(world: World, expr: ir.Under | ir.Replacing | ir.Exchanging, scope: TermScope) -> Value:
    match expr:
        case ir.Under(readings=readings, players=players):
            other = world_under(world, readings, players)
            state = scope.state if players is None else with_fewer_seats(world, scope.state, players)
            return other.encode(expr.inner, scope.at(state))
        case ir.Replacing():
            gone, come = (cast("PieceValue", world.encode(each, scope)) for each in (expr.old, expr.new))
            component = cast("d.Piece", expr.old.domain).component
            return world.encode(expr.inner, scope.at(replaced(world, scope.state, component, gone, come)))
        case ir.Exchanging():
            first, second = world.number(expr.one, scope), world.number(expr.other, scope)
            return world.encode(expr.inner, scope.at(exchanged(world, scope.state, first, second)))


def world_under(world: World, readings: tuple[tuple[str, str], ...], players: int | None) -> World:
    """Returns the world of another configuration."""
    key = (readings, players)
    found = world.others.get(key)
    if found is not None:
        return found
    game, values = world.game, world.values
    if players is not None:
        game = world.fewer(players)
        if [each.pieces for each in game.components] != [each.pieces for each in world.game.components]:
            raise Unsupported("fewer players where pieces, or what is printed on them, belong to players")
        same = world.values
        values = Values(game, terms=world.terms, facts=same.facts, related=same.related, any_fields=same.any_fields)
    chosen: Mapping[tuple[str, str], Value] = {
        **world.configuration,
        **{("question", question): world.reading(question, reading) for question, reading in readings},
        **({} if players is None else {("players", "players"): players}),
    }
    made = world.others[key] = World(game, values, chosen, world.encoder, world.fewer, using=world.using)
    made.few = world.few if players is None else players
    if players is None:
        made.asked, made.trimmed, made.read, made.depends = world.asked, world.trimmed, world.read, world.depends
    return made


def with_fewer_seats(world: World, state: State, players: int) -> State:
    """Returns the state without what the other seats hold."""
    found = world.trimmed.get((id(state), players))
    if found is not None:
        return found[1]
    zones = {
        name: members[:players] if world.layout.zones[name].index == "player" else members
        for name, members in state.zones.items()
    }
    indices = {each.name: each.index for each in world.game.variables}
    variables = {
        name: cells[:players] if indices[name] == "player" else cells for name, cells in state.variables.items()
    }
    tokens = {
        (token, holder): cells[:players] if holder == "player" else cells
        for (token, holder), cells in state.tokens.items()
    }
    made = evolve(state, zones=zones, variables=variables, tokens=tokens)
    world.trimmed[id(state), players] = (state, made)
    return made


# ---- A PIECE IN ANOTHER'S PLACE


def replaced(world: World, state: State, component: str, old: PieceValue, new: PieceValue) -> State:
    """Returns the state in which one piece lies where another lay, and that one nowhere."""
    key = (id(state), "replaced", old.index, new.index)
    found = world.trimmed.get(key)
    if found is not None:
        return found[1]
    if any(each.component == component for each in world.layout.grids()):
        raise Unsupported("one piece in the place of another on a grid")
    zones = {
        name: tuple(_replaced(world, each, component, old, new) for each in members)
        if world.layout.zones[name].component == component
        else members
        for name, members in state.zones.items()
    }
    made = evolve(state, zones=zones)
    world.trimmed[key] = (state, made)
    return made


def _replaced(world: World, zone: Zone, component: str, old: PieceValue, new: PieceValue) -> Zone:
    terms = world.terms
    here = world.layout.lies_in(zone, old)
    if isinstance(zone, Slot):
        is_old = terms.equal(zone.piece.index, old.index)
        is_new = terms.and_(terms.equal(zone.piece.index, new.index), terms.not_(is_old))
        piece = world.values.choose_piece(component, is_old, new, zone.piece)
        return evolve(zone, present=terms.and_(zone.present, terms.not_(is_new)), piece=piece)
    if zone.alike:
        raise Unsupported("one piece in the place of another where pieces are alike")
    held: list[Bool] = []
    for number, each in enumerate(cast("tuple[Bool, ...]", zone.held)):
        is_old, is_new = terms.equal(old.index, number), terms.equal(new.index, number)
        held.append(terms.if_truth(is_new, here, terms.and_(each, terms.not_(is_old))))
    left = terms.and_(world.layout.lies_in(zone, new), terms.not_(terms.equal(old.index, new.index)))
    return Heap(tuple(held), terms.minus(zone.size, terms.if_number(left, 1, 0)), alike=False)


# ---- SEATS EXCHANGED


def exchanged(world: World, state: State, one: Num, other: Num) -> State:
    """Returns the state in which two players have changed seats."""
    if isinstance(one, Term) or isinstance(other, Term):
        raise Unsupported("an exchange of players that are not bound by `every player` or `some player`")
    key = (id(state), "exchanged", min(one, other), max(one, other))
    found = world.trimmed.get(key)
    if found is not None:
        return found[1]

    def swapped(cells: tuple[Zone, ...]) -> tuple[Zone, ...]:
        return _swapped(cells, one, other)

    zones = {
        name: swapped(members) if world.layout.zones[name].index == "player" else members
        for name, members in state.zones.items()
    }
    variables: dict[str, tuple[Value, ...]] = {}
    for each in world.game.variables:
        cells = tuple(_reseated(world, each.domain, cell, one, other) for cell in state.variables[each.name])
        variables[each.name] = _swapped(cells, one, other) if each.index == "player" else cells
    tokens = {
        (token, holder): _swapped(cells, one, other) if holder == "player" else cells
        for (token, holder), cells in state.tokens.items()
    }
    made = evolve(state, zones=zones, variables=variables, tokens=tokens)
    world.trimmed[key] = (state, made)
    return made


def _swapped(cells: tuple[T, ...], one: int, other: int) -> tuple[T, ...]:
    changed = list(cells)
    changed[one], changed[other] = cells[other], cells[one]
    return tuple(changed)


def _reseated(world: World, domain: d.Domain, value: Value, one: int, other: int) -> Value:
    """Returns a seat that is kept in a variable, after the exchange."""
    match domain:
        case d.Enum(kind="player"):
            terms, seat = world.terms, cast("Num", value)
            at_other = terms.if_number(terms.equal(seat, other), one, seat)
            return terms.if_number(terms.equal(seat, one), other, at_other)
        case d.Enum() | d.Truth() | d.Range() | d.Count() | d.Piece():
            return value
        case d.Option(inner=d.Enum(kind="player") as inner):
            option = cast("OptionValue", value)
            return (
                option
                if option.inner is None
                else evolve(option, inner=_reseated(world, inner, option.inner, one, other))
            )
        case d.Option(inner=d.Enum() | d.Truth() | d.Range() | d.Count() | d.Piece()):
            return value
        case d.Place() | d.Option() | d.SetOf() | d.Record() | d.Cell() | d.Spot():
            raise Unsupported("an exchange of players where a variable holds sets or records")
