"""The machine: a module that is loaded, with its memory; the only importer of wasmtime, which need not be there.

INVARIANT: a trap leaves the machine usable. Nothing of it is believed but that it came to one, and at which site.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from refengine.bulk.results import HEAD, NUMBER, Results
from refengine.program.from_ir.playing import AT_ONCE
from refengine.program.from_ir.unit import SITE, Site
from refengine.program.lowering import Lowered
from refengine.program.to_wasm.module import MEMORY, module_of
from refengine.source.garbage import undisturbed

LIBRARY: Final = "wasmtime"
SEED_BITS: Final = 64
ALIGNED: Final = 16


def is_installed() -> bool:
    """Whether there is what runs a module."""
    return find_spec(LIBRARY) is not None


class Trapped(Exception):  # noqa: N818 - no error: the reference engine says what it means
    """The module stopped; `site` is where, or None where nothing of the rules stopped it."""

    def __init__(self, site: Site | None) -> None:
        super().__init__("nowhere" if site is None else f"{site.what} in {site.clause.path}")
        self.site = site


def _signed(number: int, bits: int = SEED_BITS) -> int:
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> (bits - 1) else number


@cache
def _seats(mask: int) -> tuple[int, ...]:
    """The seats of a mask, from 1; there are as many masks as there are ways to win."""
    return tuple(seat + 1 for seat in range(mask.bit_length()) if mask >> seat & 1)


class Machine:
    """One instance of a module, with so many bytes of `room` from the address `free` on that it needs not itself."""

    def __init__(self, lowered: Lowered, room: int = 0) -> None:
        library = import_module(LIBRARY)
        self.lowered = lowered
        self.free = -(-lowered.program.memory // ALIGNED) * ALIGNED
        with undisturbed():
            self.binary = module_of(lowered.program, SITE, room + ALIGNED)
        self._trap: type[Exception] = library.Trap
        try:
            self._load(library, library.Config())
        except library.WasmtimeError:
            # By default all addresses that a module could name are reserved, which a process may not be allowed to.
            sparing = library.Config()
            sparing.memory_reservation = sparing.memory_reservation_for_growth = sparing.memory_guard_size = 0
            self._load(library, sparing)

    def _load(self, library: Any, config: Any) -> None:
        self._store = library.Store(library.Engine(config))
        module = library.Module(self._store.engine, self.binary)
        self._exports = library.Instance(self._store, module, []).exports(self._store)
        self._memory = self._exports[MEMORY]

    def call(self, name: str, *arguments: int) -> Any:
        """Calls a function of the module; raises `Trapped`."""
        self._memory.write(self._store, bytes(NUMBER), SITE)
        function: Callable[..., Any] = self._exports[name]
        try:
            return function(self._store, *arguments)
        except self._trap as trap:
            (site,) = self._numbers(SITE, 1)
            raise Trapped(self.lowered.sites[site - 1] if site else None) from trap

    def _bytes(self, address: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, address, address + size))

    def _numbers(self, address: int, many: int) -> tuple[int, ...]:
        return struct.unpack(f"<{many}q", self._bytes(address, many * NUMBER))

    def shared(self, address: int, size: int) -> memoryview:
        """The bytes at an address themselves, no copy; the machine lives as long as somebody looks at them."""
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
        assert len(state) == self.lowered.packed.size
        self._memory.write(self._store, state, self.lowered.addresses.state)

    def legal(self) -> list[tuple[int, ...]]:
        """The legal actions: number, seat from 0 or -1, weight, arguments."""
        many, stride = self.call("legal"), self.lowered.addresses.stride
        listed = self._bytes(self.lowered.addresses.offered, many * stride)
        return list(struct.iter_unpack(f"<{stride // NUMBER}q", listed))

    def apply(self, place: int) -> None:
        """Carries out the action at a place of the list that was made last."""
        self.call("apply", place)

    def broken(self, *, first: bool) -> str | None:
        """The name of what the last step, or the first state, breaks."""
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
    ) -> tuple[Results, Trapped | None]:
        """Plays so many games (`AT_ONCE` at most) on end; what came of each, up to one that trapped, if one did.

        They begin at the start of the rules, or in the state with the bytes `start`.
        """
        assert many <= AT_ONCE
        trapped = None
        if start is not None:
            assert len(start) == self.lowered.packed.size
            self._memory.write(self._store, start, self.lowered.addresses.initial)
        try:
            self.call("games" if start is None else "games_from", _signed(seed), first, many, limit, int(checked))
        except Trapped as found:
            trapped = found
        (played,) = self._numbers(self.lowered.addresses.played, 1)
        size = self.lowered.addresses.result
        return Results(self._bytes(self.lowered.addresses.results, played * size), size), trapped

    def result(self, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Scores and winners of what came of a game; None where the rules declare no outcome."""
        return None if numbers[-1] == -1 else self._result(numbers[HEAD:])

    def outcomes_of(self, ends: Iterable[bytes]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]] | None]:
        """Yields scores and winners, or None as `result` gives it, of the bytes behind the heads of games' results."""
        size = self.lowered.addresses.result // NUMBER - HEAD
        for numbers in struct.iter_unpack(f"<{size}q", b"".join(ends)):
            yield None if numbers[-1] == -1 else (numbers[:-1], _seats(numbers[-1]))
