"""A check says the same whatever else the machine does, in however many processes, and with whatever hash seed.

A process that is stopped for most of the time is what one sees of itself on a machine on which many others run; a
process that works for another and is stopped answers later than those beside it.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.engine.rules import rulebook
from tests.fresh_cache import fresh_cache

TICTACTOE = Path(__file__).parents[2] / "docs" / "tutorial" / "tictactoe"

RUNS, STOPS = 0.5, 1.5
"""A starved process runs for so many seconds, and then waits for so many.

A limit of time that nothing meets on an idle machine is met then, if it is not far above what the longest question takes;
`tests.architecture` looks for the others.
"""

SEVERAL = """
game several from rulebook tiny
    players 2                                                   per R1

kind Colour is Red, Blue                                        per R1

component Card                                                  per R1
    colour: Colour
    rank: 1..3
    one of each colour and rank

zone hand of each player holds Card, seen by owner              per R1
zone field of each player holds at most one Card                per R1
zone pile holds Card                                            per R1

question ties about R1                                          per ruling A1
    "what happens when both are as high?"
    reading neither "nobody takes", inferred, default
    reading both "both take", house

value best(c: Card): truth                                      per R1
    normally no d in field has d.rank > c.rank
    except tied per ruling A1
        when some d in field with d != c has d.rank = c.rank
        when ties is neither
        is false

value takers: count                                             per R1
    is number of c in field with best(c)

setup                                                           per R1
    move all c in box of Card with c.colour is Red to hand of 1
    move all c in box of Card with c.colour is Blue to hand of 2
    go Play

phase Play                                                      per R1
    ask every player p with hand of p is not empty, at once, in secret
        action send(c in hand of p)                             per R1
            then move c to field of p
    go Battle

phase Battle                                                    per R1
    move all c in field to pile
    if hand is empty
        game over                                               per R1
    go Play

outcome                                                         per R1
    scores are (number of c in hand of p) for player p
    winners are all player p with hand of p is empty

invariant three_at_most per R1
    every player p has (number of c in hand of p) <= 3
measure cards_left per R1
    number of c in hand

claim one_taker_whatever_is_read per R1
    in every Battle of 2 players
    under any readings
    takers <= 1
claim low_cards_lose per R1
    in every Battle of 2 players
    no c in field with c.rank = 1 has best(c)
claim something_is_sent per R1
    in every Battle of 2 players
    some c in field has best(c)
claim few_on_the_pile per R1
    in every state of 2 players
    (number of c in pile) < 5
claim a_hand_is_full per R1
    in every state of 2 players
    (number of c in hand) > 2
witness one_takes per R1, ruling A1
    in some Battle of 2 players
    takers = 1
witness three_on_the_pile per R1
    in some state of 2 players
    (number of c in pile) = 3
"""
"""A game of which many things are asked, each by itself: in whatever order, and by whichever process.

Some hold, some do not, in play or in a position that is only not forbidden, and some of them under one reading only.
"""

Starve = Callable[["subprocess.Popen[str]"], None]


def report(game: Path, folder: Path, *options: str, seed: int = 0, starve: Starve | None = None) -> dict[str, Any]:
    """The whole report of a check with nothing cached."""
    command = [sys.executable, "-m", "refengine", "check", str(game), "--format", "json", *options]
    folder.mkdir()
    environment = {**os.environ, "XDG_CACHE_HOME": fresh_cache(folder / "cache"), "PYTHONHASHSEED": str(seed)}
    with (
        subprocess.Popen(
            command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process,
        ThreadPoolExecutor() as threads,
    ):
        said = threads.submit(process.communicate)
        if starve is not None:
            starve(process)
        out, err = said.result()
    assert process.returncode in {0, 1}, err
    found: dict[str, Any] = json.loads(out)
    return found


def starved(process: subprocess.Popen[str]) -> None:
    while process.poll() is None:
        time.sleep(RUNS)
        process.send_signal(signal.SIGSTOP)
        time.sleep(STOPS)
        process.send_signal(signal.SIGCONT)


def one_held(which: int, process: subprocess.Popen[str]) -> None:
    """Stops one of the processes that work for this one, again and again, while the others go on."""
    while process.poll() is None:
        workers = _workers(process.pid)
        for pid in workers[which : which + 1]:
            _signal(pid, signal.SIGSTOP)
        time.sleep(0.5)
        for pid in workers:
            _signal(pid, signal.SIGCONT)
        time.sleep(0.05)


def _workers(pid: int) -> list[int]:
    """The processes that were started to work, the first first."""
    try:
        listed = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split())
        return sorted(each for each in listed if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes())
    except OSError:  # one of them has ended meanwhile
        return []


def _signal(pid: int, which: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, which)


def _queries(found: dict[str, Any]) -> Iterator[tuple[str, str, int, int]]:
    for each in found["games"][0]["ledger"]["statements"]:
        yield each["name"], each["evidence"], each["queries"], each["rlimit"]


@pytest.mark.slow
def test_a_starved_process_answers_as_one_that_is_alone(tmp_path: Path) -> None:
    options = ("--only", "proofs", "--jobs", "1")
    with ThreadPoolExecutor() as threads:
        slow = threads.submit(report, TICTACTOE, tmp_path / "slow", *options, starve=starved)
        alone = report(TICTACTOE, tmp_path / "alone", *options, seed=1)
        found = slow.result()
    assert list(_queries(found)) == list(_queries(alone))
    assert found == alone
    assert {each["evidence"] for each in alone["games"][0]["ledger"]["statements"]} == {"proved", "by construction"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "ways",
    [
        (("1", None), ("2", 0)),
        pytest.param(
            (("1", None), ("2", None), ("2", 1), ("3", None), ("3", 0), ("3", 1), ("3", 2)), marks=pytest.mark.campaign
        ),
    ],
    ids=lambda ways: f"{len(ways)} ways",
)
def test_whoever_works_on_it_and_is_done_first_a_check_says_the_same(
    ways: tuple[tuple[str, int | None], ...], tmp_path: Path
) -> None:
    """In so many processes, of which that of a number is held: the first of two; others, and among three, behind the mark."""
    game = tmp_path / "several"
    game.mkdir()
    (game / "several.rules").write_text(SEVERAL, "utf-8")
    (game / "rulebook.toml").write_text(rulebook(), "utf-8")

    def one(number: int) -> dict[str, Any]:
        jobs, which = ways[number]
        starve = None if which is None else partial(one_held, which)
        return report(game, tmp_path / f"{number}", "--traces", "2", "--jobs", jobs, seed=number, starve=starve)

    with ThreadPoolExecutor() as threads:
        first, *others = threads.map(one, range(len(ways)))
    said = [each["evidence"] for each in first["games"][0]["ledger"]["statements"]]
    assert said.count("proved") > 5
    assert said.count("refuted") > 2
    for each in others:
        assert list(_queries(each)) == list(_queries(first))
        assert each == first


@pytest.mark.campaign
def test_many_whole_checks_beside_each_other_say_the_same(tmp_path: Path) -> None:
    """Several at once, which are the load of one another."""

    def one(number: int) -> dict[str, Any]:
        jobs = ("1", "2", "3")[number % 3]
        return report(TICTACTOE, tmp_path / f"{number}", "--traces", "4", "--jobs", jobs, seed=number)

    with ThreadPoolExecutor(10) as threads:
        first, *others = threads.map(one, range(80))
    assert all(each == first for each in others)
