"""Tasks that processes work on while this one does something else; what comes of a task depends on it alone.

A process that dies over a task, as a solver may, takes down those that it works beside: all of these are tried again.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from refengine.source.depth import allow_depth
from refengine.source.priority import give_way

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 8
"""The number of tasks for each process that are handed out before anybody waits for them."""

CAREFULLY = 2
"""The same after a process died: what was handed out then is tried again, each task alone."""


class Processes(Generic[T, R]):
    """`jobs` processes that `do` tasks from now on, until they are stopped; `died` is what a deadly one comes to."""

    def __init__(self, do: Callable[[T], R], died: Callable[[T], R], tasks: Sequence[T], jobs: int) -> None:
        self._do, self._died, self._jobs = do, died, jobs
        self._pool = _Pool(do, deque(tasks), jobs, AHEAD * jobs)

    def results(self) -> Iterator[R]:
        """Yields the results of the tasks, in the order in which they are done."""
        while True:
            try:
                yield from self._pool.results()
            except BrokenProcessPool:
                self._pool.stop()
                for task in self._pool.under_way:
                    yield self._alone(task)
                if self._pool.left:
                    self._pool = _Pool(self._do, self._pool.left, self._jobs, CAREFULLY * self._jobs)
                    continue
            return

    def stop(self) -> list[R]:
        """Ends the processes at once. What came of tasks that were done by now, and nobody waited for."""
        self._pool.stop()
        return self._pool.done()

    def _alone(self, task: T) -> R:
        pool = _Pool(self._do, deque([task]), 1, 1)
        try:
            (result,) = pool.results()
        except BrokenProcessPool:
            return self._died(task)
        finally:
            pool.stop()
        return result


class _Pool(Generic[T, R]):
    """Processes that take tasks out of `left`, of which only so many are handed out `ahead`.

    The first of them is the longest: all others give way to it.
    """

    def __init__(self, do: Callable[[T], R], left: deque[T], jobs: int, ahead: int) -> None:
        self.left = left
        self._do, self._ahead = do, ahead
        self._first = True
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(min(jobs, len(left)), mp_context=context, initializer=_begin)
        self._waiting: dict[Future[R], T] = {}
        self._own: set[BaseProcess] = set()
        self._hand_out()

    @property
    def under_way(self) -> list[T]:
        """The tasks that were handed out, and of which nobody got a result."""
        return list(self._waiting.values())

    def results(self) -> Iterator[R]:
        while self.left or self._waiting:
            self._hand_out()
            ready, _ = wait(self._waiting, return_when=FIRST_COMPLETED)
            for each in ready:
                result = each.result()
                del self._waiting[each]
                yield result

    def done(self) -> list[R]:
        return [
            each.result() for each in self._waiting if each.done() and not each.cancelled() and not each.exception()
        ]

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in self._own:
            process.terminate()

    def _hand_out(self) -> None:
        """Hands out tasks; one that finds the processes dead is still left, and whoever waits for others is told."""
        before = {*multiprocessing.active_children()}
        try:
            while self.left and len(self._waiting) < self._ahead:
                do = self._do if self._first else partial(_giving_way, self._do)
                self._waiting[self._pool.submit(do, self.left[0])] = self.left[0]
                self.left.popleft()
                self._first = False
        except BrokenProcessPool:
            if not self._waiting:
                raise
        finally:
            self._own |= {*multiprocessing.active_children()} - before


def _giving_way(do: Callable[[T], R], task: T) -> R:
    give_way()
    return do(task)


def _begin() -> None:
    """The first process is the one that stops; this one may go as deep as that."""
    allow_depth()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
