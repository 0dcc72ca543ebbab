"""The limits of the prover of open parts: each thing that it does not follow, in words for whoever asked."""

from __future__ import annotations

from refengine.report.sentences import sentence
from refengine.smt.unsupported import Unsupported


class BeyondTerms(Unsupported):
    """The reason for which a dispute is not put into terms; `what` is a sentence of the catalogue."""


ANSWERED = sentence("when the rules have an answer")
BROKEN = sentence("a position that breaks off")
MANY_ACTIONS = sentence("so many actions")
MANY_CASES = sentence("what happens in many ways")
ODDS = sentence("odds")
ORDER = sentence("the order in which pieces lie")
SAID_BY = sentence("an action or a phase that is told what lies on the table")
SEVERAL = sentence("several pieces where one has room")
STARTS = sentence("pieces that start where one has room")
TEXTS = sentence("texts of cards")
UNPRINTED = sentence("pieces that are not printed, where several lie")
