"""Diagnostics on parts of what lies on grids."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span


def not_on_a_grid(zone: str, span: Span, declared: Span) -> Diagnostic:
    """Parts of what lies in a zone that is no grid."""
    message = f"spots are on a grid, and `{zone}` is none"
    return _no_part(message, span, "name the grid on which the pieces lie", (Label(declared, "it is declared here"),))


def other_pieces(grid: str, component: str, span: Span, declared: Span) -> Diagnostic:
    """Parts of pieces that do not lie on the grid."""
    message = f"`{grid}` holds `{component}`, and not these"
    return _no_part(message, span, f"write `of {component}`", (Label(declared, "it is declared here"),))


def not_one_kind(field: str, kind: str, component: str, span: Span) -> Diagnostic:
    """The field that says which piece has which parts is not the same in both."""
    message = f"`{field}` of `{kind}` and of `{component}` are not members of one kind"
    return _no_part(message, span, f"declare `{field}: K` in both, with one kind `K`")


def _no_part(message: str, span: Span, hint: str, labels: tuple[Label, ...] = ()) -> Diagnostic:
    return Diagnostic("E0328", message, span, labels, hint=hint)


def which_part(parts: tuple[str, ...], span: Span) -> Diagnostic:
    """Spots in a cell are asked for, and no part is declared, or several are."""
    message = "`spots of` asks for parts of what lies on a grid, and there are none"
    hint = "declare them, as in `part Spot is ... of ... on board, by ...`"
    if parts:
        message = f"`spots of` may mean {', '.join(f'`{each}`' for each in parts[:-1])} or `{parts[-1]}`"
        hint = f"go through the ones that are meant, as in `{parts[0]} s with cell of s is c`"
    return Diagnostic("E0329", message, span, hint=hint)


def taken_off(grid: str, zone: str, span: Span) -> Diagnostic:
    """A piece leaves a grid on whose spots something may lie."""
    message = f"a piece is taken off `{grid}`, and `{zone}` may hold something on its parts"
    hint = f"leave it where it lies, or keep what lies on its parts elsewhere than in `{zone}`"
    return Diagnostic("E0332", message, span, hint=hint)


def seen_by_some(zone: str, span: Span) -> Diagnostic:
    """A zone of each spot that not everybody is to see."""
    message = f"everybody sees what lies on a grid, and so in `{zone}`"
    return _no_part(message, span, "leave it out")
