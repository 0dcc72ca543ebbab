"""Positions put together from the declarations: pieces in zones that hold them, within caps and printed numbers.

INVARIANT: a position that is handed out obeys the game's invariants and somebody decides in it, or it is over. It need
not come up in play: what is found in one says that a rule can decide, never that the rules are broken.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from refengine.engine.trace import Data, State
from refengine.runtime.description import ZoneInfo
from refengine.runtime.fault import BadData, Fault
from refengine.testing.domains import values_of
from refengine.testing.protocol import PlayableGame

TRIES = 20
CHANGES = 16


def place(game: PlayableGame, random: Random, model: State | None = None, *, outermost: bool = False) -> State | None:
    """Returns a position at the start of a phase, or, like a state that serves as model, where somebody decides.

    What is other than in the model is the least or the most of all values, if the `outermost` are asked for.
    """
    for _ in range(TRIES):
        try:
            state = _scattered(game, random) if model is None else _rearranged(game, random, model, outermost=outermost)
            if state is not None and game.is_sound(None, state):
                game.legal(state)
                return state
        except (BadData, Fault):
            continue
    return None


# ---- FROM NOTHING


def _scattered(game: PlayableGame, random: Random) -> State | None:
    """Returns a state with every piece somewhere, at the start of some phase."""
    told = game.description
    if not told.phases:
        return None
    zones: dict[str, Any] = {zone.name: {} if zone.index else [] for zone in told.zones}
    for component in told.components:
        homes = [zone for zone in told.zones if zone.component == component.name and zone.name != component.starts_in]
        used = random.sample(homes, random.randint(1, len(homes))) if homes else []
        stay = random.random()
        for piece, copies in zip(component.pieces, component.copies, strict=True):
            for _ in range(copies):
                if used and random.random() >= stay:
                    _lay(game, zones, random.choice(used), piece.name, random)
    variables = {each.name: _value(game, each.domain, each.index, random) for each in told.variables}
    phase = random.choice(told.phases)
    data: dict[str, Any] = {
        "zones": zones,
        "variables": {name: value for name, value in variables.items() if value is not None},
        "phase": {
            "name": phase.name,
            "arguments": [random.choice(values_of(told, each.domain) or (0,)) for each in phase.params],
        },
    }
    return game.position(data)


def _lay(game: PlayableGame, zones: dict[str, Any], zone: ZoneInfo, piece: str, random: Random) -> None:
    """Lays a piece into a member of a zone if there is room."""
    held = zones[zone.name]
    if zone.index is not None:
        keys = _keys(game, zone.index)
        if not keys:
            return
        held = held.setdefault(str(random.choice(keys)), [])
    if len(held) < (1 if zone.single else zone.cap or len(held) + 1):
        held.append(piece)


def _keys(game: PlayableGame, index: str) -> tuple[Any, ...]:
    for component in game.description.components:
        if component.name == index:
            return tuple(piece.name for piece in component.pieces)
    return next((kind.members for kind in game.description.kinds if kind.name == index), ())


def _value(game: PlayableGame, domain: Any, index: str | None, random: Random) -> Any:
    """Returns a value for a variable, or for each member of a family; None leaves it as it starts."""
    values = values_of(game.description, domain)
    if not values or random.random() < 0.5:
        return None
    return random.choice(values) if index is None else {str(key): random.choice(values) for key in _keys(game, index)}


# ---- FROM A MODEL


def _rearranged(game: PlayableGame, random: Random, model: State, *, outermost: bool) -> State | None:
    """Returns a state in which some pieces lie elsewhere, and some values are others."""
    data = game.to_json(model)  # made for us alone, so it may be changed
    if not isinstance(data, Mapping) or not isinstance(data.get("zones"), Mapping):
        return None
    members = _members(game, data["zones"])
    for _ in range(random.randint(1, CHANGES)):
        holding = [each for each in members if each[1]]
        if not holding:
            break
        zone, held, _ = random.choice(holding)
        target = random.choice([each for each in members if each[0].component == zone.component])
        _shift(held, target, random)
    for info in game.description.variables:
        values = values_of(game.description, info.domain)
        if values and random.random() < 0.2:
            stored = data["variables"]
            value = random.choice(values[:: len(values) - 1] if outermost and len(values) > 1 else values)
            if info.index is None:
                stored[info.name] = value
            else:
                stored[info.name][random.choice(list(stored[info.name]))] = value
    return game.from_json(data)


Member = tuple[ZoneInfo, list[Data], int | None]
"""A zone, what one member of it holds, and for how many there is room."""


def _members(game: PlayableGame, zones: Mapping[str, Data]) -> list[Member]:
    found: list[Member] = []
    for zone in game.description.zones:
        held = zones[zone.name]
        cap = 1 if zone.single else zone.cap
        found.extend((zone, each, cap) for each in (held.values() if isinstance(held, Mapping) else (held,)))
    return found


def _shift(held: list[Data], target: Member, random: Random) -> None:
    """Moves a piece to another place; without room there, or by chance, it changes places with one instead."""
    _, there, cap = target
    at = random.randrange(len(held))
    if there and (random.random() < 0.5 or (cap is not None and len(there) >= cap)):
        where = random.randrange(len(there))
        held[at], there[where] = there[where], held[at]
    elif cap is None or len(there) < cap:
        there.append(held.pop(at))
