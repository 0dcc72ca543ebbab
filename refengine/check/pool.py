"""Pieces of work done here, or by several processes; what comes of them is in the order of the work either way."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import TypeVar

from refengine.source.depth import allow_depth
from refengine.source.priority import give_way

W = TypeVar("W")
D = TypeVar("D")


@contextmanager
def in_order(do: Callable[[W], D], work: Sequence[W], jobs: int) -> Iterator[Iterator[D]]:
    """The results one by one; with one job nothing is done before it is asked for, and no process is started."""
    if jobs <= 1 or not work:
        yield map(do, work)
        return
    others = {*multiprocessing.active_children()}
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(work)), mp_context=context, initializer=_begin)
    try:
        yield _ahead(pool, do, work, 2 * jobs)
    finally:
        _stop(pool, others)


def _ahead(pool: ProcessPoolExecutor, do: Callable[[W], D], work: Sequence[W], most: int) -> Iterator[D]:
    """The results in order; only so many pieces are handed out ahead."""
    waiting: deque[Future[D]] = deque()
    for piece in work:
        waiting.append(pool.submit(do, piece))
        if len(waiting) > most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _stop(pool: ProcessPoolExecutor, others: set[BaseProcess]) -> None:
    """Ends the pool at once: what is not done by now is not wanted any more."""
    pool.shutdown(wait=False, cancel_futures=True)
    for process in {*multiprocessing.active_children()} - others:
        process.terminate()


def _begin() -> None:
    """The first process is the one that stops; this one may go as deep as that, and gives way to proofs."""
    allow_depth()
    give_way()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
