"""The lines of an example: what happens, what is expected, and moments that have a name."""

from __future__ import annotations

from typing import Literal as Lit

from attrs import field, frozen

from refengine.ir.control import Clause
from refengine.ir.expressions import Expr, Origin


@frozen
class RunPhase:
    """Runs this phase from the position until it hands control on or asks."""

    phase: str
    args: tuple[Expr, ...]
    origin: Origin = field(eq=False, repr=False)


@frozen
class Play:
    """`actor` is a seat index from 0, "chance" or "table"."""

    actor: int | Lit["chance", "table"]
    action: str
    args: tuple[Expr, ...]
    origin: Origin = field(eq=False, repr=False)


@frozen
class Expect:
    """An expectation, decided under the readings of `under`.

    `what`: holds (`by`: the path of the clause that must decide it), illegal (`by`: of what must forbid the play),
    legal, fault, over, chance (after the chance that follows: numerator and denominator), scores (`numbers`, by seat),
    winners (`numbers` are seats from 0), seen and unseen (the seat in `numbers`: the zone or variable that is read).
    """

    what: Lit["holds", "illegal", "legal", "fault", "over", "chance", "scores", "winners", "seen", "unseen"]
    condition: Expr | None
    play: Play | None
    by: str | None
    under: tuple[tuple[str, str], ...]
    origin: Origin = field(eq=False, repr=False)
    chance: tuple[int, int] | None = None
    numbers: tuple[int, ...] = ()


@frozen
class Mark:
    """A name for the moment at which it stands."""

    name: str
    origin: Origin = field(eq=False, repr=False)


@frozen
class Taken:
    """A line of another example, with the head of that one, which it is for an example that begins as that one was.

    Expectations are not taken over: the other example decides them.
    """

    clause: Clause
    line: RunPhase | Play | Mark


Line = RunPhase | Play | Expect | Mark | Taken


def happens(line: Line) -> bool:
    """Returns whether something happens in a line, so that it is neither an expectation nor a mark."""
    return isinstance(line.line if isinstance(line, Taken) else line, RunPhase | Play)
