"""Leaks of secrets that play found, compared with what is proved of them.

Play makes a second state that obeys the invariants; a proof may know more of the states of a game than these say. So
two such states contradict only a proof that assumes nothing; what is proved of all states that a game may come to is no
matter of what they show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve

from refengine.check.report import Failure, Statement
from refengine.evidence.ledger import Entry
from refengine.ir import control, game as model
from refengine.ir.traverse import walk
from refengine.prove.spelling import plain
from refengine.smt.goal import ALIKE

LEAKS = ("legal", "turn")
"""The names that play gives to a leak: what is different in the two states."""


def phase_of(game: model.Game, clause: str) -> str:
    """Returns the phase that asks somebody where play found something, or `setup`, by the clause that it names."""
    for script in (game.setup, *game.phases):
        asked = (each for point in script.points for each in walk(point.exit) if isinstance(each, control.Ask))
        if clause == script.name or any(clause == action.name for ask in asked for action in ask.actions):
            return script.name
    return clause


def leaking_phases(game: model.Game, failures: Iterable[Failure]) -> frozenset[str]:
    """Returns the phases of which play says that they give a secret away."""
    return frozenset(phase_of(game, each.name) for each in failures if each.kind in LEAKS)


def held_unlike(here: Mapping[str, Any], there: Mapping[str, Any]) -> Iterator[str]:
    """Yields what frames hold in one of two states, as data, and not in the other."""
    for phase, name, one, other in _unlike(here, there):
        yield f"{phase} knows {plain(other)} as {name} there, and {plain(one)} here"


def kept_hidden(game: model.Game, here: Mapping[str, Any], there: Mapping[str, Any]) -> Iterator[str]:
    """Yields of each parameter that differs, and of which the rules do not say who sees it, how they would say so."""
    scripts = {each.name: each for each in game.phases}
    for phase, name, _, _ in _unlike(here, there):
        script = scripts.get(phase)
        told = () if script is None else (each.name for each in script.params)
        if script is not None and name in told and all(each.local.name != name for each in script.seen):
            yield (
                f"what comes of something hidden is hidden: if everybody knows `{name}`, "
                f"write `seen by everyone` behind its type in the head of `{phase}`"
            )


def _unlike(here: Mapping[str, Any], there: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, Any]]:
    """Yields phase, name and both values of what frames hold in two states, where these differ."""
    for one, other in zip(here.get("control", ()), there.get("control", ()), strict=True):
        for name, value in one.get("data", {}).items():
            if value != other["data"][name]:
                yield one["phase"], name, value, other["data"][name]


def without_excluded(
    game: model.Game,
    found: Iterable[Entry],
    failures: Iterable[Failure],
    statements: Iterable[Statement],
    unspoken: frozenset[tuple[str, str]],
) -> tuple[list[Failure], list[Statement]]:
    """Returns the failures and statements of play without what it found in states to which, as proved, no game comes.

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
    """Returns whether it is proved of less than any two states."""
    return entry.verdict == "proved" and set(entry.how) != {ALIKE}


def _still_broken(statements: Iterable[Statement], kinds: set[str]) -> Iterator[Statement]:
    for each in statements:
        spared = each.kind in LEAKS and each.verdict == "violated" and each.kind not in kinds
        yield evolve(each, verdict="holds") if spared else each
