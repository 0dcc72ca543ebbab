"""What a player can find out by counting is no secret; and what cannot be counted up is one, to the last copy."""

from __future__ import annotations

import pytest

from tests.smt.rules import asked, game

ALL_OR_NOTHING = """
game small from rulebook tiny
    players 2..2                                                per R1

component Card                                                  per R1
    rank: 1..2
    2 alike of each rank

zone deck holds Card, seen by nobody                            per R1
zone hand of each player holds Card, seen by owner              per R1

setup                                                           per R1
    move all c in box of Card to deck
    ask chance
        action ones                                             per R1
            then move 2 Card(1) from deck to hand of 2
        action twos                                             per R1
            then move 2 Card(2) from deck to hand of 2
    go Play

phase Play                                                      per R1
    ask 1
        action guess                                            per R1
            when {guard}
        action wait                                             per R1
    go Play

invariant a_hand_is_of_one_rank                                 per R1
    every c in hand of 2 has every d in hand of 2 has c.rank = d.rank

invariant two_cards_in_it                                       per R1
    (number of c in hand of 2) = 2 and (number of c in deck) = 2 and box is empty and hand of 1 is empty
"""
"""The hidden hand holds both copies of one rank, or of the other: nothing between them is possible."""


@pytest.mark.parametrize(
    ("guard", "is_seen"),
    [
        ("some c in hand of 2 has c.rank = 1", False),
        ("(number of c in deck with c.rank = 2) = 2", False),
        ("(number of c in hand of 2) = 2", True),
        ("some c in hand of 2 has true", True),
        ("(number of c in hand with c.rank = 1) + (number of c in deck with c.rank = 1) = 2", True),
    ],
)
def test_copies_are_counted_to_the_last(guard: str, is_seen: bool) -> None:
    decision = asked(game(ALL_OR_NOTHING.replace("{guard}", guard)), "Play")
    assert (decision.verdict == "proved") is is_seen


OUT_OF_SIGHT = """
game small from rulebook tiny
    players 2..2                                                per R1

component Card                                                  per R1
    rank: 1..3
    one of each rank

zone hand of each player holds Card, seen by owner              per R1
zone pile holds Card                                            per R1

setup                                                           per R1
    for each player p
        ask chance
            action deal(c in box of Card)                       per R1
                then move c to hand of p
    move all c in box of Card to pile
    go Play

phase Play                                                      per R1
    ask 1
        action guess                                            per R1
            when {guard}
        action wait                                             per R1
    go Play
"""


@pytest.mark.parametrize(
    ("guard", "is_seen"),
    [
        ("some c in hand of 2 has c.rank = 1", True),
        (
            "(sum of c.rank for c in hand of 2) = 6 - (sum of c.rank for c in hand of 1) - (sum of c.rank for c in pile)",
            True,
        ),
        ("(number of c in hand of 2) = 1", True),
    ],
)
def test_what_lies_nowhere_else_is_known(guard: str, is_seen: bool) -> None:
    """All cards but those of one hand are seen, so that its cards are no secret."""
    decision = asked(game(OUT_OF_SIGHT.replace("{guard}", guard)), "Play")
    assert (decision.verdict == "proved") is is_seen
