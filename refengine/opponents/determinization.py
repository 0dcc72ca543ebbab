"""Determinization: states that a seat cannot tell from the one it is in, drawn by chance.

Pieces that the seat does not see are put anew where such pieces lie, as many as before in each place; what else is
hidden takes some value of its domain. A state counts if it obeys the invariants and looks the same to the seat.

INVARIANT: what is drawn hangs on the view of the seat and on the numbers drawn, not on what is hidden: that is
forgotten before anything is drawn. References: Ginsberg 2001 (a program that plays bridge); Whitehouse et al. 2011.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from attrs import define, field, frozen

from refengine.opponents.assignment import Allowed, room_assignment
from refengine.runtime.fault import BadData, Fault
from refengine.runtime.game import Game, State
from refengine.runtime.views import sees
from refengine.testing.domains import drawn_from
from refengine.testing.sight import Held, Slot, held_at, put_at, unseen_zones, without_turn

AT_RANDOM: Final = 8
"""The number of draws that take no heed of what may lie where."""

TRIES: Final = 60
"""The number of draws after which there is no such state."""

Data = Any


@frozen
class Pool:
    """Places into which a seat does not look, of one component that starts in `home`.

    `rooms` is how much lies in each, `pieces` what lies in all of them together, in an order that says nothing.
    """

    slots: tuple[Slot, ...]
    rooms: tuple[int, ...]
    ordered: tuple[bool, ...]
    pieces: tuple[Data, ...]
    home: str

    @property
    def is_certain(self) -> bool:
        """Returns whether counting tells a seat what lies where, so that nothing has to be drawn."""
        filled = [ordered for many, ordered in zip(self.rooms, self.ordered, strict=True) if many]
        return len(filled) < 2 and not any(filled)


@define
class Determinization:
    """The hidden part of a state for a seat (from 1), to be drawn; made by `determinization`.

    In `data`, the state as data, nothing lies where the seat does not see.
    """

    game: Game
    seat: int
    state: State
    view: Data
    data: Data
    pools: tuple[Pool, ...]
    variables: tuple[Slot, ...]
    held: tuple[Held, ...]
    _allowed: dict[Pool, Allowed] = field(factory=dict, init=False)

    @property
    def is_certain(self) -> bool:
        """Returns whether the seat sees everything, or what it does not see cannot be otherwise."""
        return all(each.is_certain for each in self.pools) and not self.variables and not self.held

    def draw(self, random: Random) -> State | None:
        """Returns a state that looks the same, or None where chance finds none."""
        if self.is_certain:
            return self.state
        for number in range(TRIES):
            data = copy.deepcopy(self.data)
            for pool in self.pools:
                if not self._lay(data, pool, random, careful=number >= AT_RANDOM):
                    return None
            self._say(data, random)
            found = _sound(self.game, data)
            if found is not None and without_turn(self.game.view(found, self.seat)) == self.view:
                return found
        return None

    def _lay(self, data: Data, pool: Pool, random: Random, *, careful: bool) -> bool:
        """Puts the pieces somewhere; False where there is no way to do it."""
        found: tuple[int, ...] | None = tuple(at for at, many in enumerate(pool.rooms) for _ in range(many))
        if careful and len(pool.slots) > 1:
            found = room_assignment(pool.rooms, self._allowed_in(pool), random)
        elif found is not None:
            found = tuple(random.sample(found, len(found)))
        if found is None:
            return False
        there: list[list[Data]] = [[] for _ in pool.slots]
        for piece, at in zip(pool.pieces, found, strict=True):
            there[at].append(piece)
        for slot, ordered, held in zip(pool.slots, pool.ordered, there, strict=True):
            if ordered:
                random.shuffle(held)
            put_at(data["zones"], slot, held)
        return True

    def _say(self, data: Data, random: Random) -> None:
        """Gives hidden variables, and what frames hold and hide, some value."""
        told = self.game.description
        domains = {each.name: each.domain for each in told.variables}
        for slot in self.variables:
            put_at(data["variables"], slot, drawn_from(told, domains[slot[0]], random))
        for number, name in self.held:
            frame = data["control"][number]
            info = next(each for each in told.frames if (each.phase, each.point) == (frame["phase"], frame["point"]))
            domain = next(each.domain for each in info.fields if each.name == name)
            frame["data"][name] = drawn_from(told, domain, random)

    # ---- WHAT MAY LIE WHERE

    def _allowed_in(self, pool: Pool) -> Allowed:
        """Says of each piece where it may lie: where it alone, of all that is hidden, breaks nothing more."""
        if pool not in self._allowed:
            before = self._holds(None, None)
            known: dict[str, tuple[bool, ...]] = {}
            for piece in pool.pieces:
                if (name := json.dumps(piece)) not in known:
                    after = [self._holds(piece, slot) for slot in pool.slots]
                    known[name] = tuple(
                        not any(was and now is False for was, now in zip(before, each, strict=False)) for each in after
                    )
            self._allowed[pool] = tuple(known[json.dumps(each)] for each in pool.pieces)
        return self._allowed[pool]

    def _holds(self, piece: Data | None, slot: Slot | None) -> tuple[bool | None, ...]:
        """Says of each invariant whether it holds with a hidden piece in a place and all others where they start.

        Nothing where it cannot be asked.
        """
        data = copy.deepcopy(self.data)
        for pool in self.pools:
            left = list(pool.pieces)
            if slot in pool.slots:
                left.remove(piece)
            home = (pool.home, None)
            put_at(data["zones"], home, [*held_at(data["zones"], home), *left])
        if slot is not None:
            put_at(data["zones"], slot, [*held_at(data["zones"], slot), piece])
        try:
            return tuple(self._asked(self.game.from_json(data)))
        except (BadData, Fault):
            return ()

    def _asked(self, state: State) -> Iterator[bool | None]:
        phase = state.control[-1].phase
        for each in self.game.description.invariants:
            if not each.step and (not each.phases or phase in each.phases):
                try:
                    yield each.holds(state, state)
                except Fault:
                    yield None


def determinization(game: Game, state: State, seat: int) -> Determinization:
    """Forgets what a seat does not see of a state."""
    view, data = game.view(state, seat), game.to_json(state)
    zones = {each.name: each for each in game.description.zones}
    pools: list[Pool] = []
    for component in game.description.components:
        slots = tuple(slot for slot in unseen_zones(view, data) if zones[slot[0]].component == component.name)
        if slots:
            held = [held_at(data["zones"], slot) for slot in slots]
            pieces = sorted((piece for each in held for piece in each), key=json.dumps)
            ordered = tuple(zones[name].ordered for name, _ in slots)
            pools.append(Pool(slots, tuple(map(len, held)), ordered, tuple(pieces), component.starts_in))
    forgotten = copy.deepcopy(data)
    for pool in pools:
        for slot in pool.slots:
            put_at(forgotten["zones"], slot, [])
    return Determinization(
        game,
        seat,
        state,
        without_turn(view),
        forgotten,
        tuple(pools),
        _variables(game, state, seat, data),
        _held(game, state, seat),
    )


def _sound(game: Game, data: Data) -> State | None:
    """Returns the state that data describe, if there is one and it breaks nothing."""
    try:
        state = game.from_json(data)
        return state if game.is_sound(None, state) else None
    except (BadData, Fault):
        return None


def _variables(game: Game, state: State, seat: int, data: Data) -> tuple[Slot, ...]:
    """Returns the variables, member by member, that a seat does not see."""
    found: list[Slot] = []
    for each in game.description.variables:
        names = [None] if each.index is None else list(data["variables"][each.name])
        for place, name in enumerate(names):
            if not game.sees(state, seat, each.name, None if each.index is None else place):
                found.append((each.name, name))
    return tuple(found)


def _held(game: Game, state: State, seat: int) -> tuple[Held, ...]:
    """Returns what frames hold and a seat does not see."""
    running = frozenset(frame.phase for frame in state.control)
    told = {each.make: each for each in game.description.frames}
    found: list[Held] = []
    for number, frame in enumerate(state.control):
        info = told.get(type(frame))
        for hidden in () if info is None else info.hidden:
            if not sees(hidden.seen, state, seat - 1, running, own=False, of=frame):
                name = next(each.name for each in told[type(frame)].fields if each.attribute == hidden.attribute)
                found.append((number, name))
    return tuple(found)
