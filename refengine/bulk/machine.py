"""The machine: a module that is loaded, with its memory.

INVARIANT: a trap leaves the machine usable. Nothing of it is believed but that it came to one, and at which site.
INVARIANT: one call at a time is in a module, whatever threads share the machine.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

from refengine.bulk.calls import Call, call_of
from refengine.bulk.code import Code
from refengine.bulk.results import HEAD, NUMBER, PackedResults
from refengine.program.from_ir.playing import AT_ONCE
from refengine.program.from_ir.unit import SITE, TrapSite
from refengine.program.lowering import LoweredProgram
from refengine.program.storage.codec import StateCodec
from refengine.program.to_wasm.module import MEMORY, module_of
from refengine.source.garbage import undisturbed

WORD_BITS: Final = 64
ENDLESS: Final = 1 << 62
"""A limit beyond which all are the same: nobody plays so many steps, and a greater one may be no number of a module."""
ALIGNED: Final = 16


class Trapped(Exception):  # noqa: N818 - no error: the reference engine says what it means
    """The module stopped; `site` is where, or None where nothing of the rules stopped it."""

    def __init__(self, site: TrapSite | None) -> None:
        super().__init__("nowhere" if site is None else f"{site.what} in {site.clause.path}")
        self.site = site


def signed(number: int, bits: int = WORD_BITS) -> int:
    """Returns the lowest bits of a number, read as a number with a sign."""
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> (bits - 1) else number


@cache
def _seats(mask: int) -> tuple[int, ...]:
    """Returns the seats of a mask, from 1; there are as many masks as there are ways to win.

    Of 64 seats the last one is the sign of the number.
    """
    mask &= (1 << WORD_BITS) - 1
    return tuple(seat + 1 for seat in range(mask.bit_length()) if mask >> seat & 1)


class Machine:
    """One instance of a module, with so many bytes of `room` from the address `free` on that it needs not itself.

    With `alone` no other thread runs in a call, which is for who makes many short ones.
    """

    def __init__(
        self, lowered: LoweredProgram, room: int = 0, *, code: Code | None = None, alone: bool = False
    ) -> None:
        if code is None:
            with undisturbed():
                code = Code(module_of(lowered.program, SITE, room + ALIGNED, summaries=lowered.summaries))
        self.lowered, self.code = lowered, code
        self.free = -(-lowered.program.memory // ALIGNED) * ALIGNED
        self._calling = threading.RLock()
        self._codec: StateCodec | None = None
        self._store, exports = code.instance()
        self._memory = exports[MEMORY]
        self._held = memoryview(self._memory.get_buffer_ptr(self._store)).cast("B")
        self._site = self._held[SITE : SITE + NUMBER].cast("q")
        self._functions: dict[str, Call] = {}
        for each in lowered.program.functions:
            if each.exported:
                own = exports[each.name], len(each.params), each.result
                self._functions[each.name] = call_of(code.runner, self._store, *own, alone=alone)

    @property
    def binary(self) -> bytes:
        """The module as bytes."""
        return self.code.binary

    def codec(self, version: str) -> StateCodec:
        """Returns what packs and unpacks its states, of rules of a version; made once."""
        if self._codec is None or self._codec.version != version:
            self._codec = StateCodec(self.lowered.game, self.lowered.packed, version)
        return self._codec

    def another(self) -> Machine:
        """Returns another instance of the same module, for one thread that makes many short calls."""
        return Machine(self.lowered, code=self.code, alone=True)

    def function(self, name: str) -> Call:
        """Returns a function of the module itself; whoever calls it asks `stopped` about a trap, and is one thread."""
        return self._functions[name]

    @property
    def traps(self) -> type[Exception]:
        """The exception of a function that stops."""
        return self.code.trap

    def stopped(self) -> Trapped:
        """Returns why the last call stopped."""
        site = self._site[0]
        self._site[0] = 0
        return Trapped(self.lowered.sites[site - 1] if site else None)

    def call(self, name: str, *arguments: int) -> Any:
        """Calls a function of the module; raises `Trapped`."""
        with self._calling:
            try:
                return self._functions[name](*arguments)
            except self.traps as trap:
                raise self.stopped() from trap

    def _bytes(self, address: int, size: int) -> bytes:
        return bytes(self._held[address : address + size])

    def _numbers(self, address: int, many: int) -> tuple[int, ...]:
        return struct.unpack(f"<{many}q", self._bytes(address, many * NUMBER))

    def shared(self, address: int, size: int) -> memoryview:
        """Returns the bytes at an address themselves, no copy; the machine lives as long as somebody looks at them."""
        found: Any = self._memory.get_buffer_ptr(self._store, size, address)
        found.machine = self
        return memoryview(found).cast("B")

    # ---- STEP BY STEP

    def initial(self) -> None:
        """Begins a game."""
        self.call("initial")

    @property
    def state(self) -> bytes:
        """The bytes of the state."""
        return self._bytes(self.lowered.addresses.state, self.lowered.packed.size)

    @state.setter
    def state(self, state: bytes) -> None:
        self._write(state, self.lowered.addresses.state)

    def _write(self, state: bytes, address: int) -> None:
        size = self.lowered.packed.size
        assert len(state) == size
        self._held[address : address + size] = state

    @property
    def before(self) -> bytes:
        """The bytes of the state before the last step."""
        return self._bytes(self.lowered.addresses.before, self.lowered.packed.size)

    def count_legal(self) -> int:
        """Counts the legal actions, without a list where there are groups of them; only a module that is led can."""
        return int(self.call("count"))

    def list_legal(self) -> int:
        """Lists the legal actions, and returns how many there are."""
        return int(self.call("legal"))

    def entry(self, place: int) -> memoryview:
        """Returns the numbers of a listed action: which one, seat from 0 or -1, weight, arguments."""
        stride = self.lowered.addresses.stride
        at = self.lowered.addresses.offered + place * stride
        return self._held[at : at + stride].cast("q")

    def legal(self) -> list[tuple[int, ...]]:
        """Returns the legal actions, each as its `entry`."""
        many, stride = self.list_legal(), self.lowered.addresses.stride
        listed = self._bytes(self.lowered.addresses.offered, many * stride)
        return list(struct.iter_unpack(f"<{stride // NUMBER}q", listed))

    def apply(self, place: int) -> None:
        """Carries out the action at a place of the list that was made last."""
        self.call("apply", place)

    def broken(self, *, first: bool) -> str | None:
        """Returns the name of what the last step, or the first state, breaks."""
        found = self.call("broken_at_first" if first else "broken_by_step")
        return self.lowered.properties[found - 1].name if found else None

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Scores by seat, and the seats that won, from 1; None while the game goes on."""
        if not self.call("ended"):
            return None
        seats = self.lowered.packed.forms.kinds["player"]
        return self._result(self._numbers(self.lowered.addresses.results + HEAD * NUMBER, seats + 1))

    @staticmethod
    def _result(numbers: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return numbers[:-1], _seats(numbers[-1])

    # ---- MANY GAMES

    def games(
        self, seed: int, first: int, many: int, limit: int, *, checked: bool, start: bytes | None = None
    ) -> tuple[PackedResults, Trapped | None]:
        """Plays so many games (`AT_ONCE` at most) on end; what came of each, up to one that trapped, if one did.

        They begin at the start of the rules, or in the state with the bytes `start`.
        """
        assert many <= AT_ONCE
        trapped, addresses = None, self.lowered.addresses
        with self._calling:
            if start is not None:
                self._write(start, addresses.initial)
            try:
                most = min(limit, ENDLESS)
                self.call("games" if start is None else "games_from", signed(seed), first, many, most, int(checked))
            except Trapped as found:
                trapped = found
            (played,) = self._numbers(addresses.played, 1)
            return PackedResults(self._bytes(addresses.results, played * addresses.result), addresses.result), trapped

    def result(self, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Scores and winners of what came of a game; None where the rules declare no outcome."""
        return None if self.lowered.game.outcome is None else self._result(numbers[HEAD:])

    def outcomes_of(self, ends: Iterable[bytes]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]] | None]:
        """Yields scores and winners, or None as `result` gives it, of the bytes behind the heads of games' results."""
        size = self.lowered.addresses.result // NUMBER - HEAD
        for numbers in struct.iter_unpack(f"<{size}q", b"".join(ends)):
            yield None if self.lowered.game.outcome is None else self._result(numbers)
