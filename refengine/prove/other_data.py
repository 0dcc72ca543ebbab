"""The relations of a position that are not as printed: which they are, the game with them, and how they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refengine.ir import game as model
from refengine.ir.relations import Pairs, pairs_of, replaced
from refengine.smt.goal import Position

Others = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Relations by name, with all their pairs."""


def other_pairs(game: model.Game, position: Position) -> Others:
    """The relations that are others in a position than they are printed."""
    return tuple(
        (relation.name, pairs)
        for relation, pairs in _with_pairs(game, position.relations)
        if _by_place(game, relation, pairs) != pairs_of(game, relation)
    )


def with_pairs(game: model.Game, others: Others) -> model.Game:
    """The game with these relations in the place of the printed ones."""
    if not others:
        return game
    return replaced(game, {each.name: _by_place(game, each, pairs) for each, pairs in _with_pairs(game, others)})


def told_pairs(game: model.Game, others: Others) -> Iterator[str]:
    """Each pair, of a symmetric relation one way, and that there are no others."""
    for relation, pairs in _with_pairs(game, others):
        (kind,) = (each for each in game.kinds if each.name == relation.one)
        for one, other in pairs:
            if not relation.symmetric or kind.members.index(one) <= kind.members.index(other):
                yield f"{relation.name}({one}, {other})"
        yield f"no other {relation.name}" if pairs else f"no {relation.name}"


def _with_pairs(game: model.Game, named: Others) -> Iterator[tuple[model.Relation, tuple[tuple[str, str], ...]]]:
    listed = dict(named)
    return ((each, listed[each.name]) for each in game.relations if each.name in listed)


def _by_place(game: model.Game, relation: model.Relation, pairs: Iterable[tuple[str, str]]) -> Pairs:
    members = {each.name: each.members for each in game.kinds}
    one, other = members[relation.one], members[relation.other]
    return frozenset((one.index(first), other.index(second)) for first, second in pairs)
