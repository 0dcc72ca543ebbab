"""Proofs about what a position leaves open: the verdicts that there are, whoever found them out.

INVARIANT: a verdict is told with a way to fill what is open of which the engine says the same.
"""

from __future__ import annotations

from typing import Any, Protocol

from attrs import frozen

from refengine.rulings.beginning import Beginning
from refengine.rulings.fillings import Filling
from refengine.rulings.questions import Dispute
from refengine.rulings.ruling import Outcome


@frozen
class Verdict:
    """A verdict that some ways lead to: one of them, and a condition that holds in just these ways, if one is known."""

    outcome: Outcome
    answer: Any
    says: str
    filling: Filling
    where: str | None = None


@frozen
class Proof:
    """The verdicts on a question. `gave_up` says why others are not ruled out; None where it is proved.

    A proof without verdicts says that no way to fill what is open is a position of the game.
    """

    verdicts: tuple[Verdict, ...] = ()
    gave_up: str | None = None


@frozen
class CheckedFilling:
    """A filling that the engine was asked about: the outcome and the answer, or None for no position of the game."""

    filling: Filling
    came: tuple[Outcome, Any] | None


class Prover(Protocol):
    """Whoever finds out for all ways to fill what is open at once which verdicts they lead to."""

    def __call__(
        self, beginning: Beginning, dispute: Dispute, number: int, looked: tuple[CheckedFilling, ...]
    ) -> Proof:
        """Returns the verdicts on a question of a dispute; all that was looked at has to agree with it.

        Raises `DisagreementError` where it does not.
        """
