"""Processes that are stopped: they are gone, and so is the thread that minds them."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from refengine.bulk.errors import ExecutorsDiffer, executors_differ
from refengine.loading import RuleSetError
from refengine.runtime.fault import BadData, Clause, Failed, Fault, IllegalAction
from refengine.source.workers import LOCAL

LONG = 600
CLAUSE = Clause("setup.first", ("R1", "ruling A2"), ("game.rules", 3, 9))
RAISED = [
    Fault("E0505", "`the` finds more than one", CLAUSE),
    IllegalAction("take", iter([Failed(CLAUSE, "bar"), Failed(CLAUSE, "turn")])),
    BadData("E0702", "it is no number", "write a number"),
    BadData("E0702", "it is no number"),
    ExecutorsDiffer(executors_differ(4, 7, "they part"), 4),
    RuleSetError((executors_differ(4, 7, "they part"),), {}),
]


def minding() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if type(each).__module__ == "concurrent.futures.process"}


def test_nothing_is_left_of_workers_that_are_stopped_in_the_middle() -> None:
    before = {*multiprocessing.active_children()}, minding()
    workers = LOCAL.workers(1)
    assert workers.submit(pow, 2, 5).result() == 32
    workers.submit(time.sleep, LONG)
    workers.submit(time.sleep, LONG)
    assert minding() > before[1]
    workers.stop()
    assert minding() == before[1]
    assert {*multiprocessing.active_children()} == before[0]


def test_workers_that_were_given_nothing_may_be_stopped() -> None:
    LOCAL.workers(3).stop()


def raises(error: Exception) -> None:
    raise error


@pytest.mark.parametrize("error", RAISED, ids=lambda each: type(each).__name__)
def test_what_a_worker_raises_says_the_same_here(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_a_fault_of_the_rules_kills_no_worker() -> None:
    workers = LOCAL.workers(1)
    try:
        with pytest.raises(Fault) as found:
            workers.submit(raises, RAISED[0]).result()
        assert (found.value.code, found.value.clause) == ("E0505", CLAUSE)
        assert workers.submit(pow, 2, 3).result() == 8
    finally:
        workers.stop()


KILLED = """
import os, time
from refengine.source.workers import LOCAL

if __name__ == "__main__":
    workers = LOCAL.workers(1)
    print(workers.submit(os.getpid).result(), flush=True)
    workers.submit(time.sleep, 600)
    time.sleep(600)
"""


def test_nothing_is_left_of_workers_whose_first_process_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "first.py"
    script.write_text(KILLED, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        worker = int(first.stdout.readline())
        first.kill()
        try:
            # Whoever is left would write to the same pipe, so that it does not end.
            told, _ = first.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.kill(worker, signal.SIGKILL)
            raise
    assert told == b""
