"""The codec: packed states from what `to_json` writes and back, read off the layout alone.

`pack` refuses, with the reason, what no packed state holds; `unpack` refuses bytes that no state has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from refengine.ir import game as model
from refengine.ir.domain import Cell, Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot, Truth
from refengine.program.storage.forms import NOTHING, Array, Form, Mask, Scalar
from refengine.program.storage.packed import Packed, PackedFrame, PackedZone

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
        """The name of each place, in order."""
        found: list[str] = []
        for zone in self.game.zones:
            found += (
                [zone.name] if zone.index is None else [f"{zone.name} of {key}" for key in self.members[zone.index]]
            )
        return found

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
                return self.places[value]
            case Option(inner=inner):
                return None if value == NOTHING else self.public(inner, value)
            case Range() | Count():
                return value
            case SetOf() | Record() | Cell() | Spot():
                raise Unpackable("a set, a record or a cell is no number")

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
                return self.places.index(data)
            case Option(inner=inner):
                return NOTHING if data is None else self._held(inner, data)
            case SetOf() | Record() | Cell() | Spot():
                raise Unpackable("a set, a record or a cell is no number")

    # ---- CELLS

    def _write(self, state: bytearray, offset: int, form: Form, domain: Domain, data: Data) -> None:
        match form:
            case Scalar(low=low, size=size, option=option):
                value = self.held(domain, data)
                stored = 0 if value == NOTHING else value - low + option
                if not 0 <= stored < size + option:
                    raise Unpackable(f"{data!r} is beyond what is packed")
                state[offset : offset + form.width] = stored.to_bytes(form.width, "little")
            case Mask(low=low):
                assert isinstance(domain, SetOf)
                bits = 0
                for each in data:
                    bits |= 1 << (self.held(domain.inner, each) - low)
                state[offset : offset + form.width] = bits.to_bytes(form.width, "little")
            case Array(low=low):
                assert isinstance(domain, SetOf)
                for each in data:
                    at = offset + self.held(domain.inner, each) - low
                    if state[at] == 255:
                        raise Unpackable(f"more than 255 of {each!r}")
                    state[at] += 1

    def _read(self, state: bytes, offset: int, form: Form, domain: Domain) -> Data:
        match form:
            case Scalar(low=low, size=size, option=option):
                stored = int.from_bytes(state[offset : offset + form.width], "little")
                if stored >= size + option:
                    raise Unpackable(f"the bytes at {offset} are no value")
                return self.public(domain, NOTHING if option and not stored else stored + low - option)
            case Mask(low=low, size=size):
                assert isinstance(domain, SetOf)
                bits = int.from_bytes(state[offset : offset + form.width], "little")
                if bits >> size:
                    raise Unpackable(f"the bytes at {offset} are no set")
                return [self.public(domain.inner, low + index) for index in range(size) if bits >> index & 1]
            case Array(low=low, size=size):
                assert isinstance(domain, SetOf)
                if any(state[offset + size : offset + form.bytes]):
                    raise Unpackable(f"the bytes at {offset + size} are not clear")
                counts = enumerate(state[offset : offset + size])
                return [self.public(domain.inner, low + index) for index, times in counts for _ in range(times)]

    # ---- STATES

    def pack(self, data: Data) -> bytes:
        """The bytes of a state, of the same game and version, that `to_json` wrote."""
        state, packed = bytearray(self.packed.size), self.packed
        for zone in packed.zones.values():
            for key, held in enumerate(self._cells(zone.zone.index, data["zones"][zone.zone.name])):
                self._write(state, zone.offset + key * zone.stride, zone.form, self._pieces(zone), held)
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
                    self._read(state, each.offset + key * each.stride, each.form, self._pieces(each))
                    for key in range(each.size)
                ],
            )
            for each in packed.zones.values()
        }
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
    def _pieces(zone: PackedZone) -> SetOf:
        return SetOf(Piece(zone.zone.component))

    def _cells(self, index: str | None, data: Data) -> Sequence[Data]:
        """The values of a family in the order of its keys; of what has no key, the one."""
        return [data] if index is None else [data[key] for key in self.members[index]]

    def _by_key(self, index: str | None, values: list[Data]) -> Data:
        return values[0] if index is None else dict(zip(self.members[index], values, strict=True))
