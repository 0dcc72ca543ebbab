"""Open parts as terms: what may fill each of them, and which filling a model is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from attrs import frozen

from refengine.ir import expressions as ir
from refengine.rulings.fillings import Choice, OpenCell, OpenFields, Pieces
from refengine.rulings.proving.held_values import HeldValueReader
from refengine.smt.solving.model import Model
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.value import PieceValue, Value


@frozen(eq=False)
class PiecesTerms:
    """Pieces that are open in a place: of each in the stock whether it is among them, or how many of it are.

    `counts` has a number for each piece, 0 or 1 where there is one copy of each.
    """

    part: Pieces
    among: tuple[tuple[int, Bool], ...]
    counts: tuple[tuple[int, Num], ...]
    holds: Bool
    """The term that they are as many as is said."""

    def choice(self, found: Model) -> Choice:
        """Returns the pieces under a model, the first ones first."""
        return tuple(number for number, count in self.counts for _ in range(found.of(count)))


@frozen(eq=False)
class OneOf:
    """One of some values: which it is, and what that comes to."""

    at: Num
    value: Value

    @property
    def number(self) -> Num:
        """The number that it comes to, where it is one of some numbers."""
        return cast("Num", self.value)


@frozen(eq=False)
class CellTerms:
    """A variable, or a number of tokens, that is open."""

    part: OpenCell
    of: OneOf

    @property
    def holds(self) -> Bool:
        """The term that it is one of its values, which it always is."""
        return True

    def choice(self, found: Model) -> Choice:
        """Returns the number of the value under a model."""
        return (found.of(self.of.at),)


@frozen(eq=False)
class PrintedTerms:
    """A made-up piece of which fields are open: the fields that are, and the piece."""

    part: OpenFields
    of: tuple[OneOf, ...]
    piece: PieceValue

    @property
    def holds(self) -> Bool:
        """The term that each is one of its values, which it always is."""
        return True

    def choice(self, found: Model) -> Choice:
        """Returns the numbers of the values under a model."""
        return tuple(found.of(each.at) for each in self.of)


PartTerms = PiecesTerms | CellTerms | PrintedTerms


def pieces_terms(held: HeldValueReader, part: Pieces, number: int) -> PiecesTerms:
    """Returns the terms of pieces that are open."""
    values, terms, alike = held.world.values, held.world.terms, held.world.layout.is_alike(part.component)
    names = [each.name for each in values.components[part.component].pieces]
    among: list[tuple[int, Bool]] = []
    counts: list[tuple[int, Num]] = []
    for piece, copies in part.stock:
        hint = f"{names[piece]} fills part {number}"
        if alike:
            count = values.number(hint, 0, min(copies, part.open.count))
            counts.append((piece, count))
            among.append((piece, terms.at_most(1, count)))
        else:
            here = terms.truth(hint)
            among.append((piece, here))
            counts.append((piece, terms.if_number(here, 1, 0)))
    whole = terms.equal(terms.sum(count for _, count in counts), part.open.count)
    return PiecesTerms(part, tuple(among), tuple(counts), whole)


def cell_terms(held: HeldValueReader, part: OpenCell, number: int) -> CellTerms:
    """Returns the terms of a variable that is open."""
    if isinstance(part.of, ir.TokensOn):
        return CellTerms(part, _one_of(held, part.values, list(part.values), f"part {number}"))
    domain = part.of.domain
    of = [held.value(domain, each) for each in part.values]
    at = held.world.values.number(f"part {number}", 0, len(of) - 1)
    return CellTerms(part, OneOf(at, held.world.picked(at, tuple(of), domain)))


def printed_terms(held: HeldValueReader, part: OpenFields, known: Sequence[Value], number: int) -> PrintedTerms:
    """Returns the terms of a made-up piece; `known` is what is printed on it, with anything where it is open."""
    told, fields = held.world.values.components[part.component].fields, list(known)
    ways = []
    for at, values in zip(part.fields, part.values, strict=True):
        domain = told[at].domain
        of = [held.value(domain, each) for each in values]
        which = held.world.values.number(f"{told[at].name} of part {number}", 0, len(of) - 1)
        ways.append(OneOf(which, held.world.picked(which, tuple(of), domain)))
        fields[at] = ways[-1].value
    return PrintedTerms(part, tuple(ways), held.of_data(part.component, tuple(fields)))


def _one_of(held: HeldValueReader, numbers: Sequence[int], listed: list[int], hint: str) -> OneOf:
    """Returns one of some numbers that follow each other."""
    at = held.world.values.number(hint, 0, len(listed) - 1)
    return OneOf(at, held.world.terms.add(at, numbers[0]))


def piece_of(held: HeldValueReader, each: PiecesTerms) -> PieceValue:
    """Returns the piece that fills a part of one."""
    printed = held.world.values.printed[each.part.component]
    (number, _), *others = each.among
    found = printed[number]
    for other, here in others:
        found = held.world.values.choose_piece(each.part.component, here, printed[other], found)
    return found


def assignment(each: PartTerms, choice: Choice) -> dict[Term, bool | int]:
    """Returns the constants of a part with what they are where a choice fills it."""
    found: dict[Num | Bool, bool | int] = {}
    if isinstance(each, PiecesTerms):
        for (number, here), (_, count) in zip(each.among, each.counts, strict=True):
            found[here] = number in choice
            found[count] = choice.count(number)
    else:
        ways = (each.of,) if isinstance(each, CellTerms) else each.of
        found = {way.at: number for way, number in zip(ways, choice, strict=True)}
    return {term: value for term, value in found.items() if isinstance(term, Term) and term.op == "const"}
