"""Texts by title: what is written on cards, each text a body of its own, and open where nobody has it.

INVARIANT: a body changes nothing itself. It enters what an open text may enter, with what an open text may tell it, so
that whatever a body leads to, some open text leads to as well (ADR 19).
"""

from __future__ import annotations

from attrs import frozen

from refengine.ir.control import Clause, Script
from refengine.ir.expressions import Expr


@frozen
class TextBody:
    """The text of one title. All its points have its clause; `is_it` says whether the text is told this title."""

    title: str
    is_it: Expr
    clause: Clause


@frozen
class Text:
    """Texts by title. The phase of the same name is the text as it is played: each title's body, or else what is open.

    In `anything` every title is open, and without a bound; in `given` those are that have no body. `ends` is the action
    by which the table ends an open text; it is told the title. In play one may have to end sooner: then it
    `ends_by_itself`, and nobody is asked for that.
    """

    name: str
    bodies: tuple[TextBody, ...]
    ends: str
    anything: Script
    given: Script
    clause: Clause
    ends_by_itself: bool = False
