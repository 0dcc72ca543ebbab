"""States as JSON can hold them, written and read again, whole or with a part that is another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from refengine.runtime.bad_data import in_few_words, lost_pieces, malformed, other_rules, too_many, unknown
from refengine.runtime.codec import Codec
from refengine.runtime.description import ZoneInfo
from refengine.runtime.frames import END
from refengine.runtime.grids import turned_name
from refengine.runtime.plain_data import bounded_data, partial_record_of, record_of
from refengine.runtime.positions import Layer, empty_zone, lying, put_cells, zone_members

SCHEMA = 1


def state_data(codec: Codec, state: Any) -> dict[str, Any]:
    """Returns a state as JSON can hold it."""
    told = codec.description
    zones = {
        zone.name: zone_by_key(
            codec,
            zone,
            state,
            {key: [codec.public_piece(zone.component, piece) for piece in held] for key, held in lying(zone, state)},
        )
        for zone in told.zones
    }
    variables = {}
    for variable in told.variables:
        stored = getattr(state, variable.attribute)
        cells = stored if variable.index is not None else (stored,)
        shown_cells = {key: codec.public(variable.domain, each) for key, each in enumerate(cells)}
        variables[variable.name] = by_key(codec, variable.index, shown_cells)
    tokens = {
        token.name: {
            holder: by_key(codec, holder, dict(enumerate(getattr(state, attribute))))
            for holder, attribute in token.holders
        }
        for token in told.tokens
    }
    data: dict[str, Any] = {
        "schemaVersion": SCHEMA, "game": told.name, "version": told.version, "zones": zones, "variables": variables,
    }  # fmt: skip
    if tokens:
        data["tokens"] = tokens
    data["control"] = [frame_data(codec, frame) for frame in state.control]
    return data


def zone_by_key(codec: Codec, zone: ZoneInfo, state: Any, members: Mapping[Any, Any]) -> Any:
    """Returns something said of a zone's members as data show it; where pieces lie turned, with the turn."""
    if zone.turned is None:
        return by_key(codec, zone.index, members)
    turns, sides = getattr(state, zone.attribute).turns(), codec.members[zone.turned]
    return {turned_name(cell, sides[turns[cell]]): each for cell, each in members.items()}


def by_key(codec: Codec, index: str | None, members: Mapping[Any, Any]) -> Any:
    """Returns something as data show it: the members of a family by the names of their keys, or the only one."""
    if index is None:
        return members[0]
    if not codec.is_endless(index):
        return dict(zip(codec.key_names(index), members.values(), strict=False))
    return {codec.key_name(index, key): each for key, each in members.items()}


def frame_data(codec: Codec, frame: Any) -> dict[str, Any]:
    """Returns a frame: the phase, the point in it, and the data that lives there."""
    info = codec.frame_info(frame)
    if info is None:
        return {"phase": None}
    held = {each.name: codec.public(each.domain, getattr(frame, each.attribute)) for each in info.fields}
    return {"phase": info.phase, "point": info.point, "data": held}


def state_layer(codec: Codec, start: Any, data: Any) -> tuple[Layer, tuple[Any, ...]]:
    """Returns a state from its data, and its stack."""
    told = codec.description
    if not isinstance(bounded_data(data, "a state"), Mapping):
        raise malformed("a state", "an object")
    is_schema = data.get("schemaVersion") == SCHEMA and data["schemaVersion"] is not True  # which equals 1 in Python
    if not is_schema or data.get("game") != told.name or data.get("version") != told.version:
        raise other_rules(data, SCHEMA)
    parts = ("schemaVersion", "game", "version", "zones", "variables", *(["tokens"] if told.tokens else []), "control")
    record_of(data, "a state", parts)
    layer = Layer(told, start)
    record_of(data["zones"], "`zones`", [each.name for each in told.zones])
    record_of(data["variables"], "`variables`", [each.name for each in told.variables])
    record_of(data.get("tokens", {}), "`tokens`", [each.name for each in told.tokens])
    _read(codec, layer, data)
    return layer, stack_of(codec, data["control"])


