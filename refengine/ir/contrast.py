"""Contrasts of two sets of rules: in what their states are unlike, and values of one name that say something else.

INVARIANT: values of both that keep one name come to the same wherever the same is read.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from refengine.ir import expressions as ir, game as model
from refengine.ir.meaning import digest, hashes
from refengine.ir.traverse import rewrite
from refengine.ir.visibility import EVERYONE

STATE: Final = ("kinds", "records", "components", "tokens", "zones", "variables", "relations", "counted")
"""The fields of a game that say what a state of it is."""

APART: Final = " on the right"
"""The end of the name of a right value that says something else than the left value of the name before it."""


def unlike_states(left: model.Game, right: model.Game) -> str | None:
    """Returns the field of the first declarations in which states are unlike; None if a state of one is one of both.

    Who sees something, and what a variable starts as, makes no other states.
    """
    for field in STATE:
        if [digest(each) for each in _bare(left, field)] != [digest(each) for each in _bare(right, field)]:
            return field
    return None


def _bare(game: model.Game, field: str) -> list[Any]:
    listed: tuple[Any, ...] = getattr(game, field)
    if field == "variables":
        return [evolve(each, seen=EVERYONE, starts=ir.Number(0)) for each in listed]
    return [evolve(each, seen=EVERYONE) for each in listed] if field == "zones" else [*listed]


def apart(left: model.Game, right: model.Game) -> model.Game:
    """Returns the right rules with other names for values that say something else than those of the left rules."""
    theirs = hashes(left)
    renamed = {name: f"{name} on the right" for name, said in hashes(right).items() if theirs.get(name, said) != said}

    def named(node: Any) -> Any:
        match node:
            case ir.CallValue(name=name) if name in renamed:
                return evolve(node, name=renamed[name])
            case model.Value(name=name, owner=owner):
                return evolve(node, name=renamed.get(name, name), owner=renamed.get(owner, owner))
            case _:
                return node

    return rewrite(right, named) if renamed else right
