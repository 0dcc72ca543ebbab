"""Step invariants of steps that go far, asked of their parts; only what is transitive may be."""

from __future__ import annotations

import pytest

from refengine.smt.induction.by_parts import goes_by_parts
from tests.smt.rules import game
from tests.smt.test_during import TOLD, decided

HEAD = "phase Fight(challenger: player, challenged: player)                         per R1\n"

FURTHER = (
    TOLD.replace(HEAD, f"{HEAD}    if round < 8\n        add 1 to round\n")
    + """
step invariant rounds_rise in Turn, Throw                       per R1
    round >= before(round)

step invariant by_one_at_most in Turn, Throw                    per R1
    round <= before(round) + 1

step invariant rounds_stay in Turn, Throw                       per R1
    round = before(round)
"""
)


def test_what_each_part_keeps_the_whole_step_keeps() -> None:
    found = decided(FURTHER, "rounds_rise", "by_one_at_most", "rounds_stay")
    assert found["rounds_rise"].verdict == "proved"
    assert found["rounds_rise"].how.startswith("every part of every step")
    # Each part adds one, and a strike of two who have no throw left two: in Fight, and in Turn after it.
    assert found["by_one_at_most"].verdict != "proved"
    assert found["rounds_stay"].verdict == "refuted"


CONDITIONS = {
    "round >= before(round)": True,
    "round < before(round)": True,
    "before(round) = round": True,
    "every player p has score of p <= before(score of p)": True,
    "round >= before(round) and (every player p has score of p = before(score of p))": True,
    "round <= before(round) + 1": False,
    "round >= before(round) and round <= before(round) + 1": False,
    "round != before(round)": False,
    "round >= before(round) or round = 3": False,
    "score of 1 >= before(score of 2)": False,
    "some player p has score of p <= before(score of p)": False,
    "every player p with p = 1 has score of p <= before(score of p)": True,
    "every player p has p = 1 implies score of p <= before(score of p)": True,
    "every player p has p = 1 or p = 2 or score of p <= before(score of p)": True,
    "round = 3 implies round >= before(round)": False,
    "before(round) = 3 implies round >= before(round)": False,
    "every player p has p = 1 implies score of p <= before(score of p) or score of p >= before(score of p)": False,
    "every player p with score of p < 3 has score of p <= before(score of p)": False,
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_goes_by_parts(condition: str) -> None:
    rules = game(f"{TOLD}\nstep invariant asked in Turn            per R1\n    {condition}\n")
    (asked,) = (each for each in rules.invariants if each.name == "asked")
    assert goes_by_parts(asked) == CONDITIONS[condition]


def test_what_a_phase_was_told_goes_by_whole_steps() -> None:
    (during,) = (each for each in game(TOLD).invariants if each.name == "rounds_go_up")
    assert not goes_by_parts(during)
