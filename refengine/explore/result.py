"""The result of an exploration."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from refengine.engine.trace import Trace
from refengine.ir.scope import Kept
from refengine.runtime.fault import Clause
from refengine.source.diagnostic import Diagnostic

Ended = Literal["whole", "limit", "interrupted", "refused"]
"""The end of an exploration: nothing was left, `limit` states were enough, somebody stopped it, it was not begun."""

REFUSED = "refused"
"""The sort of a breach: the game said that an action was legal, and then did not take it."""

FAULT = "fault"


@frozen
class Breach:
    """A breach of what had to hold, or a place where the rules break off, and a shortest way there.

    `sort` is `invariant`, `step invariant`, `measure`, `conservation`, `claim`, `fault` (then `code` is its code) or
    `refused`.
    The last step of `trace` is the one that breaks it; a trace of no states is one of a game that cannot begin.
    """

    sort: str
    clause: Clause
    message: str
    trace: Trace
    code: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        """A key that is the same for all breaches of one kind."""
        return self.sort, self.clause.path


@frozen
class Estimate:
    """An estimate of the number of states: at least about `least`, if random games are typical; at most about `most`.

    `exact` when the probe reached all of them; then the two are the same.
    """

    least: int
    most: int
    depth: int
    exact: bool = False


@frozen
class ExplorationResult:
    """`states` different states and `transitions` between them; in `finished` of them the game is over, in `rests` not.

    With `alike` a state stands for all that differ from it by seats alone. Without `all_orders` secret choices that are
    made at once were taken in the order of seats only. `violations` are broken properties, one breach for each;
    `faults` places where the rules break off. `checked` is what had to hold, (sort, clause), with the claims that were
    asked; where asking was a fault, so that not everything was asked everywhere, only what was broken. `elsewhere` are
    claims that do not hold in a game with fewer pieces: it is another game than they speak of.
    `problems` say why nothing was explored. `foreseen` is how many states at least were estimated before the most of
    them were found; it is not compared. `known`: it is the answer of an earlier run.
    """

    states: int = 0
    transitions: int = 0
    rests: int = 0
    finished: int = 0
    depth: int = 0
    violations: tuple[Breach, ...] = ()
    faults: tuple[Breach, ...] = ()
    checked: tuple[tuple[str, Clause], ...] = ()
    ended: Ended = "refused"
    all_orders: bool = False
    alike: bool = False
    kept: Kept = ()
    estimate: Estimate | None = None
    problems: tuple[Diagnostic, ...] = ()
    elsewhere: tuple[Breach, ...] = ()
    foreseen: int = field(default=0, eq=False)
    known: bool = False

    @property
    def complete(self) -> bool:
        """Returns whether no state was left out."""
        return self.ended == "whole"

    @property
    def too_large(self) -> bool:
        """Returns whether nothing was explored because there are too many states."""
        return self.ended == "refused" and self.estimate is not None

    @property
    def held(self) -> tuple[tuple[str, Clause], ...]:
        """The statements that were checked and never broken, (sort, clause)."""
        broken = {each.key for each in self.violations}
        return tuple((sort, clause) for sort, clause in self.checked if (sort, clause.path) not in broken)

    @property
    def sound(self) -> bool:
        """Returns whether every state was looked at and nothing is broken."""
        return self.complete and not self.violations and not self.faults
