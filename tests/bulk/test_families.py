"""Families of zones that count: whether something lies in one of them is asked of each, and comes to what the rules mean."""

import pytest

from refengine.ir.configuration import configure
from tests.bulk.side_by_side import played_by_both
from tests.types.front_end import compile_texts

MARKET = """\
game market from rulebook tiny
    players 2 per R1
kind Colour is Red, Blue, Green, Black, White per R1
kind Stall is {stalls} per R1
component Coin per R1
    colour: Colour
    worth: 1..20
    one of each colour and worth
zone sack holds Coin per R1
zone counter of each Stall holds Coin per R1
zone purse of each player holds Coin per R1
variable told: 0..1000003 per R1
variable steps: 0..99 per R1
value whose: player per R1
    is if steps mod 2 = 0 then 1 else 2
value out(c: Coin): truth per R1
    is c in counter or c in purse
value several(n: 0..30): count per R1
    is number of Coin c with c.worth <= n and c in counter and c not in purse
setup per R1
    move all c in box to sack
    go Deal
phase Deal per R1
    set told to (told * 7 + several(20) + 100 * several(1) + (number of Coin c with out(c))) mod 1000003
    add 1 to steps
    if steps >= 60
        game over
    ask whose
        action lay(c in sack, s in Stall) per R1
            when c.worth < 4
            then move c to counter of s
        action take(c in counter of {first}) per R1
            then move c to purse of 1
        action give(c in counter of {last}) per R1
            when steps > 9
            then move c to purse of 2
        action back(c in purse) per R1
            when c.worth mod 2 = 0
            then move c to sack
        action pass per R1
    go Deal
outcome per R1
    scores are told for player p
    winners are player
invariant what_is_out_is_not_in_the_sack per R1
    every Coin c with c in sack has not out(c)
invariant nothing_large_is_laid per R1
    every Coin c with c in counter has c.worth < 4
"""


@pytest.mark.parametrize("many", [2, 8, 9, 23])
def test_what_lies_in_some_member_of_a_family(many: int) -> None:
    stalls = [f"S{number}" for number in range(many)]
    text = MARKET.format(stalls=", ".join(stalls), first=stalls[0], last=stalls[-1])
    game, found = compile_texts({"x.rules": text})
    assert game is not None, [(each.message, each.span) for each in found]
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    games = played_by_both(game, configuration, range(12), limit=80)
    assert [each.left for each in games] == [None] * len(games)
    assert [each.ended.how for each in games] == ["over"] * len(games)
