"""A way on which nobody is asked for long: what the prover cannot follow it says so of, and what it can stays small."""

from __future__ import annotations

import pytest

from refengine.ir.domain import Enum, SetOf
from refengine.smt.terms.value import Element, SetValue
from refengine.smt.terms.values import Values
from tests.smt.rules import asked, game

RULES = """
game small from rulebook tiny
    players 2..2                                                per R1

kind Tree is Ash, Birch, Cedar                                  per R1

variable n: 0..9                                                per R1
variable many: count                                            per R1

setup                                                           per R1
    go Turn

phase Turn                                                      per R1
    ask 1
        action more                                             per R1
            then add 1 to many
        action count                                            per R1
    repeat {times} times
        set n to (n + 1) mod 5
    go Turn

invariant small                                                 per R1
    n < 5

invariant too_small                                             per R1
    n < 4

claim still_small                                               per R1
    in every state of 2 players
    assuming n < 5
    (n + 1) mod 5 < 5
"""


@pytest.mark.parametrize(("times", "below_four"), [("20", "proved"), ("many", "refuted"), ("2000", "unknown")])
def test_a_loop_that_is_too_long_to_follow_is_cut_where_it_goes_round(times: str, below_four: str) -> None:
    """What holds after each round is proved of it; that fives come full circle is known where all rounds are followed."""
    rules = game(RULES.format(times=times))
    assert asked(rules, "small").verdict == "proved"
    assert asked(rules, "too_small").verdict == below_four
    assert asked(rules, "still_small").verdict == "proved"


def test_a_set_that_is_changed_again_and_again_has_each_member_once() -> None:
    """Whatever is chosen between, it grows no further than its domain; else it doubles each time."""
    values = Values(game(RULES.format(times="2")))
    terms, of = values.terms, SetOf(Enum("Tree"))
    held = values.fresh(of, "held")
    assert isinstance(held, SetValue)
    for number in range(40):
        added = SetValue((*held.elements, Element(terms.truth(f"more {number}"), number % 3)), distinct=False)
        chosen = values.choose(of, terms.truth(f"way {number}"), held, added)
        assert isinstance(chosen, SetValue)
        assert len(chosen.elements) <= 4
        held = chosen
