"""Diagnostics on grids and their cells."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span


def cells_without_end(span: Span, grids: tuple[str, ...]) -> Diagnostic:
    """A binder over all cells, of which there is no last one."""
    some = grids[0] if grids else "board"
    hint = f"go through those that are meant, as in `c in cells of {some}` or `c in edge of {some}`"
    return _without_end("there is no end of cells to go through", span, hint)


def coordinate_without_end(span: Span) -> Diagnostic:
    """A column or row that may be any number."""
    hint = "write a number, or something that stays in a range of numbers below 2,147,483,648"
    return _without_end("nothing bounds this column or row", span, hint)


def _without_end(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0323", message, span, hint=hint)


def not_four_sides(kind: str, members: int, span: Span, *, is_ring: bool) -> Diagnostic:
    """The sides of squares are no ring of four."""
    what = f"has {members} members" if is_ring else "is no ring"
    hint = "declare four members `in a ring`: the upper side, the right one, the lower one, the left one"
    return _no_grid(f"squares have four sides that go round, and `{kind}` {what}", span, hint)


def not_one_a_cell(grid: str, span: Span) -> Diagnostic:
    """A grid that may hold several pieces in a cell, or none."""
    message = f"a cell of a grid holds at most one piece, and `{grid}` says otherwise"
    return _no_grid(message, span, "write `holds at most one ...`")


def mark_on_grid(mark: str, span: Span) -> Diagnostic:
    """A mark of zones that a grid cannot have."""
    hint = "leave it out: everybody sees what lies on a grid, and nobody shuffles it"
    return _no_grid(f"a grid cannot be `{mark}`", span, hint)


def not_a_grid(word: str, span: Span, grids: tuple[str, ...]) -> Diagnostic:
    """Something is asked of a grid, and this is none."""
    hint = f"write `{word} of {grids[0]}`" if grids else "declare one, as in `grid board, squares, sides Side, ...`"
    return _no_grid(f"`{word} of` wants a grid, and this is none", span, hint)


def _no_grid(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0324", message, span, hint=hint)


def no_cell(found: str, grids: int, span: Span) -> Diagnostic:
    """The cell of something that lies on no grid, may lie on several, or has copies in other cells."""
    if grids == 1:
        message = f"this is {found}, and copies that are alike may lie in several cells"
    else:
        message = f"this is {found}, which lies on {'several grids' if grids else 'no grid'}"
    hint = "go by the cell, as in `some c in cells of board has t in board of c`"
    return Diagnostic("E0325", message, span, hint=hint)
