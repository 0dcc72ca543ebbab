"""Cursors: one game in a module, at one state, which the caller leads on step by step (`Game.cursor`).

A state of the reference engine is a value, and each step makes a new one. A cursor holds the one that it is at, as the
bytes of the module, and is several times as fast; it makes a value of it only for who asks.
"""

from __future__ import annotations

from typing import Any, Protocol

from attrs import field, frozen


@frozen
class Mark:
    """The state that a cursor was at, to come back to; two are equal where it was at equal states."""

    held: bytes = field(repr=False)
    owner: object = field(repr=False)


class Cursor(Protocol):
    """One game at a decision, or over; chance is decided by the caller, too. It belongs to one thread.

    Where a step was interrupted, as by a key, all but `back` is `BadData`: nobody knows how far it came.

    INVARIANT: the actions from 0 to `legal - 1` are those of `Game.legal(state)`, in that order.
    """

    @property
    def legal(self) -> int:
        """The number of legal actions; 0 where the game is over."""

    def take(self, place: int) -> int:
        """Carries out the legal action at a place and all that then runs by itself; returns how many are legal next.

        `BadData` where there is none at this place; `Fault` where the rules do not say how to go on, there or at the
        next decision; `NoModule` where they come to what the module has no room for. Then the cursor stays as it was.
        """

    def actor(self, place: int) -> int | str:
        """Returns who would take the action at a place: a seat, from 1, `"chance"` or `"table"`."""

    def weight(self, place: int) -> int:
        """Returns how much the action at a place weighs: one of all that are chance's is as likely as its share."""

    def action(self, place: int) -> Any:
        """Returns the action at a place as `Game.legal` lists it."""

    @property
    def state(self) -> Any:
        """The state of the reference engine that the cursor is at."""

    def outcome(self) -> Any:
        """Returns what `Game.outcome` says of the state: scores and winners, or None."""

    def mark(self) -> Mark:
        """Returns what leads back to this state."""

    def back(self, mark: Mark) -> int:
        """Goes to the state of a mark, and returns how many actions are legal; `BadData` for one of another cursor."""
