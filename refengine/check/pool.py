"""Pieces of work done here, or by several workers; what comes of them is in the order of the work either way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TypeVar

from refengine.source.workers import LOCAL, Crew, Workers

W = TypeVar("W")
D = TypeVar("D")


@contextmanager
def in_order(
    do: Callable[[W], D], work: Sequence[W], jobs: int, crew: Crew = LOCAL, *, at_once: bool = False
) -> Iterator[Iterator[D]]:
    """Yields results one by one; with one job nothing is done before it is asked for, and nobody else does anything.

    Several workers give way to those that prove: these take longest. They are given all of it `at_once` where this
    process does something else before it asks for what came of it.
    """
    if jobs <= 1 or not work:
        yield map(do, work)
        return
    workers = crew.workers(min(jobs, len(work)), giving_way=True)
    try:
        if at_once:
            handed_out = [workers.submit(do, piece) for piece in work]
            yield (each.result() for each in handed_out)
        else:
            yield _ahead(workers, do, work, 2 * jobs)
    finally:
        workers.stop()


def _ahead(workers: Workers, do: Callable[[W], D], work: Sequence[W], most: int) -> Iterator[D]:
    """Yields the results in order; only so many pieces are handed out ahead."""
    waiting: deque[Future[D]] = deque()
    for piece in work:
        waiting.append(workers.submit(do, piece))
        if len(waiting) > most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
