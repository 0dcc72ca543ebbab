"""Packed results of the games that a module played, as the bytes that it left, added up without a look at each."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import compress
from typing import Any, Final

from attrs import frozen

from refengine.program.from_ir.playing import BROKEN, CUT, OVER_

NUMBER: Final = 8
HEAD: Final = 3
"""The numbers in front of the scores: how the game ended, its steps, the number of what is broken."""

Numbers = tuple[int, ...]


@frozen
class PackedResults:
    """The results of games in their order, each of `size` bytes: its head, scores by seat, the winners as a mask."""

    data: bytes
    size: int

    def __len__(self) -> int:
        return len(self.data) // self.size

    def __iter__(self) -> Iterator[Numbers]:
        return struct.iter_unpack(f"<{self.size // NUMBER}q", self.data)

    def __getitem__(self, place: int) -> Numbers:
        return struct.unpack_from(f"<{self.size // NUMBER}q", self.data, place * self.size)

    def first(self, many: int) -> PackedResults:
        """Returns the results of the first games alone."""
        return PackedResults(self.data[: many * self.size], self.size)

    def broken(self) -> list[int]:
        """Returns the places of the games in which something did not hold."""
        return [place for place, how in enumerate(self._hows()) if how == BROKEN] if BROKEN in self._hows() else []

    def cut(self) -> Counter[int]:
        """Returns the number of games that were cut after so many steps."""
        return Counter(self._lengths(CUT))

    def lengths(self) -> Iterable[int]:
        """Returns the steps of each game that was over, for a counter, which adds up single things faster than sums."""
        return self._lengths(OVER_)

    def outcomes(self) -> Iterable[bytes]:
        """Returns the scores and winners of each game that was over, whose numbers are left as bytes."""
        head = HEAD * NUMBER
        ends = self._each(f"{head}x{self.size - head}s")
        return ends if self._are_all(OVER_) else compress(ends, map(OVER_.__eq__, self._hows()))

    def _hows(self) -> bytes:
        """Returns the bytes that say how games ended, one for each."""
        return self.data[:: self.size]

    def _are_all(self, how: int) -> bool:
        return self._hows().count(how) == len(self)

    def _lengths(self, how: int) -> Iterable[int]:
        if how not in self._hows():
            return ()
        steps = self._each(f"{NUMBER}xq{self.size - 2 * NUMBER}x")
        return steps if self._are_all(how) else compress(steps, map(how.__eq__, self._hows()))

    def _each(self, form: str) -> tuple[Any, ...]:
        """Returns one thing of each game, at its place in what came of it."""
        return struct.unpack("<" + form * len(self), self.data)