def edited_layer(codec: Codec, state: Any, data: Any) -> tuple[Layer, tuple[Any, ...]]:
    """Returns a state where what data name is another: some zones, variables, tokens, or the stack; and its stack."""
    told = codec.description
    partial_record_of(bounded_data(data, "a change"), "a change", ("zones", "variables", "tokens", "control"))
    layer = Layer(told, state)
    partial_record_of(data.get("zones", {}), "`zones`", [each.name for each in told.zones])
    partial_record_of(data.get("variables", {}), "`variables`", [each.name for each in told.variables])
    partial_record_of(data.get("tokens", {}), "`tokens`", [each.name for each in told.tokens])
    _read(codec, layer, data)
    return layer, stack_of(codec, data["control"]) if "control" in data else state.control


def _read(codec: Codec, layer: Layer, data: Mapping[str, Any]) -> None:
    """Reads the zones, variables and tokens that data name, each of them whole."""
    told = codec.description
    _read_zones(codec, layer, data.get("zones", {}))
    for variable in told.variables:
        if variable.name in data.get("variables", {}):
            _whole_family(codec, variable.index, data["variables"][variable.name], f"`{variable.name}`")
    tokens = {token.name: token for token in told.tokens}
    for name, each in data.get("tokens", {}).items():
        held = record_of(each, f"`{name}`", [holder for holder, _ in tokens[name].holders])
        for holder, amounts in held.items():
            _whole_family(codec, holder, amounts, f"`{name}`")
    put_cells(codec, layer, data, as_it_lies=True)


def stack_of(codec: Codec, data: Any) -> tuple[Any, ...]:
    """Returns the frames: only the last may wait for a decision, and it has to, unless the game is over."""
    if not isinstance(data, list) or not data:
        raise malformed("`control`", "a list of frames")
    frames = tuple(_frame(codec, each) for each in data)
    *below, top = [codec.frame_info(frame) for frame in frames]
    waits = top.actions if top is not None else not below
    waits_below = (below and below[0] and below[0].actions) or any(info is None or info.actions for info in below[1:])
    if not waits or waits_below:
        raise malformed("`control`", "a stack of which the last frame, and no other, waits for a decision")
    return frames


def _read_zones(codec: Codec, layer: Layer, data: Mapping[str, Any]) -> None:
    zones = {each.name: each for each in codec.description.zones}
    for name, held in data.items():
        layer.zones[name] = empty_zone(zones[name])
        _whole_family(codec, zones[name].index, held, f"`{name}`")
        layer.turns[name] = {}
        for key, turn, pieces in zone_members(codec, zones[name], held):
            if turn is not None:
                layer.turns[name][key] = turn
            if not isinstance(pieces, list):
                raise malformed(f"`{name}`", "a list of pieces")
            found = [codec.piece(zones[name].component, piece, unprinted=True) for piece in pieces]
            cap = zones[name].cap
            if cap is not None and len(found) > cap:
                raise too_many(zones[name].places[key].name, cap)
            layer.zones[name][key] = found
    _nothing_lost(codec, layer, {zones[name].component for name in data})


def _nothing_lost(codec: Codec, layer: Layer, components: Collection[str]) -> None:
    for component in codec.description.components:
        if component.name not in components:
            continue
        counted: Counter[int] = Counter()
        for zone in codec.description.zones:
            if zone.component == component.name:
                counted.update(piece.index for held in layer.zones[zone.name].values() for piece in held)
        if any(counted[index] != copies for index, copies in enumerate(component.copies)):
            raise lost_pieces(component.name)


def _whole_family(codec: Codec, index: str | None, data: Any, what: str) -> None:
    """Checks that a family has an entry for each key."""
    if index is None or codec.is_endless(index):
        return
    pieces = codec.components[index].pieces if index in codec.components else ()
    names = {piece.name for piece in pieces} or set(codec.members.get(index, ()))
    if not isinstance(data, Mapping) or set(data) != names:
        raise malformed(what, f"complete, with an entry for each {index}")


def _frame(codec: Codec, data: Any) -> Any:
    if data == {"phase": None}:
        return END[0]
    told = record_of(data, "a frame", ("phase", "point", "data"))
    for info in codec.description.frames:
        if (info.phase, info.point) == (told["phase"], told["point"]):
            held = record_of(told["data"], f"the data of `{info.phase}`", [each.name for each in info.fields])
            return info.make(
                *(
                    codec.internal(each.domain, held[each.name], f"`{each.name}`", unprinted=True, as_it_lies=True)
                    for each in info.fields
                )
            )
    points = [f"{info.phase} {info.point}" for info in codec.description.frames]
    raise unknown("point", f"{in_few_words(told['phase'])} {in_few_words(told['point'])}", points)
