"""Processes that are stopped: they are gone, and so is the thread that minds them."""

import multiprocessing
import threading
import time

from refengine.source.workers import LOCAL

LONG = 600


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
