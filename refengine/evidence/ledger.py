"""The ledger: an entry for every statement that is made of a game, with how it is known and what that rests on.

Goals of one kind and name (for other numbers of players, other parts) are one statement. It is known as well as the
goal that is known worst; but a witness (or a gap) is there as soon as one goal found it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from attrs import evolve, field, frozen

from refengine.evidence.level import REFUTED, UNKNOWN, Level, weakest
from refengine.smt.goal import SOMEWHERE, Decision, Goal, Verdict
from refengine.source.citation import Citation
from refengine.source.span import Span

KINDS: Final = (
    "law",
    "claim",
    "witness",
    "gap",
    "dependence",
    "confinement",
    "audit",
    "scope",
    "invariant",
    "step invariant",
    "measure",
    "conservation",
    "sight",
    "obligation",
)
"""The kinds of statements, in the order in which they are listed."""

PLAYED: Final = frozenset({"invariant", "step invariant", "measure", "conservation", "obligation", "sight"})
"""The kinds of statements whose breach random play would have noticed."""

PLACED: Final = frozenset({"invariant", "step invariant", "measure", "sight"})
"""The kinds of statements about places of the game, to which a game with some number of players need not come."""

Found = Verdict | Literal["not reached", "not explored", "disagreement", "holds"]
"""The result of a statement: what the prover says, that it was not asked, or that the engine contradicts it."""

_WORST_FIRST: Final[tuple[Found, ...]] = (
    "disagreement",
    "refuted",
    "not found",
    "vacuous",
    "unsupported",
    "unknown",
    "not reached",
    "not explored",
    "bounded",
    "holds",
    "found",
    "proved",
    "by construction",
)

FAILED: Final = frozenset({"refuted", "not found", "vacuous"})
"""The results which say that a statement does not hold."""

UNDECIDED: Final = frozenset({"unknown", "not reached", "not explored"})
"""The results that say nothing: the limit was reached, or the time of whoever waits."""


@frozen
class GoalAnswer:
    """The answer to one goal: the decision, the seconds that it took, and whether it is from an earlier run.

    `confirmed`: an engine like the one that would be asked now was asked about the counterexample, and agreed.
    """

    decision: Decision
    seconds: float = 0.0
    kept: bool = False
    confirmed: bool = False


@frozen
class Entry:
    """One statement. `how` says over what it is known, `rests_on` what had to be assumed.

    `unproved` says why no induction proves what holds in the first steps, where no position shows it.

    `at` is the place of a construct that the prover cannot express. `seconds` are there for those who ask. `lacking`
    are the numbers of players with which it is known no better than `level`. `explored` is the scope that was gone
    through whole, and its states, if that is how it is known. `every_text`: it holds whatever is written for a title.
    """

    kind: str
    name: str
    verdict: Found
    level: Level
    players: tuple[int, ...] = ()
    how: tuple[str, ...] = ()
    unproved: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    rlimit: int = 0
    queries: int = 0
    seconds: float = 0.0
    lacking: tuple[int, ...] = ()
    explored: tuple[str, int] | None = None
    every_text: bool = False
    cites: tuple[Citation, ...] = field(default=(), eq=False)
    span: Span | None = field(default=None, eq=False)
    at: Span | None = field(default=None, eq=False)

    @property
    def statement(self) -> tuple[str, str]:
        """The kind and the name of the statement, which tell it from the others."""
        return (self.kind, self.name)

    @property
    def failed(self) -> bool:
        """Returns whether it does not hold."""
        return self.verdict in FAILED

    @property
    def undecided(self) -> bool:
        """Returns whether nothing could be said within the limits."""
        return self.verdict in UNDECIDED


def level_of(verdict: Found, steps: int = 0) -> Level:
    """Returns the level that a verdict gives; `steps` are those of a bounded search."""
    match verdict:
        case "by construction":
            return Level("by construction")
        case "proved" | "found":
            return Level("proved")
        case "holds":
            return Level("exhaustive")
        case "bounded":
            return Level("bounded", steps)
        case "refuted" | "not found" | "vacuous":
            return REFUTED
        case _:
            return UNKNOWN


def entries(
    answers: Iterable[GoalAnswer], steps: int, missing: Iterable[Goal] = (), contradicted: frozenset[Goal] = frozenset()
) -> tuple[Entry, ...]:
    """Returns the entries of what was decided, of the goals that are `missing`, and of those the engine contradicts."""
    parts: dict[tuple[str, str], list[Entry]] = {}
    for each in answers:
        entry = _entry(each, steps, disagreement=each.decision.goal in contradicted)
        parts.setdefault(entry.statement, []).append(entry)
    for goal in missing:
        seats = (goal.players,)
        lost = Entry(*goal.statement, "not reached", UNKNOWN, seats, lacking=seats, cites=goal.cites, span=goal.span)
        parts.setdefault(lost.statement, []).append(lost)
    return in_order(_merged(each) for each in parts.values())


def in_order(found: Iterable[Entry]) -> tuple[Entry, ...]:
    """Returns entries by kind; within a kind as they came."""
    return tuple(sorted(found, key=lambda each: KINDS.index(each.kind) if each.kind in KINDS else len(KINDS)))


def with_tests(found: Iterable[Entry], games: int) -> tuple[Entry, ...]:
    """Returns the entries, where the prover says nothing of what so many games would have noticed: tested by these."""
    return tuple(
        evolve(each, level=Level("tested", games))
        if games and each.kind in PLAYED and each.level == UNKNOWN and each.verdict != "disagreement"
        else each
        for each in found
    )


def _entry(answer: GoalAnswer, steps: int, *, disagreement: bool) -> Entry:
    decision = answer.decision
    goal = decision.goal
    verdict: Found = "disagreement" if disagreement else decision.verdict
    return Entry(
        kind=goal.kind,
        name=goal.statement[1],
        verdict=verdict,
        level=level_of(verdict, decision.steps or steps),
        players=(goal.players,),
        lacking=(goal.players,),
        how=(decision.how,) if decision.how else (),
        unproved=(decision.unproved,) if decision.unproved else (),
        rests_on=decision.rests_on,
        every_text=decision.every_text and verdict == decision.verdict,
        rlimit=decision.rlimit,
        queries=decision.queries,
        seconds=answer.seconds,
        cites=goal.cites,
        span=goal.span,
        at=decision.span,
    )


def _merged(parts: Sequence[Entry]) -> Entry:
    """Returns one entry of several, which cost all that they cost together."""
    counted: Sequence[Entry] = parts
    if parts[0].kind in PLACED:
        counted = [each for each in parts if each.verdict != "vacuous"] or parts
    if parts[0].kind in SOMEWHERE and not any(each.verdict == "disagreement" for each in parts):
        counted = [each for each in parts if each.verdict == "found"] or parts
    if parts[0].kind == "sight":  # a phase in which nobody is asked need not be for all numbers of players
        counted = [each for each in parts if each.verdict != "vacuous"] or parts
    verdict = min((each.verdict for each in counted), key=_WORST_FIRST.index)
    level = weakest(tuple(each.level for each in counted))
    return evolve(
        parts[0],
        verdict=verdict,
        level=level,
        lacking=tuple(sorted({seats for each in counted for seats in each.players if each.level == level})),
        players=tuple(sorted({seats for each in counted for seats in each.players})),
        how=_each_once(how for each in counted for how in each.how),
        unproved=_each_once(one for each in counted for one in each.unproved),
        rests_on=_each_once(one for each in counted for one in each.rests_on),
        every_text=all(each.every_text for each in counted),
        rlimit=sum(each.rlimit for each in parts),
        queries=sum(each.queries for each in parts),
        seconds=sum(each.seconds for each in parts),
        at=next((each.at for each in counted if each.at is not None), None),
    )


def _each_once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
