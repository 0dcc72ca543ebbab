"""The protocol of a game in random play; `refengine.Game` follows it, and so may all else that is to be tested so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from refengine.engine.trace import Replayable, State
from refengine.runtime.description import ExampleInfo
from refengine.runtime.fault import Failed
from refengine.runtime.open_cells import Order


class Deciders(Protocol):
    """The deciders of a state."""

    @property
    def kind(self) -> str:
        """Returns the kind of turn: `player`, `players`, `chance`, `table` or `over`."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats, from 1."""


class GameOutcome(Protocol):
    """The outcome of a game."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, from 1."""


class PlayableGame(Replayable, Protocol):
    """A game that can be played, looked at and checked."""

    def is_sound(self, before: State | None, after: State) -> bool:
        """Returns whether a step, or a first state, breaks nothing."""

    def turn(self, state: State) -> Deciders:
        """Returns who decides."""

    def refusal(self, state: State, action: Any) -> Sequence[Failed]:
        """Returns what stands in the way of an action; nothing of a legal one."""

    def view(self, state: State, player: int) -> Any:
        """Returns the view of a seat."""

    def outcome(self, state: State) -> GameOutcome | None:
        """Returns the outcome of the game, or None while it goes on."""

    def edited(self, state: State, data: Any) -> State:
        """Returns the state with another content of some zones and variables; raises `BadData`."""

    def position(self, data: Any) -> State:
        """Returns a position from data; raises `BadData` or `Fault`."""

    def example_position(self, example: ExampleInfo, order: Order | None = None) -> State:
        """Returns the position of an example, filled in an order if there is one; raises `BadData` or `Fault`."""

    def example_run(self, state: State, phase: str, arguments: Any) -> State:
        """Returns the state after a phase that an example runs; raises `BadData` or `Fault`."""

    def example_action(self, state: State, actor: Any, name: str, arguments: Any) -> Any:
        """Returns the action that an example names; raises `BadData`."""
