"""Fillings of what a dispute leaves open: every way there is, each once, from what is not given to lie elsewhere.

INVARIANT: a filling is numbers only, so that it means the same at every table; copies that are alike are one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING, Any, Protocol

from attrs import evolve, frozen

from refengine.ir import expressions as ir
from refengine.rulings.bench import Bench
from refengine.rulings.positions import Fact, GivenFacts
from refengine.rulings.questions import OpenPart
from refengine.rulings.world import NOWHERE
from refengine.runtime import grids, spots
from refengine.runtime.description import GivenNew, GivenPiece, GivenTokens, GivenVariable
from refengine.runtime.fault import Fault

if TYPE_CHECKING:
    from refengine.runtime.game import State

Choice = tuple[int, ...]
"""The pieces that fill a part, by number; or the number of a value among those that it may have."""

Filling = tuple[Choice, ...]
"""A choice for each open part."""


class UsedPieces(Protocol):
    """A count of pieces that other parts have used, by component and number."""

    def __getitem__(self, key: tuple[str, int], /) -> int: ...


@frozen
class Pieces:
    """Pieces that are open in a place: how many, and which there are, by number and how many copies of each.

    `late` is a condition on each that reads the position, so that it is asked when all is filled.
    """

    open: OpenPart
    zone: str
    key: int | grids.Cell | spots.Spot
    component: str
    stock: tuple[tuple[int, int], ...]
    ordered: bool
    late: ir.Binding | None = None

    def choices(self, used: UsedPieces) -> Iterator[Choice]:
        """Yields every choice, without the pieces that are used elsewhere."""
        left = tuple((number, copies - used[self.component, number]) for number, copies in self.stock)
        yield from _chosen(left, self.open.count, in_order=self.ordered)

    def has(self, choice: Choice) -> bool:
        """Returns whether a choice, perhaps one of another table, is among those of this one."""
        return not Counter(choice) - Counter(dict(self.stock))

    @property
    def left(self) -> int:
        """The number of pieces, each copy counted, that may be here."""
        return sum(copies for _, copies in self.stock)

    @property
    def most(self) -> int:
        """The number of choices where nothing is used elsewhere."""
        ways = [1] + [0] * self.open.count
        for _, copies in self.stock:
            ways = [
                sum(
                    ways[rest] * (comb(total, rest) if self.ordered else 1)
                    for rest in range(max(0, total - copies), total + 1)
                )
                for total in range(self.open.count + 1)
            ]
        return ways[-1]


@frozen
class OpenCell:
    """A variable, or a number of tokens, that is open: its place among what is given, and what it may be."""

    open: OpenPart
    given: int
    of: ir.ReadVariable | ir.TokensOn
    key: int | None
    values: tuple[Any, ...]

    def choices(self, used: UsedPieces) -> Iterator[Choice]:  # noqa: ARG002 - as of pieces
        """Yields every choice."""
        yield from ((number,) for number in range(len(self.values)))

    def has(self, choice: Choice) -> bool:
        """Returns whether a choice, perhaps one of another table, is among those of this one."""
        return choice[0] < len(self.values)

    @property
    def most(self) -> int:
        """The number of choices."""
        return len(self.values)


@frozen
class OpenFields:
    """Fields that are open on a made-up piece: its place among what is given, which fields, and what they may be."""

    open: OpenPart
    given: int
    component: str
    place: tuple[str, int]
    fields: tuple[int, ...]
    values: tuple[tuple[Any, ...], ...]

    def choices(self, used: UsedPieces) -> Iterator[Choice]:  # noqa: ARG002 - as of pieces
        """Yields every choice."""
        numbers: Iterator[Choice] = iter([()])
        for each in self.values:
            numbers = iter([(*before, number) for before in numbers for number in range(len(each))])
        yield from numbers

    def has(self, choice: Choice) -> bool:
        """Returns whether a choice, perhaps one of another table, is among those of this one."""
        return all(number < len(each) for number, each in zip(choice, self.values, strict=True))

    @property
    def most(self) -> int:
        """The number of choices."""
        found = 1
        for each in self.values:
            found *= len(each)
        return found


Part = Pieces | OpenCell | OpenFields


# ---- ALL WAYS


def ways_to_fill(parts: tuple[Part, ...]) -> Iterator[Filling | None]:
    """Yields every way to fill open parts, in one order; None where the first parts leave nothing for the others.

    Nobody need wait for a way that may not come.
    """
    return _ways(parts, Counter())


def most_ways(parts: tuple[Part, ...]) -> int:
    """Returns the number of ways; where parts are filled from the same pieces there may be fewer."""
    found = 1
    for each in parts:
        found *= each.most
    return found


def _ways(parts: tuple[Part, ...], used: Counter[tuple[str, int]]) -> Iterator[Filling | None]:
    if not parts:
        yield ()
        return
    first, *rest = parts
    for choice in first.choices(used):
        more = used
        if isinstance(first, Pieces):
            more = used + Counter((first.component, number) for number in choice)
        dead_end = True
        for others in _ways(tuple(rest), more):
            dead_end = False
            yield None if others is None else (choice, *others)
        if dead_end:
            yield None


def _chosen(stock: tuple[tuple[int, int], ...], size: int, *, in_order: bool) -> Iterator[Choice]:
    """Yields every choice of so many from a stock, the first pieces first; `in_order` tells their orders apart."""
    used = [0] * len(stock)
    path: list[int] = []
    at = 0
    left = [0]  # the number of pieces from each on: where they are too few, nobody goes on looking
    for _, copies in reversed(stock):
        left.append(left[-1] + max(0, copies))
    left.reverse()
    while True:
        while len(path) < size and at < len(stock) and used[at] >= stock[at][1]:
            at += 1
        enough = left[0 if in_order else at] - (len(path) if in_order else used[at] if at < len(used) else 0)
        if len(path) < size and at < len(stock) and enough >= size - len(path):
            used[at] += 1
            path.append(at)
            at = 0 if in_order else at
            continue
        if len(path) == size:
            yield tuple(stock[each][0] for each in path)
        if not path:
            return
        last = path.pop()
        used[last] -= 1
        at = last + 1


def same_position(parts: tuple[Part, ...], filling: Filling) -> object:
    """Returns what is the same for fillings that give the same: in one place it is the same who put what there."""
    lying: dict[tuple[str, int | grids.Cell | spots.Spot], list[int]] = {}
    others: list[Choice] = []
    for part, choice in zip(parts, filling, strict=True):
        if isinstance(part, Pieces):
            held = lying.setdefault((part.zone, part.key), [])
            held += choice
            if not part.ordered:
                held.sort()
        else:
            others.append(choice)
    return tuple((place, tuple(held)) for place, held in lying.items()), tuple(others)


# ---- FILLED IN


def filled(bench: Bench, given: GivenFacts, parts: tuple[Part, ...], filling: Filling) -> GivenFacts:
    """Returns what is given with what is open filled in."""
    facts: dict[int, list[Fact]] = {}
    for number, fact in given.facts:
        facts.setdefault(number, []).append(fact)
    more: list[Fact] = []
    for part, choice in zip(parts, filling, strict=True):
        match part:
            case Pieces(zone=zone, key=key, component=component):
                place = bench.world.places[zone][key]
                pieces = bench.world.components[component].pieces
                more += [GivenPiece(pieces[number], place) for number in choice]
            case OpenCell(given=at, of=of, key=key, values=values):
                (number,) = choice
                facts[at] = [_cell(of, key, values[number])]
            case OpenFields(given=at):
                (fact,) = facts[at]
                assert isinstance(fact, GivenPiece)
                assert isinstance(fact.piece, GivenNew)
                data = list(fact.piece.data)
                for field, values, number in zip(part.fields, part.values, choice, strict=True):
                    data[field] = values[number]
                facts[at] = [evolve(fact, piece=evolve(fact.piece, data=tuple(data)))]
    numbered = [(number, fact) for number, said in facts.items() for fact in said]
    return evolve(given, facts=(*numbered, *((len(facts), each) for each in more)))


def _cell(of: ir.ReadVariable | ir.TokensOn, key: int | None, value: Any) -> Fact:
    if isinstance(of, ir.ReadVariable):
        return GivenVariable(of.name, key, value)
    assert key is not None
    return GivenTokens(of.token, of.holder, key, value)


def holds_of_filled(bench: Bench, part: Part, choice: Choice, state: State) -> bool:
    """Returns whether the condition on open pieces, where it reads the position, holds of those chosen."""
    if not isinstance(part, Pieces) or part.late is None:
        return True
    local, condition = part.late.var, part.late.condition
    evaluation, pieces = bench.evaluation(state), bench.world.components[part.component].pieces
    try:
        return all(evaluation.value(condition, {local: pieces[number]}, NOWHERE) for number in choice)
    except Fault:
        return False
