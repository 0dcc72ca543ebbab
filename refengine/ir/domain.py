"""The domains that values range over: finite, or finite in every state. Cells alone are without end.

INVARIANT: a domain says nothing about representation; the emitter and the prover decide that, each for itself.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen
class Truth:
    """True or false."""


@frozen
class Range:
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int


@frozen
class Count:
    """Naturals without a bound: scores and sums. Never an index."""


@frozen
class Enum:
    """The members of a kind, in order. `player` is the kind of the seats; a question is a kind of its readings."""

    kind: str


@frozen
class Piece:
    """The pieces of a component; copies that are alike are one value."""

    component: str


@frozen
class Place:
    """A zone, or one member of a zone family, that holds this component."""

    component: str


@frozen
class Option:
    """A value or nothing."""

    inner: Domain


@frozen
class SetOf:
    """A finite set. Of pieces it may hold copies that are alike, each as often as it lies there."""

    inner: Domain


@frozen
class Record:
    """A record of the game."""

    name: str


@frozen
class Cell:
    """A cell of a grid: column and row, two whole numbers without a bound. Rows count downwards, as on a page."""


@frozen
class Spot:
    """A part of what lies on a grid: a cell, a printed part (a member of `kind`), and the turn with which it lies.

    `part` is the declaration that says of which pieces, and on which grid. `sides` is the ring by which these are
    turned there; None where all lie as they are printed.
    """

    part: str
    kind: str
    sides: str | None = None


Domain = Truth | Range | Count | Enum | Piece | Place | Option | SetOf | Record | Cell | Spot

TRUTH: Final = Truth()
COUNT: Final = Count()
PLAYER: Final = Enum("player")
CELL: Final = Cell()

CELLS: Final = "cell"
"""The index of a family of zones that is a grid."""

UNBOUNDED: Final = 1 << 31
"""Stands for no bound in the intervals of arithmetic; no number of a game comes near it."""
