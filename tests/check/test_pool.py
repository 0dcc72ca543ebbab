"""Work that is shared out comes back in order, whoever dies over it; where everybody does, it is said."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from refengine.check.pool import DEATHS, in_order
from refengine.cli.crews import HERE, hired
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
        hired(HERE, 2) as crew,
        in_order(partial(deadly, 99, tmp_path), NUMBERS, crew.most, crew.crew) as results,
    ):
        done.extend(results)
    assert [each.code for each in refused.value.diagnostics] == ["E0859"]
    assert refused.value.exit_code == INCONCLUSIVE
    assert done == [0, 1, 4], "what was done before is done"
    assert len([*tmp_path.iterdir()]) >= DEATHS
