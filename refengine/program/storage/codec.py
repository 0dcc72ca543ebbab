"""The codec: packed states from what `to_json` writes and back, read off the layout alone.

`pack` refuses, with the reason, what no packed state holds; `unpack` refuses bytes that no state has.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from refengine.ir import game as model
from refengine.ir.domain import Cell, Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot, Truth
from refengine.program.storage.boards import KEY, WORD, PackedGrid, PackedSpread, bits_of
from refengine.program.storage.forms import MOST_LISTED, NOTHING, Array, Form, Listed, Mask, Scalar, Tally
from refengine.program.storage.packed import Packed, PackedFrame
from refengine.program.storage.windows import (
    CELLS_HELD,
    SpotBits,
    cell_name,
    cell_named,
    spot_name,
    spot_named,
    with_turn,
    without_turn,
)

Data = Any


class Unpackable(Exception):  # noqa: N818 - no error of ours: the state is played otherwise
    """A state that has no packed form, or bytes that are no packed state; it says why."""


@frozen(slots=False)
class StateCodec:
    """The two directions for the states of one specialised game, whose rules are of this `version`."""

    game: model.Game
    packed: Packed
    version: str

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
        """A number, member, piece or place as data name it, from what a program holds."""
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
            case SetOf() | Record():
                raise Unpackable("a set or a record is no number")

    def held(self, domain: Domain, data: Data) -> int:
        """The number that a program holds for what data name."""
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
            case SetOf() | Record():
                raise Unpackable("a set or a record is no number")

    def spot_name(self, part: str, spot: int) -> str:
        """The name of a spot of a part; raises `Unpackable` for what is the number of none."""
        bits, printed, sides = self._parts[part]
        number = spot >> bits.turn & ((1 << bits.part) - 1)
        if number >= len(printed) or spot >> bits.cell >= CELLS_HELD:
            raise Unpackable(f"{spot} is no spot")
        return spot_name(spot, bits, printed, sides)

    def spot_named(self, part: str, name: str) -> int:
        """The number of the spot of a name; raises `ValueError` where it has none."""
        return spot_named(name, *self._parts[part])

    @cached_property
    def _parts(self) -> Mapping[str, tuple[SpotBits, tuple[str, ...], tuple[str, ...]]]:
        """The bits of the spots of each part, what is printed, and the sides of the ring that turns them."""
        kinds = {each.name: each.members for each in self.game.kinds}
        sides = {zone.name: () if zone.sides is None else kinds[zone.sides] for zone in self.game.zones}
        return {each.name: (bits_of(self.game, each), kinds[each.kind], sides[each.zone]) for each in self.game.parts}

    # ---- CELLS

    def _write(self, state: bytearray, offset: int, form: Form, domain: Domain, data: Data) -> None:
        match form:
            case Scalar(low=low, size=size, option=option):
                value = self.held(domain, data)
                stored = 0 if value == NOTHING else value - low + option
                if not 0 <= stored < size + option:
                    raise Unpackable(f"{data!r} is beyond what is packed")
                state[offset : offset + form.width] = stored.to_bytes(form.width, "little")
            case Mask(low=low, bits=bits) | Tally(low=low, bits=bits):
                assert isinstance(domain, SetOf)
                word, full = 0, (1 << bits) - 1
                for each in data:
                    lane = bits * (self.held(domain.inner, each) - low)
                    if word >> lane & full == full:
                        raise Unpackable(f"more than {full} of {each!r}")
                    word += 1 << lane
                state[offset : offset + form.width] = word.to_bytes(form.width, "little")
            case Array(low=low):
                assert isinstance(domain, SetOf)
                for each in data:
                    at = offset + self.held(domain.inner, each) - low
                    if state[at] == 255:
                        raise Unpackable(f"more than 255 of {each!r}")
                    state[at] += 1
            case Listed():
                assert isinstance(domain, SetOf)
                listed = sorted(self.held(domain.inner, each) for each in data)
                if len(listed) > MOST_LISTED:
                    raise Unpackable(f"{len(listed)} things are more than a list holds")
                for place, number in enumerate((len(listed), *listed)):
                    state[offset + WORD * place : offset + WORD * (place + 1)] = number.to_bytes(
                        WORD, "little", signed=True
                    )

    def _read(self, state: bytes, offset: int, form: Form, domain: Domain) -> Data:
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
                counts = [word >> index * bits & (1 << bits) - 1 for index in range(size)]
                return self._listed(domain, low, counts)
            case Array(low=low, size=size):
                assert isinstance(domain, SetOf)
                if any(state[offset + size : offset + form.bytes]):
                    raise Unpackable(f"the bytes at {offset + size} are not clear")
                return self._listed(domain, low, state[offset : offset + size])
            case Listed():
                assert isinstance(domain, SetOf)
                many, *listed = struct.unpack_from(f"<{1 + MOST_LISTED}q", state, offset)
                if not 0 <= many <= MOST_LISTED:
                    raise Unpackable(f"the bytes at {offset} are no list")
                return [self.public(domain.inner, each) for each in listed[:many]]

    def _listed(self, domain: SetOf, low: int, counts: Sequence[int]) -> list[Data]:
        """The things from `low` on, each as often as it is counted."""
        return [self.public(domain.inner, low + index) for index, times in enumerate(counts) for _ in range(times)]

    # ---- BOARDS

    def _write_grid(self, state: bytearray, grid: PackedGrid, data: Data) -> None:
        for name, pieces in data.items():
            if not pieces:
                continue
            place, side = without_turn(name) if grid.turns > 1 else (name, "")
            try:
                cell = cell_named(place)
            except ValueError:
                raise Unpackable(f"{name!r} is beyond what is packed") from None
            (piece,) = (self.held(Piece(grid.zone.component), each) for each in pieces)
            turn = self._sides(grid).index(side) if grid.turns > 1 else 0
            at = grid.held + cell * grid.width
            state[at : at + grid.width] = (1 + piece * grid.turns + turn).to_bytes(grid.width, "little")
            state[grid.taken + cell // WORD] |= 1 << cell % WORD

    def _read_grid(self, state: bytes, grid: PackedGrid) -> Data:
        found: dict[str, Data] = {}
        bits = int.from_bytes(state[grid.taken : grid.held], "little")
        while bits:
            cell = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            at = grid.held + cell * grid.width
            number = int.from_bytes(state[at : at + grid.width], "little")
            if not number:
                continue
            piece, turn = divmod(number - 1, grid.turns)
            if piece >= len(self.members[grid.zone.component]):
                raise Unpackable(f"the bytes at {at} are no piece")
            name = cell_name(cell)
            named = with_turn(name, self._sides(grid)[turn]) if grid.turns > 1 else name
            found[named] = [self.public(Piece(grid.zone.component), piece)]
        return found

    def _sides(self, grid: PackedGrid) -> Sequence[str]:
        return self.members[grid.zone.sides or ""]

    def _write_spread(self, state: bytearray, spread: PackedSpread, data: Data) -> None:
        try:
            named = {self.spot_named(spread.part.name, name): pieces for name, pieces in data.items() if pieces}
        except ValueError:
            raise Unpackable(f"a spot of {spread.zone.name} is beyond what is packed") from None
        if len(named) > spread.most:
            raise Unpackable(f"{len(named)} spots are more than are packed")
        state[spread.many : spread.keys] = len(named).to_bytes(KEY, "little")
        for place, spot in enumerate(sorted(named)):
            at = spread.keys + KEY * place
            state[at : at + KEY] = spot.to_bytes(KEY, "little")
            held = spread.offset + place * spread.stride
            self._write(state, held, spread.form, self._pieces(spread.zone), named[spot])

    def _read_spread(self, state: bytes, spread: PackedSpread) -> Data:
        many = int.from_bytes(state[spread.many : spread.keys], "little")
        if many > spread.most:
            raise Unpackable(f"{many} spots are more than are packed")
        found: dict[str, Data] = {}
        for place in range(many):
            at, held = spread.keys + KEY * place, spread.offset + place * spread.stride
            spot = int.from_bytes(state[at : at + KEY], "little")
            pieces = self._read(state, held, spread.form, self._pieces(spread.zone))
            found[self.spot_name(spread.part.name, spot)] = pieces
        return found

    # ---- STATES

    def pack(self, data: Data) -> bytes:
        """The bytes of a state, of the same game and version, that `to_json` wrote."""
        state, packed = bytearray(self.packed.size), self.packed
        for zone in packed.zones.values():
            for key, held in enumerate(self._cells(zone.zone.index, data["zones"][zone.zone.name])):
                self._write(state, zone.offset + key * zone.stride, zone.form, self._pieces(zone.zone), held)
        for grid in packed.grids.values():
            self._write_grid(state, grid, data["zones"][grid.zone.name])
        for spread in packed.spreads.values():
            self._write_spread(state, spread, data["zones"][spread.zone.name])
        for each in packed.variables.values():
            for key, value in enumerate(self._cells(each.variable.index, data["variables"][each.variable.name])):
                self._write(state, each.offset + key * each.stride, each.form, each.variable.domain, value)
        for token in packed.tokens.values():
            for key, amount in enumerate(self._cells(token.holder, data["tokens"][token.token.name][token.holder])):
                at = token.offset + key * token.width
                if amount >> (8 * token.width):
                    raise Unpackable(f"{amount} tokens are more than are packed")
                state[at : at + token.width] = amount.to_bytes(token.width, "little")
        frames = [] if data["control"] == [{"phase": None}] else data["control"]
        if len(frames) > packed.deepest:
            raise Unpackable(f"{len(frames)} frames are more than are packed")
        state[packed.depth] = len(frames)
        for number, told in enumerate(frames):
            self._write_frame(state, packed.stack + number * packed.slot, told)
        return bytes(state)

    def _write_frame(self, state: bytearray, slot: int, told: Data) -> None:
        point = (told["phase"], told.get("point"))
        frame = next((each for each in self.packed.frames if (each.key[0], each.point) == point), None)
        if frame is None:
            raise Unpackable(f"no frame is packed for {point}")
        state[slot : slot + self.packed.number] = frame.number.to_bytes(self.packed.number, "little")
        for each in frame.held:
            self._write(state, slot + each.offset, each.form, each.local.domain, told["data"][each.local.name])

    def unpack(self, state: bytes) -> Data:
        """Returns the data that `to_json` writes of the state with these bytes."""
        packed = self.packed
        if len(state) != packed.size:
            raise Unpackable(f"a state has {packed.size} bytes, not {len(state)}")
        zones = {
            each.zone.name: self._by_key(
                each.zone.index,
                [
                    self._read(state, each.offset + key * each.stride, each.form, self._pieces(each.zone))
                    for key in range(each.size)
                ],
            )
            for each in packed.zones.values()
        }
        zones |= {name: self._read_grid(state, grid) for name, grid in packed.grids.items()}
        zones |= {name: self._read_spread(state, spread) for name, spread in packed.spreads.items()}
        zones = {each.name: zones[each.name] for each in self.game.zones}
        variables = {
            each.variable.name: self._by_key(
                each.variable.index,
                [
                    self._read(state, each.offset + key * each.stride, each.form, each.variable.domain)
                    for key in range(each.size)
                ],
            )
            for each in packed.variables.values()
        }
        tokens: dict[str, dict[str, Any]] = {}
        for token in packed.tokens.values():
            at = [token.offset + key * token.width for key in range(token.size)]
            counts = [int.from_bytes(state[each : each + token.width], "little") for each in at]
            tokens.setdefault(token.token.name, {})[token.holder] = self._by_key(token.holder, counts)
        data: dict[str, Any] = {
            "schemaVersion": 1, "game": self.game.name, "version": self.version, "zones": zones, "variables": variables,
        }  # fmt: skip
        if self.game.tokens:
            data["tokens"] = tokens
        data["control"] = self._frames(state)
        if self.pack(data) != state:
            raise Unpackable("bytes that no state has")
        return data

    def _frames(self, state: bytes) -> list[Data]:
        packed, depth = self.packed, state[self.packed.depth]
        if depth > packed.deepest:
            raise Unpackable(f"{depth} frames are more than are packed")
        if not depth:
            return [{"phase": None}]
        found = []
        for number in range(depth):
            slot = packed.stack + number * packed.slot
            frame = self._frame(int.from_bytes(state[slot : slot + packed.number], "little"))
            held = {
                each.local.name: self._read(state, slot + each.offset, each.form, each.local.domain)
                for each in frame.held
            }
            found.append({"phase": frame.key[0], "point": frame.point, "data": held})
        return found

    def _frame(self, number: int) -> PackedFrame:
        if not 1 <= number <= len(self.packed.frames):
            raise Unpackable(f"no frame has the number {number}")
        return self.packed.frames[number - 1]

    @staticmethod
    def _pieces(zone: model.Zone) -> SetOf:
        return SetOf(Piece(zone.component))

    def _cells(self, index: str | None, data: Data) -> Sequence[Data]:
        """The values of a family in the order of its keys; of what has no key, the one."""
        return [data] if index is None else [data[key] for key in self.members[index]]

    def _by_key(self, index: str | None, values: list[Data]) -> Data:
        return values[0] if index is None else dict(zip(self.members[index], values, strict=True))
