"""Features of what fills an open part: what is printed on it, what values say of it, and what it is.

Each is a number or a name for every way to fill what is open, with words for it, so that ways can be told apart by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, Literal

from attrs import field, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Count, Domain, Enum, Piece, Range, Truth
from refengine.rulings.bench import Bench
from refengine.rulings.evaluation import Evaluation
from refengine.rulings.fillings import Filling, OpenCell, OpenFields, Part, Pieces
from refengine.runtime.fault import Fault

MOST_PIECES = 60
"""The number of different pieces up to which it is asked of each whether it is among those that are open."""


How = Literal["highest", "lowest", "sum", "times"]
"""The ways to take what several pieces have together: `times` is how often something is among it."""


@frozen
class PooledAttribute:
    """An attribute of the pieces that fill a part, taken together; `of` has it for each piece."""

    part: int
    of: tuple[Any, ...]
    how: How
    wanted: Any = None

    def __call__(self, filling: Filling) -> Any:
        """Returns it in a filling."""
        found = [self.of[each] for each in filling[self.part]]
        match self.how:
            case "highest":
                return max(found)
            case "lowest":
                return min(found)
            case "sum":
                return sum(found)
            case "times":
                return found.count(self.wanted)


@frozen
class PartNumber:
    """A number among those that fill a part."""

    part: int
    at: int = 0

    def __call__(self, filling: Filling) -> Any:
        """Returns it in a filling."""
        return filling[self.part][self.at]


@frozen
class PartComparison:
    """A comparison of what two parts have of something: 1 where the first has more, 0 where it is the same, or -1."""

    one: PooledAttribute
    other: PooledAttribute

    def __call__(self, filling: Filling) -> int:
        """Returns it in a filling."""
        mine, others = self.one(filling), self.other(filling)
        return int(mine > others) - int(mine < others)


@frozen
class Feature:
    """A feature: what it is called, and what it is in each filling.

    `ranked` features have an order in which people think; others are only the same or not. `says` puts a value into
    words, and `forms` whole sentences where there are two values only.
    """

    noun: str
    of: Callable[[Filling], Any]
    says: Callable[[Any], str]
    ranked: bool = field(default=True, kw_only=True)
    forms: tuple[str, str] | None = field(default=None, kw_only=True)


Attribute = tuple[str, Domain, Callable[[Any], Any]]
"""Something that every piece of a component has: its name, its domain, and what it is of a piece."""


def features(bench: Bench, parts: Sequence[Part]) -> Iterator[Feature]:
    """Yields the features of fillings, those that people would look at first before the others."""
    for number, part in enumerate(parts):
        match part:
            case Pieces(open=open_) if open_.count == 1:
                yield from _of_one(bench, number, part)
            case Pieces():
                yield from _of_several(bench, number, part)
            case OpenCell():
                yield _of_cell(bench, number, part)
            case OpenFields():
                yield from _of_printed(bench, number, part)
    for (one, part), (other, against) in combinations(enumerate(parts), 2):
        if isinstance(part, Pieces) and isinstance(against, Pieces) and part.component == against.component:
            yield from _compared(bench, (one, part), (other, against))


# ---- PIECES


def noun_of(bench: Bench, part: Part) -> str:
    """Returns what an open part is called: `the open card in hand of player 2`, `side of player 2`."""
    speech = bench.speech
    match part:
        case Pieces(zone=zone, key=key, component=component):
            place = speech.place(zone, key)
            if part.open.count == 1:
                return speech.say("the open {component} in {place}", component=speech.name(component), place=place)
            return speech.say("the open ones in {place}", place=place)
        case OpenFields(component=component, place=(zone, key)):
            place = speech.place(zone, key)
            return speech.say("the {component} in {place}", component=speech.name(component), place=place)
        case OpenCell(of=ir.TokensOn(token=token, key=at)):
            holder = speech.noun(bench.evaluation(bench.game.position({})), at, {})
            return speech.say("the number of {token} on {holder}", token=speech.name(token), holder=holder)
        case OpenCell(of=of):
            return speech.noun(bench.evaluation(bench.game.position({})), of, {})


def _attributes(bench: Bench, component: str) -> Iterator[Attribute]:
    """Yields what is printed on each piece of a component, and what values say of it that read no position."""
    info = bench.world.components[component]
    for each in info.fields:
        if each.index is None and isinstance(each.domain, Range | Count | Enum | Truth):
            yield bench.speech.name(each.name), each.domain, _printed(each.attribute)
    bare = bench.evaluation(bench.game.position({}))
    for value in bench.world.values.values():
        if _is_of_pieces(value, component) and not bench.steps.reads(value):
            called = {piece: _called(bare, value.name, piece) for piece in info.pieces}
            if None not in called.values():
                yield bench.speech.name(value.name), value.domain, called.__getitem__


def _printed(attribute: str) -> Callable[[Any], Any]:
    return lambda piece: getattr(piece, attribute)


def _called(evaluation: Evaluation, name: str, piece: Any) -> Any:
    try:
        return evaluation.call(name, (piece,))
    except Fault:
        return None


def _is_of_pieces(value: model.Value, component: str) -> bool:
    return (
        len(value.params) == 1
        and value.params[0].domain == Piece(component)
        and isinstance(value.domain, Range | Count | Enum | Truth)
    )


def _of_one(bench: Bench, number: int, part: Pieces) -> Iterator[Feature]:
    noun = noun_of(bench, part)
    pieces = bench.world.components[part.component].pieces
    for name, domain, of in _attributes(bench, part.component):
        yield _plain(bench, bench.speech.of(name, noun), domain, _of_all(number, pieces, of, "highest"))

    def piece(at: Any) -> str:
        return bench.speech.piece(pieces[at].name)

    yield Feature(noun, PartNumber(number), piece, ranked=False)


def _of_several(bench: Bench, number: int, part: Pieces) -> Iterator[Feature]:
    noun = noun_of(bench, part)
    pieces = bench.world.components[part.component].pieces
    attributes = list(_attributes(bench, part.component))
    say = bench.speech.say
    for name, domain, of in attributes:
        if not isinstance(domain, Truth):
            highest = say("the highest {what} of {whose}", what=name, whose=noun)
            yield _plain(bench, highest, domain, _of_all(number, pieces, of, "highest"))
    for name, domain, of in attributes:
        if not isinstance(domain, Truth):
            lowest = say("the lowest {what} of {whose}", what=name, whose=noun)
            yield _plain(bench, lowest, domain, _of_all(number, pieces, of, "lowest"))
    for name, domain, of in attributes:
        if isinstance(domain, Range | Count):
            yield Feature(_total(bench, name, part), _of_all(number, pieces, of, "sum"), str)
    for name, domain, of in attributes:
        for found in sorted({of(pieces[each]) for each, _ in part.stock}):
            said = {"what": name, "value": bench.speech.value(domain, found), "these": noun}
            forms = (
                say("none of {these} has {what} {value}", **said),
                say("one or more of {these} have {what} {value}", **said),
            )
            counted = say("the number of {these} with {what} {value}", **said)
            yield Feature(counted, _of_all(number, pieces, of, "times", found), str, forms=forms)
    if len(part.stock) <= MOST_PIECES:
        for each, _ in part.stock:
            piece = bench.speech.piece(pieces[each].name)
            forms = (
                say("{what} is not among {these}", what=piece, these=noun),
                say("{what} is among {these}", what=piece, these=noun),
            )
            counted = say("the number of {what} among {these}", what=piece, these=noun)
            times = _of_all(number, range(len(pieces)), _itself, "times", each)
            yield Feature(counted, times, str, forms=forms)


def _of_all(
    number: int, pieces: Sequence[Any], of: Callable[[Any], Any], how: How, wanted: Any = None
) -> PooledAttribute:
    """Returns what an attribute of the pieces that fill a part comes to, taken together."""
    return PooledAttribute(number, tuple(map(of, pieces)), how, wanted)


def _compared(bench: Bench, one: tuple[int, Pieces], other: tuple[int, Pieces]) -> Iterator[Feature]:
    """Yields which of two parts has more of each number that their pieces have."""
    pieces = bench.world.components[one[1].component].pieces
    for name, domain, of in _attributes(bench, one[1].component):
        if isinstance(domain, Range | Count):
            mine, others = (_of_all(number, pieces, of, "sum") for number, _ in (one, other))
            noun, against = (_total(bench, name, part) for _, part in (one, other))
            say = bench.speech.say
            says = {
                1: say("more than {other}", other=against),
                0: say("the same as {other}", other=against),
                -1: say("less than {other}", other=against),
            }
            yield Feature(noun, PartComparison(mine, others), says.__getitem__, ranked=False)


def _total(bench: Bench, name: str, part: Pieces) -> str:
    noun = noun_of(bench, part)
    if part.open.count == 1:
        return bench.speech.of(name, noun)
    return bench.speech.say("the sum of {what} of {whose}", what=name, whose=noun)


def _itself(piece: Any) -> Any:
    return piece


# ---- VALUES


def _of_cell(bench: Bench, number: int, part: OpenCell) -> Feature:
    return _plain(bench, noun_of(bench, part), part.of.domain, PartNumber(number), part.values)


def _of_printed(bench: Bench, number: int, part: OpenFields) -> Iterator[Feature]:
    info = bench.world.components[part.component]
    for at, number_of in enumerate(part.fields):
        noun = bench.speech.of(bench.speech.name(info.fields[number_of].name), noun_of(bench, part))
        yield _plain(bench, noun, info.fields[number_of].domain, PartNumber(number, at), part.values[at])


def _plain(
    bench: Bench, noun: str, domain: Domain, of: Callable[[Filling], Any], values: Sequence[Any] | None = None
) -> Feature:
    """Returns a feature of this domain; with `values` it is the number of one of these."""

    def said(found: Any) -> str:
        return bench.speech.value(domain, found if values is None else values[found])

    say = bench.speech.say
    forms = (say("{what} is not so", what=noun), say("{what} is so", what=noun)) if isinstance(domain, Truth) else None
    ranked = isinstance(domain, Range | Count | Truth) or (isinstance(domain, Enum) and domain.kind != "player")
    return Feature(noun, of, said, ranked=ranked, forms=forms)
