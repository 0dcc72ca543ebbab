"""The codec: packed states from what `to_json` writes and back, read off the layout alone.

`pack` refuses, with the reason, what no packed state holds; `unpack` refuses bytes that no state has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from refengine.ir import game as model
from refengine.ir.domain import Piece, SetOf
from refengine.program.storage.boards import KEY, WORD, PackedGrid, PackedSpread
from refengine.program.storage.packed import PackedFrame
from refengine.program.storage.states import wrong_with
from refengine.program.storage.values import Data, Unpackable, ValueCodec
from refengine.program.storage.windows import cell_name, cell_named, with_turn, without_turn


@frozen(slots=False)
class StateCodec(ValueCodec):
    """The two directions for the states of one specialised game, whose rules are of this `version`."""

    version: str

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
            self.write(state, held, spread.form, self._pieces(spread.zone), named[spot])

    def _read_spread(self, state: bytes, spread: PackedSpread) -> Data:
        many = int.from_bytes(state[spread.many : spread.keys], "little")
        if many > spread.most:
            raise Unpackable(f"{many} spots are more than are packed")
        found: dict[str, Data] = {}
        for place in range(many):
            at, held = spread.keys + KEY * place, spread.offset + place * spread.stride
            spot = int.from_bytes(state[at : at + KEY], "little")
            pieces = self.read(state, held, spread.form, self._pieces(spread.zone))
            found[self.spot_name(spread.part.name, spot)] = pieces
        return found

    # ---- STATES

    def pack(self, data: Data) -> bytes:
        """Returns the bytes of a state, of the same game and version, that `to_json` wrote."""
        state, packed = bytearray(self.packed.size), self.packed
        for zone in packed.zones.values():
            for key, held in enumerate(self._cells(zone.zone.index, data["zones"][zone.zone.name])):
                self.write(state, zone.offset + key * zone.stride, zone.form, self._pieces(zone.zone), held)
                if zone.order is not None:
                    at = zone.order.offset + key * zone.order.stride
                    self.write(state, at, zone.order.form, self._pieces(zone.zone), held)
        for grid in packed.grids.values():
            self._write_grid(state, grid, data["zones"][grid.zone.name])
        for spread in packed.spreads.values():
            self._write_spread(state, spread, data["zones"][spread.zone.name])
        for each in packed.variables.values():
            for key, value in enumerate(self._cells(each.variable.index, data["variables"][each.variable.name])):
                self.write(state, each.offset + key * each.stride, each.form, each.variable.domain, value)
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
            self.write(state, slot + each.offset, each.form, each.local.domain, told["data"][each.local.name])

    def unpack(self, state: bytes) -> Data:
        """Returns the data that `to_json` writes of the state with these bytes."""
        packed = self.packed
        if len(state) != packed.size:
            raise Unpackable(f"a state has {packed.size} bytes, not {len(state)}")
        zones = {
            each.zone.name: self._by_key(
                each.zone.index,
                [
                    self.read(state, held.offset + key * held.stride, held.form, self._pieces(each.zone))
                    for held in [each.order or each]
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
                    self.read(state, each.offset + key * each.stride, each.form, each.variable.domain)
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
        wrong = next(wrong_with(self, data), None)
        if wrong is not None:
            raise Unpackable(wrong)
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
                each.local.name: self.read(state, slot + each.offset, each.form, each.local.domain)
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
        """Returns the values of a family in the order of its keys; of what has no key, the one."""
        return [data] if index is None else [data[key] for key in self.members[index]]

    def _by_key(self, index: str | None, values: list[Data]) -> Data:
        return values[0] if index is None else dict(zip(self.members[index], values, strict=True))
