"""Batches: many games of one configuration side by side, as arrays; a module plays them (`Game.batch`).

An array is a `memoryview` of the module's own memory, with a row for each game, so numpy (`numpy.asarray`) and PyTorch
(`torch.frombuffer`) take it without a copy, and it shows after each call what is the case then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, Final, Protocol

from attrs import frozen

from refengine.runtime.playouts import EndedGame

FREE: Final = -1
"""A choice that is left to the module: one of the legal actions, as `docs/random-choices.md` says."""


class Stand(IntEnum):
    """The standing of a game of a batch: `FAULT` as the rules break off, `LEFT` as the module has no room to go on."""

    RUNNING = 0
    OVER = 1
    CUT = 2
    BROKEN = 3
    FAULT = 4
    LEFT = 5


class NoModule(Exception):  # noqa: N818 - nothing is wrong with the game
    """No module plays this game; the message says why, and the reference engine plays it one by one all the same."""

    code = "E0897"

    def __init__(self, reason: str) -> None:
        super().__init__(f"{self.code}: no module plays this: {reason}")
        self.reason = reason


@frozen
class Column:
    """The action of a column of the masks; `actor` is a seat, from 1, where several players choose at once.

    It is `"table"` where the rules leave something to the table, and None where whoever decides is to act.
    """

    actor: int | str | None
    name: str
    arguments: tuple[Any, ...]


@frozen
class Field:
    """A part of a view, at so many bytes from its beginning: what it tells of a cell of a zone, variable or token.

    `tells` is `seen` (a byte, 1 where the seat sees it), `count` (4 bytes, least first: how much lies there, seen or
    not), `held` (what it holds in packed form; zeros where it is not seen), or, of a zone that keeps one, `order` (how
    many pieces there are, then the number of each, zeros behind). What is held of a set counts each thing in so many
    `bits` (1, 2, 4 or 8), beginning with the least bits of the first byte, in the order in which the pieces or members
    are declared; `bits` is 0 where that is no set. Of a grid, and of zones that spots have, everybody sees all, which
    is one part.
    """

    tells: str
    name: str
    key: str | None
    offset: int
    size: int
    bits: int = 0


class Batch(Protocol):
    """Games side by side, each at a decision of a player or of the table, or ended; chance is the module's.

    INVARIANT: a game with only free choices is the game of its seed and number that `Game.playouts` plays.
    """

    @property
    def games(self) -> int:
        """The number of games, which is that of the rows of each array."""

    @property
    def columns(self) -> int:
        """The number of columns of the masks."""

    @property
    def masks(self) -> memoryview:
        """A byte for each game and column, read-only: 1 where the action is legal."""

    @property
    def legal(self) -> memoryview:
        """A number of 8 bytes for each game, read-only: how many actions are legal, which are the ones of its mask."""

    @property
    def deciding(self) -> memoryview:
        """A byte for each game and seat, read-only: 1 where the seat has something to choose."""

    @property
    def stands(self) -> memoryview:
        """A byte for each game, read-only: a `Stand`."""

    @property
    def steps(self) -> memoryview:
        """A number of 8 bytes for each game, read-only: the steps that were taken, those of chance included."""

    @property
    def scores(self) -> memoryview:
        """A number of 8 bytes for each game and seat, read-only; 0 before the game is over."""

    @property
    def winners(self) -> memoryview:
        """A byte for each game and seat, read-only: 1 where the game is over and the seat has won."""

    @property
    def choices(self) -> memoryview:
        """A number of 8 bytes for each game, to be written: the column to be taken, or `FREE`."""

    def step(self, choices: Sequence[int] | memoryview | Any | None = None) -> None:
        """Takes the chosen action in each running game, and what chance does then; None: as `choices` is written.

        Where one is not legal nothing is done in any game, and `IllegalAction` or `BadData` says why, as `Game.apply`.
        """

    def take(self, places: Sequence[int] | memoryview | Any | None = None) -> None:
        """Takes in each running game the action at a place of what is legal, among the ones of its mask.

        A place may be `FREE`; None: as `choices` is written, which then has the columns. Where nothing stands at one of
        them nothing is done in any game, and `BadData` says so.
        """

    def finish(self) -> None:
        """Plays each running game to its end, all choices left to the module."""

    def observe(self, player: int) -> memoryview:
        """Returns the views that the player in a seat, from 1, has of all games, a row of bytes each, read-only.

        What is hidden is not in them, and equal views are equal bytes. `fields` says where what lies. A game that is
        broken, faulty or left shows nothing. Raises `Fault` where it is one to ask who sees what.
        """

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parts of a view. Behind them lies what frames hold, which hangs on where control stands."""

    def begin(self, states: Iterable[Any] | None = None) -> None:
        """Begins all games anew, as they were made; or from states of the reference engine, one for each game."""

    def restart(self) -> None:
        """Begins a new game, the next numbers of the seed, in each row whose game has ended."""

    def action(self, column: int) -> Column:
        """Returns the action of a column."""

    def column(self, name: str, arguments: Sequence[Any] = (), actor: int | str | None = None) -> int:
        """Returns the column of an action; the actor is looked at only where several players choose at once."""

    def state(self, game: int) -> Any:
        """Returns the state of a game as the reference engine has it; of one broken, faulty or left the last before."""

    def told(self, game: int) -> EndedGame | None:
        """Returns how a game ended, as the reference engine tells it; None while it runs.

        Of one that was left, `cut` where it had to be.
        """
