"""The laws of information: what is legal for a seat, and who is asked, depends on nothing that the seat cannot see.

For a state met in play another is made that looks the same to a seat: pieces that it does not see change places, hidden
values change, those of variables and those that frames hold. If the seat may now do other things, or somebody else is
asked, the rules give a secret away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from attrs import frozen

from refengine.engine.trace import Data, State
from refengine.ir.domain import Domain, Option, Piece
from refengine.runtime.fault import BadData, Clause, Fault
from refengine.testing.domains import drawn_from
from refengine.testing.protocol import Deciders, PlayableGame

TRIES = 12
"""The number of exchanges proposed for one seat of one state before it is given up."""

Slot = tuple[str, str | None]
"""A zone or variable, and the key of the member."""

Held = tuple[int, str]
"""A frame, by its number in the stack, and the name of something that it holds."""


@frozen
class Leak:
    """Two states that look the same to a seat, and what is different: `legal` actions, or whose `turn` it is."""

    what: str
    seat: int
    clause: Clause
    state: State
    twin: State
    difference: tuple[str, ...]


def look_alike(game: PlayableGame, state: State, seat: int, random: Random) -> State | None:
    """Returns another state that obeys the invariants and looks the same to a seat, if one is found."""
    view, original = game.view(state, seat), game.to_json(state)
    unseen = _unseen(game, view, original)
    changes = [
        change
        for there, change in (
            (unseen.pools, _exchange),
            (unseen.pools, _rearrange),
            (unseen.variables, _revalue),
            (unseen.held, _retell),
        )
        if there
    ]
    if not changes:
        return None
    current, found = original, None
    for _ in range(TRIES):
        data = _copied(current)
        # What is told of one thing may hang on another, so that several have to change at once.
        changed = [random.choice(changes)(game, data, unseen, random) for _ in range(random.choice((1, 1, 1, 2, 3)))]
        twin = _edited(game, state, original, data) if any(changed) and data != original else None
        if twin is None or twin == state or without_turn(game.view(twin, seat)) != without_turn(view):
            continue
        current, found = data, twin
        if random.random() < 0.5:
            break
    return found


def leak(game: PlayableGame, state: State, seat: int, random: Random) -> Leak | None:
    """Returns a breach of the laws of information that a state shows for a seat, if chance finds one."""
    twin = look_alike(game, state, seat, random)
    if twin is None:
        return None
    here, there = game.turn(state), game.turn(twin)
    if (here.kind, here.seats) != (there.kind, there.seats):
        told = f"{_asked(here)} here, and {_asked(there)} in a state that looks the same to player {seat}"
        return Leak("turn", seat, _clause_of_turn(game, state), state, twin, (told,))
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


def _asked(turn: Deciders) -> str:
    """Returns who is asked, in words."""
    match turn.kind:
        case "player" | "players":
            seats = " and ".join(map(str, turn.seats))
            return f"player {seats} is asked" if len(turn.seats) == 1 else f"players {seats} are asked"
        case "over":
            return "the game is over"
        case "table":
            return "the table decides"
        case _:
            return f"{turn.kind} decides"


# ---- WHAT IS HIDDEN


@frozen
class UnseenParts:
    """The parts of a state that a seat does not see. `pools` are places whose pieces may change places."""

    pools: tuple[tuple[Slot, ...], ...]
    variables: tuple[Slot, ...]
    held: tuple[Held, ...]


def _unseen(game: PlayableGame, view: Data, data: Data) -> UnseenParts:
    """Returns all parts of a state that a view does not show."""
    zones = unseen_zones(view, data)
    variables = tuple(_hidden(view.get("variables"), data.get("variables"), _is_masked))
    frames = zip(view.get("control", ()), data.get("control", ()), strict=True)
    held = (
        (number, name)
        for number, (seen, there) in enumerate(frames)
        for name, value in there.get("data", {}).items()
        if _is_masked(seen["data"][name], value)
    )
    return UnseenParts(tuple(map(tuple, _pools(game, zones))), variables, tuple(held))


def unseen_zones(view: Data, data: Data) -> list[Slot]:
    """Returns the zones, member by member, of which a view shows no more than how much lies there."""
    return list(_hidden(view.get("zones"), data.get("zones"), _is_count))


def _is_count(seen: Data, there: Data) -> bool:
    return isinstance(there, list) and isinstance(seen, int) and not isinstance(seen, bool)


def _is_masked(seen: Data, _there: Data) -> bool:
    """Returns whether a value may be hidden: nothing is shown, and that it is nothing would be shown so, too."""
    return seen is None


def _hidden(view: Data, data: Data, hides: Callable[[Data, Data], bool]) -> Iterator[Slot]:
    """Yields the zones or variables, member by member, that a view does not show."""
    if not isinstance(view, Mapping) or not isinstance(data, Mapping):
        return
    for name, there in data.items():
        seen = view.get(name)
        if isinstance(there, Mapping) and isinstance(seen, Mapping):
            yield from ((name, key) for key, member in there.items() if hides(seen.get(key), member))
        elif hides(seen, there):
            yield name, None


def without_turn(view: Data) -> Data:
    """Returns a view without whose turn it is, which is what is to be compared."""
    return {name: each for name, each in view.items() if name != "turn"} if isinstance(view, Mapping) else view


def _pools(game: PlayableGame, hidden: list[Slot]) -> list[list[Slot]]:
    """Returns places whose pieces may change places: those of one component, and an ordered one with itself."""
    zones = {zone.name: zone for zone in game.description.zones}
    pools: dict[str, list[Slot]] = {}
    for slot in hidden:
        pools.setdefault(zones[slot[0]].component, []).append(slot)
    return [pool for pool in pools.values() if len(pool) > 1] + [[slot] for slot in hidden if zones[slot[0]].ordered]


# ---- CHANGING IT


def held_at(kept: Data, slot: Slot) -> Data:
    """Returns what a zone or a variable holds in data."""
    return kept[slot[0]] if slot[1] is None else kept[slot[0]][slot[1]]


def put_at(kept: Data, slot: Slot, value: Data) -> None:
    """Has a zone or a variable hold something else in data."""
    if slot[1] is None:
        kept[slot[0]] = value
    else:
        kept[slot[0]][slot[1]] = value


def _exchange(_game: PlayableGame, data: Data, unseen: UnseenParts, random: Random) -> bool:
    """Exchanges the places of two pieces; half of the time what is hidden and speaks of one speaks of the other."""
    pool = random.choice(unseen.pools)
    one, other = (held_at(data["zones"], slot) for slot in (random.sample(pool, 2) if len(pool) > 1 else pool * 2))
    if not one or not other:
        return False
    at, where = random.randrange(len(one)), random.randrange(len(other))
    first, second = one[at], other[where]
    if first == second:
        return False
    one[at], other[where] = second, first
    if random.random() < 0.5:
        for slot in unseen.variables:
            put_at(data["variables"], slot, _renamed(held_at(data["variables"], slot), first, second))
        for number, name in unseen.held:
            held = data["control"][number]["data"]
            held[name] = _renamed(held[name], first, second)
    return True


def _rearrange(_game: PlayableGame, data: Data, unseen: UnseenParts, random: Random) -> bool:
    """All pieces that lie in some places are put there anew, as many as before in each."""
    places = [held_at(data["zones"], slot) for slot in random.choice(unseen.pools)]
    before = [list(each) for each in places]
    pieces = [piece for each in places for piece in each]
    random.shuffle(pieces)
    for each in places:
        each[:] = [pieces.pop() for _ in each]
    return before != places


def _renamed(value: Data, first: Data, second: Data) -> Data:
    """Returns a value in which two pieces have changed names."""
    match value:
        case str() | Mapping() if value in (first, second):
            return second if value == first else first
        case list():
            return [_renamed(each, first, second) for each in value]
        case Mapping():
            return {name: _renamed(each, first, second) for name, each in value.items()}
        case _:
            return value


def _revalue(game: PlayableGame, data: Data, unseen: UnseenParts, random: Random) -> bool:
    """Exchanges the values of two members of a hidden family, or gives a hidden variable another."""
    slot = random.choice(unseen.variables)
    variables, name = data["variables"], slot[0]
    family = [each for each in unseen.variables if each[0] == name and each != slot]
    if family and random.random() < 0.5:
        other = random.choice(family)
        one, two = held_at(variables, slot), held_at(variables, other)
        put_at(variables, slot, two)
        put_at(variables, other, one)
        return bool(one != two)
    domain = next(each.domain for each in game.description.variables if each.name == name)
    return _changed(game, data, domain, held_at(variables, slot), lambda value: put_at(variables, slot, value), random)


def _retell(game: PlayableGame, data: Data, unseen: UnseenParts, random: Random) -> bool:
    """A frame holds something else."""
    number, name = random.choice(unseen.held)
    frame = data["control"][number]
    told = next(
        each for each in game.description.frames if (each.phase, each.point) == (frame["phase"], frame["point"])
    )
    domain = next(each.domain for each in told.fields if each.name == name)
    held = frame["data"]
    return _changed(game, data, domain, held[name], lambda value: held.update({name: value}), random)


def _changed(
    game: PlayableGame, data: Data, domain: Domain, old: Data, put: Callable[[Data], None], random: Random
) -> bool:
    """Gives something hidden another value; a piece half of the time that of one that lies beside it."""
    beside = _beside(data, old) if isinstance(domain, Piece | Option) and random.random() < 0.5 else []
    value = random.choice(beside) if beside else drawn_from(game.description, domain, random)
    put(value)
    return bool(value != old)


def _beside(data: Data, piece: Data) -> list[Data]:
    """Returns the pieces that lie where one lies."""
    held = (
        member
        for content in data["zones"].values()
        for member in (content.values() if isinstance(content, Mapping) else (content,))
    )
    return next((member for member in held if piece in member), [])


def _copied(data: Data) -> Data:
    """Returns data of which every list and object is another one."""
    match data:
        case dict():
            return {name: _copied(each) for name, each in data.items()}
        case list():
            return [_copied(each) if isinstance(each, dict | list) else each for each in data]
        case _:
            return data


def _edited(game: PlayableGame, state: State, before: Data, after: Data) -> State | None:
    """Returns the state that data describe, if there is one and it breaks nothing; those `before` describe states."""
    changed = {
        part: {name: each for name, each in after[part].items() if each != before[part][name]}
        for part in ("zones", "variables")
    }
    if after.get("control") != before.get("control"):
        changed["control"] = after["control"]
    try:
        twin = game.edited(state, changed)
        return twin if game.is_sound(None, twin) else None
    except (BadData, Fault):
        return None


# ---- WHAT FOLLOWS


def _options(game: PlayableGame, state: State, seat: int) -> dict[str, Any]:
    return {_label(each): each for each in game.legal(state) if each.actor == seat}


def _label(action: Any) -> str:
    """Returns the action as it is written in the rules."""
    listed = ", ".join(map(str, action.arguments))
    return f"{action.name}({listed})" if listed else action.name


def _clause_of_action(game: PlayableGame, name: str) -> Clause:
    told = (action.clause for frame in game.description.frames for action in frame.actions if action.name == name)
    return next(told, Clause(name, ()))


def _clause_of_turn(game: PlayableGame, state: State) -> Clause:
    data = game.to_json(state)
    control = data.get("control") if isinstance(data, Mapping) else None
    phase = control[-1].get("phase") if control else None
    told = (each.clause for each in game.description.phases if each.name == phase)
    return next(told, Clause(str(phase or "turn"), ()))
