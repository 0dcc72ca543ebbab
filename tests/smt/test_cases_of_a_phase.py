"""Cases of a phase that lead on, each elsewhere: that some case applies, and that no two do, is owed by the phase."""

from __future__ import annotations

import pytest

from tests.smt.rules import asked, game

RULES = """
game small from rulebook tiny
    players 2..2                                                per R1

variable n: 0..3                                                per R1

setup                                                           per R1
    go Turn

phase Turn                                                      per R1
    ask 1
        action choose(k in 0..3)                                per R1
            then set n to k
    case low                                                    per R1
        when n <= {low}
        then go Turn
    case high                                                   per R1
        when n >= {high}
        then game over
"""

ONE = "Turn: no two cases apply"
SOME = "Turn: some case applies"


@pytest.mark.parametrize(
    ("low", "high", "one", "some"),
    [
        (1, 2, "proved", "proved"),
        (2, 2, "refuted", "proved"),
        (3, 0, "refuted", "by construction"),
        (0, 2, "proved", "refuted"),
    ],
)
def test_one_case_applies_and_no_other(low: int, high: int, one: str, some: str) -> None:
    rules = game(RULES.replace("{low}", str(low)).replace("{high}", str(high)))
    assert (asked(rules, ONE).verdict, asked(rules, SOME).verdict) == (one, some)
