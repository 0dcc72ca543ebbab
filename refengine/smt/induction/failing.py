"""Lists the places at which an obligation may fail in the course of a game."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from refengine.smt.course.course import Place, Step
from refengine.smt.encode.scope import Faults
from refengine.smt.terms.term import Bool


@frozen(eq=False)
class FailingPlace:
    """A place, or a step from it, where an obligation `fails` under a condition; neither at the start of a game.

    `faults` are all that may fail where the same is asked. Where `fails` is more than there is to fear, it fails
    `surely` under a narrower condition; else the two are one.
    """

    step: Step | None
    place: Place | None
    fails: Bool
    surely: Bool
    faults: Faults

    @property
    def is_rough(self) -> bool:
        """Returns whether nothing is known to fail where `fails` alone holds."""
        return self.fails is not self.surely


def failing_of(faults: Faults, step: Step | None, place: Place | None) -> Iterator[tuple[str, FailingPlace]]:
    """Yields for each obligation among faults, by its name, where it may fail."""
    for obligation in faults.found:
        fails = faults.of(obligation)
        surely = faults.surely(obligation) if obligation in faults.rough else fails
        yield obligation.name, FailingPlace(step, place, fails, surely, faults)
