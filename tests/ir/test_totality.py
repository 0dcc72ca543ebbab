"""Which values are said to be sure of an answer, and what a reading may settle because of that."""

from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.ir.totality import is_total_value
from refengine.loading import make_game
from refengine.runtime.fault import Fault
from tests.engine.rules import compiled

RULES = """
game totals from rulebook corpus
    players 2                                                       per R1

question strict about R1                                            per ruling A1
    "is it asked?"
    reading asked "it is", default
    reading settled "it is not"

component Card                                                      per R1
    rank: 1..3
    one of each rank

zone slot holds at most one Card                                    per R1
variable n: 0..3                                                    per R1

value sure_sum: 0..6                                                per R1
    plus plain per R1
        is n
    plus more per R1
        when n > 1
        is 3

value tight_sum: 0..5                                               per R1
    plus plain per R1
        is n
    plus more per R1
        when n > 1
        is 3

value covers: 0..1                                                  per R1
    case some_left per R1
        when n > 0
        is 1

value there: 1..3                                                   per R1
    is (the c in slot).rank

value calls_sure: truth                                             per R1
    is sure_sum > 2

value calls_there: truth                                            per R1
    is there > 2

value settled_before: truth                                         per R1
    is strict is settled or there > 2

value settled_after: truth                                          per R1
    is there > 2 or strict is settled

value settled_sum: truth                                            per R1
    is sure_sum > 9 or strict is settled

setup                                                               per R1
    game over
"""


def test_only_what_never_breaks_off_is_sure(tmp_path: Path) -> None:
    total: set[str] = set()
    for value in compiled(tmp_path / "totals", RULES).values:
        if is_total_value(value, total):
            total.add(value.name)
    assert total == {"sure_sum", "calls_sure", "settled_sum"}


@pytest.mark.parametrize("reading", ["asked", "settled"])
def test_a_reading_settles_what_stands_behind_it_and_nothing_before(reading: str, tmp_path: Path) -> None:
    rules = compiled(tmp_path / "totals", RULES)
    configuration, wrong = configure(rules, 2, {"strict": reading}, {}, None)
    assert configuration is not None, wrong
    game = make_game(rules, configuration, explain=True)
    state = game.initial()
    with pytest.raises(Fault):
        game.value(state, "settled_after")
    if reading == "settled":
        assert game.value(state, "settled_before") is True
        settled = {each.name: each for each in specialise(rules, configuration).values}
        assert "sure_sum" not in repr(settled["settled_sum"].body)
    else:
        with pytest.raises(Fault):
            game.value(state, "settled_before")
