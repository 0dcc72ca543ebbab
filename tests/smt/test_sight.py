"""What a player may do hangs on nothing that is hidden from that player."""

from __future__ import annotations

import pytest

from refengine.smt.goal import Decision
from tests.smt.rules import asked, game

HEAD = """
game small from rulebook tiny
    players 2..2                                                per R1

component Card                                                  per R1
    rank: 1..3
    one of each rank

zone deck holds Card, seen by nobody                            per R1
zone hand of each player holds Card, seen by owner              per R1
zone pile holds Card                                            per R1
variable mark of each player: 0..3, seen by owner             per R1
variable turn: player, starts 1                                 per R1

setup                                                           per R1
    move all c in box of Card to deck
    for each player p
        ask chance
            action deal(c in deck)                              per R1
                then move c to hand of p
    go Play
"""

PLAY = """
phase Play                                                      per R1
    ask turn
        action send(c in hand of turn)                          per R1
            {guard}
            then move c to pile
        action wait                                             per R1
    set turn to next of turn
    if pile is empty
        go Play
    game over
"""


ALIKE = HEAD.replace("    one of each rank", "    3 alike of each rank")
"""The same with pieces that nobody can tell apart: what is hidden is how many of each there are."""


def seen(guard: str, head: str = HEAD) -> Decision:
    return asked(game(head, PLAY.replace("{guard}", guard)), "Play")


@pytest.mark.parametrize(
    "guard",
    [
        "when true",
        "when c.rank > 1",
        "when mark of turn > 1",
        "when pile is empty",
        "when (number of d in hand of turn) > 1",
        "when (number of d in hand of next of turn) > 1",  # how many is public
        "when (number of d in hand of next of turn with d.rank > 0) > 1",  # and that is how many
        "when some d in hand of next of turn has d.rank > 0",
        "when deck is empty",
        "when hand of next of turn is not empty or hand of next of turn is empty",
    ],
)
@pytest.mark.parametrize("head", [HEAD, ALIKE], ids=["one_of_each", "alike"])
def test_what_is_seen_may_decide(guard: str, head: str) -> None:
    assert seen(guard, head).verdict == "proved"


@pytest.mark.parametrize(
    "guard",
    [
        "when some d in hand of next of turn has d.rank = 3",
        "when mark of next of turn > 1",
        "when some d in deck has d.rank < c.rank",
        "when no q in player has mark of q = 3",
        "bar held per R1\n                when some d in hand of next of turn has d.rank = 3",
    ],
)
@pytest.mark.parametrize("head", [HEAD, ALIKE], ids=["one_of_each", "alike"])
def test_what_is_hidden_may_not(guard: str, head: str) -> None:
    decision = seen(guard, head)
    assert decision.verdict == "refuted"
    assert "look the same to" in decision.how


@pytest.mark.parametrize(
    ("guard", "reached"),
    [("when some d in hand of next of turn has d.rank = 3", True), ("when mark of next of turn > 1", False)],
)
def test_it_is_said_whether_a_game_comes_to_both(guard: str, reached: bool) -> None:
    """Cards are dealt, and nobody ever marks anything."""
    decision = seen(guard)
    assert decision.verdict == "refuted"
    assert decision.reached is reached
    assert decision.how.endswith("a game comes to both") is reached


def test_a_hand_that_may_lie_elsewhere_is_no_secret() -> None:
    """All three cards are seen by the one who acts, so where the others are not is no news."""
    open_ = HEAD.replace("zone deck holds Card, seen by nobody", "zone deck holds Card")
    only = open_.replace("hand of each player holds Card, seen by owner", "hand of each player holds Card")
    assert seen("when some d in hand of next of turn has d.rank = 3", head=only).verdict == "proved"


@pytest.mark.parametrize(
    ("who", "verdict"),
    [
        ("if hand of 1 is empty then 1 else 2", "proved"),
        ("if (number of c in hand of 1) > (number of c in hand of 2) then 1 else 2", "proved"),
        ("if mark of 1 > 1 then 1 else 2", "refuted"),
        ("if (some c in hand of 1 has c.rank = 3) then 1 else 2", "refuted"),
        ("if deck is empty then 1 else 2", "proved"),
    ],
)
def test_who_is_asked_is_no_secret(who: str, verdict: str) -> None:
    play = f"\nphase Play per R1\n    ask ({who})\n        action wait per R1\n    game over\n"
    assert asked(game(HEAD, play), "Play").verdict == verdict


def test_what_is_hidden_only_for_a_time_is_seen_before() -> None:
    during = HEAD.replace(
        "hand of each player holds Card, seen by owner", "hand of each player holds Card, seen by owner during Other"
    )
    guard = "when some d in hand of next of turn has d.rank = 3"
    other = "\nphase Other per R1\n    game over\n"
    assert seen(guard, head=during + other).verdict == "proved"
