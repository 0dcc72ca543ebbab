"""Pictures of boards in the surface tree: what letters stand for, and rows of cells."""

# ruff: noqa: RUF009 (`where` makes an attrs field)

from __future__ import annotations

from typing import Final

from attrs import frozen

from refengine.source.span import Span
from refengine.syntax.expressions import Binder, Cite, Expr, Name, where

NOTHING: Final = "."
"""The sign of a cell in which nothing lies."""

ASKED: Final = "*"
"""The sign of an empty cell that is in question."""


@frozen
class Letter:
    """`r is Tile(RFr), turned N`: a piece, in any turn if none is said; `o is a Tile t with E`: any of those pieces."""

    name: Name
    meaning: Expr | Binder
    turned: Expr | None
    span: Span = where()


@frozen
class Pictures:
    """`pictures of board`: the letters that examples draw it with."""

    grid: Name
    cite: Cite
    letters: tuple[Letter, ...]
    span: Span = where()


@frozen
class Row:
    """A row of cells, each by its sign: every letter or other sign behind the bar that is no space."""

    cells: tuple[Name, ...]
    span: Span = where()


@frozen
class Picture:
    """`given board from (-1, -1)` over rows: what lies on a grid, from its upper left corner on; more letters below."""

    grid: Name
    corner: Expr
    rows: tuple[Row, ...]
    letters: tuple[Letter, ...]
    span: Span = where()
