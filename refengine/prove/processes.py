"""Tasks that workers do while this process goes on; the result of a task depends on the task alone.

A worker that dies in a task, as a solver may, can take down the ones beside it: all their tasks are tried again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Generic, TypeVar

from refengine.source.workers import LOCAL, Crew

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 8
"""The number of tasks for each process that are handed out before anybody waits for them."""

CAREFULLY = 2
"""The same after a process died: what was handed out then is tried again, each task alone."""


class Processes(Generic[T, R]):
    """Workers of a crew that `do` tasks until stopped; `died` makes the result of a task that kills its worker."""

    def __init__(
        self, do: Callable[[T], R], died: Callable[[T], R], tasks: Sequence[T], jobs: int, crew: Crew = LOCAL
    ) -> None:
        self._do, self._died, self._jobs, self._crew = do, died, jobs, crew
        self._pool = _Pool(do, deque(tasks), jobs, AHEAD * jobs, crew)

    def results(self) -> Iterator[R]:
        """Yields the results of the tasks, in the order in which they are done."""
        while True:
            try:
                yield from self._pool.results()
            except self._pool.died:
                self._pool.stop()
                for task in self._pool.under_way:
                    yield self._alone(task)
                if self._pool.left:
                    self._pool = _Pool(self._do, self._pool.left, self._jobs, CAREFULLY * self._jobs, self._crew)
                    continue
            return

    def stop(self) -> list[R]:
        """Ends the work at once, and returns the results of tasks that were done by now and that nobody waited for."""
        self._pool.stop()
        return self._pool.done()

    def _alone(self, task: T) -> R:
        pool = _Pool(self._do, deque([task]), 1, 1, self._crew)
        try:
            (result,) = pool.results()
        except pool.died:
            return self._died(task)
        finally:
            pool.stop()
        return result


class _Pool(Generic[T, R]):
    """Workers that take tasks out of `left`, of which at most `ahead` are handed out at a time.

    The first of them is the longest: all others give way to it.
    """

    def __init__(self, do: Callable[[T], R], left: deque[T], jobs: int, ahead: int, crew: Crew) -> None:
        self.left = left
        self._do, self._ahead = do, ahead
        self._first = True
        self._workers = crew.workers(min(jobs, len(left)))
        self.died = self._workers.died
        self._waiting: dict[Future[R], T] = {}
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
        self._workers.stop()

    def _hand_out(self) -> None:
        """Hands out tasks; one that finds the workers dead is still left, and whoever waits for others is told."""
        try:
            while self.left and len(self._waiting) < self._ahead:
                do = self._do if self._first else self._workers.giving_way(self._do)
                self._waiting[self._workers.submit(do, self.left[0])] = self.left[0]
                self.left.popleft()
                self._first = False
        except self.died:
            if not self._waiting:
                raise
