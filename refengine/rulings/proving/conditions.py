"""Conditions on what is open as terms, so that it can be proved that a verdict holds just where one does.

A condition is guessed from the ways that are known, by the one table that tells ways apart, and then proved; a way in
which it is wrong is one more that is known, and it is guessed anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from refengine.rulings.features import Feature, PartComparison, PartNumber, PooledAttribute
from refengine.rulings.fillings import Filling
from refengine.rulings.proving.moments import Moments
from refengine.rulings.proving.parts import CellTerms, PartTerms, PiecesTerms
from refengine.rulings.separating_conditions import Condition, FeatureTable, Trait
from refengine.rulings.speech import Speech
from refengine.smt.solving.model import Model
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.terms import Terms

MOST_GUESSES = 40
"""The number of conditions that are tried for one verdict."""


@frozen(eq=False)
class Guessing:
    """Guesses of conditions for verdicts, each the term of its verdict; `ruled` finds the verdict on another way."""

    moments: Moments
    features: Sequence[Feature]
    speech: Speech
    verdicts: Sequence[Bool]
    known: list[tuple[Filling, int]]
    """The ways that are known, each with the number of its verdict."""
    ruled: Callable[[Filling], int]

    def where(self, number: int) -> str | None:
        """Returns a condition that holds in just the ways to a verdict; None if none that is simple is found."""
        terms = self.moments.world.terms
        for _ in range(MOST_GUESSES):
            guess = self._guess(number)
            if guess is None:
                return None
            unlike = terms.not_(terms.iff(self._term(guess), self.verdicts[number]))
            answer = self.moments.solver.ask(self.moments.holds, unlike, reach="whole")
            if answer.result == "unsat":
                return guess.says
            if answer.result == "unknown":
                return None
            filling = self.moments.laid.filling(Model(terms, answer.model))
            self.known.append((filling, self.ruled(filling)))
        return None

    def _guess(self, number: int) -> Condition | None:
        table = FeatureTable.of([each for each, _ in self.known], self.features, self.speech.sentences)
        return table.condition(sum(1 << at for at, (_, of) in enumerate(self.known) if of == number))

    def _term(self, condition: Condition) -> Bool:
        terms = self.moments.world.terms
        traits = [trait_term(terms, self.moments.laid.parts, each) for each in condition.traits]
        return terms.all(traits) if condition.both else terms.any(traits)


def trait_term(terms: Terms, parts: Sequence[PartTerms], trait: Trait) -> Bool:
    """Returns a trait as a term."""
    match trait.feature.of:
        case PartNumber(part=number, at=at):
            part = parts[number]
            if isinstance(part, PiecesTerms):
                return terms.any(here for piece, here in part.among if trait.allows(piece))
            one, size = (
                (part.of, len(part.part.values))
                if isinstance(part, CellTerms)
                else (part.of[at], len(part.part.values[at]))
            )
            return terms.any(terms.equal(one.at, each) for each in range(size) if trait.allows(each))
        case PartComparison(one=one_of, other=other_of):
            mine, others = (_total(terms, _pieces(parts, each), each) for each in (one_of, other_of))
            ways = ((1, terms.less(others, mine)), (0, terms.equal(mine, others)), (-1, terms.less(mine, others)))
            return terms.any(holds for sign, holds in ways if trait.allows(sign))
        case PooledAttribute() as taken:
            return _taken(terms, _pieces(parts, taken), taken, trait.allows)
        case other:
            raise TypeError(other)


def _pieces(parts: Sequence[PartTerms], taken: PooledAttribute) -> PiecesTerms:
    part = parts[taken.part]
    assert isinstance(part, PiecesTerms)
    return part


def _taken(terms: Terms, part: PiecesTerms, taken: PooledAttribute, allows: Callable[[int], bool]) -> Bool:
    """Returns the term that what pieces have together is something that is allowed."""
    count = part.part.open.count
    if taken.how == "times":
        number = terms.sum(one for piece, one in part.counts if taken.of[piece] == taken.wanted)
        return _is_one_of(terms, number, filter(allows, range(count + 1)))
    had = sorted({taken.of[piece] for piece, _ in part.among})
    if taken.how == "sum":
        sums = range(min(had[0], had[0] * count), max(had[-1], had[-1] * count) + 1)
        return _is_one_of(terms, _total(terms, part, taken), filter(allows, sums))
    ways = []
    for value in filter(allows, had):
        here = terms.any(one for piece, one in part.among if taken.of[piece] == value)
        beyond = [one for piece, one in part.among if _is_beyond(taken, taken.of[piece], value)]
        ways.append(terms.and_(here, terms.not_(terms.any(beyond))))
    return terms.any(ways)


def _is_beyond(taken: PooledAttribute, found: int, value: int) -> bool:
    return found > value if taken.how == "highest" else found < value


def _total(terms: Terms, part: PiecesTerms, taken: PooledAttribute) -> Num:
    return terms.sum(terms.times(int(taken.of[piece]), count) for piece, count in part.counts)


def _is_one_of(terms: Terms, number: Num, allowed: Iterable[int]) -> Bool:
    """Returns the term that a number is one of some, which are taken together where they follow each other."""
    rows: list[tuple[int, int]] = []
    for each in allowed:
        if rows and rows[-1][1] == each - 1:
            rows[-1] = rows[-1][0], each
        else:
            rows.append((each, each))
    return terms.any(terms.within(number, low, high) for low, high in rows)
