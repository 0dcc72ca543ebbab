"""Diagnostics about pictures of boards."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.syntax.pictures import ASKED, NOTHING


def no_grid(name: str, span: Span, grids: tuple[str, ...]) -> Diagnostic:
    """A picture of what is no grid."""
    known = ", ".join(f"`{each}`" for each in grids)
    return _wrong(f"`{name}` is no grid, and only a grid is drawn", span, (), f"grids: {known or 'none'}")


def no_corner(span: Span) -> Diagnostic:
    """A picture whose first cell is worked out."""
    return _wrong(
        "a picture begins at a cell in numbers", span, (), "write the upper left corner, as in `from (-1, 0)`"
    )


def no_letter(word: str, span: Span) -> Diagnostic:
    """A word in the place of a letter."""
    return _wrong(f"`{word}` is no letter", span, (), "a cell of a picture is one letter")


def bound_twice(letter: str, span: Span, first: Span) -> Diagnostic:
    """A letter that stands for two things on one grid."""
    label = Label(first, "here")
    return _wrong(f"`{letter}` stands for something already", span, (label,), "take another letter")


def unknown_letter(sign: str, span: Span, known: tuple[str, ...]) -> Diagnostic:
    """A sign in a picture that nothing says anything of."""
    listed = ", ".join(f"`{each}`" for each in known)
    hint = f"letters: {listed or 'none'}; `{NOTHING}` is an empty cell, and `{ASKED}` one that is in question"
    return _wrong(f"`{sign}` stands for nothing here", span, (), hint)


def ragged(cells: int, wanted: int, span: Span, first: Span) -> Diagnostic:
    """A row of another length than the first."""
    label = Label(first, f"the first row has {wanted}")
    return _wrong(f"this row has {cells} cells", span, (label,), f"`{NOTHING}` stands for an empty cell")


def in_pieces(span: Span, first: Span) -> Diagnostic:
    """A board that does not hang together."""
    label = Label(first, "nor with what lies here")
    hint = f"if it is meant so, mark the empty cells between them by `{ASKED}`, or draw two pictures"
    return _wrong("what lies here does not hang together with the rest of the picture", span, (label,), hint)


def _wrong(message: str, span: Span, labels: tuple[Label, ...], hint: str) -> Diagnostic:
    return Diagnostic("E0528", message, span, labels, hint)
