"""A check says the same whatever else the machine does, in however many processes, and with whatever hash seed.

A process that is stopped for most of the time is what one sees of itself on a machine on which many others run.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"

RUNS, STOPS = 0.03, 0.15
"""A starved process runs for so many seconds, and then waits for so many."""


def report(game: str, folder: Path, *options: str, seed: int = 0, starved: bool = False) -> dict[str, Any]:
    """The whole report of a check with nothing cached."""
    command = [sys.executable, "-m", "refengine", "check", str(TUTORIAL / game), "--format", "json", *options]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder), "PYTHONHASHSEED": str(seed)}
    with subprocess.Popen(
        command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        if starved:
            _starve(process)
        out, err = process.communicate()
    assert process.returncode == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def _starve(process: subprocess.Popen[str]) -> None:
    while process.poll() is None:
        time.sleep(RUNS)
        process.send_signal(signal.SIGSTOP)
        time.sleep(STOPS)
        process.send_signal(signal.SIGCONT)


def _queries(found: dict[str, Any]) -> Iterator[tuple[str, str, int, int]]:
    for each in found["games"][0]["ledger"]["statements"]:
        yield each["name"], each["evidence"], each["queries"], each["rlimit"]


@pytest.mark.slow
def test_a_starved_process_answers_as_one_that_is_alone(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(2)]
    for each in folders:
        each.mkdir()
    with ThreadPoolExecutor() as threads:
        slow = threads.submit(report, "tictactoe", folders[0], "--only", "proofs", "--jobs", "1", starved=True)
        alone = report("tictactoe", folders[1], "--only", "proofs", "--jobs", "1", seed=1)
        found = slow.result()
    assert list(_queries(found)) == list(_queries(alone))
    assert found == alone
    assert {each["evidence"] for each in alone["games"][0]["ledger"]["statements"]} == {"proved", "by construction"}


def _same(tmp_path: Path, number: int) -> None:
    """Several whole checks at once, which are the load of one another."""

    def one(each: int) -> dict[str, Any]:
        folder = tmp_path / f"cache {each}"
        folder.mkdir()
        jobs = ("1", "2", "3")[each % 3]
        return report("tictactoe", folder, "--traces", "4", "--jobs", jobs, seed=each)

    with ThreadPoolExecutor(number) as threads:
        first, *others = threads.map(one, range(number))
    assert all(each == first for each in others)


@pytest.mark.slow
def test_whole_checks_beside_each_other_say_the_same(tmp_path: Path) -> None:
    _same(tmp_path, 6)


@pytest.mark.campaign
def test_many_whole_checks_beside_each_other_say_the_same(tmp_path: Path) -> None:
    for each in range(8):
        (tmp_path / str(each)).mkdir()
        _same(tmp_path / str(each), 10)
