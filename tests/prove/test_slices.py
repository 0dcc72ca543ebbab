"""Slices from which goals are decided: what a goal does not need is not in its slice, and so not in its key."""

from __future__ import annotations

from typing import Any

import pytest

import refengine.prove.decide as decided_with_play
from refengine.ir.game import Game
from refengine.ir.left_out import OutsideSlice
from refengine.ir.slices import Slices
from refengine.prove.slices import INVARIANTS, NEVER, left_out_at_first, slice_for
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from refengine.smt.solving.memory import Memory
from tests.smt.rules import COURSE, HEAD, LIMITS, asked, game

RULES = """
component Prize                                                 per R1
    worth: 1..9
    1 alike with worth 4

zone offer holds at most one Prize                              per R1

invariant rounds_are_few                                        per R1
    round <= 3

invariant few_on_the_pile                                       per R1
    (number of c in pile) <= 2

witness a_dear_prize                                            per R1
    in some state of 2 players over any Prize
    some p in offer has p.worth = 6

witness a_dear_prize_and_a_full_pile                            per R1
    in some state of 2 players over any Prize
    some p in offer has p.worth = 6 and (number of c in pile) > 1

claim any_prize_has_a_worth                                     per R1
    in every state of 2 players over any Prize
    every p in offer has p.worth > 0
"""


@pytest.fixture(scope="module")
def rules() -> Game:
    return game(HEAD, RULES, COURSE)


@pytest.mark.parametrize("name", ["a_dear_prize", "any_prize_has_a_worth"])
def test_an_answer_of_any_pieces_needs_no_invariant_where_it_shows_all(rules: Game, name: str) -> None:
    (goal,) = (each for each in goals(rules) if each.name == name)
    assert left_out_at_first(rules, (goal,)) >= INVARIANTS
    (decision,) = decide(slice_for(Slices(rules), (goal,), INVARIANTS).game, (goal,), LIMITS)
    assert decision == asked(rules, name)
    assert decision.verdict == ("found" if goal.kind == "witness" else "proved")


def test_where_a_position_shows_more_than_was_asked_it_is_one_that_a_table_may_know(rules: Game) -> None:
    """Of the pile it is only asked how many cards are in it; which they are is settled with what is known of games."""
    (goal,) = (each for each in goals(rules) if each.name == "a_dear_prize_and_a_full_pile")
    with pytest.raises(OutsideSlice, match="invariants"):
        decide(slice_for(Slices(rules), (goal,), INVARIANTS).game, (goal,), LIMITS)


def test_a_course_is_decided_from_a_slice_without_what_is_only_said_of_the_game(rules: Game) -> None:
    course = tuple(each for each in goals(rules) if each.kind == "obligation" and each.players == 2)
    assert left_out_at_first(rules, course) == NEVER
    decide(slice_for(Slices(rules), course, NEVER).game, course, LIMITS)


def test_what_was_solved_of_fewer_rules_is_not_solved_again_where_only_what_comes_behind_needs_more(
    rules: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = tuple(each for each in goals(rules) if each.kind == "obligation" and each.players == 2)
    slices, memory, solved = Slices(rules), Memory(), []
    few, all_of_it = (slice_for(slices, course, each).game for each in (NEVER, frozenset[str]()))

    def counted(rules: Game, *given: Any) -> Any:
        solved.append(rules)
        return decide(rules, *given)

    monkeypatch.setattr(decided_with_play, "by_solver", counted)
    first = decided_with_play.decide(few, course, LIMITS, None, memory)
    assert decided_with_play.decide(all_of_it, course, LIMITS, None, memory) == first
    assert solved == [few]
    dumped: list[str] = []
    assert decided_with_play.decide(all_of_it, course, LIMITS, lambda name, _: dumped.append(name), memory) == first
    assert solved == [few, all_of_it]
    assert dumped
