"""Modules that are loaded and dropped, one after the other, leave nothing behind."""

import gc
import resource
import sys
from pathlib import Path

import pytest

from refengine.bulk.machine import Machine
from tests.bulk.configurations import configurations

MOST_MORE = 12
"""By so many MB the process may grow: each module that is kept is half of one."""

FIRST = 20
"""So many are loaded before it is looked, in which what is loaded once, and what Python keeps for itself, comes to be."""


@pytest.mark.skipif(sys.platform != "linux", reason="how much a process holds is told otherwise elsewhere")
@pytest.mark.parametrize("many", [60, pytest.param(10_000, marks=pytest.mark.campaign)])
def test_what_is_dropped_is_gone(many: int) -> None:
    """Also of what several share: another machine of the same module, and memory that was looked into."""
    lowered = next(configurations("docs/tutorial/tictactoe")).machine().lowered

    def load(number: int) -> None:
        for _ in range(number):
            machine = Machine(lowered)
            machine.initial()
            assert machine.list_legal() == 9
            machine.another().initial()
            machine.shared(0, 16)

    load(FIRST)
    before = _held()
    load(many)
    assert _held() - before < MOST_MORE


def _held() -> float:
    """Returns how much memory this process holds, in MB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 2**20
