"""Slices of a game from which goals are decided: as little as they may need, and more where more is read.

INVARIANT: a claim leans on no other claim, so that of claims, dependences and audits only those are there that are
asked about. All other declarations that are left out are noticed when they are read (`ir.left_out`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from refengine.ir.claims import Audit, Claim
from refengine.ir.game import Game
from refengine.ir.open_texts import opened
from refengine.ir.slices import Slice, Slices
from refengine.smt.goal import Goal
from refengine.smt.plan import ALONG

NEVER: Final = frozenset({"scopes", "editions"})
"""The fields of a game that no proof is about."""

LAWS: Final = frozenset({"laws"})

INVARIANTS: Final = frozenset({"invariants"})

SCRIPTS: Final = frozenset({"setup", "phases", "texts"})

AT_END: Final = frozenset({"outcome", "measures", "nestings"})
"""The parts that say when a game ends, and who has won; few proofs are about them, and none of a phase."""

STATED_OF_STATES: Final = frozenset({"invariants", "measures", "nestings"})
"""The fields of what has to hold along a game, by which no game is played: what a search comes to hangs on the rest."""

STATED: Final[Mapping[str, tuple[str, ...]]] = {
    "claims": ("claim", "witness"),
    "dependences": ("dependence",),
    "confinements": ("confinement",),
    "audits": ("audit",),
    "examples": (),
}
"""The fields of which a goal has at most a declaration of its own, by the kinds of these goals."""


def asked_of(rules: Game, goals: Sequence[Goal]) -> Game:
    """Returns the game of which goals that are decided together are asked: with texts, or with whatever these say."""
    return opened(rules) if any(each.texts == "any" for each in goals) else rules


def left_out_at_first(rules: Game, goals: Iterable[Goal]) -> frozenset[str]:
    """Returns the fields that may be left out of a game to begin with.

    Along the course everything counts that a game comes by, and of a phase it counts how a game comes to it.
    """
    goals = tuple(goals)
    if all(each.kind in ALONG for each in goals):
        return NEVER
    if all(each.kind == "gap" for each in goals):
        return NEVER | LAWS | INVARIANTS | AT_END
    names = {each.name for each in goals}
    stated: tuple[Claim | Audit, ...] = (*rules.claims, *rules.audits)
    extents = (each.extent for each in stated if each.name in names)
    if any(each.phase is not None or each.reachable for each in extents):
        return NEVER | LAWS | INVARIANTS | AT_END
    return NEVER | LAWS | INVARIANTS | AT_END | SCRIPTS


def left_out_but_for(left_out: frozenset[str], field: str) -> frozenset[str]:
    """Returns the fields left out when a field turned out to be read."""
    for together in (LAWS, INVARIANTS, SCRIPTS):
        if field in together:
            return left_out - together
    return left_out - {field}


def slice_for(slices: Slices, goals: Iterable[Goal], left_out: frozenset[str]) -> Slice:
    """Returns the slice of a game from which goals are decided."""
    listed = tuple(goals)
    own = {
        field: frozenset(each.name for each in listed if each.kind in kinds)
        for field, kinds in STATED.items()
        if field not in left_out
    }
    return slices.without(left_out, own)


def slices_for(slices: Slices, goals: tuple[Goal, ...], trail: Iterable[str]) -> Iterator[Slice]:
    """Yields the least slice, and those that it grew to when these fields were read, one after the other."""
    left_out = left_out_at_first(slices.whole, goals)
    yield slice_for(slices, goals, left_out)
    for field in trail:
        left_out = left_out_but_for(left_out, field)
        yield slice_for(slices, goals, left_out)
