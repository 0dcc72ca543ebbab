"""The prover for what a dispute leaves open, loaded where it is asked: no other question waits for it."""

from __future__ import annotations

from refengine.rulings.beginning import Beginning
from refengine.rulings.proofs import CheckedFilling, Proof
from refengine.rulings.questions import Dispute


def prove_open(beginning: Beginning, dispute: Dispute, number: int, looked: tuple[CheckedFilling, ...]) -> Proof:
    """Returns the verdicts on a question, whatever fills what is open; a solver is loaded where that is asked."""
    from refengine.rulings.proving.prover import prove

    return prove(beginning, dispute, number, looked)
