"""Forms: how a value of each domain is held while a program runs, and in how many bytes it is stored.

A number, member, piece, place, cell, spot or truth is one i64, and so is an option of one: `NOTHING` where there is
none. A set of few things is one number as well: a mask, or a tally where there are copies. One of more things is an
array of counts, a byte each, known by its address; one of what may be any of a great many things, or of sets, is a list
in order, known by its address. A record is one number as well, with bits of its own for each field; where it is stored
its fields lie one behind the other. A set of pieces that may lie in a zone with an order is a sequence: it has the
order in which the rules go through it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.ir.domain import (
    CELLS,
    UNBOUNDED,
    Cell,
    Count,
    Domain,
    Enum,
    Option,
    Piece,
    Place,
    Range,
    Record,
    SetOf,
    Spot,
    Truth,
)
from refengine.program.ops import Width
from refengine.program.storage.windows import CELLS_HELD, spots_held
from refengine.program.unfit import Unfit

NOTHING: Final = -(1 << 63)
"""The number that stands for an absent value; no number of the rules comes near it."""

GREATEST: Final = 10**18
"""The greatest number that a program works out; the reference engine counts no further either."""

BITS: Final = 64
BYTE: Final = 8
MOST_MEMBERS: Final = 4096
MOST_COPIES: Final = 255
LANES: Final = (2, 4, 8)
"""The numbers of bits that a thing may have in a tally."""
MOST_IN_SEQUENCE: Final = 4096
"""The greatest number of pieces of a component that may lie in an order."""
MOST_LISTED: Final = 64
"""The greatest number of things in a list that lasts; one of more is a trap."""

MOST_RECORD: Final = 62
"""The greatest number of bits of a record: none of its numbers is `NOTHING`."""

COUNTED: Final = 1 << 32
"""A number without a bound has to stay below this where it is stored; a greater one is a trap."""


@frozen
class Scalar:
    """One number, stored as its distance from `low`, plus one where `option`; `size` is how many there may be."""

    low: int
    size: int
    option: bool

    @property
    def width(self) -> Width:
        """The number of bytes."""
        return width_of(self.size + self.option)


@frozen
class Mask:
    """A set of what may be up to 64 things from `low`, a bit each."""

    low: int
    size: int

    @property
    def bits(self) -> int:
        """The number of bits that each thing has."""
        return 1

    @property
    def width(self) -> Width:
        """The number of bytes."""
        return _width_for(self.size)


@frozen
class Tally:
    """A set that may hold copies of what may be a few things from `low`: `bits` each, which say how many there are."""

    low: int
    size: int
    bits: int

    @property
    def width(self) -> Width:
        """The number of bytes."""
        return _width_for(self.size * self.bits)


def _width_for(bits: int) -> Width:
    return next(each for each in (1, 2, 4, 8) if bits <= each * 8)


@frozen
class Array:
    """A set of many things from `low`, of which there may be copies: a byte each, filled up to words of 8."""

    low: int
    size: int

    @property
    def bytes(self) -> int:
        """The number of bytes."""
        return -(-self.size // 8) * 8


@frozen
class ListForm:
    """A set as a list: how many there are, in 4 bytes, 4 bytes for what has it at work, then 8 for each, in order.

    A list of sets, each in the form `of`, says of each what its mask is, or where its list lies.
    """

    of: Mask | ListForm | None = None

    @property
    def bytes(self) -> int:
        """The number of bytes of one that lasts."""
        return 8 + 8 * MOST_LISTED


@frozen
class Sequence:
    """A set of pieces in an order of its own: how many there are, then each, in `width` bytes; the rest is clear.

    Of the pieces, `size` differ; there are `most` at most, copies among them where some are `alike`.
    """

    size: int
    most: int
    alike: bool
    width: Width

    @property
    def bytes(self) -> int:
        """The number of bytes."""
        return self.width * (1 + self.most)


@frozen
class FieldForm:
    """A field of a record: its bits begin at `shift` in the number that is held, its bytes at `offset` in the fields.

    The bits hold what the bytes do: of a number its distance from the least one, of a set the set itself.
    """

    name: str
    domain: Domain
    form: Scalar | Mask | Tally | RecordForm
    shift: int
    bits: int
    offset: int


@frozen
class RecordForm:
    """A record; where it may be absent a byte before its fields says whether it is there."""

    fields: tuple[FieldForm, ...]
    option: bool = False

    @property
    def bits(self) -> int:
        """The number of bits of the number that is held."""
        return sum(each.bits for each in self.fields)

    @property
    def first(self) -> int:
        """The number of bytes before its fields."""
        return int(self.option)

    @property
    def bytes(self) -> int:
        """The number of bytes where it is stored."""
        return self.first + sum(bytes_of(each.form) for each in self.fields)


Word = Mask | Tally
"""The forms of sets that are one number."""

Form = Scalar | Word | Array | ListForm | Sequence | RecordForm
SetForm = Word | Array | ListForm | Sequence
Addressed = Array | ListForm | Sequence
"""The forms of what is known by its address."""


PLAIN: Final = Scalar(0, 2, option=False)
"""The form of a number that is held and not stored."""


def width_of(values: int) -> Width:
    """Returns the number of bytes for so many values."""
    for width in (1, 2, 4, 8):
        if values <= 1 << (8 * width):
            return width
    raise Unfit("a range of more than 2^64 numbers")


def bytes_of(form: Form) -> int:
    """Returns the number of bytes that a form takes."""
    return form.bytes if isinstance(form, Addressed | RecordForm) else form.width


def _bits_held(form: Scalar | Word | RecordForm) -> int:
    """Returns the number of bits for a field of a record."""
    match form:
        case Scalar(size=size, option=option):
            return (size + option - 1).bit_length()
        case RecordForm(bits=bits):
            return bits
        case _:
            return form.size * form.bits


def bits_of(form: Form) -> int:
    """Returns the number of bits that count each thing in a set; 0 of what is none, or is a list."""
    return form.bits if isinstance(form, Word) else BYTE if isinstance(form, Array) else 0


def lasting(form: Form) -> Form:
    """Returns the form of something that is stored; sets of sets are not."""
    if isinstance(form, ListForm) and form.of is not None:
        raise Unfit("a set of sets that lasts")
    return form


@frozen
class Forms:
    """The forms of one game: how many members each kind has, how many pieces each component, how many places."""

    kinds: Mapping[str, int]
    pieces: Mapping[str, int]
    copies: Mapping[str, int]
    """The greatest number of copies that there are of a piece of a component; 0 where there is one of each."""
    places: int
    records: Mapping[str, model.Record]
    sequences: Mapping[str, Sequence]
    """The form of a set of pieces of each component of which a zone keeps the order."""

    def of(self, domain: Domain) -> Form:
        """Returns the form of a domain."""
        match domain:
            case SetOf(inner=inner):
                return self.set_of(inner)
            case Option(inner=inner):
                form = self.of(inner)
                if not isinstance(form, Scalar | RecordForm) or form.option:
                    raise Unfit("an option of a set, or of an option")
                return evolve(form, option=True)
            case Record(name=name):
                return self._record(name)
            case _:
                low, size = self.extent(domain)
                return Scalar(low, size, option=False)

    def held(self, domain: Domain) -> Form:
        """Returns the form in which a value is held, which for a number does not say how large it may be."""
        return self.of(domain) if isinstance(domain, SetOf | Option | Record) else PLAIN

    def _record(self, name: str) -> RecordForm:
        fields: list[FieldForm] = []
        shift = offset = 0
        for field in self.records[name].fields:
            form = self.of(field.domain)
            if isinstance(form, Addressed):
                raise Unfit(f"record `{name}`: a set of many things in a record")
            if isinstance(form, RecordForm) and form.option:
                raise Unfit(f"record `{name}`: an option of a record in a record")
            bits = _bits_held(form)
            fields.append(FieldForm(field.name, field.domain, form, shift, bits, offset))
            shift, offset = shift + bits, offset + bytes_of(form)
        if shift > MOST_RECORD:
            raise Unfit(f"record `{name}`: more than {MOST_RECORD} bits")
        return RecordForm(tuple(fields))

    def extent(self, domain: Domain) -> tuple[int, int]:
        """Returns the least value of a domain, and how many there are."""
        match domain:
            case Truth():
                return 0, 2
            case Range(low=low, high=high) if high < UNBOUNDED and low > -UNBOUNDED:
                return low, max(0, high - low + 1)
            case Range(low=low) if low < 0:
                raise Unfit("a range without a bound below")
            case Count() | Range():
                return 0, COUNTED
            case Enum(kind=kind):
                return 0, self.kinds[kind]
            case Piece(component=component):
                return 0, self.pieces[component]
            case Place():
                return 0, self.places
            case Cell():
                return 0, CELLS_HELD
            case Spot(kind=kind, sides=sides):
                return 0, spots_held(self.kinds[kind], turned=sides is not None)
            case Option() | SetOf() | Record():
                raise Unfit("a set of options, of sets or of records")

    def set_of(self, inner: Domain) -> SetForm:
        """Returns the form of a set."""
        if isinstance(inner, SetOf):
            of = self.set_of(inner.inner)
            if isinstance(of, Array | Tally | Sequence):
                raise Unfit("a set of sets of many, with copies, or in an order")
            return ListForm(of)
        if isinstance(inner, Piece):
            return self.sequences.get(inner.component) or self.lying(inner.component)
        low, size = self.extent(inner)
        if isinstance(inner, Cell | Spot):
            return ListForm()
        if size <= BITS:
            return Mask(low, size)
        if size > MOST_MEMBERS and isinstance(inner, Range | Count):
            return ListForm()
        if size > MOST_MEMBERS:
            raise Unfit("a set of very many members")
        return Array(low, size)

    def lying(self, component: str) -> Word | Array:
        """Returns the form of what lies in a place, whatever its order."""
        size, copies = self.pieces[component], self.copies[component]
        if copies:
            bits = next(each for each in LANES if copies < 1 << each)
            return Tally(0, size, bits) if size * bits <= BITS else Array(0, size)
        if size > MOST_MEMBERS:
            raise Unfit("a set of very many members")
        return Mask(0, size) if size <= BITS else Array(0, size)


def forms_of(game: model.Game) -> Forms:
    """Returns the forms of a specialised game."""
    kinds = {each.name: len(each.members) for each in game.kinds}
    kinds |= {each.name: len(each.readings) for each in game.questions}
    pieces = {each.name: len(each.pieces) for each in game.components}
    sizes = {**pieces, **kinds}
    copies = {each.name: _most_copies(each) for each in game.components}
    for component in game.components:
        if any(row.copies > MOST_COPIES for row in component.pieces):
            raise Unfit(f"component `{component.name}`: more than {MOST_COPIES} pieces that are alike")
    parts = {each.name: kinds[each.kind] for each in game.parts}
    turned = {zone.name for zone in game.zones if zone.turned}
    sizes |= {CELLS: CELLS_HELD}
    sizes |= {each.name: spots_held(parts[each.name], turned=each.zone in turned) for each in game.parts}
    places = sum(1 if zone.index is None else sizes[zone.index] for zone in game.zones)
    ordered = {zone.component for zone in game.zones if zone.ordered}
    sequences = {each.name: _sequence(each) for each in game.components if each.name in ordered}
    return Forms(kinds, pieces, copies, places, {each.name: each for each in game.records}, sequences)


def _sequence(component: model.Component) -> Sequence:
    pieces, most = len(component.pieces), sum(row.copies for row in component.pieces)
    if most > MOST_IN_SEQUENCE:
        raise Unfit(f"component `{component.name}`: more than {MOST_IN_SEQUENCE} pieces that may lie in an order")
    return Sequence(pieces, most, most > pieces, width_of(most + 1))


def _most_copies(component: model.Component) -> int:
    if all(row.copies == 1 for row in component.pieces):
        return 0
    return max(1, *(row.copies for row in component.pieces))
