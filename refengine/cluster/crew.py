"""The crew of a cluster: workers of Dask, on whatever machines; the only importer of it, which need not be there.

Dask hands a task to another worker where one has died; one over which several have died is deadly.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError, Future
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit
from weakref import WeakSet

from refengine.cluster.errors import NoCluster, cluster_lost, no_address, no_library, no_scheduler, no_such_workers
from refengine.cluster.parcels import Packer, task_result
from refengine.source.cache import package_hash
from refengine.source.workers import Workers

R = TypeVar("R")

LIBRARY: Final = "distributed"
SCHEME: Final = "dask"

PATIENCE: Final = 10
"""The number of seconds within which a scheduler has to answer."""


class Cluster:
    """The workers behind one scheduler, `dask://HOST:PORT`; `size` is how many there were at first.

    `deadly` is what a task comes to over which several workers died; one that was lost with the cluster is cancelled.

    Raises `NoCluster` where Dask is not installed, nobody answers, or the workers are none that can do our work.
    """

    def __init__(self, address: str) -> None:
        host, port = host_and_port(address)
        if find_spec(LIBRARY) is None:
            raise NoCluster(no_library())
        library = import_module(LIBRARY)
        _hush()
        self.address = address
        try:
            socket.create_connection((host, port), PATIENCE).close()  # Dask knocks for long where nobody is at home
            self._client = library.Client(f"tcp://{host}:{port}", timeout=PATIENCE, set_as_default=False)
        except (OSError, UnicodeError):
            raise NoCluster(no_scheduler(address)) from None
        self.deadly: type[Exception] = library.KilledWorker
        self._packer = Packer()
        self._sent: dict[str, Any] = {}
        try:
            self.size = self._looked_at()
        except NoCluster:
            self.close()
            raise

    def _looked_at(self) -> int:
        """Returns the number of workers; all are of our version, and each does one task at a time."""
        threads = self._client.nthreads()
        if not threads:
            raise NoCluster(no_such_workers(self.address, "there are none", "start some with `dask worker HOST:PORT`"))
        if any(each != 1 for each in threads.values()):
            hint = "start them with `--nthreads 1`; for several tasks at once, several workers with `--nworkers`"
            raise NoCluster(no_such_workers(self.address, "one does several tasks at once", hint))
        found = self._client.run(version, on_error="return")
        if any(each != version() for each in found.values()):
            hint = "each needs the same refengine, and the same Python but for its last number"
            raise NoCluster(no_such_workers(self.address, "one has another version", hint))
        return len(threads)

    def workers(self, most: int, *, giving_way: bool = False) -> Workers:  # noqa: ARG002 - theirs are others' machines
        """Puts the workers to work; how many of them, the scheduler knows."""
        return ClusterWorkers(self)

    def close(self) -> None:
        """Lets go of the cluster, which goes on without us."""
        self._client.close()

    def submit(self, do: Callable[..., R], given: tuple[Any, ...]) -> tuple[Any, Future[R]]:
        """Hands out a task, as Dask calls it and as we do; raises `NoCluster` where the cluster is gone."""
        result: Future[R] = Future()
        try:
            handed = self._client.submit(task_result, *self._packed(do, given), pure=False)
            self._client.loop.add_callback(_deliver, handed, result)
        except (OSError, TimeoutError, CancelledError):
            raise NoCluster(cluster_lost(self.address)) from None
        return handed, result

    def cancel(self, handed: list[Any]) -> None:
        """Takes tasks back that Dask was handed."""
        self._client.cancel(handed)

    def _packed(self, do: Callable[..., Any], given: tuple[Any, ...]) -> tuple[Any, ...]:
        """Returns the arguments of `task_result` for a task, its heavy parts sent to all workers without them."""
        parcel = self._packer.pack(do, given)
        for digest, content in parcel.heavy.items():
            if digest not in self._sent:
                self._sent[digest] = self._client.scatter(content, broadcast=True, hash=True)
        return parcel.light, tuple(parcel.heavy), *(self._sent[each] for each in parcel.heavy)


class ClusterWorkers:
    """The workers of a cluster, at one piece of work."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._handed: WeakSet[Any] = WeakSet()
        self.died: tuple[type[Exception], ...] = (cluster.deadly,)

    def submit(self, do: Callable[..., R], *given: Any) -> Future[R]:
        """Hands out a task; raises `NoCluster` where the cluster is gone."""
        handed, result = self._cluster.submit(do, given)
        self._handed.add(handed)
        return result

    def giving_way(self, do: Callable[..., R]) -> Callable[..., R]:
        """Returns the same: who goes first on another machine is not ours to say."""
        return do

    def stop(self) -> None:
        """Ends the work; what a worker has begun it finishes, for nobody."""
        self._cluster.cancel([*self._handed])


async def _deliver(handed: Awaitable[R], result: Future[R]) -> None:
    """Tells a future of ours how one of Dask's ended.

    The executor of Dask's client awaits the result, and asks then once more how the task stands: where the worker that
    had the result died in between it takes the result for an exception.
    """
    try:
        found = await handed
    except (CancelledError, asyncio.CancelledError):
        result.cancel()
        result.set_running_or_notify_cancel()
    except BaseException as error:  # noqa: BLE001 - whoever waits for the result is told, whatever it is
        if result.set_running_or_notify_cancel():
            result.set_exception(error)
    else:
        if result.set_running_or_notify_cancel():
            result.set_result(found)


def host_and_port(address: str) -> tuple[str, int]:
    """Returns the host and the port of `dask://HOST:PORT`; raises `NoCluster` where that is no such address."""
    try:
        parts = urlsplit(address)
        if parts.scheme == SCHEME and parts.hostname and parts.port and address == f"{SCHEME}://{parts.netloc}":
            return parts.hostname, parts.port
    except ValueError:
        pass
    raise NoCluster(no_address(address))


def _hush() -> None:
    """Silences the loggers of Dask: our diagnostics tell what goes wrong, and once."""
    for name in ("distributed", "tornado", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in {"distributed", "tornado"}:
            logging.getLogger(name).setLevel(logging.CRITICAL)


def version() -> tuple[str, tuple[int, int]]:
    """Returns what has to be the same at each worker: this package, as it is, and the version of Python."""
    return package_hash(), sys.version_info[:2]
