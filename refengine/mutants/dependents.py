"""Dependents: the statements that a change of the rules may touch.

What is not named here says of the mutant what it said before.

INVARIANT: a statement is left out only if nothing that it reads is changed. More may be named than is touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.expressions import CallValue
from refengine.ir.traverse import walk
from refengine.smt.goal import Goal

ALONG = frozenset({"invariant", "step invariant", "measure", "conservation", "sight"})
"""The kinds of statements on the course of a game and on nothing else."""


def touched_goals(before: model.Game, after: model.Game, goals: Iterable[Goal]) -> tuple[Goal, ...]:
    """Returns the goals that may come to something else, in their order."""
    changed = _changed(before, after)
    if changed is None or changed & _course(before) or changed & _course(after):
        return tuple(goals)
    return tuple(each for each in goals if _may_differ(each, after, changed))


def _changed(before: model.Game, after: model.Game) -> frozenset[str] | None:
    """Returns the values that differ; None if anything else does."""
    if evolve(before, values=(), outcome=None) != evolve(after, values=(), outcome=None):
        return None
    was = {each.name: each for each in before.values}
    now = {each.name: each for each in after.values}
    return frozenset(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))


def _course(game: model.Game) -> frozenset[str]:
    """Returns the values that the course of the game asks, and what has to hold in it."""
    parts = (
        game.setup, *game.phases, *game.zones, *game.variables, *game.components, *game.tokens, *game.options,
        *game.laws, *game.invariants, *game.measures, *game.nestings,
    )  # fmt: skip
    return _asked(game, parts)


def _asked(game: model.Game, nodes: Iterable[object]) -> frozenset[str]:
    """Returns the values that some nodes ask, and those that these ask."""
    values = {each.name: each for each in game.values}
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        for name in _called(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(values[name])
    return frozenset(found)


def _called(node: object) -> Iterator[str]:
    return (each.name for each in walk(node) if isinstance(each, CallValue))


def _may_differ(goal: Goal, game: model.Game, changed: frozenset[str]) -> bool:
    if goal.kind in ALONG:
        return False
    stated: tuple[object, ...] = (
        *(each for each in game.claims if each.name == goal.name),
        *(each for each in game.audits if each.name == goal.name),
    )
    if goal.kind in {"claim", "witness", "audit"} and stated:
        return bool(_asked(game, stated) & changed)
    return True
