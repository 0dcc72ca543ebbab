"""Overheard decisions: what a player at the table notices of a decision that somebody else takes.

INVARIANT: nothing is told that the player could not see. A piece is told if the player sees one of that name come or
go, any other argument if something else could have been chosen, and either if a phase was told it under the same name,
and the player sees that. All of that may be chance: so nothing is told of which another choice would have led to what
looks the same; nor a piece in whose place another one might have lain, as far as the player knows, with which it would
look the same. What is chosen at once and in secret is not told at all. So less may be told than could be known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from refengine.ir.domain import Option, Piece
from refengine.runtime.fault import BadData, Fault, IllegalAction

if TYPE_CHECKING:
    from refengine.runtime.description import FieldInfo
    from refengine.runtime.frames import Action
    from refengine.runtime.game import Game, State

UNSEEN = "?"


def noticed_arguments(game: Game, seat: int, before: State, action: Action, after: State) -> tuple[object, ...] | None:
    """Returns the arguments as the seat notices them, `?` for those that it does not; None if it notices nothing."""
    if game.turn(before).kind == "players":
        return None
    was, seen = game.view(before, seat), game.view(after, seat)
    others = [(each, _view(game, seat, before, each)) for each in game.legal(before) if each.actor == action.actor]
    if any(each.name != action.name and view == seen for each, view in others):
        return None
    came_or_went = changed_names(was, seen)
    said = [(name, value) for frame in seen.get("control", ()) for name, value in frame.get("data", {}).items()]
    told: list[object] = []
    for index, (param, value) in enumerate(zip(params_of(game, action), action.arguments, strict=True)):
        shown = value is not None and any(name == param.name and _name(value) == _name(each) for name, each in said)
        rest = [(each.arguments[index], view) for each, view in others if each.name == action.name]
        unlike = [view for other, view in rest if _name(other) != _name(value)]
        moved = is_piece(param) and value is not None
        noticed = shown or (_name(value) in came_or_went if moved else bool(unlike))
        certain = noticed and seen not in unlike
        if certain and moved:
            likewise = twins(game, seat, was, before, value)
            certain = all(_taken(game, seat, each, action, index, other) != seen for each, other in likewise)
        told.append(value if certain else UNSEEN)
    return tuple(told)


def heard_by(
    game: Game, seats: Sequence[int], before: State, action: Action, after: State
) -> tuple[object, ...] | None:
    """Returns the arguments as all of some seats notice them, `?` where one does not; None if one notices nothing.

    Whoever decided knows what.
    """
    found: list[tuple[object, ...]] = []
    for seat in seats:
        told = action.arguments if seat == action.actor else noticed_arguments(game, seat, before, action, after)
        if told is None:
            return None
        found.append(told)
    return tuple(each[0] if all(one == each[0] for one in each) else UNSEEN for each in zip(*found, strict=True))


def _view(game: Game, seat: int, before: State, action: Action) -> Any:
    try:
        return game.view(game.apply(before, action), seat)
    except Fault:  # that nobody took it is as well
        return None


def twins(game: Game, seat: int, was: Any, before: State, piece: object) -> Iterator[tuple[State, str]]:
    """Yields states that look the same to a seat, in each of which another piece lies where a hidden one did."""
    data, name, seen = game.to_json(before)["zones"], _name(piece), dict(_contents(was["zones"]))
    hidden = [(place, held) for place, held in _contents(data) if isinstance(seen.get(place), int) and held]
    for place, held in hidden:
        if name not in held:
            continue
        for other, there in hidden:
            for each in dict.fromkeys(there if other != place else ()):
                if each != name:
                    twin = _edited(game, before, data, {place: (name, each), other: (each, name)})
                    if twin is not None and game.view(twin, seat) == was:
                        yield twin, each


def _edited(game: Game, before: State, zones: Any, instead: Mapping[tuple[str, str], tuple[str, str]]) -> State | None:
    """Returns the state with one piece for another in some places; None where that is no state."""
    found = {name: dict(held) if isinstance(held, Mapping) else held for name, held in zones.items()}
    for (zone, key), (one, other) in instead.items():
        held = list(found[zone][key] if isinstance(found[zone], dict) else found[zone])
        held[held.index(one)] = other
        if isinstance(found[zone], dict):
            found[zone][key] = held
        else:
            found[zone] = held
    try:
        return game.edited(before, {"zones": {zone: found[zone] for zone, _ in instead}})
    except BadData:
        return None


def _taken(game: Game, seat: int, twin: State, action: Action, index: int, other: str) -> Any:
    """Returns the view of a seat behind a choice of another piece in a twin of a state; None where that is illegal."""
    after = twin_after(game, twin, action, {index: other})
    return None if after is None else game.view(after, seat)


def twin_after(game: Game, twin: State, action: Action, instead: Mapping[int, str]) -> State | None:
    """Returns the twin of a state after an action of the state, with some other arguments; None if that is illegal."""
    arguments = [instead.get(place, each) for place, each in enumerate(action.arguments)]
    try:
        return game.apply(twin, game.find_action(twin, action.actor, action.name, arguments))
    except (BadData, Fault, IllegalAction):
        return None


def _contents(zones: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], Any]]:
    for name, held in zones.items():
        yield from (
            (((name, key), content) for key, content in held.items())
            if isinstance(held, Mapping)
            else [((name, ""), held)]
        )


def params_of(game: Game, action: Action) -> tuple[FieldInfo, ...]:
    """Returns the parameters of an action."""
    actions = (each for frame in game.description.frames for each in frame.actions)
    return next(each.params for each in actions if each.name == action.name)


def is_piece(param: FieldInfo) -> bool:
    """Returns whether a piece is to be given, or none."""
    return isinstance(param.domain.inner if isinstance(param.domain, Option) else param.domain, Piece)


def changed_names(before: Any, after: Any) -> set[str]:
    """Returns the names of which more, or fewer, are seen somewhere."""
    changed: set[str] = set()
    there = dict(_places(after["zones"]))
    for place, held in _places(before["zones"]):
        one, other = Counter(held), Counter(there.get(place, ()))
        changed |= {name for name in {*one, *other} if one[name] != other[name]}
    return changed


def seen_names(view: Any) -> set[str]:
    """Returns the names of all pieces that are seen somewhere."""
    return {name for _, held in _places(view["zones"]) for name in held}


def _places(zones: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], list[str]]]:
    """Yields each place with the names that are seen there; of one that is hidden only the number is known."""
    for name, held in zones.items():
        for key, content in held.items() if isinstance(held, Mapping) else (("", held),):
            yield (name, str(key)), [] if isinstance(content, int) else [_name(each) for each in content]


def _name(value: object) -> str:
    return str(getattr(value, "name", value))
