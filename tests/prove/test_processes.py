"""Tasks in processes: they go on while nobody waits, and one that is deadly costs nothing but itself."""

from __future__ import annotations

import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from refengine.prove.processes import AHEAD, Processes

PATIENCE = 120.0
"""So many seconds at most until processes have started."""


def touch(path: Path) -> str:
    """A task that can be seen from elsewhere."""
    path.touch()
    return path.name


def dies_over_two(number: int) -> int:
    """A task that takes its process with it."""
    if number == 2:
        os._exit(1)
    return number


def minus(number: int) -> int:
    return -number


def nothing(path: Path) -> str:
    raise AssertionError(path)


@pytest.mark.slow
def test_tasks_are_worked_on_before_anybody_waits(tmp_path: Path) -> None:
    tasks = [tmp_path / f"{number}" for number in range(3)]
    before = {*multiprocessing.active_children()}
    processes = Processes(touch, nothing, tasks, 2)
    until = time.monotonic() + PATIENCE
    while not all(each.exists() for each in tasks) and time.monotonic() < until:
        time.sleep(0.05)
    assert all(each.exists() for each in tasks)
    started = {*multiprocessing.active_children()} - before
    assert set(processes.stop()) <= {"0", "1", "2"}
    for each in started:
        each.join(PATIENCE)
    assert not any(each.is_alive() for each in started)


@pytest.mark.slow
def test_whoever_waits_gets_everything_once(tmp_path: Path) -> None:
    processes = Processes(touch, nothing, [tmp_path / f"{number}" for number in range(5)], 2)
    assert sorted(processes.results()) == ["0", "1", "2", "3", "4"]
    assert processes.stop() == []


@pytest.mark.slow
def test_a_deadly_task_costs_only_itself() -> None:
    numbers = range(AHEAD + 4)  # some are not handed out yet when the process dies
    processes = Processes(dies_over_two, minus, numbers, 1)
    try:
        assert sorted(processes.results()) == sorted(-each if each == 2 else each for each in numbers)
    finally:
        processes.stop()


@pytest.mark.slow
def test_a_task_that_finds_the_processes_dead_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may die between two tasks that are handed out: the second is still to be done."""
    submit, asked = ProcessPoolExecutor.submit, list[int]()

    def refused_once(pool: ProcessPoolExecutor, *task: Any) -> Any:
        asked.append(len(asked))
        if len(asked) == AHEAD + 1:
            raise BrokenProcessPool
        return submit(pool, *task)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", refused_once)
    numbers = range(10, 10 + AHEAD + 4)
    processes = Processes(dies_over_two, minus, numbers, 1)
    try:
        assert sorted(processes.results()) == list(numbers)
    finally:
        processes.stop()
