"""Levels in their order, read and written."""

from itertools import pairwise

import pytest

from refengine.evidence.level import PROMISED, REFUTED, UNKNOWN, Level, read_level, weakest

FROM_THE_TOP = (
    Level("proved"),
    Level("exhaustive"),
    Level("bounded", 6),
    Level("bounded", 5),
    Level("tested", 9000),
    Level("tested", 10),
    Level("assumed"),
    UNKNOWN,
    REFUTED,
)


def test_the_order() -> None:
    for better, worse in pairwise(FROM_THE_TOP):
        assert better.keeps(worse)
        assert not worse.keeps(better)


def test_what_the_language_cannot_say_otherwise_is_proved() -> None:
    assert Level("by construction").keeps(Level("proved"))
    assert Level("proved").keeps(Level("by construction"))


def test_a_promise_without_a_number_is_kept_by_any() -> None:
    assert Level("tested", 1).keeps(Level("tested"))
    assert Level("bounded", 1).keeps(Level("bounded"))
    assert not Level("tested", 99).keeps(Level("tested", 100))


def test_a_whole_is_worth_its_weakest_part() -> None:
    assert weakest((Level("proved"), Level("bounded", 4), Level("bounded", 6))) == Level("bounded", 4)
    assert weakest(()) == UNKNOWN


@pytest.mark.parametrize("level", [*map(Level, PROMISED), Level("bounded", 6), Level("tested", 1500)])
def test_what_is_written_is_read(level: Level) -> None:
    assert read_level(str(level)) == level


@pytest.mark.parametrize(
    "text", ["", "Proved", "unknown", "refuted", "bounded six", "proved 3", "tested -1", "tested 1 "]
)
def test_what_is_no_promise(text: str) -> None:
    assert read_level(text) is None
