"""What is printed, compared with what hangs on no member, is looked up for all members at once, and says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from refengine.bulk.lockstep import Lockstep
from refengine.program import ops
from refengine.program.from_ir import settled_conditions
from refengine.program.lowering import LoweredProgram
from tests.bulk.side_by_side import made_in_both

RULES = """\
game stalls from rulebook tiny
    players 2                                                                       per R1

kind Colour is Red, Green, Blue                                                     per R1

component Fruit                                                                     per R1
    size: 1..{sizes}
    colour: Colour
    {copies}

zone tree holds Fruit                                                               per R1
zone stall of each player holds Fruit                                               per R1

variable taste of each player: Colour, starts Red                                   per R1
variable wanted: 1..{sizes}, starts 1                                                per R1
variable odd: set of Fruit                                                          per R1

value liked(p: player, q: player): truth                                            per R1
    is some f in stall of p has f.colour is taste of q

value plain(p: player): truth                                                       per R1
    is every f in stall of p has f.colour is not taste of p

value many(p: player): count                                                        per R1
    is number of f in stall of p with f.colour is taste of p and f.size >= wanted

value everywhere(c: Colour): count                                                  per R1
    is number of f in stall with f.colour is c and wanted <= f.size

value heavy(p: player): count                                                       per R1
    is sum of f.size for f in stall of p with f.colour is taste of p and f not in odd

value greatest(p: player): 0..{sizes}                                               per R1
    is if (some f in stall of p has f.size >= wanted) then (highest of f.size for f in stall of p with f.size >= wanted) else 0

value others(p: player): set of Fruit                                               per R1
    is all f in stall of p with f.colour is not taste of p

value kinds(p: player): count                                                       per R1
    is number of Fruit f with f.colour is taste of p and f.size < wanted

value the_last(p: player): count                                                    per R1
    is if (number of f in stall of p with f.size = wanted) = 1 then (the f in stall of p with f.size = wanted).size else 0

setup                                                                               per R1
    move all f in box to tree                                                       per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action pick(f in tree)                                                      per R1
            when f.colour is taste of p or many(p) < 2 or f.size > wanted
            then move f to stall of p
        action like(c in Colour)                                                    per R1
            when heavy(p) != 3 or plain(p)
            then set taste of p to c
        action ask_for(n in 1..{sizes})                                             per R1
            when everywhere(taste of p) + kinds(p) + n > 2
            then set wanted to n
        action throw(f in stall of p)                                               per R1
            when f in others(p)
            when liked(p, next of p) or greatest(p) > the_last(p)
            then move f to tree
        action wonder(f in stall of p)                                              per R1
            then set odd to odd + {{f}}
        action take_off(n in 1..{sizes})                                                per R1
            when n = wanted
            then set odd to odd - {{(the Fruit f with f.size = wanted and f.colour is taste of p)}}
    go Turn(next of p)

step invariant nothing_liked_is_lost                                                per R1
    every player p has every f in before(stall of p) has f.colour is not before(taste of p) or f in stall of p

step invariant as_many_as_there_were                                                per R1
    every player p has (number of f in stall of p with f.colour is before(taste of p)) < 4

invariant few_are_liked                                                             per R1
    every player p has many(p) + the_last(p) < 5
"""
COUNTED, SINGLE = "3 alike of each colour and size", "one of each colour and size"
SIZES = (2, 11, 22)
"""Six kinds of fruit, whose counts are one word; 33, whose counts are not; 66, which are no mask."""


DARED = """\
        action dare(f in tree)                                                      per R1
            when some g in stall of p has g.size = (the o in stall of next of p).size
            then move f to stall of next of p
"""
"""What is compared has an answer only where one fruit is there; it is asked for only where there is one to compare."""


def made(room: Path, sizes: int, copies: str, more: str = "") -> tuple[LoweredProgram, Lockstep]:
    rules = RULES.format(sizes=sizes, copies=copies).replace(
        "    go Turn(next of p)\n", more + "    go Turn(next of p)\n"
    )
    return made_in_both(room, rules)


ROOMS = pytest.mark.parametrize(("sizes", "copies"), [(each, copies) for each in SIZES for copies in (COUNTED, SINGLE)])


@ROOMS
def test_the_module_plays_as_the_engine_does(tmp_path: Path, sizes: int, copies: str) -> None:
    _, lockstep = made(tmp_path, sizes, copies)
    ends = [lockstep.play(5, number, limit=80, checked=number % 2 == 0) for number in range(8)]
    assert [each.left for each in ends] == [None] * 8
    assert {each.ended.how for each in ends} <= {"cut", "broken"}
    assert sum(each.ended.steps for each in ends) > 300


@pytest.mark.parametrize("copies", [COUNTED, SINGLE])
def test_what_has_no_answer_is_compared_where_the_engine_compares_it(tmp_path: Path, copies: str) -> None:
    _, lockstep = made(tmp_path, 2, copies, DARED)
    ends = [lockstep.play(7, number, limit=20).ended for number in range(20)]
    assert {each.how for each in ends} == {"fault"}
    assert len({each.steps for each in ends}) > 2  # the first fruit is not always the one that is compared


def loops(found: LoweredProgram) -> set[str]:
    """The names of the values that go through something."""
    values = [each for each in found.program.functions if each.name.startswith("value ")]
    gone_through = [each.name for each in values if any(isinstance(node, ops.While) for node in ops.walk(each.body))]
    return {name.removeprefix("value ").removesuffix(" worked out") for name in gone_through}


LOOKED_UP = {"liked", "plain", "many", "kinds"}


@ROOMS
def test_nobody_goes_through_what_is_one_number(
    tmp_path: Path, sizes: int, copies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, _ = made(tmp_path, sizes, copies)
    is_one = sizes == 2 or (copies == SINGLE and sizes == 11)
    assert loops(found) & LOOKED_UP == (set() if is_one else LOOKED_UP)
    monkeypatch.setattr(settled_conditions, "_compared", lambda *_: None)
    without, _ = made(tmp_path, sizes, copies)
    assert loops(without) >= LOOKED_UP


TOGETHER = """\
game dials from rulebook tiny
    players 2                                                                       per R1

component Fruit                                                                     per R1
    size: 1..20
    one of each size

zone tree holds Fruit                                                               per R1

variable low: 1..20, starts 1                                                       per R1
variable high: 1..20, starts 20                                                     per R1
variable wanted: 1..20, starts 7                                                    per R1

value many: count                                                                   per R1
    is number of f in tree with f.size >= low and f.size <= high and f.size != wanted

setup                                                                               per R1
    move all f in box to tree                                                       per R1
    go Turn

phase Turn                                                                          per R1
    ask 1
        action turn(n in 1..20, m in 1..20)                                         per R1
            when n <= m
            then set low to n
            then set high to m
        action want(k in 1..20)                                                     per R1
            then set wanted to k
    if many < 3
        game over                                                                   per R1
    go Turn

outcome                                                                             per R1
    scores are many for player p
    winners are all player p with many > 0
"""
"""Three numbers to which printed data is compared, with 8,000 combinations: more than one table has rows."""


def test_what_no_table_has_room_for_is_looked_up_in_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, lockstep = made_in_both(tmp_path, TOGETHER)
    assert "many" not in loops(found)
    ends = [lockstep.play(3, number, limit=200).ended for number in range(10)]
    assert {each.how for each in ends} == {"over"}
    assert len({each.steps for each in ends}) > 4
    monkeypatch.setattr(settled_conditions, "MOST_ASKED", 20 * 19)
    without, _ = made_in_both(tmp_path, TOGETHER)
    assert "many" in loops(without)
