"""Relations as printed data: which pairs there are, kept as fields of the first kind, and other pairs in their place.

The only place that knows how a relation is kept. The name of such a field is no name of the language, so no rule can
read it by another way than the relation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.domain import TRUTH

Pairs = frozenset[tuple[int, int]]
"""Members by their index: of the first kind, of the other."""


def is_declared(field: model.Field) -> bool:
    """Returns whether a field is one that the rules declare, and not how a relation is kept."""
    return ": " not in field.name


def pairs_of(game: model.Game, relation: model.Relation) -> Pairs:
    """Returns the pairs of a relation as the game has them."""
    (kind,) = (each for each in game.kinds if each.name == relation.one)
    place = next(number for number, each in enumerate(kind.fields) if each.name == relation.holds)
    return frozenset(
        (one, other)
        for one, row in enumerate(kind.rows)
        for other, holds in enumerate(row[place] if isinstance(row[place], tuple) else ())  # type: ignore[arg-type]
        if holds
    )


def related(kind: model.Kind, relation: model.Relation, others: int, pairs: Collection[tuple[int, int]]) -> model.Kind:
    """Returns the first kind of a relation with its pairs; `others` is how many members the other kind has.

    Pairs of a relation that it has already are replaced.
    """
    size = len(kind.members)
    maps = {relation.holds: _rows(size, others, pairs)}
    if relation.reaches is not None:
        maps[relation.reaches] = _rows(size, size, transitive_closure(size, pairs))
    fields = {each.name: each for each in kind.fields} | {
        name: model.Field(name, TRUTH, relation.other) for name in maps
    }
    rows: list[tuple[model.Datum, ...]] = []
    for member, row in enumerate(kind.rows or ((),) * size):
        data = dict(zip((each.name for each in kind.fields), row, strict=True)) | {
            name: each[member] for name, each in maps.items()
        }
        rows.append(tuple(data[name] for name in fields))
    return evolve(kind, fields=tuple(fields.values()), rows=tuple(rows))


def replaced(game: model.Game, pairs: Mapping[str, Iterable[tuple[int, int]]]) -> model.Game:
    """Returns the game with other pairs in some of its relations, by name."""
    kinds = {each.name: each for each in game.kinds}
    for relation in game.relations:
        if relation.name in pairs:
            others = len(kinds[relation.other].members)
            kinds[relation.one] = related(kinds[relation.one], relation, others, frozenset(pairs[relation.name]))
    return evolve(game, kinds=tuple(kinds.values()))


def transitive_closure(size: int, pairs: Iterable[tuple[int, int]]) -> Pairs:
    """Returns the reflexive and transitive closure of some pairs over `size` members."""
    next_: list[list[int]] = [[] for _ in range(size)]
    for one, other in pairs:
        next_[one].append(other)
    found: set[tuple[int, int]] = set()
    for start in range(size):
        seen, agenda = {start}, [start]
        while agenda:
            for each in next_[agenda.pop()]:
                if each not in seen:
                    seen.add(each)
                    agenda.append(each)
        found |= {(start, each) for each in seen}
    return frozenset(found)


def _rows(size: int, others: int, pairs: Collection[tuple[int, int]]) -> tuple[tuple[bool, ...], ...]:
    return tuple(tuple((one, other) in pairs for other in range(others)) for one in range(size))
