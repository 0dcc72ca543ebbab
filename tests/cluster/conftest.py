"""The machines of a cluster: a scheduler that runs while a test does."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.machines import PATIENCE, Machines, free_port


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """A scheduler without workers."""
    pytest.importorskip("distributed")
    made = Machines(tmp_path, free_port())
    try:
        made.start("dask_scheduler", "--host", "127.0.0.1", "--port", str(made.port), "--no-dashboard")
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", made.port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield made
    finally:
        made.stop()
