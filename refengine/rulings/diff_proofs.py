"""The prover's part in what is told of a comparison: why nothing is proved, and a position in which both games part."""

from __future__ import annotations

from refengine.report.sentences import sentence
from refengine.rulings.diff import Diff
from refengine.rulings.diff_proof import PartingPosition, TableProof

NO_PROOF = sentence("the prover found no proof")
CANNOT = sentence("the prover cannot compare them")
GAVE_UP = sentence("the prover gave up")
MAY_FAIL = sentence("the prover found no proof, since the rules may stop short")


def why_not(proof: TableProof) -> str:
    """Returns the sentence on why nothing is proved."""
    match proof.why:
        case "beyond":
            return CANNOT
        case "limit":
            return GAVE_UP
        case "fails":
            return MAY_FAIL
        case "unlike" | "":
            return NO_PROOF


def apart_of(found: Diff) -> PartingPosition | None:
    """Returns a position in which both games part, where no game is known that does."""
    if found.verdict != "unknown":
        return None
    known = (each.proof.apart for each in found.tables if each.proof is not None)
    return next((each for each in known if each is not None), None)
