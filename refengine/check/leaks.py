"""Leaks of secrets that play found, compared with what is proved of them.

Play makes a second state that obeys the invariants; a proof may know more of the states of a game than these say. So
two such states contradict only a proof that assumes nothing; what is proved of all states that a game may come to is no
matter of what they show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from refengine.check.report import Failure, Statement
from refengine.evidence.ledger import Entry
from refengine.ir import control, game as model
from refengine.ir.traverse import walk
from refengine.smt.goal import ALIKE

LEAKS = ("legal", "turn")
"""The names that play gives to a leak: what is different in the two states."""


def phase_of(game: model.Game, clause: str) -> str:
    """The phase in which somebody is asked where play found something, or `setup`, by the clause that it names."""
    for script in (game.setup, *game.phases):
        asked = (each for point in script.points for each in walk(point.exit) if isinstance(each, control.Ask))
        if clause == script.name or any(clause == action.name for ask in asked for action in ask.actions):
            return script.name
    return clause


def leaking(game: model.Game, failures: Iterable[Failure]) -> frozenset[str]:
    """The phases of which play says that they give a secret away."""
    return frozenset(phase_of(game, each.name) for each in failures if each.kind in LEAKS)


def without_excluded(
    game: model.Game,
    found: Iterable[Entry],
    failures: Iterable[Failure],
    statements: Iterable[Statement],
    unspoken: frozenset[tuple[str, str]],
) -> tuple[list[Failure], list[Statement]]:
    """The failures and statements of play without what it found in states to which, as is proved, no game comes.

    Of what is `unspoken`, by sort and clause, the prover says nothing.
    """
    sure = {each.name for each in found if each.kind == "sight" and _excludes(each)}
    kept = [
        each
        for each in failures
        if each.kind not in LEAKS or (each.kind, each.name) in unspoken or phase_of(game, each.name) not in sure
    ]
    return kept, list(_still_broken(statements, {each.kind for each in kept}))


def _excludes(entry: Entry) -> bool:
    """Whether it is proved of less than any two states."""
    return entry.verdict == "proved" and set(entry.how) != {ALIKE}


def _still_broken(statements: Iterable[Statement], kinds: set[str]) -> Iterator[Statement]:
    for each in statements:
        spared = each.kind in LEAKS and each.verdict == "violated" and each.kind not in kinds
        yield evolve(each, verdict="holds") if spared else each
