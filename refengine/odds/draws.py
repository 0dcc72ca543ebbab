"""Partial-order reduction for draws: those that commute are followed in one order only.

Where chance only moves a piece from one place to another, and what runs then does not know which piece that was, the
state after some draws is what was there before, with these pieces moved: it can be told without being worked out. So
of all orders of the same draws one is played, and the others add their weight to it.

INVARIANT: a state that has an origin is equal to it but for the pieces that were drawn since, all from one place to one
other, and for control, which is the same after as many draws.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any

from attrs import field, frozen

from refengine.odds.stepwise import StepwiseGame
from refengine.odds.tables import State, WeightedState, WeightedStates, parts

MOST = 200
"""The greatest number of draws that are told from each other in one number."""


@frozen(eq=False)
class DrawRoot:
    """A state from which there were draws, an object of its own: the control after as many of them."""

    controls: dict[int, tuple[Any, ...]] = field(factory=dict)


@frozen(eq=False)
class Origin:
    """A state, known by an object of its own, and what was drawn since then: eight bits for each sort of piece."""

    drawn: int = 0
    draws: int = 0
    since: DrawRoot = field(factory=DrawRoot)


@frozen(eq=False)
class DrawStep:
    """A draw that makes a state of another: its piece, whose bit is given, from a state with an origin."""

    before: State
    origin: Origin
    piece: Any
    bit: int

    def origin_of(self, after: State) -> Origin | None:
        """Returns the origin of what it led to, if all that was done is this draw and it can be made again."""
        before, piece = self.before, self.piece
        origin, frame = self.origin, before.control[-1]
        if origin.draws + 1 >= MOST or after.control[-1].__class__ is not frame.__class__:
            return None
        _, here, from_key, there, to_key = frame.draws
        if any(key is not None and _number(before, key) != _number(after, key) for key in (from_key, to_key)):
            return None
        others = _others(before.__class__, here, there)
        if others(after) != others(before):
            return None
        if not _is_one_more(_at(before, here, from_key), _at(after, here, from_key), piece):
            return None
        if not _is_one_more(_at(after, there, to_key), _at(before, there, to_key), piece):
            return None
        if not (_others_stay(before, after, here, from_key) and _others_stay(before, after, there, to_key)):
            return None
        if origin.since.controls.setdefault(origin.draws + 1, after.control) != after.control:
            return None
        return Origin(origin.drawn + self.bit, origin.draws + 1, origin.since)


class Bits(dict[object, int]):
    """The numbers that one more of each piece adds to what was drawn."""

    def __missing__(self, piece: object) -> int:
        return self.setdefault(piece, 1 << (8 * len(self)))


class StatesByDraw(dict[tuple[object, int], WeightedState]):
    """The states to which the draws from one level led, by origin and by what was drawn."""

    def __init__(self, bits: Bits) -> None:
        super().__init__()
        self.bits = bits

    def emptied(self) -> Iterator[WeightedState]:
        """Yields all cells, each taken out when it is handed out."""
        while self:
            yield self.popitem()[1]


def add_draws(
    game: StepwiseGame,
    cell: WeightedState,
    share: int,
    listed: Collection[tuple[Any, int]],
    halves: WeightedStates,
    met: StatesByDraw,
) -> None:
    """Adds all that chance may decide in one state to the half made states, or to those that were met by a draw."""
    state = cell.state
    piece_of = piece_drawn(state)
    if piece_of is None:
        begun, add = game.begun, halves.add
        for action, times in listed:
            add(begun(state, action), share * times)
        return
    apply, bits = game.apply, met.bits
    origin = cell.origin or Origin()
    since, drawn = origin.since, origin.drawn
    for action, times in listed:
        piece = piece_of(action)
        bit = bits[piece]
        key = since, drawn + bit
        known = met.get(key)
        if known is None:
            met[key] = WeightedState(apply(state, action), share * times, made=DrawStep(state, origin, piece, bit))
        else:
            known.weight += share * times


def piece_drawn(state: State) -> Callable[[Any], Any] | None:
    """Returns the getter of a decision's piece, where all that chance decides is what is drawn; else None."""
    draws = getattr(state.control[-1], "draws", None)
    return None if draws is None else attrgetter(draws[0])


@cache
def _others(of: Hashable, *changed: str) -> Callable[[State], Any]:
    """Returns all parts of a state but some."""
    assert isinstance(of, type)
    names = [name for name in parts(of) if name not in changed]
    return attrgetter(*names) if names else lambda _: None


def _at(state: State, attribute: str, key: str | int | None) -> tuple[Any, ...]:
    found: tuple[Any, ...] = getattr(state, attribute)
    if key is not None:
        found = found[_number(state, key)]
    return found


def _number(state: State, key: str | int) -> int:
    return key if isinstance(key, int) else int(getattr(state.control[-1], key))


def _is_one_more(longer: tuple[Any, ...], shorter: tuple[Any, ...], piece: Any) -> bool:
    if piece not in longer:
        return False
    at = longer.index(piece)
    return longer[:at] + longer[at + 1 :] == shorter


def _others_stay(before: State, after: State, attribute: str, key: str | int | None) -> bool:
    if key is None:
        return True
    own = _number(before, key)
    families = zip(getattr(before, attribute), getattr(after, attribute), strict=True)
    return all(number == own or one == other for number, (one, other) in enumerate(families))
