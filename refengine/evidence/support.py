"""Support: an answer that rests on other statements is no better than the weakest of them, through any chain.

INVARIANT: what rests on something refuted, unknown, or not asked is not known; on something bounded it is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve, frozen

from refengine.evidence.ledger import Entry, GoalAnswer
from refengine.evidence.level import UNKNOWN
from refengine.smt.goal import Decision, Goal

STATED: Final = ("invariant", "obligation")
"""The kinds of goals on which answers rest by name. What else they name holds of every state by how states are made,
or is a law of the tables, without which no game is played."""

_SURE: Final = frozenset({"proved", "by construction"})

_OF_STEPS: Final = frozenset({"step invariant", "measure", "obligation"})
"""The kinds of goals of which some speak of whole steps."""

_CONCLUDES: Final = frozenset({"proved", "not found", "bounded"})
"""The verdicts that say something of all states, and need what they rest on."""


@frozen
class Support:
    """A statement on which an answer rests, for the same number of players."""

    kind: str
    name: str
    players: int

    @property
    def label(self) -> str:
        """The text by which an answer names the statement."""
        return f"{self.kind} {self.name}"


def supports(decision: Decision, labels: Iterable[str]) -> tuple[Support, ...]:
    """Returns the statements among what a decision rests on, or may rest on instead."""
    return tuple(
        Support(kind, label.removeprefix(f"{kind} "), decision.goal.players)
        for label in labels
        for kind in STATED
        if label.startswith(f"{kind} ")
    )


def _all_supports(decision: Decision) -> Iterator[Support]:
    for labels in (decision.rests_on, *decision.instead):
        yield from supports(decision, labels)


def goals_rested_on(answers: Iterable[GoalAnswer], goals: Iterable[Goal]) -> tuple[Goal, ...]:
    """Returns the goals of a game on which some answers rest, and which are not among these answers."""
    listed = tuple(answers)
    asked = {_as_support(each.decision.goal) for each in listed}
    wanted = {support for each in listed for support in _all_supports(each.decision)} - asked
    return tuple(goal for goal in goals if _as_support(goal) in wanted)


def wanting_text(answers: Iterable[GoalAnswer]) -> frozenset[Goal]:
    """Returns the goals that are to be asked again with the texts as they are.

    Those are the goals that do not hold whatever the texts say; those about steps, which are others with other texts;
    and those about bodies that rest on an invariant which does not hold whatever the texts say: only of one that does
    is it known that it holds wherever a body goes on.
    """
    listed = tuple(answers)
    known = {_as_support(each.decision.goal) for each in listed if each.decision.every_text}
    return frozenset(
        each.decision.goal
        for each in listed
        if each.decision.goal.texts in {"any", "bodies"}
        and (
            each.decision.verdict not in _SURE
            or (
                each.decision.goal.kind in _OF_STEPS
                and each.decision.goal.texts == "any"
                and not each.decision.every_text
            )
            or (each.decision.goal.texts == "bodies" and not {*_invariants(each.decision)} <= known)
        )
    )


def _invariants(decision: Decision) -> Iterator[Support]:
    yield from (each for each in supports(decision, decision.rests_on) if each.kind == "invariant")


def supported(answers: Iterable[GoalAnswer], others: Iterable[GoalAnswer] = ()) -> tuple[GoalAnswer, ...]:
    """Returns the answers, each as weak as its weakest support; what it rests on is looked for among `others` too."""
    listed = tuple(answers)
    known: dict[Support, Decision] = {}
    for each in (*others, *listed):  # of several parts of a statement the one counts that is not known
        support = _as_support(each.decision.goal)
        if support not in known or known[support].verdict in _SURE:
            known[support] = each.decision
    return tuple(evolve(each, decision=_weakened(each.decision, known, ())) for each in listed)


def _as_support(goal: Goal) -> Support:
    return Support(goal.kind, goal.name, goal.players)


def _weakened(decision: Decision, known: Mapping[Support, Decision], above: tuple[Support, ...]) -> Decision:
    """Returns a decision as weak as what it rests on; `above` are those being looked at: nothing supports itself.

    What is found concludes nothing, but for a case of an audit, of which all values are listed.
    """
    if decision.verdict not in _CONCLUDES and not (decision.verdict == "found" and decision.table):
        return decision
    sets = (decision.rests_on, *decision.instead)
    return max((_resting_on(evolve(decision, rests_on=each), known, above) for each in sets), key=_strength)


def _strength(decision: Decision) -> tuple[int, int]:
    """Returns the greater, the better known; of equals the first counts."""
    return (2 if decision.verdict in {"proved", "not found"} else decision.verdict == "bounded", decision.steps)


def _resting_on(decision: Decision, known: Mapping[Support, Decision], above: tuple[Support, ...]) -> Decision:
    """Returns a decision as weak as the weakest of those that it is said to rest on."""
    for support in supports(decision, decision.rests_on):
        found = known.get(support)
        if found is not None and support not in above:
            found = _weakened(found, known, (*above, support))
        if found is None or support in above or found.verdict not in {*_SURE, "bounded"}:
            said = "is not known" if found is None or found.verdict == "unknown" else f"is {found.verdict}"
            how = f"it rests on {support.label}, which {said}"
            return evolve(decision, verdict="unknown", how=how, steps=0, table=())
        if found.verdict == "bounded":
            decision = _bounded_by(decision, support, found.steps)
            if decision.verdict == "unknown":
                return decision
    return decision


def _bounded_by(decision: Decision, support: Support, steps: int) -> Decision:
    """Returns a decision that rests on something known for so many steps; that there is nothing is then unknown."""
    how = f"it rests on {support.label}, which is bounded {steps}"
    if decision.verdict in {"not found", "found"}:
        return evolve(decision, verdict="unknown", how=how, steps=0, table=())
    fewer = min(steps, decision.steps) if decision.verdict == "bounded" else steps
    return evolve(decision, verdict="bounded", how=how, steps=fewer)


def without_fallen(found: Iterable[Entry]) -> tuple[Entry, ...]:
    """Returns the entries; one that rests on a statement which fails after all, in play or in a scope, is not known."""
    listed = tuple(found)
    fallen = {f"{each.kind} {each.name}" for each in listed if each.failed or each.verdict == "disagreement"}
    result: list[Entry] = []
    for each in listed:
        lost = next((label for label in each.rests_on if label in fallen), None)
        if lost is not None and each.verdict in _CONCLUDES:
            how = f"it rests on {lost}, which does not hold"
            result.append(evolve(each, verdict="unknown", level=UNKNOWN, how=(how,)))
        else:
            result.append(each)
    return tuple(result)
