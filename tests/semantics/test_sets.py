"""Sets of what is made of several things: records, places, sets of pieces; in one order, whoever goes through them."""

import json
import random
from pathlib import Path

from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.source.cache import Cache
from tests.engine.rules import compiled
from tests.semantics.lockstep import paired, played

RULES = """
game offers from rulebook tiny
    players 2                                                                       per R1

kind Good is Corn, Wine, Wool                                                       per R1

record Offer                                                                        per R1
    who: player or none
    good: Good
    goes_to: place of Card
    lots: set of Good

component Card                                                                      per R1
    good: Good
    n: 1..2
    one of each good and n
    starts in deck

zone tray holds Card                                                                per R1
zone deck holds Card                                                                per R1
zone hand of each player holds Card                                                 per R1

variable offers: set of Offer                                                       per R1
variable last: Offer or none                                                        per R1
variable places: set of place of Card                                               per R1
variable kinds: set of set of Good                                                  per R1
variable packs: set of set of Card                                                  per R1
variable total: 0..999                                                                per R1

setup                                                                               per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action offer(Good g)                                                        per R1
            then add made(p, g) to offers
        action draw(c in deck)                                                      per R1
            then move c to hand of p
            then add (all x in hand of p) to packs
        action name(player q)                                                       per R1
            then add hand of q to places
            then add deck to places
            then add (all c.good for Card c with c in hand of q) to kinds
        action take_back(o in offers)                                               per R1
            then remove o from offers
            then set last to o
        action all_at_once                                                          per R1
            then simultaneously
                each player q
                    add Offer(q, Corn, deck, {Corn}) to offers
                    add hand of q to places
                    add {Wine, Wool} to kinds
                    add (all x in hand of q) to packs
    for each o in offers
        set total to (total * 3 + (number of g in o.lots) + (if o.who is none then 0 else 1)) mod 1000
    for each z in places
        set total to (total * 3 + (if z = deck then 1 else if z = hand of 1 then 2 else 0)) mod 1000
    for each s in kinds
        set total to (total * 3 + (if Corn in s then 1 else 0) + (number of g in s)) mod 1000
    for each s in packs
        set total to (total * 3 + (sum of c.n for c in s)) mod 1000
    for each o in (all Offer(q, Corn, hand of q, {Corn}) for player q)
        set total to (total * 3 + (if o in offers then 1 else 0)) mod 1000
    go Turn(next of p)

value made(p: player, g: Good): Offer                                               per R1
    is Offer(if g is Corn then none else p, g, if g is Wool then tray else hand of p, held(p))

value held(p: player): set of Good                                                  per R1
    is all c.good for Card c with c in hand of p

outcome                                                                             per R1
    scores are total for player p
    winners are all player p
"""


def test_sets_of_records_of_places_and_of_sets_are_in_one_order_for_all(tmp_path: Path) -> None:
    game = compiled(tmp_path / "offers", RULES)
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    both = paired(game, configuration)
    assert sum(played(both, seed, 25) for seed in range(4)) > 90
    plain = make_game(game, configuration, keep=Cache(None))
    explaining = make_game(game, configuration, explain=True, keep=Cache(None))
    draw, state, other = random.Random(1), plain.initial(), explaining.initial()
    for _ in range(60):
        data = plain.to_json(state)
        assert data == explaining.to_json(other)
        for listed in data["variables"].values():
            if isinstance(listed, list):
                draw.shuffle(listed)
        assert plain.from_json(json.loads(json.dumps(data))) == state
        number = draw.randrange(len(plain.legal(state)))
        state = plain.apply(state, plain.legal(state)[number])
        other = explaining.apply(other, explaining.legal(other)[number])


NUMBERS = """
game numbers from rulebook tiny
    players 2                                                                       per R1

variable low: 2..5, starts 2                                                        per R1
variable wide: 0..9                                                                 per R1

setup                                                                               per R1
    go Turn

phase Turn                                                                          per R1
    ask 1
        action choose(n in 2..5, m in 0..9)                                         per R1
            then set low to n
            then set wide to m
    ask 1
        action listed                                                               per R1
            when (low in {wide, 3}) = (low = wide or low = 3)
        action joined                                                               per R1
            when (low in ({low} + {wide})) and ((wide in ({low} + {3})) = (low = wide or wide = 3))
        action parted                                                               per R1
            when (({low, 3} - {wide}) is empty) = (low = 3 and wide = 3)
        action the_same                                                             per R1
            when ({low} = {wide}) = (low = wide)
        action far_away                                                             per R1
            when low not in {0, 9}
    go Turn

outcome                                                                             per R1
    scores are low for player p
    winners are {}
"""


def test_listed_numbers_need_not_lie_in_the_range_of_what_is_compared_with_them(tmp_path: Path) -> None:
    game = compiled(tmp_path / "numbers", NUMBERS)
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    both = paired(game, configuration)
    assert sum(played(both, seed, 40) for seed in range(6)) > 200
    state = both.engine.initial()
    for choice in both.engine.legal(state):
        asked = both.engine.apply(state, choice)
        assert [each.name for each in both.engine.legal(asked)] == [
            "listed",
            "joined",
            "parted",
            "the_same",
            "far_away",
        ]
