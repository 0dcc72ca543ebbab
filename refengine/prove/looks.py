"""Looks: the parts of a state that an evaluation reads, found out by handing it a state that takes notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import TYPE_CHECKING, Any

from attrs import frozen

from refengine.engine.supposing import outcome_of
from refengine.prove.engines import EnginePosition
from refengine.runtime.codec import Codec

if TYPE_CHECKING:
    from refengine.runtime.game import State

Spot = tuple[str, str, str | None]
"""A part of a position: `zones`, `variables` or `tokens`; the name (of tokens also on what); of a family the key."""


def looked_at(stood: EnginePosition, stated: Callable[[State], object]) -> frozenset[Spot] | None:
    """Finds the parts of a position that the evaluation of a statement looks at; None if that cannot be found out."""
    seen: set[Spot] = set()
    try:
        found = outcome_of(lambda: stated(_noticing(stood, seen)))
    except (TypeError, AttributeError):  # it does with a family what `_Family` knows nothing of
        return None
    return frozenset(seen) if found == outcome_of(lambda: stated(stood.state)) else None


def _noticing(stood: EnginePosition, seen: set[Spot]) -> State:
    """Returns the state, in an object that writes down which of its parts are asked for."""
    parts = dict(_parts(stood))

    def read(self: object, attribute: str) -> Any:
        held = object.__getattribute__(self, attribute)
        spots = parts.get(attribute)
        if spots is None:
            return held
        if isinstance(held, tuple) and spots[0][2] is not None:
            return _Family(held, spots, seen)
        seen.update(spots)
        return held

    state = copy(stood.state)
    noticing = type("Noticing", (type(state),), {"__slots__": (), "__getattribute__": read})
    object.__setattr__(state, "__class__", noticing)
    return state


def _parts(stood: EnginePosition) -> Iterator[tuple[str, tuple[Spot, ...]]]:
    """Yields for each attribute the part of the position that it holds, of a family those of all keys in order.

    Of a zone without end these are the keys under which something lies; who looks at it looks at them all.
    """
    told, codec = stood.game.description, Codec(stood.game.description)
    declared = [("zones", each.name, each.attribute, each.index) for each in told.zones]
    declared += [("variables", each.name, each.attribute, each.index) for each in told.variables]
    declared += [
        ("tokens", f"{each.name} on {of}", attribute, of) for each in told.tokens for of, attribute in each.holders
    ]
    endless = {each.name for each in told.zones if each.is_endless}
    lying = stood.game.to_json(stood.state)["zones"] if endless else {}
    for part, name, attribute, index in declared:
        if part == "zones" and name in endless:
            yield attribute, tuple((part, name, key) for key in lying.get(name, {}))
            continue
        keys = range(0 if index is None else len(getattr(stood.state, attribute)))
        if index is None:
            yield attribute, ((part, name, None),)
        elif keys:
            yield attribute, tuple((part, name, codec.key_name(index, key)) for key in keys)


@frozen(eq=False)
class _Family:
    """The members of a family. It is no tuple, so that whatever else is done with it fails, and no look is missed."""

    held: tuple[Any, ...]
    spots: tuple[Spot, ...]
    seen: set[Spot]

    def __getitem__(self, key: int) -> Any:
        """Returns a member, which is noticed."""
        self.seen.add(self.spots[key])
        return self.held[key]

    def __iter__(self) -> Iterator[Any]:
        """Yields all members: each is noticed when it is handed out."""
        for spot, held in zip(self.spots, self.held, strict=True):
            self.seen.add(spot)
            yield held

    def __len__(self) -> int:
        """Returns the number of members, which the rules settle."""
        return len(self.held)
