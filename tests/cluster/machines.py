"""A cluster of Dask on this machine: a scheduler and workers, each a process, as somebody would start them."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from attrs import define, field

from tests.fresh_cache import fresh_cache

PATIENCE = 120.0


@define
class Machines:
    """A scheduler, and the workers that were started for it."""

    folder: Path
    port: int
    running: list[subprocess.Popen[bytes]] = field(factory=list)

    @property
    def address(self) -> str:
        return f"dask://127.0.0.1:{self.port}"

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Starts a part of the cluster, with a cache of its own."""
        number = len(self.running)
        own = {
            "XDG_CACHE_HOME": fresh_cache(self.folder / f"cache{number}"),
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
            "PYTHONPATH": os.pathsep.join(each for each in sys.path if each),
        }
        with (self.folder / f"log{number}").open("wb") as log:
            process = subprocess.Popen(
                (sys.executable, "-m", "distributed.cli." + command[0], *command[1:]),
                env={**os.environ, **own}, stdout=log, stderr=log, cwd=self.folder,
            )  # fmt: skip
        self.running.append(process)
        return process

    def workers(self, many: int, threads: int = 1) -> list[subprocess.Popen[bytes]]:
        """Starts workers, without anybody who starts them again when they die."""
        where = f"tcp://127.0.0.1:{self.port}"
        told = ("--nthreads", str(threads), "--no-dashboard", "--no-nanny", "--local-directory", str(self.folder))
        return [self.start("dask_worker", where, *told) for _ in range(many)]

    def stop(self) -> None:
        for each in self.running:
            each.kill()
        for each in self.running:
            each.wait(PATIENCE)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
