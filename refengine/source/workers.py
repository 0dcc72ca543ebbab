"""Workers: whoever does work beside this process, here or elsewhere; the only place that starts processes."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Any, Final, Protocol, TypeVar

from attrs import frozen

from refengine.source.depth import allow_depth
from refengine.source.garbage import look_seldom
from refengine.source.priority import LAST, give_way

R = TypeVar("R")

PATIENCE: Final = 5.0
"""The seconds for which the end of a thread is waited for, which takes some thousandths."""


class WorkersDied(Exception):  # noqa: N818 - no error of ours
    """Workers died over the same work, one after the other, so that there is no result of it."""


class Workers(Protocol):
    """Workers that take tasks until they are stopped. What a task comes to may depend on nothing else."""

    @property
    def died(self) -> tuple[type[Exception], ...]:
        """The exceptions that a result, or handing out a task, raises where a worker died over its work."""

    def submit(self, do: Callable[..., R], *given: Any) -> Future[R]:
        """Hands out a task; raises what `died` lists."""

    def giving_way(self, do: Callable[..., R]) -> Callable[..., R]:
        """Returns what does the same, and leaves time to those who do something else."""

    def stop(self) -> None:
        """Ends the work at once: what is not done by now is not wanted any more."""


class Crew(Protocol):
    """A crew of workers that may be put to work: the processes of this machine, or a cluster."""

    def workers(self, most: int, *, giving_way: bool = False) -> Workers:
        """Puts at most so many to work; with `giving_way` they leave time to others from the beginning."""


# ---- ON THIS MACHINE


Load = Callable[[bool], None]
"""Loads in a process what it is going to need, before its first task; told whether it gives way to others."""


@frozen
class LocalCrew:
    """The crew of this machine: processes, started when there is work for them; they may `load` something first."""

    load: Load | None = None

    def workers(self, most: int, *, giving_way: bool = False) -> Workers:
        """Starts at most so many processes."""
        return LocalWorkers(most, giving_way=giving_way, load=self.load)


LOCAL: Final[Crew] = LocalCrew()


class LocalWorkers:
    """At most so many processes, started when there is work for them, until they are stopped."""

    died = (BrokenProcessPool,)

    def __init__(self, most: int, *, giving_way: bool = False, load: Load | None = None) -> None:
        # A process that is forked would share locks with threads that it does not have.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(most, mp_context=context, initializer=_begin, initargs=(giving_way, load))
        self._own: set[BaseProcess] = set()
        self._minding: set[threading.Thread] = set()

    def submit(self, do: Callable[..., R], *given: Any) -> Future[R]:
        """Hands out a task; raises `BrokenProcessPool` where a process has died."""
        before, running = {*multiprocessing.active_children()}, {*threading.enumerate()}
        try:
            return self._pool.submit(_done, do, *given)
        finally:
            self._own |= {*multiprocessing.active_children()} - before
            self._minding |= {each for each in threading.enumerate() if _minds_a_pool(each)} - running

    def giving_way(self, do: Callable[..., R]) -> Callable[..., R]:
        """Returns what does the same in a process that gives way from then on."""
        return partial(_giving_way, do)

    def stop(self) -> None:
        """Ends the processes at once, and waits for the thread that minds them.

        Where this program ends while that thread does, the pool writes to a pipe that is closed, and Python says so.
        """
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in self._own:
            process.terminate()
        for thread in self._minding:
            thread.join(PATIENCE)


def _minds_a_pool(thread: threading.Thread) -> bool:
    """Returns whether a thread was started by a pool of processes.

    It hands out the work, and takes what comes of it.
    """
    return type(thread).__module__ == ProcessPoolExecutor.__module__


def _begin(giving_way: bool, load: Load | None) -> None:  # noqa: FBT001 - a process is started with what stands in order
    """Begins a worker: it may recurse deeply, ignores interrupts, and ends with the process that started it."""
    allow_depth()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    first = multiprocessing.parent_process()
    if first is not None:
        with suppress(RuntimeError):  # where no more threads may be started it works all the same
            threading.Thread(target=_end_after, args=(first,), daemon=True).start()
    if giving_way:
        give_way()
    if load is not None:
        load(giving_way)


def _end_after(first: BaseProcess) -> None:
    """Ends this process when the first one does, even by a signal that leaves it no time to say so.

    Each process has both ends of the pool's pipes open, so none would see by these that nobody is left.
    """
    first.join()
    signal.raise_signal(signal.SIGTERM)


def _done(do: Callable[..., R], *given: Any) -> R:
    """Does something; with the first task all that it takes was loaded."""
    if not gc.get_freeze_count():
        look_seldom()
    return do(*given)


def _giving_way(do: Callable[..., R], *given: Any) -> R:
    """Does something behind all others: it fills the time in which one process alone has work that nobody can share."""
    give_way(LAST)
    return do(*given)
