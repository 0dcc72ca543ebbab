"""Exercised clauses, statements and readings: how often play came to each, and what nothing came to."""

from __future__ import annotations

from attrs import frozen

from refengine.report.citations import Basis, CitedClause


@frozen
class ReadingGap:
    """An incomplete reading, played only to find what it leaves open: the fault, and how many games met it."""

    question: str
    reading: str
    games: int
    met: int
    fault: str | None
    clause: CitedClause | None
    code: str | None = None


@frozen
class ClauseCount:
    """The number of steps in which a clause decided something, and of runs of examples.

    `played` in games from the start, `posed` in play from positions put together, `refused` by standing in the way of
    an action. `settled`: the configuration alone decides it. `promised` is how often it is to fire, if that is said.
    """

    clause: CitedClause
    played: int
    posed: int
    refused: int
    examples: int
    settled: bool = False
    promised: int = 0

    @property
    def fired(self) -> int:
        """The number of steps of play in which the clause decided anything."""
        return self.played + self.posed + self.refused


@frozen
class IdleReading:
    """A reading that made no difference in play, and the examples under which it does."""

    question: str
    reading: str
    examples: tuple[str, ...]


@frozen
class Coverage:
    """The coverage of a game: which clauses fired, and which statements of the rulebook the rules rest on."""

    clauses: tuple[ClauseCount, ...]
    cited: tuple[str, ...]
    uncited: tuple[Basis, ...]
    not_normative: tuple[tuple[str, str], ...]
    uncited_rulings: tuple[Basis, ...]
    without_default: tuple[str, ...]
    no_difference: tuple[IdleReading, ...]
    gaps: tuple[ReadingGap, ...]
    wanted: int = 0
    """The number of times that play was to exercise each clause; 0 if nothing was asked of it."""

    @property
    def fired(self) -> tuple[ClauseCount, ...]:
        """The clauses that play exercised."""
        return tuple(each for each in self.clauses if each.fired)

    @property
    def settled(self) -> tuple[ClauseCount, ...]:
        """The clauses of which no play is asked, since configurations decide them once for all."""
        return tuple(each for each in self.clauses if each.settled)

    @property
    def least(self) -> int | None:
        """The number of times that the rarest clause fired, of those that did."""
        return min((each.fired for each in self.fired), default=None)

    @property
    def seldom(self) -> tuple[ClauseCount, ...]:
        """The clauses that fired, and not as often as was wanted."""
        return tuple(each for each in self.fired if each.fired < self.wanted)

    @property
    def promised(self) -> tuple[ClauseCount, ...]:
        """The clauses of which it is promised how often they fire."""
        return tuple(each for each in self.clauses if each.promised)

    @property
    def fallen(self) -> tuple[ClauseCount, ...]:
        """The clauses that did not fire as often as is promised."""
        return tuple(each for each in self.promised if each.fired < each.promised)

    @property
    def only_posed(self) -> tuple[CitedClause, ...]:
        """The clauses that fired in no game from the start, only in play from positions that were put together."""
        return tuple(each.clause for each in self.clauses if each.posed == each.fired > 0)

    @property
    def never_fired(self) -> tuple[CitedClause, ...]:
        """The clauses that nothing exercised."""
        return tuple(each.clause for each in self.clauses if not each.fired and not each.settled)
