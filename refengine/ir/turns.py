"""Turns as printed data: what the members of a kind become when a ring is turned, kept as fields of the kind.

A turn is a member of a ring, named by where the first member comes to: the first turns nothing, the second is one step.
So `x turned k` is a field of x at k, which every executor reads as it reads all that is printed; so is what is printed
on parts of what lies turned. The names of these fields are no names of the language: no rule can read them otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.domain import Domain, Enum, Option, SetOf
from refengine.ir.relations import is_declared


def turned_field(ring: str, *, back: bool) -> str:
    """Returns the name of the field that says what a member becomes, or what became it (`back`)."""
    return f"{ring}: turned back" if back else f"{ring}: turned"


def lying_field(name: str, ring: str) -> str:
    """Returns the name of the field that says what a part has in a field as it lies by each turn of a ring."""
    return f"{ring}: {name} as it lies"


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


def lying(kind: model.Kind, kinds: Mapping[str, model.Kind], ring: str) -> model.Kind:
    """Returns a kind whose members are parts of what lies turned, with what their fields come to by each turn.

    Of fields `of each` something there is none: their keys turn as well, and are turned back where they are read.
    """
    added: dict[str, tuple[model.Field, list[model.Datum]]] = {}
    for place, field in enumerate(kind.fields):
        step = _becomes(field.domain, kinds, ring) if field.index is None and is_declared(field) else None
        if step is not None:
            name, data = lying_field(field.name, ring), [row[place] for row in kind.rows]
            added[name] = model.Field(name, field.domain, ring), [_by_each_turn(each, step) for each in data]
    known = {each.name for each in kind.fields}
    new = [each for name, each in added.items() if name not in known]
    rows = tuple((*row, *(data[number] for _, data in new)) for number, row in enumerate(kind.rows))
    return evolve(kind, fields=(*kind.fields, *(field for field, _ in new)), rows=rows)


def _becomes(domain: Domain, kinds: Mapping[str, model.Kind], ring: str) -> dict[str, tuple[str, ...]] | None:
    """Returns what each member that a field may say becomes by each turn; None where they do not turn with the ring."""
    inner = domain.inner if isinstance(domain, SetOf | Option) else domain
    if not isinstance(inner, Enum) or inner.kind not in kinds:
        return None
    kind, word = kinds[inner.kind], turned_field(ring, back=False)
    place = next((place for place, each in enumerate(kind.fields) if each.name == word), None)
    if place is None:
        return None
    found: dict[str, tuple[str, ...]] = {}
    for member, row in zip(kind.members, kind.rows, strict=True):
        turns = row[place]
        assert isinstance(turns, tuple)
        found[member] = tuple(map(str, turns))
    return found


def _by_each_turn(datum: model.Datum, step: Mapping[str, tuple[str, ...]]) -> model.Datum:
    order, turns = list(step), range(len(next(iter(step.values()))))
    if datum is None:
        return tuple(None for _ in turns)
    if isinstance(datum, tuple):
        return tuple(tuple(sorted((step[str(each)][turn] for each in datum), key=order.index)) for turn in turns)
    return step[str(datum)]
