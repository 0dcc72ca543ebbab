"""Sight: what a player sees of a state, the one definition that views, pairs of random states and proofs follow.

| of | is seen |
|---|---|
| a zone | the pieces that lie in it; where one may not look, how many they are |
| a variable | its value, or nothing |
| tokens | all of them |
| a frame | which phase it is of and where in its text that waits; of what it holds each value, or nothing |

So what is hidden may be anything, but for how much there is. An absent value is shown as nothing, too: whether one may
see that it is absent does not follow from a view. Who is asked and what is legal are not among what is seen:
they have to follow from it.

INVARIANT: nothing is imported here, since what is generated is given out with a copy of this.
"""

from typing import Literal

By = Literal["everyone", "nobody", "owner", "each"]
"""The sort of who sees: for "each" there is a condition to be worked out for every viewer."""


def seen_outright(
    by: By, during: str | None, running: frozenset[str], *, own: bool, lasts: str | None = None
) -> bool | None:
    """Returns whether somebody sees, given the phases that run and whether it is their own; None: on a condition.

    Sight that is limited `during` a phase is not limited while that phase is not running. What `lasts` as long as a
    phase is what it starts as while that is not running, as everybody knows.
    """
    if any(phase is not None and phase not in running for phase in (during, lasts)):
        return True
    match by:
        case "everyone":
            return True
        case "nobody":
            return False
        case "owner":
            return own
        case "each":
            return None
