"""What the odds ask of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from refengine.engine.runtime import Turn
from refengine.odds.tables import State


class Playable(Protocol):
    """What is asked of a game; raises `Fault` where the rules do not say how to go on."""

    @property
    def turn(self) -> Callable[[State], Turn]:
        """Who decides."""

    @property
    def legal(self) -> Callable[[State], tuple[Any, ...]]:
        """What can be decided."""

    @property
    def begun(self) -> Callable[[State, Any], State]:
        """What a decision of chance comes to before anything runs by itself."""

    @property
    def settled(self) -> Callable[[State], State]:
        """What it comes to then."""

    @property
    def apply(self) -> Callable[[State, Any], State]:
        """What it leads to."""
