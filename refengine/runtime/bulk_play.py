"""The protocol of what plays a game faster than the reference engine: a module, where there is one."""

from __future__ import annotations

from typing import Any, Protocol

from refengine.runtime.batches import Batch
from refengine.runtime.cursors import Cursor
from refengine.runtime.playouts import Tally
from refengine.runtime.random_games import RandomGames


class BulkPlay(Protocol):
    """Whoever plays many games, or many steps; `game` is the one that asks, and says what a module cannot."""

    def because(self, *, checked: bool) -> str | None:
        """Returns the reason for which there is none that plays, and with `checked` looks at what has to hold."""

    def playouts(self, game: Any, games: RandomGames, *, checked: bool, start: Any = None) -> Tally | None:
        """Plays games from the start or from a state; None where there is no module, or none for this state."""

    def batch(self, game: Any, games: int, seed: int, *, limit: int, checked: bool) -> Batch:
        """Returns games side by side; raises `NoModule` where there is no module."""

    def cursor(self, game: Any, start: Any) -> Cursor:
        """Returns one game from the start or from a state; raises `NoModule` where there is no module for it."""
