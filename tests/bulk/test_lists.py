"""Sets of large numbers, and sets of sets: a module keeps them as lists, and makes of them what the rules mean."""

import pytest

from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.loading import make_game
from tests.bulk.side_by_side import played_by_both
from tests.types.front_end import compile_texts

HOARD = """\
game hoard from rulebook tiny
    players 1..2 per R1
kind Room is Attic, Hall, Cellar, Shed per R1
variable gold: set of 0..99999 per R1
variable silver: set of 0..99999 per R1
variable debts: set of -40000..40000 per R1
variable few: set of 0..9 per R1
variable open: set of Room per R1
variable steps: 0..999 per R1
variable marks: 0..1000003 per R1
value halves(S: set of 0..99999): set of 0..99999 per R1
    is all n div 2 for n in S
value of_room(r: Room): set of Room per R1
    is (all q in open with q != r) + {r}
value rooms: count per R1
    is sum of (number of r in F) * (number of r in F) for F in (all of_room(r) for Room r)
value told: count per R1
    is (sum of (50000 - d) for d in debts) + (sum of n for n in gold) + 3 * (sum of n for n in silver) + (if gold = silver then 1 else 0) + 7 * (number of n in gold - silver) + 11 * (number of n in halves(gold + silver))
setup per R1
    set gold to {5, 70000}
    go Work({12, 99})
phase Work(known_then: set of 0..99999) per R1
    if steps >= MOST
        go Leave
    add 1 to steps
    set marks to (marks * 7 + told + 5 * (number of n in known_then) + rooms) mod 1000003
    ask 1
        action add_one(n in 1..4) per R1
            then add n - 2000 * (steps mod 3) to debts
            then add (steps * steps * n * 37) mod 99991 to gold
        action drop(n in gold) per R1
            then remove n from gold
        action join per R1
            then set gold to gold + silver
        action part per R1
            then set silver to gold - silver
        action pick per R1
            then set silver to (all n in gold with n mod 2 = 1) + {steps, 5}
        action halve per R1
            then set gold to halves(gold) - {5}
        action small per R1
            then set silver to few
            then add steps mod 10 to few
        action door(r in Room) per R1
            when r not in open
            then add r to open
        action shut(r in open) per R1
            then remove r from open
        action swap per R1
            when gold != {5, 70000} and (some n in few has n in silver)
            then simultaneously
                set gold to silver
                set silver to gold
    go Work(gold)
phase Leave per R1
    for each n in gold
        ask 1
            action keep per R1
                then set marks to (marks + n) mod 1000003
            action lose per R1
    game over
outcome per R1
    scores are marks for player p
    winners are player
step invariant what_is_new_is_told per R1
    every n in gold - before(gold) has n <= 99999 and steps >= before(steps)
"""


def hoard(most: int) -> tuple[model.Game, Configuration]:
    made, wrong = compile_texts({"x.rules": HOARD.replace("MOST", str(most))})
    assert made is not None, [(each.message, each.span) for each in wrong]
    found, _ = configure(made, 1, {}, {}, None)
    assert found is not None
    return made, found


def test_lists_are_played_with_as_sets_are() -> None:
    rules, configuration = hoard(40)
    played = played_by_both(rules, configuration, range(4), 120)
    assert [each.left for each in played] == [None] * 4
    assert {each.ended.how for each in played} == {"over"}
    game = make_game(rules, configuration)
    found, wanted = (game.playouts(25, 3, engine=engine) for engine in ("wasm", "reference"))
    assert (found.outcomes, found.lengths, found.breaches) == (wanted.outcomes, wanted.lengths, ())
    assert len(found.outcomes) > 20


FULL = """\
game full from rulebook tiny
    players 1 per R1
variable numbers: set of 0..99999 per R1
variable steps: 0..99 per R1
setup per R1
    go Work
phase Work per R1
    if steps = MOST
        game over
    ask 1
        action one_more per R1
            then add 1 to steps
            then add 1000 * steps to numbers
    go Work
outcome per R1
    scores are (number of n in numbers) for player p
    winners are player
"""


@pytest.mark.parametrize("most", [64, 65, 90])
def test_where_a_list_is_full_the_reference_engine_goes_on(most: int) -> None:
    made, wrong = compile_texts({"x.rules": FULL.replace("MOST", str(most))})
    assert made is not None, [(each.message, each.span) for each in wrong]
    configuration, _ = configure(made, 1, {}, {}, None)
    assert configuration is not None
    (played,) = played_by_both(made, configuration, (0,), 99)
    assert (played.left is None) == (most == 64)
    assert played.left is None or (played.left.what, played.left.fault) == ("a set of more than a list holds", False)
    found = make_game(made, configuration).playouts(2, 1)
    assert (found.engine, found.outcomes) == ("wasm", {((most,), (1,)): 2})
