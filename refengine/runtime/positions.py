"""Positions given by hand: data or facts name what lies where; pieces not mentioned stay where they start."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from refengine.ir.domain import CELLS
from refengine.runtime.bad_data import (
    malformed,
    not_lying,
    too_many,
    too_many_tokens,
    too_often,
    unknown,
    wrong_value,
)
from refengine.runtime.codec import Codec
from refengine.runtime.description import Description, GivenPiece, GivenTokens, GivenVariable, ZoneInfo
from refengine.runtime.grids import Cell, Grid, turned_name, turned_named
from refengine.runtime.plain_data import bounded_data, partial_record_of
from refengine.runtime.spots import Spread

SCHEMA = 1


class Layer:
    """A state being filled: for each zone its pieces by key, for the rest lists of values."""

    def __init__(self, description: Description, start: Any) -> None:
        self.description = description
        self.zones: dict[str, dict[Any, list[Any]]] = {}
        self.turns: dict[str, dict[Cell, int]] = {}
        self.cells: dict[str, list[Any]] = {}
        for zone in description.zones:
            self.zones[zone.name] = empty_zone(zone) | {key: list(each) for key, each in lying(zone, start)}
            self.turns[zone.name] = {} if zone.turned is None else dict(getattr(start, zone.attribute).turns())
        for variable in description.variables:
            stored = getattr(start, variable.attribute)
            self.cells[variable.attribute] = list(stored) if variable.index is not None else [stored]
        for token in description.tokens:
            for _, attribute in token.holders:
                self.cells[attribute] = list(getattr(start, attribute))

    def put(self, zone: ZoneInfo, key: Any, piece: Any, turn: int | None = None) -> None:
        """Puts a piece to a zone, with its turn where it lies turned; a printed one is taken from where it starts."""
        if turn is not None:
            self.turns[zone.name][key] = turn
        info = next(each for each in self.description.components if each.name == zone.component)
        if piece.index < len(info.pieces):
            start = self.zones[info.starts_in][0]
            if zone.name != info.starts_in:
                if piece not in start:
                    raise too_often(piece, info.copies[piece.index])
                start.remove(piece)
            elif piece in start:
                return
            else:
                raise too_often(piece, info.copies[piece.index])
        held = self.zones[zone.name][key]
        held.append(piece)
        if zone.cap is not None and len(held) > zone.cap:
            raise too_many(zone.places[key].name, zone.cap)

    def into(self, draft: Any, control: tuple[Any, ...]) -> Any:
        """Writes everything to a draft."""
        for zone in self.description.zones:
            setattr(draft, zone.attribute, _whole(zone, self.zones[zone.name], self.turns[zone.name]))
        self._on_spots_that_are_there(draft)
        for variable in self.description.variables:
            cells = self.cells[variable.attribute]
            setattr(draft, variable.attribute, cells[0] if variable.index is None else tuple(cells))
        for token in self.description.tokens:
            for _, attribute in token.holders:
                setattr(draft, attribute, tuple(self.cells[attribute]))
        draft.control = control
        return draft

    def _on_spots_that_are_there(self, draft: Any) -> None:
        """Refuses a piece on a part of what does not lie there."""
        parts = {each.name: each for each in self.description.parts}
        attributes = {each.name: each.attribute for each in self.description.zones}
        for zone in self.description.zones:
            if zone.index in parts:
                of = parts[zone.index]
                grid = getattr(draft, attributes[of.grid])
                for spot in getattr(draft, zone.attribute).spots():
                    if not of.has(grid, spot):
                        raise not_lying(zone.places[spot].name)


def empty_zone(zone: ZoneInfo) -> dict[Any, list[Any]]:
    """Returns a zone in which nothing lies: what would be there by key, and for a grid by cell as it is asked for."""
    return defaultdict(list) if zone.is_endless else {key: [] for key in range(len(zone.places))}


def _whole(zone: ZoneInfo, held: dict[Any, list[Any]], turns: dict[Cell, int]) -> Any:
    """Returns a zone as a state stores it."""
    if zone.index == CELLS:
        return Grid({cell: pieces[0] for cell, pieces in held.items() if pieces}, turns)
    if zone.is_endless:
        kept = {spot: _stored(zone, pieces) for spot, pieces in held.items() if pieces}
        return Spread(kept, None if zone.single else ())
    members = [_stored(zone, each) for each in held.values()]
    return members[0] if zone.index is None else tuple(members)


def _stored(zone: ZoneInfo, held: list[Any]) -> Any:
    if zone.single:
        return held[0] if held else None
    return tuple(held) if zone.ordered else tuple(sorted(held, key=lambda piece: piece.index))


def lying(zone: ZoneInfo, state: Any) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yields key and contents of each member of a zone; of a grid those that hold something."""
    stored = getattr(state, zone.attribute)
    if isinstance(stored, Grid):
        yield from ((cell, (piece,)) for cell, piece in stored.items())
        return
    if isinstance(stored, Spread):
        yield from ((spot, (held,) if zone.single else held) for spot, held in stored.items())
        return
    for key, member in enumerate(stored if zone.index is not None else (stored,)):
        if zone.single:
            yield key, (() if member is None else (member,))
        else:
            yield key, member


