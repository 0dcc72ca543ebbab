"""The memory of a search in a module: a machine, with the arrays that the module fills behind what it needs itself."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import partial
from typing import Final

from refengine.bulk.code import Code
from refengine.bulk.machine import Machine
from refengine.program.from_ir import search, search_progress
from refengine.program.from_ir.lookups import HEAD
from refengine.program.from_ir.search_table import GROWN
from refengine.program.from_ir.unit import MOST_OFFERED
from refengine.program.lowering import LoweredProgram

MOST_BYTES: Final = 1 << 31
"""The greatest size of all arrays together."""

PARENT: Final = 4
PLACE: Final = 2


Checkpoint = tuple[int, ...]
"""The words of an instance's progress at a time when no step waits to be looked at."""


class SearchMemory:
    """A machine with room for a search for at most `most` states, and those that the last of them leads to.

    With `boxes` it has so many, each for `sent` states and what one more leads to, and one for what comes in.
    """

    def __init__(
        self, lowered: LoweredProgram, most: int, *, boxes: int = 0, sent: int = 0, code: Code | None = None
    ) -> None:
        assert lowered.search is not None
        self.most = most
        self.row = lowered.search.row
        self.entry = self.row + HEAD
        self.box = box_bytes(lowered, sent)
        self.machine = machine = Machine(lowered, room_for(lowered, most, boxes=boxes, sent=sent), code=code)
        rows = _rows(most)
        sizes = (rows * self.row, rows * PARENT, rows * PLACE, boxes * self.box, self.box if boxes else 0)
        addresses, at = [], machine.free
        for size in sizes:
            addresses.append(at)
            at += -(-size // 16) * 16
        self.states, parents, places, sending, self.received = addresses
        self.rows = machine.shared(self.states, sizes[0])
        self.parents = machine.shared(parents, sizes[1])
        self.places = machine.shared(places, sizes[2])
        if boxes:
            self.boxes = machine.shared(sending, sizes[3])
            self.inbox = machine.shared(self.received, sizes[4])
        self.words = machine.shared(lowered.search.progress, search_progress.WORDS * 8).cast("q")
        machine.call(search.LAID, self.states, parents, places, sending, at)

    def lay(self, first: bytes) -> None:
        """Puts the first state where the module looks for it."""
        self.rows[: len(first)] = first
        self.words[search_progress.COUNT] = self.words[search_progress.LEVEL] = 1

    def clear(self) -> None:
        """Takes the first state away again."""
        self.rows[: self.row] = bytes(self.row)
        self.words[search_progress.COUNT] = self.words[search_progress.LEVEL] = 0

    def begin(self) -> None:
        """Has the module make the table, of what is there."""
        entries = search_progress.FIRST_SIZE
        while entries < 2 * self.words[search_progress.COUNT]:
            entries *= 2
        self.machine.call(GROWN, entries)

    # ---- CHECKPOINTS

    def checkpoint(self) -> Checkpoint:
        """Returns the progress, for who goes on from here; no step waits to be looked at."""
        assert not self.words[search_progress.WAITING]
        return tuple(self.words)

    def found_until(self, checkpoint: Checkpoint) -> tuple[memoryview, ...]:
        """Returns the bytes of all that was found until a checkpoint; nothing changes them afterwards."""
        states = checkpoint[search_progress.COUNT]
        return self.rows[: states * self.row], self.parents[: states * PARENT], self.places[: states * PLACE]

    def restore(self, checkpoint: Checkpoint, found: Iterable[memoryview]) -> None:
        """Puts a checkpoint back, with the bytes of all that was found until then."""
        for own, kept in zip(self.found_until(checkpoint), found, strict=True):
            own[:] = kept
        for place, word in enumerate(checkpoint):
            self.words[place] = word
        self.begin()


def _rows(most: int) -> int:
    """Returns the number of states for which there is room.

    One more is found before it is enough, and then all it leads to.
    """
    return most + MOST_OFFERED + 2


def box_bytes(lowered: LoweredProgram, sent: int) -> int:
    """Returns the bytes of a box in which so many states are enough: one more, and all it leads to, goes in before."""
    assert lowered.search is not None
    return (sent + MOST_OFFERED) * (lowered.search.row + HEAD)


def most_states(lowered: LoweredProgram) -> int:
    """Returns the greatest number of states for which there is room."""
    return bisect_right(range(MOST_BYTES), MOST_BYTES, key=partial(room_for, lowered)) - 1


def room_for(lowered: LoweredProgram, most: int, *, boxes: int = 0, sent: int = 0) -> int:
    """Returns the bytes of memory of a search for so many states."""
    assert lowered.search is not None
    rows, entries = _rows(most), search_progress.FIRST_SIZE
    while entries <= 2 * rows:
        entries *= 2
    carried = (boxes + 1) * (box_bytes(lowered, sent) + 16) if boxes else 0
    # Where the table doubles, what it was lies behind it.
    return rows * (lowered.search.row + PARENT + PLACE) + entries * (8 + 4) + carried + 64
