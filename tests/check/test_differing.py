"""Readings that play cannot tell apart, and the examples that can."""

import pickle
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import pytest
from attrs import evolve

from refengine.check.exercise import IdleReading
from refengine.check.full_page import to_text
from refengine.check.reading_differences import idle_readings
from refengine.check.report import Report
from refengine.check.run import Options, check
from refengine.check.to_json import to_json
from refengine.compiled import Compilation
from refengine.ir import game as model
from refengine.loading import compile_cached, make_game
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.runtime.game import Game
from tests.engine.rules import compiled

R = TypeVar("R")

RULES = """
game heap from rulebook tiny
    players 2                                                   per R1

question empty_heap about R1                                    per ruling A1
    "who wins if nothing was left from the start?"
    reading unwon "nobody", default
    reading first "the first"

question last_one about R1                                      per ruling A1
    "what is the last one worth?"
    reading single "one", default
    reading as_any_other "one, like any other"

question big_steps about R1                                     per ruling A1
    "may three be taken?"
    reading no_three "no", default
    reading three "yes, of more than twenty"

variable left: 0..30, starts 4                                  per R1
variable taken of each player: 0..30                            per R1

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action take(n in 1..3)                                  per R1
            when n <= left
            when n < 3 or (big_steps is three and left > 20)
            then subtract n from left
            then add n to taken of p
    if left = 0
        game over
    go Turn(next of p)

value worth: count                                              per R1
    is if last_one is single then 1 else 1

value winner: player or nobody                                  per R1
    is if left = 0 and taken of 1 = 0 and taken of 2 = 0 and empty_heap is first then 1 else nobody

outcome                                                         per R1
    scores are taken of p + worth for player p
    winners are all player p with taken of p > 3 or winner is p

example nothing_there                                           per R1
    given left = 0
    expect winner is nobody
    under empty_heap is first
        expect winner = 1

example a_big_heap                                              per R1
    given phase Turn(1), left = 25
    expect legal 1: take(2)
    under big_steps is three
        expect legal 1: take(3)

example a_course                                                per R1
    1: take(2)
    2: take(2)
    expect game over
"""


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Compilation:
    folder: Path = tmp_path_factory.mktemp("heap") / "heap"
    compiled(folder, RULES)
    (found,), _ = find_games(folder)
    return compile_cached(found)


def test_the_examples_that_differ_are_named(heap: Compilation) -> None:
    assert heap.game is not None
    readings = (("empty_heap", "first"), ("last_one", "as_any_other"), ("big_steps", "three"))
    assert idle_readings(heap.game, readings) == (
        IdleReading("empty_heap", "first", ("nothing_there",)),
        IdleReading("last_one", "as_any_other", ()),
        IdleReading("big_steps", "three", ("a_big_heap",)),
    )


def test_the_report_says_which(heap: Compilation) -> None:
    report = check(heap, Options(traces=8, directed=0), Words(heap.labels))
    said = " ".join(to_text(Report(8, 0, (report,))).split())
    assert (
        "made no difference in play: empty_heap first (but in an example: nothing_there); "
        "last_one as_any_other (nor in an example); big_steps three (but in an example: a_big_heap)"
    ) in said
    told = to_json(Report(8, 0, (report,)), "0")["games"][0]["coverage"]["questions"]["noDifference"]
    assert told[0] == {"question": "empty_heap", "reading": "first", "examples": ["nothing_there"]}


def _sent(each: Any) -> Any:
    return pickle.loads(pickle.dumps(each))  # noqa: S301 - written right here


class _Elsewhere:
    """A crew and its workers: whatever is done is sent there and back, one piece after the other."""

    died: tuple[type[Exception], ...] = ()

    def __init__(self) -> None:
        self.pieces = 0

    def workers(self, most: int, *, giving_way: bool = False) -> "_Elsewhere":  # noqa: ARG002
        return self

    def submit(self, do: Callable[..., R], *given: Any) -> "Future[R]":
        self.pieces += 1
        there: tuple[Callable[..., R], tuple[Any, ...]] = _sent((do, given))
        done: Future[R] = Future()
        done.set_result(_sent(there[0](*there[1])))
        return done

    def giving_way(self, do: Callable[..., R]) -> Callable[..., R]:
        return do

    def stop(self) -> None:
        pass


def test_others_may_look_and_each_configuration_is_a_piece(heap: Compilation, monkeypatch: pytest.MonkeyPatch) -> None:
    assert heap.game is not None
    readings = (("empty_heap", "first"), ("last_one", "as_any_other"), ("big_steps", "three"))
    monkeypatch.setattr("refengine.check.reading_differences.FEW", 1)
    crew = _Elsewhere()
    assert idle_readings(heap.game, readings, None, 2, crew) == idle_readings(heap.game, readings)
    assert crew.pieces == 1 + len(readings)


def test_only_what_is_looked_at_is_put_into_an_engine(heap: Compilation, monkeypatch: pytest.MonkeyPatch) -> None:
    assert heap.game is not None
    made: list[tuple[str, ...]] = []

    def counted(game: model.Game, *given: Any, **named: Any) -> Game:
        made.append(tuple(each.name for each in game.examples))
        return make_game(game, *given, **named)

    monkeypatch.setattr("refengine.check.reading_differences.make_game", counted)
    given = evolve(heap.game.examples[1], readings=(("last_one", "as_any_other"),))
    game = evolve(heap.game, examples=(heap.game.examples[0], given))
    found = idle_readings(game, (("big_steps", "three"),))
    assert found == (IdleReading("big_steps", "three", ("a_big_heap",)),)
    assert made == [("nothing_there",), ("nothing_there",), ("a_big_heap",), ("a_big_heap",)]
