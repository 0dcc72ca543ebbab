"""Views: what a player sees of a state, as data; of what is hidden counts, or nothing. What is seen `ir.sight` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from refengine.ir.sight import seen_outright
from refengine.runtime.codec import Codec
from refengine.runtime.description import Description, SeenInfo, VariableInfo, ZoneInfo
from refengine.runtime.grids import Grid
from refengine.runtime.positions import lying
from refengine.runtime.spots import Spread
from refengine.runtime.states import by_key, zone_by_key


def view_of(codec: Codec, state: Any, viewer: int) -> dict[str, Any]:
    """Returns the view of a seat (from 0), and whose turn it is."""
    turn = state.control[-1].turn(state)
    return {
        "player": viewer + 1,
        **seen_of(codec, state, (viewer,)),
        "turn": {"kind": turn.kind, "seats": list(turn.seats)},
    }


def seen_of(codec: Codec, state: Any, viewers: Sequence[int]) -> dict[str, Any]:
    """Returns what all of some seats see, without whose turn it is."""
    told = codec.description
    running = frozenset(frame.phase for frame in state.control)

    def is_seen(of: ZoneInfo | VariableInfo, key: int | None) -> bool:
        return all(_sees_member(of, key, state, viewer, running) for viewer in viewers)

    zones = {}
    for zone in told.zones:
        members: dict[Any, Any] = {}
        for key, held in lying(zone, state):
            seen = is_seen(zone, key if zone.index is not None else None)
            members[key] = [codec.public_piece(zone.component, piece) for piece in held] if seen else len(held)
        zones[zone.name] = zone_by_key(codec, zone, state, members)
    variables = {}
    for variable in told.variables:
        stored = getattr(state, variable.attribute)
        cells = list(enumerate(stored)) if variable.index is not None else [(None, stored)]
        shown = {
            key or 0: codec.public(variable.domain, value) if is_seen(variable, key) else None for key, value in cells
        }
        variables[variable.name] = by_key(codec, variable.index, shown)
    tokens = {
        token.name: {
            holder: by_key(codec, holder, dict(enumerate(getattr(state, attribute))))
            for holder, attribute in token.holders
        }
        for token in told.tokens
    }
    found: dict[str, Any] = {"zones": zones, "variables": variables}
    if tokens:
        found["tokens"] = tokens
    return {**found, "control": [_frame(codec, state, frame, running, viewers) for frame in state.control]}


def sees_at(description: Description, state: Any, viewer: int, name: str, key: Any) -> bool:
    """Returns whether a seat (from 0) sees a zone or variable; of a family without a key, each of its members."""
    declared: tuple[ZoneInfo | VariableInfo, ...] = (*description.zones, *description.variables)
    (found,) = (each for each in declared if each.name == name)
    running = frozenset(frame.phase for frame in state.control)
    if found.index is None:
        return _sees_member(found, None, state, viewer, running)
    if isinstance(getattr(state, found.attribute), Grid | Spread):  # everybody sees what lies on a grid
        return _sees_member(found, None, state, viewer, running)
    stored = getattr(state, found.attribute)
    keys = range(len(stored)) if key is None else (getattr(key, "index", key),)
    return all(_sees_member(found, each, state, viewer, running) for each in keys)


def _sees_member(
    of: ZoneInfo | VariableInfo, key: int | None, state: Any, viewer: int, running: frozenset[str]
) -> bool:
    """Returns whether a seat sees a zone or variable, or one member of a family."""
    own = key if of.index == "player" else None
    lasts = of.during if isinstance(of, VariableInfo) else None
    return sees(of.seen, state, viewer, running, own=viewer == own, of=key or 0, lasts=lasts)


def sees(
    seen: SeenInfo,
    state: Any,
    viewer: int,
    running: frozenset[str],
    *,
    own: bool,
    of: Any,
    lasts: str | None = None,
) -> bool:
    """Returns whether a seat sees something; `of` is the member's key or the frame that a condition may ask about."""
    outright = seen_outright(seen.by, seen.during, running, own=own, lasts=lasts)
    if outright is None:
        return seen.condition is not None and seen.condition(state, viewer, of)
    return outright


def _frame(codec: Codec, state: Any, frame: Any, running: frozenset[str], viewers: Sequence[int]) -> dict[str, Any]:
    """Returns a frame: where it waits, and what it holds as far as it is seen."""
    info = codec.frame_info(frame)
    if info is None:
        return {"phase": None}
    hidden: Mapping[str, SeenInfo] = {each.attribute: each.seen for each in info.hidden}

    def is_seen(attribute: str) -> bool:
        if attribute not in hidden:
            return True
        return all(sees(hidden[attribute], state, viewer, running, own=False, of=frame) for viewer in viewers)

    held = {
        each.name: codec.public(each.domain, getattr(frame, each.attribute)) if is_seen(each.attribute) else None
        for each in info.fields
    }
    return {"phase": info.phase, "point": info.point, "data": held}
