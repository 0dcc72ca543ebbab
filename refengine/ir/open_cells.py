"""Cells of a board that an example draws, in which it is left open what lies there."""

from __future__ import annotations

from attrs import field, frozen

from refengine.ir.expressions import Expr, Origin


@frozen
class PutOpen:
    """One of several `pieces` (or the only one) lies in a place, in any turn if the grid turns and none is said.

    The first is taken by which nothing is broken. `letter` is what stands for it in a picture.
    """

    letter: str
    pieces: Expr
    place: Expr
    turned: Expr | None
    origin: Origin = field(factory=lambda: Origin(None), eq=False, repr=False)
