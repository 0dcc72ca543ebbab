"""Unsupported constructs, which the prover cannot express: told with their place, never passed over."""

from __future__ import annotations

from typing import Final

from refengine.source.span import Span

SPOT: Final = "a part of what lies on a grid"
COPIES: Final = "a set of pieces that are alike, which is kept or chosen: it may hold one of them several times"


class Unsupported(Exception):  # noqa: N818 - it is no error of ours, and none of the rules
    """A construct that has no form as a term. `what` says which, `span` where it stands if that is known.

    `path` is that of the clause in which it stands, where that is known.
    """

    def __init__(self, what: str, span: Span | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.span = span
        self.path = ""


class Endless(Unsupported):
    """Steps or stacks without end, as far as can be told: they are not followed as a whole."""


class Outside(Unsupported):
    """A cell outside the window that is looked at: a larger window may hold it."""
