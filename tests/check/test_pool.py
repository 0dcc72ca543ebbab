"""Work that is shared out comes back in order, whoever dies over it; where everybody does, it is said."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from refengine.check.pool import DEATHS, in_order
from refengine.cli.crews import HERE, hired_crew
from refengine.cli.errors import Refused
from refengine.cli.streams import INCONCLUSIVE

NUMBERS = range(6)


def deadly(times: int, folder: Path, number: int) -> int:
    """The square of a number; over 3 the first so many workers die."""
    died = len([*folder.iterdir()])
    if number == 3 and died < times:
        (folder / f"{died}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("times", [0, 1, DEATHS - 1])
def test_what_a_worker_died_over_others_do(tmp_path: Path, times: int, at_once: bool) -> None:
    with in_order(partial(deadly, times, tmp_path), NUMBERS, 2, at_once=at_once) as results:
        assert [*results] == [each * each for each in NUMBERS]
    assert len([*tmp_path.iterdir()]) == times


def test_where_one_after_the_other_dies_the_command_says_so_and_blames_nobody(tmp_path: Path) -> None:
    """It was called an internal error, and a bug of ours to be reported."""
    done: list[int] = []
    with (
        pytest.raises(Refused) as refused,
        hired_crew(HERE, 2) as crew,
        in_order(partial(deadly, 99, tmp_path), NUMBERS, crew.most, crew.crew) as results,
    ):
        done.extend(results)
    assert [each.code for each in refused.value.diagnostics] == ["E0859"]
    assert refused.value.exit_code == INCONCLUSIVE
    assert done == [0, 1, 4], "what was done before is done"
    assert len([*tmp_path.iterdir()]) >= DEATHS


class _LostAtFirst:
    """A crew whose first workers are lost before anything is handed out to them, as those of a cluster may be."""

    died = (BrokenProcessPool,)

    def __init__(self) -> None:
        self._begun = 0

    def workers(self, most: int, *, giving_way: bool = False) -> _LostAtFirst:
        assert most > 0
        assert giving_way
        self._begun += 1
        return self

    def submit(self, do: Callable[..., Any], *given: Any) -> Future[Any]:
        if self._begun == 1:
            raise BrokenProcessPool
        found: Future[Any] = Future()
        found.set_result(do(*given))
        return found

    def giving_way(self, do: Callable[..., Any]) -> Callable[..., Any]:
        return do

    def stop(self) -> None:
        pass


@pytest.mark.parametrize("at_once", [False, True])
def test_where_workers_are_lost_before_they_have_anything_to_do_others_do_it(at_once: bool) -> None:
    with in_order(abs, NUMBERS, 2, _LostAtFirst(), at_once=at_once) as results:
        assert [*results] == [*NUMBERS]
