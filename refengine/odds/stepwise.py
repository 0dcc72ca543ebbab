"""The protocol of a game that is played by halves of a step: a decision, and then what runs by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from refengine.odds.tables import State
from refengine.runtime.frames import Turn


class StepwiseGame(Protocol):
    """The parts of a game that odds need, more than play does (`runtime.playable`); each raises `Fault` as there."""

    @property
    def turn(self) -> Callable[[State], Turn]:
        """The function that gives who decides in a state."""

    @property
    def legal(self) -> Callable[[State], tuple[Any, ...]]:
        """The function that gives the actions that can be decided in a state."""

    @property
    def begun(self) -> Callable[[State, Any], State]:
        """The function that gives the state after a decision of chance, before anything runs by itself."""

    @property
    def settled(self) -> Callable[[State], State]:
        """The function that gives the state after all that then runs by itself."""

    @property
    def apply(self) -> Callable[[State, Any], State]:
        """The function that gives the state after an action."""
