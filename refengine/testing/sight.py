"""The laws of information: what is legal for a seat, and who is asked, depends on nothing that the seat cannot see.

For a state met in play another is made that looks the same to a seat: pieces that it does not see change places, hidden
values change. If the seat may now do other things, or somebody else is asked, the rules give a secret away.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from attrs import frozen

from refengine.engine.fault import BadData, Clause, Fault
from refengine.engine.trace import Data, State
from refengine.testing.domains import values_of
from refengine.testing.protocol import Game

TRIES = 12
"""So many exchanges are proposed for one seat of one state before it is given up."""

Slot = tuple[str, str | None]
"""A zone or variable, and the key of the member."""


@frozen
class Leak:
    """Two states that look the same to a seat, and what is different: `legal` actions, or whose `turn` it is."""

    what: str
    seat: int
    clause: Clause
    state: State
    twin: State
    difference: tuple[str, ...]


def look_alike(game: Game, state: State, seat: int, random: Random) -> State | None:
    """Another state that obeys the invariants and looks the same to a seat, if one is found."""
    view = game.view(state, seat)
    original = game.to_json(state)
    hidden = list(_hidden(view.get("zones"), original.get("zones"), _is_count))
    secret = list(_hidden(view.get("variables"), original.get("variables"), _is_masked))
    pools = _pools(game, hidden)
    if not pools and not secret:
        return None
    current, found = original, None
    for _ in range(TRIES):
        data = copy.deepcopy(current)
        changed = False
        if pools and (not secret or random.random() < 0.7):
            changed = _exchange(data["zones"], random.choice(pools), random)
        elif secret:
            changed = _revalue(game, data["variables"], secret, random)
        twin = _made(game, data) if changed and data != original else None
        if twin is None or twin == state or _shown(game.view(twin, seat)) != _shown(view):
            continue
        current, found = data, twin
        if random.random() < 0.5:
            break
    return found


def leak(game: Game, state: State, seat: int, random: Random) -> Leak | None:
    """A breach of the laws of information that a state shows for a seat, if chance finds one."""
    twin = look_alike(game, state, seat, random)
    if twin is None:
        return None
    here, there = game.turn(state), game.turn(twin)
    if (here.kind, here.seats) != (there.kind, there.seats):
        told = (f"{here.kind} {here.seats}", f"{there.kind} {there.seats}")
        return Leak("turn", seat, _clause_of_turn(game, state), state, twin, told)
    try:
        mine, other = _options(game, state, seat), _options(game, twin, seat)
    except Fault:  # a position that the rules cannot go on from does not come up in play
        return None
    if mine.keys() == other.keys():
        return None
    labels = [label for label in (*mine, *other) if (label in mine) != (label in other)]
    unlike = tuple(f"{label} {'only here' if label in mine else 'only there'}" for label in labels[:8])
    first = (mine | other)[labels[0]]
    return Leak("legal", seat, _clause_of_action(game, first.name), state, twin, unlike)


# ---- WHAT IS HIDDEN


def _is_count(seen: Data, there: Data) -> bool:
    return isinstance(there, list) and isinstance(seen, int) and not isinstance(seen, bool)


def _is_masked(seen: Data, there: Data) -> bool:
    return seen is None and there is not None


def _hidden(view: Data, data: Data, hides: Any) -> Iterator[Slot]:
    """The zones or variables, member by member, that a view does not show."""
    if not isinstance(view, Mapping) or not isinstance(data, Mapping):
        return
    for name, there in data.items():
        seen = view.get(name)
        if isinstance(there, Mapping) and isinstance(seen, Mapping):
            yield from ((name, key) for key, member in there.items() if hides(seen.get(key), member))
        elif hides(seen, there):
            yield name, None


def _shown(view: Data) -> Data:
    """A view without whose turn it is, which is what is to be compared."""
    return {name: each for name, each in view.items() if name != "turn"} if isinstance(view, Mapping) else view


def _pools(game: Game, hidden: list[Slot]) -> list[list[Slot]]:
    """Places whose pieces may change places: those of one component, and an ordered one with itself."""
    zones = {zone.name: zone for zone in game.description.zones}
    pools: dict[str, list[Slot]] = {}
    for slot in hidden:
        pools.setdefault(zones[slot[0]].component, []).append(slot)
    return [pool for pool in pools.values() if len(pool) > 1] + [[slot] for slot in hidden if zones[slot[0]].ordered]


# ---- CHANGING IT


def _held(zones: Data, slot: Slot) -> list[Data]:
    held: list[Data] = zones[slot[0]] if slot[1] is None else zones[slot[0]][slot[1]]
    return held


def _exchange(zones: Data, pool: list[Slot], random: Random) -> bool:
    """Two pieces change places."""
    one, other = (_held(zones, slot) for slot in (random.sample(pool, 2) if len(pool) > 1 else pool * 2))
    if not one or not other:
        return False
    at, where = random.randrange(len(one)), random.randrange(len(other))
    if one[at] == other[where]:
        return False
    one[at], other[where] = other[where], one[at]
    return True


def _revalue(game: Game, variables: Data, secret: list[Slot], random: Random) -> bool:
    """Two members of a hidden family change values, or a hidden variable takes another."""
    name, key = random.choice(secret)
    family = [each for each in secret if each[0] == name and each[1] != key]
    if key is not None and family and random.random() < 0.5:
        other = random.choice(family)[1]
        members = variables[name]
        members[key], members[other] = members[other], members[key]
        return True
    domain = next(each.domain for each in game.description.variables if each.name == name)
    values = values_of(game.description, domain)
    if not values:
        return False
    value = random.choice(values)
    if key is None:
        variables[name] = value
    else:
        variables[name][key] = value
    return True


def _made(game: Game, data: Data) -> State | None:
    try:
        state = game.from_json(data)
        return None if game.violations(None, state) else state
    except (BadData, Fault):
        return None


# ---- WHAT FOLLOWS


def _options(game: Game, state: State, seat: int) -> dict[str, Any]:
    legal = game.legal(state)
    return {f"{each.name}{each.arguments!r}": each for each in legal if each.actor == seat}


def _clause_of_action(game: Game, name: str) -> Clause:
    told = (action.clause for frame in game.description.frames for action in frame.actions if action.name == name)
    return next(told, Clause(name, ()))


def _clause_of_turn(game: Game, state: State) -> Clause:
    data = game.to_json(state)
    control = data.get("control") if isinstance(data, Mapping) else None
    phase = control[-1].get("phase") if control else None
    told = (each.clause for each in game.description.phases if each.name == phase)
    return next(told, Clause(str(phase or "turn"), ()))
