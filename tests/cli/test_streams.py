"""Where nothing can be printed it is said why, or nothing at all; there is never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rulings.urn import write

FULL = Path("/dev/full")


def ran(*words: str, to_full: bool) -> tuple[int, str]:
    """Returns how a command ended whose output leads to a full disk, or nowhere, and what stands on standard error."""
    command = [sys.executable, "-m", "refengine", *words]
    closing = f'exec "$@" >{FULL if to_full else "&-"}'
    run = subprocess.run(["/bin/sh", "-c", closing, "sh", *command], capture_output=True, text=True, check=False)
    return run.returncode, run.stderr


@pytest.mark.skipif(not FULL.exists(), reason="the system has no full device")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    game = write(tmp_path / "urn")
    told = "error[E0846]: `standard output` cannot be written: no space left on device\n"
    assert ran("--version", to_full=True) == (2, told)
    for _ in range(2):  # worked out, and kept
        assert ran("ask", str(game), "1 + 1", to_full=True) == (2, told)


def test_what_nobody_hears_is_thrown_away(tmp_path: Path) -> None:
    game = write(tmp_path / "urn")
    assert ran("--version", to_full=False) == (0, "")
    for _ in range(2):
        assert ran("ask", str(game), "1 + 1", to_full=False) == (0, "")
    assert ran("ask", os.fspath(tmp_path / "nowhere"), "1 + 1", to_full=False)[0] == 2
