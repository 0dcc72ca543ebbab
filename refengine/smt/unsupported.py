"""Unsupported constructs, which the prover cannot express: told with their place, never passed over."""

from __future__ import annotations

from typing import Final

from refengine.ir.game import Zone
from refengine.source.span import Span

TURN: Final = "the turn of what lies on a grid"


class Unsupported(Exception):  # noqa: N818 - it is no error of ours, and none of the rules
    """A construct that has no form as a term. `what` says which, `span` where it stands if that is known."""

    def __init__(self, what: str, span: Span | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.span = span


class Endless(Unsupported):
    """Steps or stacks without end, as far as can be told: they are not followed as a whole."""


class Outside(Unsupported):
    """A cell outside the window that is looked at: a larger window may hold it."""


def unturned(zone: Zone) -> None:
    """Checks that a state has nothing of a zone but what the prover knows. Raises `Unsupported` where pieces turn.

    What reads no turn may be proved all the same; but two states are not one for that, and none is shown.
    """
    if zone.turned:
        raise Unsupported(TURN)
