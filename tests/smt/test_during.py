"""What a phase was told, along the course of a game; and steps with many ways on, which end where the next phase starts."""

from __future__ import annotations

import pytest

from refengine.smt.course.course import WAYS, courses_of
from refengine.smt.course.study import study
from refengine.smt.goal import Decision, Limits
from refengine.smt.plan import goals
from tests.smt.rules import game, proved

TOLD = """
game small from rulebook tiny
    players 2..2                                                per R1

variable score of each player: 0..9                             per R1
variable round: 0..9                                            per R1

question first about R1                                         per ruling A1
    "who begins?"
    reading challenger_first "the first", default
    reading other_first "the second"

question second about R1                                        per ruling A2
    "who is next?"
    reading same "the same"
    reading next_one "the next", default

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action strike(player q)                                 per R1
            when q != p
            then enter Fight(p, q)
        action rest                                             per R1
    if round < 9
        add 1 to round
        go Turn(next of p)
    game over

phase Fight(challenger: player, challenged: player)                         per R1
    if first is challenger_first
        enter Throw(challenger)
    otherwise
        enter Throw(challenged)
    if second is same and round < 5
        enter Throw(challenger)
    if second is next_one and round > 2
        enter Throw(challenged)
    if round = 7
        enter Throw(challenger)
    set score of challenged to 0

phase Throw(p: player)                                          per R1
    if score of p < 9
        ask p
            action throw                                        per R1
                then add 1 to score of p
            action miss                                         per R1

invariant two_fight during Fight(challenger, challenged)                    per R1
    challenger != challenged

invariant a_throw_has_room in Throw                             per R1
    some player p has score of p < 9

invariant whoever_throws_has_room during Throw(p)               per R1
    score of p < 9

invariant the_other_has_nothing during Fight(challenged)             per R1
    score of challenged = 0

step invariant rounds_go_up during Fight(challenger)                   per R1
    round >= before(round)

step invariant nobody_else_scores during Throw(p)               per R1
    score of next of p <= before(score of next of p)

measure to_the_end in Turn, Throw                               per R1
    9 - round, 9 - round
"""


VERDICTS = {
    "two_fight": "proved",
    "a_throw_has_room": "proved",
    "whoever_throws_has_room": "proved",
    "the_other_has_nothing": "refuted",
    "rounds_go_up": "proved",
    "nobody_else_scores": "proved",
    "to_the_end": "refuted",
}


def decided(text: str, *names: str, steps: int = 3) -> dict[str, Decision]:
    rules = game(text)
    wanted = [each for each in goals(rules) if each.name in names]
    found = proved(rules, *wanted, limits=Limits(rlimit=10_000_000, steps=steps))
    return {each.goal.name: each for each in found}


@pytest.fixture(scope="module")
def told() -> dict[str, Decision]:
    return decided(TOLD, *VERDICTS)


@pytest.mark.parametrize("name", VERDICTS)
def test_what_a_phase_was_told_is_known_as_long_as_it_runs(name: str, told: dict[str, Decision]) -> None:
    assert told[name].verdict == VERDICTS[name], told[name]


def test_it_is_not_known_of_another_phase() -> None:
    here, there = (
        "during Throw(p)               per R1\n    score of p",
        "during Fight(challenger)      per R1\n    score of challenger",
    )
    assert here in TOLD
    found = decided(TOLD.replace(here, there), "whoever_throws_has_room", steps=1)
    assert found["whoever_throws_has_room"].verdict != "proved"


def test_a_step_with_many_ways_on_ends_where_the_next_phase_starts() -> None:
    made = study(game(TOLD), 2, Limits())
    ways, whole = courses_of(made), courses_of(made, whole=True)
    starts = {place.name for place in ways.places.values() if not place.waits}
    assert starts == {"Throw in Fight in Turn", "Turn"}
    assert all(place.waits for place in whole.places.values())
    assert {each.name for each in ways.places.values() if each.waits} == {each.name for each in whole.places.values()}
    assert max(len(step.courses) for step in ways.steps) <= WAYS < max(len(step.courses) for step in whole.steps)


ROUND = """
game small from rulebook tiny
    players 2..2                                                per R1

variable round: 0..9                                            per R1

setup                                                           per R1
    go Wait

phase Wait                                                      per R1
    ask table
        action turn_on(n in 0..9)                                   per R1
            then set round to n
            then go Count

phase Count                                                     per R1
    if round < 3
        add 1 to round
        go Count
    go Wait
"""


def test_that_a_way_does_not_go_round_is_found_out_whatever_was_spent() -> None:
    made = study(game(ROUND), 2, Limits())
    made.solver.budget, made.solver.spent = 0, 1
    assert made.solver.exhausted
    assert {place.name for place in courses_of(made).places.values()} == {"Wait"}
    assert made.solver.budget == 0
