"""The cursor of a module: one state of a game, led on by the module; what stops it is told by the reference engine."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any, Final, NoReturn, SupportsIndex

from refengine.bulk.calls import Call
from refengine.bulk.errors import ExecutorsDiffer, executors_part
from refengine.bulk.machine import Machine, Trapped
from refengine.program.storage.values import Unpackable
from refengine.runtime.bad_data import malformed, wrong_value
from refengine.runtime.batches import NoModule
from refengine.runtime.cursors import Mark
from refengine.runtime.game import NO_ROOM, Game, Outcome, State

NUMBER, SEAT, WEIGHT = range(3)
"""The numbers in front of an entry of the list of what is legal: which action it is, the seat or -1, the weight."""


LOST: Final = -1
"""In place of a number of legal actions: a step was interrupted, and nobody knows how far it came."""


class ModuleCursor:
    """A `Cursor` with a machine of its own."""

    __slots__ = ("_advance", "_codec", "_game", "_is_listed", "_legal", "_machine", "_own", "_traps")

    def __init__(self, machine: Machine, game: Game, start: State | None) -> None:
        self._game = game
        self._machine = machine
        self._codec = machine.codec(game.description.version)
        self._advance: Call = self._machine.function("advance")
        self._traps = self._machine.traps
        self._own = object()
        if start is None:
            self._done(self._machine.initial, game.initial)
        else:
            self._machine.state = self._packed(start)
        self._look()

    def __reduce_ex__(self, _: SupportsIndex) -> NoReturn:
        # A copy would lead on the same machine, with a number of legal actions that is soon another's.
        raise malformed("a second cursor", "made by `game.cursor(cursor.state)`")

    def _packed(self, start: State) -> bytes:
        try:
            return self._codec.pack(self._game.to_json(start))
        except Unpackable:
            raise NoModule(NO_ROOM) from None

    def _look(self) -> None:
        """Counts what is legal in the state that is laid out."""
        self._is_listed = False
        self._legal: int = self._done(self._machine.count_legal, lambda: self._game.legal(self._state()))

    @property
    def legal(self) -> int:
        """The number of legal actions."""
        return self._known()

    def _known(self) -> int:
        if self._legal == LOST:
            raise malformed("a cursor that was interrupted in a step", "led back to a mark")
        return self._legal

    # ---- GOING ON

    def take(self, place: int) -> int:
        """Carries out the legal action at a place."""
        if place.__class__ is not int or not 0 <= place < self._legal:
            place = self._checked(place)
        self._legal, self._is_listed = LOST, False
        try:
            self._legal = self._advance(place)
        except self._traps:
            stopped = self._machine.stopped()
        else:
            return self._legal
        self._machine.state = self._machine.before
        self._look()
        state = self.state
        raise self._told(stopped, lambda: self._game.legal(self._game.apply(state, self._game.legal(state)[place])))

    def _done(self, work: Callable[[], Any], same: Callable[[], object]) -> Any:
        """Does something in the module; where it stops, the reference engine does the same, and says why."""
        try:
            return work()
        except Trapped as trapped:
            stopped = trapped
        raise self._told(stopped, same)

    @staticmethod
    def _told(stopped: Trapped, same: Callable[[], object]) -> Exception:
        """Raises what the reference engine raises; returns what is to be raised where that can do it."""
        same()
        if stopped.site is None or stopped.site.fault:
            return ExecutorsDiffer(executors_part(f"where a cursor goes on: {stopped} in the module alone"))
        return NoModule(f"there is no room in it for what comes ({stopped.site.what})")

    def _checked(self, place: object) -> int:
        """Returns a place, which may be a number of another library; `BadData` where nothing is there."""
        if not self._known():
            raise malformed("the place of an action", "none, since the game is over")
        if isinstance(place, SupportsIndex) and not isinstance(place, bool) and 0 <= (at := index(place)) < self._legal:
            return at
        raise wrong_value("the place of an action", place, f"a number from 0 to {self._legal - 1}")

    def mark(self) -> Mark:
        """Returns what leads back to this state."""
        self._known()
        return Mark(self._machine.state, self._own)

    def back(self, mark: Mark) -> int:
        """Goes to the state of a mark."""
        if getattr(mark, "owner", None) is not self._own:
            raise malformed("the mark", "one of this cursor")
        self._legal = LOST
        self._machine.state = mark.held
        self._look()
        return self._legal

    # ---- LOOKING

    def _entry(self, place: int) -> memoryview:
        place = self._checked(place)
        if not self._is_listed:
            self._done(self._machine.list_legal, lambda: self._game.legal(self._state()))
            self._is_listed = True
        return self._machine.entry(place)

    def actor(self, place: int) -> int | str:
        """Returns who would take the action at a place."""
        entry = self._entry(place)
        seat = entry[SEAT]
        return seat + 1 if seat >= 0 else self._machine.lowered.actions[entry[NUMBER]].decider

    def weight(self, place: int) -> int:
        """Returns how much the action at a place weighs."""
        return int(self._entry(place)[WEIGHT])

    def action(self, place: int) -> Any:
        """Returns the action at a place as the reference engine lists it."""
        return self._game.legal(self.state)[self._checked(place)]

    @property
    def state(self) -> State:
        """The state of the reference engine."""
        self._known()
        return self._state()

    def _state(self) -> State:
        return self._game.from_json(self._codec.unpack(self._machine.state))

    def outcome(self) -> Outcome | None:
        """Returns scores and winners, or None while the game goes on."""
        self._known()
        found = self._done(self._machine.outcome, lambda: self._game.outcome(self.state))
        return None if found is None else Outcome(*found)
