"""Relations of which nothing is known but their marks: one truth for each pair that there may be.

What is reached is worked out from these truths, once, and only if it is asked for. INVARIANT: a model that is shown has
as few pairs as hold together with what was asked and with the laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from attrs import define, field, frozen

from refengine.ir import game as model
from refengine.smt.terms.term import Bool, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import RecordValue

Matrix = tuple[tuple[Bool, ...], ...]
"""A truth for each member of the first kind and each of the other: whether they are a pair."""


@frozen(eq=False)
class AnyPairs:
    """A relation whose pairs may be any: its members by name, and a truth for each pair."""

    relation: model.Relation
    one: tuple[str, ...]
    other: tuple[str, ...]
    holds: Matrix

    def constants(self) -> Iterator[Term]:
        """Yields the truths that stand for themselves, each once; in a symmetric relation one for both ways."""
        seen = dict.fromkeys(each for row in self.holds for each in row if isinstance(each, Term))
        yield from seen

    def pairs(self, is_so: Callable[[Bool], bool]) -> tuple[tuple[str, str], ...]:
        """Returns the pairs of which it is so, by name; of a symmetric relation both ways."""
        places = product(range(len(self.one)), range(len(self.other)))
        return tuple((self.one[x], self.other[y]) for x, y in places if is_so(self.holds[x][y]))


@define
class FreeRelations:
    """The relations of a question that may have any pairs; of others it knows nothing."""

    by_name: dict[str, AnyPairs] = field(factory=dict)
    _rows: dict[tuple[str, str], tuple[RecordValue, ...]] = field(factory=dict)

    def let_be_any(self, terms: Terms, game: model.Game, name: str) -> None:
        """Lets a relation of the game from now on have any pairs that its marks allow."""
        if name in self.by_name:
            return
        (relation,) = (each for each in game.relations if each.name == name)
        members = {each.name: each.members for each in game.kinds}
        one, other = members[relation.one], members[relation.other]
        self.by_name[name] = AnyPairs(relation, one, other, _any_matrix(terms, relation, one, other))

    def rows(self, terms: Terms, kind: str, name: str) -> tuple[RecordValue, ...] | None:
        """Returns the data of a kind's members in a field, if a relation that may be any is kept there; else None."""
        known = self._rows.get((kind, name))
        if known is None:
            found = next((each for each in self.by_name.values() if _is_kept(each.relation, kind, name)), None)
            if found is None:
                return None
            matrix = found.holds if name == found.relation.holds else _reached(terms, found)
            known = self._rows[kind, name] = tuple(map(RecordValue, matrix))
        return known

    def constants(self) -> tuple[Term, ...]:
        """Returns the truths of all these relations."""
        return tuple(constant for each in self.by_name.values() for constant in each.constants())

    def pairs(self, is_so: Callable[[Bool], bool]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """Returns the pairs of each of these relations, by its name."""
        return tuple((name, each.pairs(is_so)) for name, each in sorted(self.by_name.items()))


def _is_kept(relation: model.Relation, kind: str, name: str) -> bool:
    return relation.one == kind and name in (relation.holds, relation.reaches)


def _any_matrix(terms: Terms, relation: model.Relation, one: Sequence[str], other: Sequence[str]) -> Matrix:
    made: dict[tuple[int, int], Bool] = {}
    for x, y in product(range(len(one)), range(len(other))):
        if relation.irreflexive and x == y:
            made[x, y] = False
        elif relation.symmetric and y < x:
            made[x, y] = made[y, x]
        else:
            made[x, y] = terms.truth(f"{relation.name}({one[x]}, {other[y]})")
    return tuple(tuple(made[x, y] for y in range(len(other))) for x in range(len(one)))


def _reached(terms: Terms, any_: AnyPairs) -> Matrix:
    """Returns the closure of the pairs, by ways through ever more members.

    Each stage has names, so that terms stay small.
    """
    size, symmetric = len(any_.one), any_.relation.symmetric
    at = {(x, y): x == y or any_.holds[x][y] for x, y in product(range(size), repeat=2)}
    for through in range(size):
        for x, y in product(range(size), repeat=2):
            if symmetric and y < x:
                at[x, y] = at[y, x]
            elif through not in (x, y):
                around = terms.and_(at[x, through], at[through, y])
                hint = f"{any_.one[x]} reaches {any_.one[y]} by {any_.relation.name}"
                at[x, y] = terms.named_truth(hint, terms.or_(at[x, y], around))
    # That a pair itself is reached is so at every stage; said once more it need not be found again through all of them.
    return tuple(tuple(terms.or_(any_.holds[x][y], at[x, y]) for y in range(size)) for x in range(size))
