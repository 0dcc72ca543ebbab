"""Everything that is asked of the prover about a game, and what is decided together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refengine.ir import game as model
from refengine.smt.audits import audit_goals
from refengine.smt.gaps import gap_goals
from refengine.smt.goal import Goal
from refengine.smt.properties import course_goals


def goals(rules: model.Game) -> tuple[Goal, ...]:
    """Every goal, for every number of players."""
    return tuple(_goals(rules))


def _goals(rules: model.Game) -> Iterator[Goal]:
    for claim in rules.claims:
        kind = "witness" if claim.witness else "claim"
        for players in _seats(claim.extent.players):
            yield Goal(kind, claim.name, players, "", claim.clause.cites, claim.clause.origin.span)  # type: ignore[arg-type]
    for dependence in rules.dependences:
        for players in _seats(rules.players):
            yield Goal(
                "dependence", dependence.name, players, "", dependence.clause.cites, dependence.clause.origin.span
            )
    for audit in rules.audits:
        for players in _seats(audit.extent.players):
            yield from audit_goals(rules, audit, players)
    for players in _seats(rules.players):
        yield from gap_goals(rules, players)
        yield from course_goals(rules, players)


def _seats(players: tuple[int, int]) -> range:
    return range(players[0], players[1] + 1)


ALONG = ("invariant", "step invariant", "measure", "conservation", "sight", "obligation")
"""What is decided along the course of a game shares one induction."""


def batches(listed: Iterable[Goal]) -> tuple[tuple[Goal, ...], ...]:
    """Goals that are best decided together, the dearest first."""
    together: dict[tuple[object, ...], list[Goal]] = {}
    for goal in listed:
        if goal.kind in ALONG:
            key: tuple[object, ...] = ("course", goal.players)
        elif goal.kind == "audit":
            key = ("audit", goal.name, goal.players)
        else:
            key = (goal.kind, goal.name, goal.players)
        together.setdefault(key, []).append(goal)
    found = sorted(
        together.items(), key=lambda each: (each[0][0] != "course", each[0][0] != "audit", -each[1][0].players)
    )
    return tuple(tuple(each) for _, each in found)
