"""Values in packed states: numbers, members, pieces, sets and records as bytes, and as data name them."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from attrs import frozen

from refengine.ir import game as model
from refengine.ir.domain import (
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
from refengine.program.storage.boards import WORD, bits_of
from refengine.program.storage.forms import (
    BITS,
    MOST_LISTED,
    NOTHING,
    Array,
    Form,
    ListForm,
    Mask,
    RecordForm,
    Scalar,
    Sequence as PieceSequence,
    Tally,
    Word,
)
from refengine.program.storage.packed import Packed
from refengine.program.storage.windows import CELLS_HELD, SpotBits, cell_name, cell_named, spot_name, spot_named

Data = Any


class Unpackable(Exception):  # noqa: N818 - no error of ours: the state is played otherwise
    """A state that has no packed form, or bytes that are no packed state; it says why."""


@frozen(slots=False)
class ValueCodec:
    """The two directions for the values of one specialised game."""

    game: model.Game
    packed: Packed

    @cached_property
    def members(self) -> Mapping[str, Sequence[str]]:
        """The names of the members of each kind, and of the pieces of each component."""
        kinds = {each.name: each.members for each in self.game.kinds}
        return kinds | {each.name: tuple(row.name for row in each.pieces) for each in self.game.components}

    @cached_property
    def places(self) -> Sequence[str]:
        """The name of each place that is neither a cell nor a spot, in order."""
        found: list[str] = []
        for zone in (each.zone for each in self.packed.zones.values()):
            found += (
                [zone.name] if zone.index is None else [f"{zone.name} of {key}" for key in self.members[zone.index]]
            )
        return found

    def _place(self, number: int) -> str:
        if number < len(self.places):
            return self.places[number]
        for grid in self.packed.grids.values():
            if number < grid.first + grid.size:
                return f"{grid.zone.name} of {cell_name(number - grid.first)}"
        for spread in self.packed.spreads.values():
            if spread.first <= number < spread.first + spread.size:
                return f"{spread.zone.name} of {self.spot_name(spread.part.name, number - spread.first)}"
        raise Unpackable(f"{number} is no place")

    def _place_named(self, name: str) -> int:
        zone, _, key = name.partition(" of ")
        if name in self.places:
            return self.places.index(name)
        if zone in self.packed.grids:
            return self.packed.grids[zone].first + cell_named(key)
        if zone in self.packed.spreads:
            spread = self.packed.spreads[zone]
            return spread.first + self.spot_named(spread.part.name, key)
        raise ValueError(name)

    @cached_property
    def _indices(self) -> Mapping[str, Mapping[str, int]]:
        return {name: {member: index for index, member in enumerate(listed)} for name, listed in self.members.items()}

    # ---- VALUES

    def public(self, domain: Domain, value: int) -> Data:
        """Returns a number, member, piece or place as data name it, from what a program holds."""
        match domain:
            case Truth():
                return bool(value)
            case Enum(kind="player"):
                return value + 1
            case Enum(kind=name) | Piece(component=name):
                return self.members[name][value]
            case Place():
                return self._place(value)
            case Option(inner=inner):
                return None if value == NOTHING else self.public(inner, value)
            case Range() | Count():
                return value
            case Cell():
                return cell_name(value)
            case Spot(part=part):
                return self.spot_name(part, value)
            case Record():
                raise Unpackable("no action has a record")
            case SetOf(inner=inner):
                form = self._word(inner)
                return self._listed(domain, form.low, _counts(value & (1 << BITS) - 1, form))

    def held(self, domain: Domain, data: Data) -> int:
        """Returns the number that a program holds for what data name."""
        try:
            return self._held(domain, data)
        except (KeyError, TypeError, ValueError):
            raise Unpackable(f"{data!r} is not printed in this game") from None

    def _held(self, domain: Domain, data: Data) -> int:
        match domain:
            case Truth() | Range() | Count():
                return int(data)
            case Enum(kind="player"):
                return int(data) - 1
            case Enum(kind=name) | Piece(component=name):
                return self._indices[name][data]
            case Place():
                return self._place_named(data)
            case Option(inner=inner):
                return NOTHING if data is None else self._held(inner, data)
            case Cell():
                return cell_named(data)
            case Spot(part=part):
                return self.spot_named(part, data)
            case Record():
                raise Unpackable("no action has a record")
            case SetOf(inner=inner):
                word = self._counted(self._word(inner), inner, data)
                return word - (1 << BITS) if word >> BITS - 1 else word

    def _word(self, inner: Domain) -> Word:
        form = self.packed.forms.set_of(inner)
        if not isinstance(form, Word):
            raise Unpackable("a set of many things is no number")
        return form

    def _counted(self, form: Word, inner: Domain, data: Data) -> int:
        """Returns the number that a set of these things is."""
        word, full = 0, (1 << form.bits) - 1
        for each in data:
            lane = form.bits * (self.held(inner, each) - form.low)
            if word >> lane & full == full:
                raise Unpackable(f"more than {full} of {each!r}")
            word += 1 << lane
        return word

    def spot_name(self, part: str, spot: int) -> str:
        """Returns the name of a spot of a part; raises `Unpackable` for what is the number of none."""
        bits, printed, sides = self._parts[part]
        number = spot >> bits.turn & ((1 << bits.part) - 1)
        if number >= len(printed) or spot >> bits.cell >= CELLS_HELD:
            raise Unpackable(f"{spot} is no spot")
        return spot_name(spot, bits, printed, sides)

    def spot_named(self, part: str, name: str) -> int:
        """Returns the number of the spot of a name; raises `ValueError` where it has none."""
        return spot_named(name, *self._parts[part])

    @cached_property
    def _parts(self) -> Mapping[str, tuple[SpotBits, tuple[str, ...], tuple[str, ...]]]:
        """The bits of the spots of each part, what is printed, and the sides of the ring that turns them."""
        kinds = {each.name: each.members for each in self.game.kinds}
        sides = {zone.name: () if zone.sides is None else kinds[zone.sides] for zone in self.game.zones}
        return {each.name: (bits_of(self.game, each), kinds[each.kind], sides[each.zone]) for each in self.game.parts}

    # ---- BYTES

    def write(self, state: bytearray, offset: int, form: Form, domain: Domain, data: Data) -> None:
        """Writes a value; what lies there is clear before."""
        match form:
            case Scalar(low=low, size=size, option=option):
                value = self.held(domain, data)
                stored = 0 if value == NOTHING else value - low + option
                if not 0 <= stored < size + option:
                    raise Unpackable(f"{data!r} is beyond what is packed")
                state[offset : offset + form.width] = stored.to_bytes(form.width, "little")
            case Mask() | Tally():
                assert isinstance(domain, SetOf)
                word = self._counted(form, domain.inner, data)
                state[offset : offset + form.width] = word.to_bytes(form.width, "little")
            case Array(low=low):
                assert isinstance(domain, SetOf)
                for each in data:
                    at = offset + self.held(domain.inner, each) - low
                    if state[at] == 255:
                        raise Unpackable(f"more than 255 of {each!r}")
                    state[at] += 1
            case ListForm():
                assert isinstance(domain, SetOf)
                listed = sorted(self.held(domain.inner, each) for each in data)
                if len(listed) > MOST_LISTED:
                    raise Unpackable(f"{len(listed)} things are more than a list holds")
                for place, number in enumerate((len(listed), *listed)):
                    state[offset + WORD * place : offset + WORD * (place + 1)] = number.to_bytes(
                        WORD, "little", signed=True
                    )
            case PieceSequence(most=most, width=width):
                assert isinstance(domain, SetOf)
                numbers = [self.held(domain.inner, each) for each in data]
                if len(numbers) > most:
                    raise Unpackable(f"{len(numbers)} pieces are more than lie in an order")
                for place, number in enumerate((len(numbers), *numbers)):
                    at = offset + width * place
                    state[at : at + width] = number.to_bytes(width, "little")
            case RecordForm(fields=fields, option=option, first=first):
                if option and data is None:
                    return
                state[offset] = int(option)
                for field in fields:
                    self.write(state, offset + first + field.offset, field.form, field.domain, data[field.name])

    def read(self, state: bytes, offset: int, form: Form, domain: Domain) -> Data:
        """Reads a value."""
        match form:
            case Scalar(low=low, size=size, option=option):
                stored = int.from_bytes(state[offset : offset + form.width], "little")
                if stored >= size + option:
                    raise Unpackable(f"the bytes at {offset} are no value")
                return self.public(domain, NOTHING if option and not stored else stored + low - option)
            case Mask(low=low, size=size, bits=bits) | Tally(low=low, size=size, bits=bits):
                assert isinstance(domain, SetOf)
                word = int.from_bytes(state[offset : offset + form.width], "little")
                if word >> size * bits:
                    raise Unpackable(f"the bytes at {offset} are no set")
                return self._listed(domain, low, _counts(word, form))
            case Array(low=low, size=size):
                assert isinstance(domain, SetOf)
                if any(state[offset + size : offset + form.bytes]):
                    raise Unpackable(f"the bytes at {offset + size} are not clear")
                return self._listed(domain, low, state[offset : offset + size])
            case ListForm():
                assert isinstance(domain, SetOf)
                many, *listed = struct.unpack_from(f"<{1 + MOST_LISTED}q", state, offset)
                held = listed[: max(0, many)]
                if not 0 <= many <= MOST_LISTED or not _are_rising(held) or not _are_of(domain.inner, held):
                    raise Unpackable(f"the bytes at {offset} are no list")
                return [self.public(domain.inner, each) for each in held]
            case PieceSequence(size=size, most=most, width=width):
                assert isinstance(domain, SetOf)
                places = range(offset, offset + form.bytes, width)
                many, *numbers = (int.from_bytes(state[at : at + width], "little") for at in places)
                if many > most or any(each >= size for each in numbers[:many]):
                    raise Unpackable(f"the bytes at {offset} are no pieces in an order")
                for number, times in Counter(numbers[:many]).items():
                    self._counted_at_most(domain.inner, number, times)
                return [self.public(domain.inner, each) for each in numbers[:many]]
            case RecordForm(fields=fields, option=option, first=first):
                if option and not state[offset]:
                    return None
                at = offset + first
                return {each.name: self.read(state, at + each.offset, each.form, each.domain) for each in fields}

    def _listed(self, domain: SetOf, low: int, counts: Sequence[int]) -> list[Data]:
        """Returns the things from `low` on, each as often as it is counted."""
        for index, times in enumerate(counts):
            self._counted_at_most(domain.inner, low + index, times)
        return [self.public(domain.inner, low + index) for index, times in enumerate(counts) for _ in range(times)]

    def _counted_at_most(self, inner: Domain, number: int, times: int) -> None:
        """Raises `Unpackable` where a set holds a piece more often than it is printed, or anything else twice."""
        if times > 1 and times > (self._copies[inner.component][number] if isinstance(inner, Piece) else 1):
            raise Unpackable(f"{self.public(inner, number)!r} is {times} times in a set")

    @cached_property
    def _copies(self) -> Mapping[str, Sequence[int]]:
        """How often each piece of a component is printed."""
        return {each.name: tuple(row.copies for row in each.pieces) for each in self.game.components}


def _are_rising(numbers: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def _are_of(inner: Domain, numbers: Sequence[int]) -> bool:
    """Returns whether numbers are in the range of what a set holds; of cells and spots their names tell."""
    match inner:
        case Range(low=low, high=high):
            return all(low <= each and (each <= high or high >= UNBOUNDED) for each in numbers)
        case Count():
            return all(each >= 0 for each in numbers)
        case _:
            return True


def _counts(word: int, form: Word) -> list[int]:
    """Returns how many there are of each thing in a set that is one number."""
    return [word >> index * form.bits & (1 << form.bits) - 1 for index in range(form.size)]
