"""The record of random games: which of a seed are played, and after how many steps one is cut.

INVARIANT: a game hangs on its seed and its number alone, not on how many were played before it. So a part of some games
are the same games, whoever plays them.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

MOST_STEPS: Final = 10_000
"""A game that takes longer is cut, if nobody asks for another limit."""


@frozen
class RandomGames:
    """The games with these numbers of a seed, each of which is cut after `limit` steps."""

    numbers: range
    seed: int = 0
    limit: int = MOST_STEPS

    def __len__(self) -> int:
        return len(self.numbers)

    def part(self, numbers: range) -> RandomGames:
        """Returns those of the games with these numbers."""
        return evolve(self, numbers=numbers)
