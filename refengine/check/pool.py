"""Pieces of work done here, or by several workers; what comes of them is in the order of the work either way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Final, Generic, TypeVar

from refengine.source.workers import LOCAL, Crew, WorkersDied

W = TypeVar("W")
D = TypeVar("D")

DEATHS: Final = 3
"""The number of deaths of workers, with nothing done in between, after which nobody is put to the same work again."""


@contextmanager
def in_order(
    do: Callable[[W], D], work: Sequence[W], jobs: int, crew: Crew = LOCAL, *, at_once: bool = False
) -> Iterator[Iterator[D]]:
    """Yields results one by one; with one job nothing is done before it is asked for, and nobody else does anything.

    Several workers give way to those that prove: these take longest. They are given all of it `at_once` where this
    process does something else before it asks for what came of it. Where one dies, others do its work; `WorkersDied` is
    raised where they die over it as well.
    """
    if jobs <= 1 or not work:
        yield map(do, work)
        return
    line = _Line(do, work, jobs, crew, len(work) if at_once else 2 * jobs + 1)
    try:
        if at_once:
            with suppress(*line.died):  # whoever asks for the first result is told
                line.hand_out()
        yield line.results()
    finally:
        line.stop()


class _Line(Generic[W, D]):
    """Pieces of work in a line, of which at most so many are handed out to workers at a time."""

    def __init__(self, do: Callable[[W], D], work: Sequence[W], jobs: int, crew: Crew, most: int) -> None:
        self._do, self._crew, self._most = do, crew, most
        self._left = deque(work)
        self._handed: deque[tuple[W, Future[D]]] = deque()
        self._begin(min(jobs, len(work)))

    def _begin(self, jobs: int) -> None:
        self._jobs = jobs
        self._workers = self._crew.workers(jobs, giving_way=True)

    @property
    def died(self) -> tuple[type[Exception], ...]:
        """The exceptions that handing out raises where a worker has died before anything was handed out."""
        return self._workers.died

    def hand_out(self) -> None:
        """Hands out what may be; where a worker has died, whoever waits for the first of the line is told."""
        try:
            while self._left and len(self._handed) < self._most:
                self._handed.append((self._left[0], self._workers.submit(self._do, self._left[0])))
                self._left.popleft()
        except self._workers.died:
            if not self._handed:
                raise

    def results(self) -> Iterator[D]:
        """Yields the results in the order of the line."""
        deaths = 0
        while self._handed or self._left:
            try:
                self.hand_out()
                result = self._handed[0][1].result()
            except self._workers.died as error:
                deaths += 1
                if deaths == DEATHS:
                    raise WorkersDied from error
                self._begin_again()
                continue
            deaths = 0
            self._handed.popleft()
            yield result

    def _begin_again(self) -> None:
        """Puts others to work, and fewer: those who died may have wanted more memory than there is for all at once."""
        self.stop()
        self._left.extendleft(piece for piece, _ in reversed(self._handed))
        self._handed.clear()
        self._begin(max(1, self._jobs // 2))

    def stop(self) -> None:
        """Ends the work at once."""
        self._workers.stop()
