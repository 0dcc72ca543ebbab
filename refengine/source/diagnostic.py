"""Diagnostics, as data: what a pass has to tell the user; `render.py` makes text of it.

A message is one lower-case sentence without a full stop, user words in backticks, no names from Python. What to do
about it goes into the hint, other places that matter into the labels.
"""

from collections.abc import Iterable
from typing import Literal

from attrs import frozen

from refengine.source.span import Span


@frozen
class Label:
    """A second place, and what it has to do with the first."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One thing that is wrong (`E...`) or doubtful (`W...`); its code is registered in `codes.py`."""

    code: str
    message: str
    span: Span | None
    labels: tuple[Label, ...] = ()
    hint: str | None = None

    @property
    def severity(self) -> Literal["error", "warning"]:
        """An error stops the work; a warning does not."""
        return "error" if self.code.startswith("E") else "warning"

    @property
    def sort_key(self) -> tuple[str, int, str, int, str]:
        """A key that sorts by place, then code; the rest makes it total, whatever the order of passes."""
        if self.span is None:
            return ("", 0, self.code, 0, self.message)
        return (self.span.path, self.span.start, self.code, self.span.end, self.message)


def sorted_unique(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Returns the same diagnostics in reading order, each once."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda each: each.sort_key))
