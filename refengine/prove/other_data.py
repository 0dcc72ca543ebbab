"""Printed data of a position that is not as printed: which it is, the game with it, and how it is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.ir.relations import Pairs, pairs_of, replaced
from refengine.smt.goal import Position


@frozen
class OtherData:
    """Relations with all their pairs, and kinds with the data of all their members, by name."""

    relations: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    kinds: tuple[tuple[str, tuple[tuple[model.Datum, ...], ...]], ...] = ()


def other_data(game: model.Game, position: Position) -> OtherData:
    """Returns the relations and kinds that are others in a position than they are printed."""
    printed = {each.name: each.rows for each in game.kinds}
    pairs = tuple(
        (relation.name, pairs)
        for relation, pairs in _with_pairs(game, position.relations)
        if _by_place(game, relation, pairs) != pairs_of(game, relation)
    )
    return OtherData(pairs, tuple((name, rows) for name, rows in position.kinds if rows != printed[name]))


def with_data(game: model.Game, others: OtherData) -> model.Game:
    """Returns the game with this data in the place of the printed one."""
    rows = dict(others.kinds)
    game = evolve(game, kinds=tuple(evolve(each, rows=rows.get(each.name, each.rows)) for each in game.kinds))
    return replaced(
        game, {each.name: _by_place(game, each, pairs) for each, pairs in _with_pairs(game, others.relations)}
    )


def told_data(game: model.Game, others: OtherData) -> Iterator[str]:
    """Yields each member's data that is not as printed, then each pair, of a symmetric relation one way."""
    for name, rows in others.kinds:
        (kind,) = (each for each in game.kinds if each.name == name)
        for member, row, printed in zip(kind.members, rows, kind.rows, strict=True):
            listed = zip(kind.fields, row, printed, strict=True)
            changed = [f"{told.name} {_word(datum)}" for told, datum, before in listed if datum != before]
            if changed:
                yield f"{name} {member} with {' and '.join(changed)}"
    yield from _told_pairs(game, others)


def _word(datum: model.Datum) -> str:
    match datum:
        case bool():
            return str(datum).lower()
        case None:
            return "none"
        case tuple():
            return f"{{{', '.join(map(_word, datum))}}}"
        case _:
            return str(datum)


def _told_pairs(game: model.Game, others: OtherData) -> Iterator[str]:
    for relation, pairs in _with_pairs(game, others.relations):
        (kind,) = (each for each in game.kinds if each.name == relation.one)
        for one, other in pairs:
            if not relation.symmetric or kind.members.index(one) <= kind.members.index(other):
                yield f"{relation.name}({one}, {other})"
        yield f"no other {relation.name}" if pairs else f"no {relation.name}"


def _with_pairs(
    game: model.Game, named: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
) -> Iterator[tuple[model.Relation, tuple[tuple[str, str], ...]]]:
    listed = dict(named)
    return ((each, listed[each.name]) for each in game.relations if each.name in listed)


def _by_place(game: model.Game, relation: model.Relation, pairs: Iterable[tuple[str, str]]) -> Pairs:
    members = {each.name: each.members for each in game.kinds}
    one, other = members[relation.one], members[relation.other]
    return frozenset((one.index(first), other.index(second)) for first, second in pairs)
