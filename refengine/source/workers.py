"""Processes that do work beside this one: the only place where any are started."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from refengine.source.depth import allow_depth
from refengine.source.priority import give_way

R = TypeVar("R")


class Workers:
    """At most so many processes, started when there is work for them, until they are stopped.

    With `giving_way` they leave time to others from the beginning. What a task comes to may depend on nothing else.
    """

    def __init__(self, most: int, *, giving_way: bool = False) -> None:
        begin = _begin_and_give_way if giving_way else _begin
        # A process that is forked would share locks with threads that it does not have.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(most, mp_context=context, initializer=begin)
        self._own: set[BaseProcess] = set()

    def submit(self, do: Callable[..., R], *given: Any) -> Future[R]:
        """Hands out a task; raises `BrokenProcessPool` where a process has died."""
        before = {*multiprocessing.active_children()}
        try:
            return self._pool.submit(do, *given)
        finally:
            self._own |= {*multiprocessing.active_children()} - before

    def stop(self) -> None:
        """Ends the processes at once: what is not done by now is not wanted any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in self._own:
            process.terminate()


def _begin() -> None:
    """The first process is the one that stops; this one may go as deep as that."""
    allow_depth()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _begin_and_give_way() -> None:
    _begin()
    give_way()
