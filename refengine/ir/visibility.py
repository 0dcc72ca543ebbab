"""Visibility as the rules say it: who sees a zone, a variable, or what a frame holds."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from refengine.ir.expressions import Expr, Local
from refengine.ir.sight import By


@frozen
class Seen:
    """The players who see something. `during` is a phase; while it is not on the stack everybody sees.

    by "each": `condition` over `viewer` (and `owner`, the key of the family member, where there is one); for what a
    frame holds it may read the parameters of the phase.
    """

    by: By
    viewer: Local | None = None
    owner: Local | None = None
    condition: Expr | None = None
    during: str | None = None


EVERYONE: Final = Seen("everyone")
NOBODY: Final = Seen("nobody")


@frozen
class HeldParameter:
    """A parameter of a phase, and who sees it where frames hold it."""

    local: Local
    seen: Seen
