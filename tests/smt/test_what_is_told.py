"""Tables of audits and of readings: what a set or a record may come to, and under which readings a claim fails."""

import pytest

from refengine.ir.game import Game
from tests.smt.rules import asked, game

SETS = """
game small from rulebook tiny
    players 2 per R1
kind Hue is Red, Blue per R1
record Pair per R1
    hue: Hue
    much: 0..3
component Coin per R1
    hue: Hue
    2 alike of each hue
    starts in pool
zone pool holds Coin per R1
zone purse of each player holds Coin per R1
variable x: 0..3 per R1
variable h: Hue, starts Red per R1
variable pair: Pair or none, starts none per R1
variable some_numbers: set of 0..3 per R1
setup per R1
    go Play
phase Play per R1
    ask 1
        action set_x(n in 0..3) per R1
            then set x to n
        action take(c in pool) per R1
            then move c to purse of 1
    go Play
audit told per R1
    in every state of 2 players
    case any per R1
        when x > 1
"""


@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("shows {x}", "{2}, {3}"),
        ("shows {x, 2}", "{2, 3}, {2}"),
        ("shows {h} + {Blue}", "{Blue}, {Red, Blue}"),
        ("shows Pair(h, x)", "(Blue, 2), (Blue, 3), (Red, 2), (Red, 3)"),
        ("shows (if h is Red then pair else none)", "(Blue, 0), (Blue, 1), (Blue, 2), (Blue, 3), (Red, 0), (Red, 1), "
         "(Red, 2), (Red, 3), none"),
        ("counts {x}, h", "4"),
        ("counts some_numbers + {x}", "12"),
        ("counts some_numbers - {x}", "12"),
        ("counts purse of 1", "9"),
        ("counts purse", "9"),
        ("shows number of c in purse with c.hue is Red", "0, 1, 2"),
        ("counts (number of c in purse of 1 with c.hue is Red), (number of c in purse of 2 with c.hue is Red)", "6"),
        ("counts pair", "9"),
    ],
)  # fmt: skip
def test_sets_and_records_are_told_by_what_they_hold(what: str, values: str) -> None:
    """A set that is written out was taken for the same whatever it holds, and a piece for one that may be there twice."""
    decision = asked(game(SETS.replace("case any", "case whatever") + f"    {what}\n"), "told", part="whatever")
    assert [row[-1] for row in decision.table] == [values]


READINGS = """
game small from rulebook tiny
    players 2 per R1
question most_of_all: 0..3 about R1 per ruling A1
    "how many?"
    reading many is 3 "three", house, default
    reading few is 1 "one", house
variable x: 0..3 per R1
setup per R1
    go Play
phase Play per R1
    ask 1
        action more per R1
            when x < most_of_all
            then add 1 to x
        action stay per R1
    go Play
invariant never_more per R1
    x <= most_of_all
claim up_to_the_bound per R1
    in every state of 2 players
    under any readings
    x <= (if most_of_all = 3 then {bound} else 1)
"""


@pytest.fixture
def up_to_two() -> Game:
    return game(READINGS.replace("{bound}", "2"))


def test_a_position_breaks_a_claim_under_those_readings_alone_under_which_it_is_one(up_to_two: Game) -> None:
    """Three were tried under the reading that allows one, though an invariant says that there never are so many."""
    decision = asked(up_to_two, "up_to_the_bound")
    assert (decision.verdict, decision.table) == ("refuted", ())  # what holds by an invariant is told of no reading


def test_where_no_invariant_forbids_it_the_position_is_tried_under_others() -> None:
    rules = game(READINGS.replace("{bound}", "2").replace("x <= most_of_all\n", "x <= 3\n"))
    assert asked(rules, "up_to_the_bound").table == (("fails under", "any readings"),)