# ---- GIVEN BY HAND


def filled(codec: Codec, start: Any, data: Any, *, unprinted: bool) -> Layer:
    """Returns a position from data."""
    layer = Layer(codec.description, start)
    partial_record_of(bounded_data(data, "a position"), "a position", ("zones", "variables", "tokens", "phase"))
    zones = {each.name: each for each in codec.description.zones}
    for name, held in items_of(data, "zones"):
        if name not in zones:
            raise unknown("zone", name, zones)
        for key, turn, pieces in zone_members(codec, zones[name], held):
            for piece in pieces if isinstance(pieces, list | tuple) else [pieces]:
                layer.put(zones[name], key, codec.piece(zones[name].component, piece, unprinted=unprinted), turn)
    put_cells(codec, layer, data)
    return layer


def put_cells(codec: Codec, layer: Layer, data: Mapping[str, Any], *, as_it_lies: bool = False) -> None:
    """Puts the values of variables and the numbers of tokens that data name; sets as given if `as_it_lies`."""
    variables = {each.name: each for each in codec.description.variables}
    for name, given in items_of(data, "variables"):
        if name not in variables:
            of_rules = (each for each in variables if " " not in each)  # others count what is running
            raise unknown("variable", name, of_rules)
        variable = variables[name]
        for key, value in _members(codec, variable.index, given, f"`{name}`"):
            layer.cells[variable.attribute][key] = codec.internal(
                variable.domain, value, f"`{name}`", unprinted=True, as_it_lies=as_it_lies
            )
    tokens = {each.name: each for each in codec.description.tokens}
    for name, given in items_of(data, "tokens"):
        if name not in tokens:
            raise unknown("token", name, tokens)
        partial_record_of(given, f"`{name}`", [holder for holder, _ in tokens[name].holders])
        for holder, attribute in tokens[name].holders:
            for owner, amount in items_of(given, holder):
                if not isinstance(amount, int) or isinstance(amount, bool) or amount < 0:
                    raise malformed(f"the number of `{name}`", "a number that is not negative")
                layer.cells[attribute][codec.key(holder, owner)] = amount
        _within_limit(layer, name, tokens[name].limit, [attribute for _, attribute in tokens[name].holders])


def _within_limit(layer: Layer, token: str, limit: int, attributes: list[str]) -> None:
    if sum(sum(layer.cells[attribute]) for attribute in attributes) > limit:
        raise too_many_tokens(token, limit)


def items_of(data: Mapping[str, Any], part: str) -> Iterator[tuple[str, Any]]:
    """Yields what a part of the data says of each name; nothing where it is left out."""
    found = data.get(part, {})
    if not isinstance(found, Mapping):
        raise malformed(f"`{part}`", "an object")
    yield from found.items()


def _members(codec: Codec, index: str | None, data: Any, what: str) -> Iterator[tuple[Any, Any]]:
    if index is None:
        yield 0, data
    elif isinstance(data, Mapping):
        found = {codec.key(index, key): value for key, value in data.items()}
        if len(found) != len(data):
            raise malformed(what, f"an object with one entry for a {index}")
        yield from found.items()
    else:
        raise malformed(what, f"an object with a {index} for each entry")


def zone_members(codec: Codec, zone: ZoneInfo, data: Any) -> Iterator[tuple[Any, int | None, Any]]:
    """Yields each member of a zone by its key, with its turn where pieces lie turned, and what is said to lie there."""
    if zone.turned is None:
        for key, held in _members(codec, zone.index, data, f"`{zone.name}`"):
            yield key, None, held
        return
    if not isinstance(data, Mapping):
        raise malformed(f"`{zone.name}`", "an object with a cell for each entry")
    sides, seen = codec.members[zone.turned], set[Cell]()
    for name, held in data.items():
        found = turned_named(name, sides)
        if found is None:
            wanted = f"a cell and a turn, such as `{turned_name((2, -1), sides[0])}`"
            raise wrong_value(f"a key of `{zone.name}`", name, wanted)
        if found[0] in seen:
            raise malformed(f"`{zone.name}`", "an object with one entry for a cell")
        seen.add(found[0])
        yield *found, held


def given(codec: Codec, start: Any, facts: tuple[GivenPiece | GivenVariable | GivenTokens, ...]) -> Layer:
    """Returns a position from the facts of an example."""
    layer = Layer(codec.description, start)
    zones = {each.name: each for each in codec.description.zones}
    for fact in facts:
        match fact:
            case GivenPiece(piece=piece, place=place, turned=turned):
                layer.put(zones[place.zone], place.key, codec.given(piece), turned)
            case GivenVariable(name=name, key=key, value=value):
                (variable,) = (each for each in codec.description.variables if each.name == name)
                layer.cells[variable.attribute][key or 0] = value
            case GivenTokens(token=name, holder=holder, key=key, amount=amount):
                (token,) = (each for each in codec.description.tokens if each.name == name)
                layer.cells[dict(token.holders)[holder]][key] = amount
                _within_limit(layer, name, token.limit, [attribute for _, attribute in token.holders])
    return layer
