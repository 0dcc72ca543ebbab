"""What a player sees of a state: derived from what the rules say is seen; of the rest, counts."""

from __future__ import annotations

from typing import Any

from refengine.engine.codec import Codec
from refengine.engine.description import Description, SeenInfo, VariableInfo, ZoneInfo
from refengine.engine.positions import lying
from refengine.ir.domain import Domain, Option, Piece, Place, Record, SetOf


def view_of(codec: Codec, state: Any, viewer: int) -> dict[str, Any]:
    """The view of a seat (from 0)."""
    told = codec.description
    running = {frame.phase for frame in state.control}
    zones = {}
    for zone in told.zones:
        members = []
        for key, held in lying(zone, state):
            seen = sees(zone.seen, state, viewer, key if zone.index is not None else None, zone.index, running)
            members.append([codec.public_piece(zone.component, piece) for piece in held] if seen else len(held))
        zones[zone.name] = _by_key(codec, zone.index, members)
    variables = {}
    for variable in told.variables:
        stored = getattr(state, variable.attribute)
        cells = list(enumerate(stored)) if variable.index is not None else [(None, stored)]
        shown = [
            codec.public(variable.domain, value)
            if sees(variable.seen, state, viewer, key, variable.index, running)
            else None
            for key, value in cells
        ]
        variables[variable.name] = _by_key(codec, variable.index, shown)
    tokens = {
        token.name: {
            holder: _by_key(codec, holder, list(getattr(state, attribute))) for holder, attribute in token.holders
        }
        for token in told.tokens
    }
    turn = state.control[-1].turn(state)
    view: dict[str, Any] = {"player": viewer + 1, "zones": zones, "variables": variables}
    if tokens:
        view["tokens"] = tokens
    view["turn"] = {"kind": turn.kind, "seats": list(turn.seats)}
    view["control"] = [_frame(codec, frame) for frame in state.control]
    return view


def sees_at(description: Description, state: Any, viewer: int, name: str, key: Any) -> bool:
    """Whether a seat (from 0) sees a zone or variable; of a family without a key, each of its members."""
    declared: tuple[ZoneInfo | VariableInfo, ...] = (*description.zones, *description.variables)
    (found,) = (each for each in declared if each.name == name)
    running = {frame.phase for frame in state.control}
    stored = getattr(state, found.attribute)
    if found.index is None:
        return sees(found.seen, state, viewer, None, None, running)
    keys = range(len(stored)) if key is None else (getattr(key, "index", key),)
    return all(sees(found.seen, state, viewer, each, found.index, running) for each in keys)


def sees(seen: SeenInfo, state: Any, viewer: int, key: int | None, index: str | None, running: set[str]) -> bool:
    """Whether a seat sees a zone or variable."""
    if seen.during is not None and seen.during not in running:
        return True
    match seen.by:
        case "everyone":
            return True
        case "nobody":
            return False
        case "owner":
            return index == "player" and key == viewer
        case "each":
            return seen.condition is not None and seen.condition(state, viewer, key or 0)


def _by_key(codec: Codec, index: str | None, members: list[Any]) -> Any:
    if index is None:
        return members[0]
    return {codec.key_name(index, key): member for key, member in enumerate(members)}


def _frame(codec: Codec, frame: Any) -> dict[str, Any]:
    """A frame without the data that speak of pieces: those are seen where they lie."""
    info = codec.frame_info(frame)
    if info is None:
        return {"phase": None}
    held = {
        each.name: codec.public(each.domain, getattr(frame, each.attribute))
        for each in info.fields
        if not _speaks_of_pieces(each.domain)
    }
    return {"phase": info.phase, "point": info.point, "data": held}


def _speaks_of_pieces(domain: Domain) -> bool:
    match domain:
        case Piece() | Record() | Place():
            return True
        case Option(inner=inner) | SetOf(inner=inner):
            return _speaks_of_pieces(inner)
        case _:
            return False
