"""A search by several instances of one module at once, each on a core of its own, for who wants to know that all holds.

Each keeps its share of the states. Level by level it takes the steps from its own, and what these lead to that is
another's is carried over to that one whenever a box is full, and at the end of a level.

INVARIANT: what is found hangs on no order: how many states, transitions and levels there are, and which claims were
asked. Where one stops, something is broken that was not known to be, or there is more than is wanted, nothing is found
at all: a search in order says what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import reduce
from itertools import islice
from operator import or_
from threading import Event
from typing import Final

from attrs import frozen

from refengine.bulk.code import Code
from refengine.bulk.machine import Trapped
from refengine.explore.search_memory import MOST_BYTES, Checkpoint, SearchMemory, room_for
from refengine.program.from_ir import search, search_progress
from refengine.program.from_ir.search_shares import OWNER, RECEIVE
from refengine.program.lowering import LoweredProgram

Tick = Callable[[int], None]

ALL_BOXES: Final = 1 << 16
"""The number of states that are enough in the boxes of one instance together."""

AT_LEAST: Final = 1 << 10

UNEVEN: Final = 5_000
"""The number of states by which an instance may have more than its part, and an eighth of that."""


@frozen
class SharesCheckpoint:
    """The progress of all instances between two rounds, when no box has anything in it; of none if none has begun."""

    depth: int
    words: tuple[Checkpoint, ...]

    @property
    def states(self) -> int:
        """The number of states that were found until then."""
        return sum(each[search_progress.COUNT] for each in self.words)


NOBODY: Final = SharesCheckpoint(0, ())


class Unfinished(Exception):  # noqa: N818 - no error: a search in order is made
    """Something is to be explained, there are more states than were wanted, or the process has no room for so many."""


def instances(lowered: LoweredProgram, limit: int, wanted: int) -> int:
    """Returns how many instances may search for so many states: as many as wanted, or as there is room for."""
    most = min(wanted, search_progress.MOST_INSTANCES)
    while most > 1 and shared_room(lowered, limit, most) > MOST_BYTES:
        most -= 1
    return most


def shared_room(lowered: LoweredProgram, limit: int, many: int) -> int:
    """Returns the bytes of memory of a search for so many states by so many instances, all together."""
    return many * room_for(lowered, _part(limit, many), boxes=many, sent=_sent(many))


def _part(limit: int, many: int) -> int:
    return min(limit, limit // many * 9 // 8 + UNEVEN)


def _sent(many: int) -> int:
    return max(AT_LEAST, ALL_BOXES // many)


class Shares:
    """A search by so `many` instances for at most `limit` states, from a first one that holds."""

    def __init__(self, lowered: LoweredProgram, first: bytes, limit: int, many: int, *, all_orders: bool) -> None:
        assert 1 < many <= search_progress.MOST_INSTANCES
        self._limit, self._all_orders = limit, all_orders
        self.checkpoint = NOBODY
        self._stopped = Event()
        self.depth = 0
        code: Code | None = None
        self._memories: list[SearchMemory] = []
        for own in range(many):
            memory = SearchMemory(lowered, _part(limit, many), boxes=many, sent=_sent(many), code=code)
            code = memory.machine.code
            memory.words[search_progress.MANY] = many
            memory.words[search_progress.OWN] = own
            memory.words[search_progress.BOX] = memory.box
            memory.words[search_progress.MOST_SENT] = _sent(many)
            self._memories.append(memory)
        self._memories[self._owner(first)].lay(first)
        for memory in self._memories:
            memory.begin()

    def _owner(self, state: bytes) -> int:
        memory = self._memories[0]
        memory.lay(state)
        found = int(memory.machine.call(OWNER, memory.states))
        memory.clear()
        return found

    def know(self, broken: int, denied: int) -> None:
        """Says which properties, and which claims, are known to be broken: to find them so once more is no news."""
        for memory in self._memories:
            memory.words[search_progress.BROKEN], memory.words[search_progress.DENIED] = broken, denied

    # ---- WHAT IS FOUND

    @property
    def states(self) -> int:
        """The number of states found by now."""
        return self._sum(search_progress.COUNT)

    @property
    def transitions(self) -> int:
        """The number of transitions found by now."""
        return self._sum(search_progress.TRANSITIONS)

    @property
    def finished(self) -> int:
        """The number of states found by now in which the game is over."""
        return self._sum(search_progress.FINISHED)

    @property
    def asked(self) -> int:
        """The claims whose assumptions something met by now, a bit each."""
        return reduce(or_, self._of_all(search_progress.ASKED))

    def _sum(self, word: int) -> int:
        return sum(self._of_all(word))

    def _of_all(self, word: int) -> Iterable[int]:
        return [int(memory.words[word]) for memory in self._memories]

    # ---- CHECKPOINTS

    def found_until(self, checkpoint: SharesCheckpoint) -> Iterator[memoryview]:
        """Yields the bytes of all that was found until a checkpoint, instance by instance."""
        for memory, words in zip(self._memories, checkpoint.words, strict=True):
            yield from memory.found_until(words)

    def restore(self, checkpoint: SharesCheckpoint, found: Iterator[memoryview]) -> None:
        """Puts a checkpoint of as many instances back, with the bytes of all that was found until then."""
        for memory, words in zip(self._memories, checkpoint.words, strict=True):
            memory.restore(words, islice(found, len(memory.found_until(words))))
        self.depth, self.checkpoint = checkpoint.depth, checkpoint

    # ---- SEARCHING

    def run(self, tick: Tick) -> None:
        """Goes through the whole game; raises `Unfinished`."""
        told = 0
        with ThreadPoolExecutor(len(self._memories), thread_name_prefix="share") as threads:
            try:
                while self._goes_on():
                    words = tuple(memory.checkpoint() for memory in self._memories)
                    self.checkpoint = SharesCheckpoint(self.depth, words)
                    for part in (self._expand, self._receive):
                        for each in self._begun(threads, part):
                            each.result()  # what one of them raises is raised here
                    for memory in self._memories:
                        self._emptied(memory)
                    tick(self.states - told)
                    told = self.states
                    if told > self._limit:
                        raise Unfinished
            finally:
                self._stopped.set()

    def _begun(self, threads: ThreadPoolExecutor, part: Callable[[SearchMemory], None]) -> list[Future[None]]:
        """Begins a part of the work in all instances; a process that may start no more threads leaves it to one."""
        try:
            return [threads.submit(part, memory) for memory in self._memories]
        except RuntimeError:
            raise Unfinished from None

    def _goes_on(self) -> bool:
        """Returns whether something is left; where all instances have expanded a level they go on to the next."""
        if any(_left(memory) for memory in self._memories):
            return True
        for memory in self._memories:
            memory.words[search_progress.LEVEL] = memory.words[search_progress.COUNT]
        if not any(_left(memory) for memory in self._memories):
            return False
        self.depth += 1
        return True

    def _expand(self, memory: SearchMemory) -> None:
        """Takes steps until the level is expanded here, or a box is full."""
        if self._stopped.is_set() or not _left(memory):
            return
        found = self._called(memory, search.SEARCH, memory.most, int(self._all_orders), 1)
        if found != search.APART:
            raise Unfinished

    def _receive(self, memory: SearchMemory) -> None:
        """Looks at what all others have found that is this one's."""
        own = int(memory.words[search_progress.OWN])
        for other in self._memories:
            many = int(other.words[search_progress.SENT + own])
            if self._stopped.is_set() or int(memory.words[search_progress.COUNT]) + many > memory.most:
                raise Unfinished
            size, start = many * memory.entry, own * memory.box
            memory.inbox[:size] = other.boxes[start : start + size]
            if many and self._called(memory, RECEIVE, memory.received, many, 1):
                raise Unfinished

    @staticmethod
    def _called(memory: SearchMemory, name: str, *arguments: int) -> int:
        try:
            return int(memory.machine.call(name, *arguments))
        except Trapped:
            raise Unfinished from None

    def _emptied(self, memory: SearchMemory) -> None:
        memory.words[search_progress.FULL] = 0
        for number in range(len(self._memories)):
            memory.words[search_progress.SENT + number] = 0


def _left(memory: SearchMemory) -> bool:
    """Returns whether states of the level are not expanded yet."""
    return int(memory.words[search_progress.NUMBER]) < int(memory.words[search_progress.LEVEL])
