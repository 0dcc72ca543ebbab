"""Limits on how much a rule set makes: what is beyond one is refused before it is made, and `--limit NAME=N` raises it.

Nothing on a table comes near them; a number that does is a mistake, or would only exhaust the machine.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import fields_dict, frozen

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean

MAX_LETTERS = 200
"""The greatest length of a name. Not for raising: names are shown in lines, and become names of files and in Python."""

MAX_SHOWN = 100
"""The greatest number of diagnostics shown; nobody reads more of them at once."""


@frozen
class Limits:
    """The limits on the size of a game: at the table, printed, and worked out at once."""

    players: int = 100
    """Seats."""
    pieces: int = 20_000
    """Pieces of all components together, copies counted."""
    rows: int = 10_000
    """Rows of a table."""
    cells: int = 1_000_000
    """Cells of the data of a kind or component: rows times columns; of a relation every pair that there could be."""
    values: int = 100_000
    """Values of a range that is gone through: numbers to choose from, of which a set is made, or that print pieces."""
    cases: int = 10_000_000
    """The cases looked at to work out one declaration once: all that runs inside each other, multiplied."""


LIMITS = Limits()
NAMES = tuple(fields_dict(Limits))


def raised(given: Mapping[str, int]) -> tuple[Limits, tuple[Diagnostic, ...]]:
    """Returns the limits with those in `given` in place of their own, and a diagnostic for each name of none."""
    known = {name: number for name, number in given.items() if name in NAMES}
    return Limits(**known), tuple(_unknown(name) for name in given if name not in known)


def _unknown(name: str) -> Diagnostic:
    nearest = did_you_mean(name, NAMES)
    hint = f"did you mean `{nearest}`?" if nearest else f"limits: {', '.join(NAMES)}"
    return Diagnostic("E0843", f"there is no limit `{name}`", None, hint=hint)


def beyond(limit: str, most: int, what: str, number: int, span: Span | None) -> Diagnostic:
    """A declaration that makes more than a limit: `what` is "so many of something" without its number."""
    shown = f"{number:,}" if number < 10**15 else f"more than {10**15:,}"
    message = f"{what} {shown}, and {most:,} at most are allowed"
    wanted = number if number < 10**15 else "N"
    hint = f"if that is meant, `--limit {limit}={wanted}` raises the limit"
    return _beyond(message, span, hint)


def too_deep(name: str, most: int, span: Span | None) -> Diagnostic:
    """Returns the diagnostic of a value that asks one that asks one, and so on; this limit is not for raising."""
    message = f"`{name}` asks a value that asks another one, and so on, more than {most} deep"
    return _beyond(message, span, "put some of these values together")


def _beyond(message: str, span: Span | None, hint: str) -> Diagnostic:
    return Diagnostic("E0838", message, span, hint=hint)
