"""Turns as printed data: what the members of a kind become when a ring is turned, kept as fields of the kind.

A turn is a member of a ring, named by where the first member comes to: the first turns nothing, the second is one step.
So `x turned k` is a field of x at k, which every executor reads as it reads all that is printed. The names of these
fields are no names of the language, so no rule can read them by another way.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.domain import Enum


def turned_field(ring: str, *, back: bool) -> str:
    """Returns the name of the field that says what a member becomes, or what became it (`back`)."""
    return f"{ring}: turned back" if back else f"{ring}: turned"


def turning(kind: model.Kind, ring: model.Kind, step: Sequence[int]) -> model.Kind:
    """Returns the kind with what each member becomes by each turn.

    `step[m]` is what member m becomes by one step of the ring. So many steps as the ring has members turn nothing.
    """
    turns = [list(range(len(step)))]
    for _ in ring.members[1:]:
        turns.append([step[each] for each in turns[-1]])
    there = tuple(tuple(kind.members[turn[member]] for turn in turns) for member in range(len(step)))
    back = tuple((each[0], *reversed(each[1:])) for each in there)
    fields = tuple(
        model.Field(turned_field(ring.name, back=each), Enum(kind.name), ring.name) for each in (False, True)
    )
    rows = kind.rows or ((),) * len(step)
    data = tuple((*row, forth, to) for row, forth, to in zip(rows, there, back, strict=True))
    return evolve(kind, fields=(*kind.fields, *fields), rows=data)
