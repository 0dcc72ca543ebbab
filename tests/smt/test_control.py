"""What the prover knows of control: which phases are running, and what that says of the variables."""

from __future__ import annotations

import pytest

from refengine.smt.goal import Decision
from refengine.source.cache import Cache
from tests.smt.rules import asked, confirmed, game

LASTING = """
game small from rulebook tiny
    players 2..2                                                per R1

variable struck: truth, during Fight                            per R1
variable blows of each player: 0..9, starts 3, during Turn      per R1

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action attack                                           per R1
            then subtract 1 from blows of p
            then enter Fight(p)
        action wait                                             per R1
    go Turn(next of p)

phase Fight(p: player)                                          per R1
    set blows of p to 9
    ask p
        action strike                                           per R1
            then set struck to true
            then enter Rest(p)
        action flee                                             per R1
            then done

phase Rest(p: player)                                           per R1
    ask p
        action breathe                                          per R1

invariant nothing_is_left in Turn                               per R1
    not struck and every player q has blows of q = 3

invariant only_there in Fight                                   per R1
    not struck

claim it_begins_afresh                                          per R1
    in every Fight of 2 players
    not struck

claim a_turn_begins_afresh                                      per R1
    in every Turn of 2 players
    not struck and every player q has blows of q = 3

claim it_may_be_lower_in_a_fight                                per R1
    in every Fight of 2 players
    every player q has blows of q = 3

claim it_may_be_so_anywhere                                     per R1
    not struck
"""


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("nothing_is_left", "proved"),
        ("only_there", "proved"),
        ("it_begins_afresh", "proved"),
        ("a_turn_begins_afresh", "proved"),
        ("it_may_be_lower_in_a_fight", "refuted"),
        ("it_may_be_so_anywhere", "refuted"),
    ],
)
def test_what_lasts_as_long_as_a_phase_is_as_at_the_start_elsewhere(name: str, verdict: str, kept: Cache) -> None:
    rules = game(LASTING)
    decision: Decision = asked(rules, name)
    assert decision.verdict == verdict, decision
    if name == "it_may_be_so_anywhere":
        confirmed(kept, rules, decision)


STANDING = """
game small from rulebook tiny
    players 2..2                                                per R1

variable score of each player: 0..9                             per R1

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    enter Throw(p)
    enter Rest(p)
    go Turn(next of p)

phase Throw(p: player)                                          per R1
    ask p
        action throw                                            per R1
            then add 1 to score of p
            then enter Fall(p)
        action wait                                             per R1

phase Fall(p: player)                                           per R1
    ask p
        action fall                                             per R1
            then add 2 to score of p
            then abandon Throw                                  per R1
        action stand                                            per R1

phase Rest(p: player)                                           per R1
    ask p
        action rest                                             per R1
            then {resting}

whenever some player p has score of p > 2                       per R1
    if score of 1 > 2
        set score of 1 to 0
    otherwise
        game over                                               per R1

invariant below_three                                           per R1
    score of 1 < 3

invariant below_three_in_a_fall in Fall                         per R1
    every player q has score of q < 3

invariant nothing_after_a_fall in Rest                        per R1
    score of 2 < 1
"""

ABANDONS = "a phase that is abandoned is running, and was entered by another"
RANGE = "the number stays in its range"


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("below_three", "proved"),
        ("below_three_in_a_fall", "proved"),
        ("nothing_after_a_fall", "refuted"),
        (f"Fall: {ABANDONS}", "by construction"),
        (f"Throw: {RANGE}", "proved"),
        (f"Fall: {RANGE}", "proved"),
    ],
)
def test_what_a_standing_rule_sees_to_holds_between_the_phases(name: str, verdict: str, kept: Cache) -> None:
    rules = game(STANDING.replace("{resting}", "nothing"))
    decision = asked(rules, name)
    assert decision.verdict == verdict, decision
    if verdict == "refuted":
        confirmed(kept, rules, decision)


def test_where_a_phase_need_not_be_running_it_can_not_be_abandoned(kept: Cache) -> None:
    rules = game(STANDING.replace("{resting}", "enter Fall(p)"))
    decision = asked(rules, f"Fall: {ABANDONS}")
    assert decision.verdict == "refuted"
    assert confirmed(kept, rules, decision).fault is not None
