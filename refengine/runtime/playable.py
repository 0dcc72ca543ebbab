"""The protocol of a game that is played; `Game` follows it, and whatever stands in for one where play is tested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

State = Any


class Playable(Protocol):
    """The parts of a game that play needs. Where the rules do not say how to go on, each raises `Fault`."""

    def initial(self) -> State:
        """Returns the first state."""

    def legal(self, state: State) -> tuple[Any, ...]:
        """Returns every legal action of everyone who decides; nothing when the game is over."""

    def apply(self, state: State, action: Any) -> State:
        """Returns the state after an action; raises `IllegalAction`."""

    def violations(self, before: State | None, after: State) -> Sequence[Any]:
        """Returns what a step breaks, or a state by itself."""

    def outcome(self, state: State) -> Any:
        """Returns the outcome of the game, or None while it goes on."""
