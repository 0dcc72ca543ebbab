"""A game for so many players: the kind of the seats, the pieces that belong to them, what is printed for each of them.

INVARIANT: nothing that is left names a seat at which nobody sits, but for a comparison, which says no.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import evolve

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import PLAYER, Domain, Option, Piece, SetOf
from refengine.ir.traverse import rewrite

LEFT_OUT: Final = "left out~"
"""The name of the local that runs over the pieces left out; no name of the language begins so."""

Places = Mapping[str, Mapping[int, int]]
"""The new index of each piece that stays, by component and old index."""


def seats_of(fields: Iterable[model.Field], data: Iterable[model.Datum]) -> tuple[int, ...]:
    """Returns the seats that a piece belongs to, counted from 1: those that its fields name, not in maps and sets."""
    return tuple(
        int(str(datum)) for field, datum in zip(fields, data, strict=True) if _owns(field) and datum is not None
    )


def _owns(field: model.Field) -> bool:
    """Returns whether a field names the seat that a piece belongs to."""
    return field.index is None and field.domain in (PLAYER, Option(PLAYER))


def seated(game: model.Game, players: int) -> model.Game:
    """Returns the game with as many seats as that; pieces and printed data of others are left out, and examples."""
    seats = model.Kind("player", _names(range(players)), ring=True, fields=(), rows=(), clause=game.clause)
    places = {each.name: _places(each, players) for each in game.components}
    made = evolve(
        game,
        players=(players, players),
        examples=tuple(each for each in game.examples if each.players == players),
        kinds=(seats, *(_kind(each, players, places) for each in game.kinds if each.name != "player")),
        components=tuple(_component(each, players, places) for each in game.components),
    )
    if all(len(places[each.name]) == len(each.pieces) for each in game.components):
        return made
    return rewrite(made, lambda node: _without(node, places), {ir.Printed, ir.Equal, ir.Contains})


def _names(seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(seat + 1) for seat in seats)


def _places(component: model.Component, players: int) -> dict[int, int]:
    if not any(_owns(each) for each in component.fields):
        return {index: index for index in range(len(component.pieces))}
    stay = [
        index
        for index, row in enumerate(component.pieces)
        if all(seat <= players for seat in seats_of(component.fields, row.data))
    ]
    return {old: new for new, old in enumerate(stay)}


# ---- WHAT IS PRINTED


def _kind(kind: model.Kind, players: int, places: Places) -> model.Kind:
    if not any(map(_hangs_on_seats, kind.fields)):
        return kind
    return evolve(kind, rows=tuple(_row(kind.fields, row, players, places) for row in kind.rows))


def _component(component: model.Component, players: int, places: Places) -> model.Component:
    kept = (component.pieces[index] for index in places[component.name])
    if not any(map(_hangs_on_seats, component.fields)):
        return evolve(component, pieces=tuple(kept))
    rows = tuple(evolve(each, data=_row(component.fields, each.data, players, places)) for each in kept)
    return evolve(component, pieces=rows)


def _row(
    fields: Sequence[model.Field], data: Sequence[model.Datum], players: int, places: Places
) -> tuple[model.Datum, ...]:
    return tuple(_of_field(*each, players, places) for each in zip(fields, data, strict=True))


def _hangs_on_seats(field: model.Field) -> bool:
    """Returns whether what is printed in a field may be another for other numbers of seats."""
    return field.index is not None or field.domain in (Option(PLAYER), SetOf(PLAYER))


def _of_field(field: model.Field, datum: model.Datum, players: int, places: Places) -> model.Datum:
    if field.index is None or not isinstance(datum, tuple):
        return _of_seats(field.domain, datum, players)
    keys: Iterable[int] = range(players) if field.index == "player" else places.get(field.index, range(len(datum)))
    return tuple(_of_seats(field.domain, datum[key], players) for key in keys)


def _of_seats(domain: Domain, datum: model.Datum, players: int) -> model.Datum:
    """Returns a datum with nobody in the place of a player who does not play.

    A field that wants somebody is not printed so.
    """
    match domain:
        case Option(inner=inner) if inner == PLAYER:
            return datum if datum in _names(range(players)) else None
        case SetOf(inner=inner) if inner == PLAYER and isinstance(datum, tuple):
            return tuple(each for each in datum if each in _names(range(players)))
        case _:
            return datum


# ---- WHAT THE RULES SAY


def _without(node: object, places: Places) -> object:
    """Returns a node of the rules with pieces at their new places; one that is left out is the only one of none."""
    match node:
        case ir.Printed(component=component, index=index) if index in places[component]:
            return evolve(node, index=places[component][index])
        case ir.Printed():
            return _nothing(node)
        case ir.Equal() if _is_nothing(node.left) or _is_nothing(node.right):
            return ir.TruthLiteral(False)
        case ir.Contains() if _is_nothing(node.item):
            return ir.TruthLiteral(False)
        case ir.Contains(set=ir.SetLiteral(items=items) as members) if any(map(_is_nothing, items)):
            return evolve(node, set=evolve(members, items=tuple(each for each in items if not _is_nothing(each))))
        case _:
            return node


def _nothing(piece: ir.Printed) -> ir.Expr:
    of = Piece(piece.component)
    binding = ir.Binding(ir.Local(f"{LEFT_OUT}{piece.index}", of), ir.AllMembers(of), ir.TruthLiteral(False))
    return ir.The(binding, None, of, ir.Origin(None))


def _is_nothing(node: object) -> bool:
    match node:
        case ir.The(binding=ir.Binding(var=ir.Local(name=name))):
            return name.startswith(LEFT_OUT)
        case _:
            return False
