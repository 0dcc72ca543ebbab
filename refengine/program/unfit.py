"""Unfit is raised where a game has something that no packed state holds, or no program says; it names the reason."""

from __future__ import annotations


class Unfit(Exception):  # noqa: N818 - no error: the game is played otherwise
    """The reason for which a game is not lowered. It never leaves this room: `program.lowering` gives it as a value."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
