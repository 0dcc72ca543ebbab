"""Whether things lie in a set that is at hand is asked of all of them at once, and what comes of it is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from refengine.bulk.lockstep import Lockstep
from refengine.program import ops
from refengine.program.from_ir import settled_conditions
from refengine.program.lowering import LoweredProgram
from tests.bulk.side_by_side import made_in_both

RULES = """\
game cards from rulebook tiny
    players 2                                                                       per R1

component Card                                                                      per R1
    rank: 1..{size}
    one of each rank

zone pool holds Card                                                                per R1
zone hand of each player holds Card                                                 per R1
zone gone holds Card                                                                per R1

variable known of each player: set of Card                          per R1
variable few: set of Card                                           per R1

value shared: count                                                                 per R1
    is number of c in hand with c in few

value strange(p: player): count                                                     per R1
    is number of Card c with c not in few and c not in known of p

value first_known(p: player): 0..{size}                                              per R1
    is if (some c in hand of p has c in known of p) then (lowest of c.rank for c in hand of p with c in known of p) else 0

setup                                                                               per R1
    move all c in box with c.rank + 9 > {size} to pool                                per R1
    move all c in box to gone                                                       per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action take(c in pool)                                                      per R1
            when c not in few
            then move c to hand of p
        action know(c in hand of p)                                                 per R1
            when c not in known of p and strange(p) > 2
            then set known of p to known of p + {{c}}
        action mark(c in hand of next of p)                                         per R1
            when c in few or shared < 3
            then set few to few + {{c}}
        action drop(c in hand of p)                                                 per R1
            when c in known of p
            then move c to gone
        action forget(n in 1..2)                                                    per R1
            when n = 1 or first_known(p) > 2
            then set few to few - few
    go Turn(next of p)

step invariant gone_is_gone                                                         per R1
    every c in before(gone) has c in gone

step invariant what_is_known_is_had_or_gone                                         per R1
    every player p has every c in known of p has c in hand of p or c not in before(pool)

step invariant few_are_forgotten                                                    per R1
    every c in before(few) has c in few
"""


def made(room: Path, size: int) -> tuple[LoweredProgram, Lockstep]:
    return made_in_both(room, RULES.format(size=size))


@pytest.mark.parametrize("size", [9, 64, 65])
def test_the_module_plays_as_the_engine_does(tmp_path: Path, size: int) -> None:
    _, lockstep = made(tmp_path, size)
    ends = [lockstep.play(5, number, limit=60, checked=number % 2 == 0) for number in range(6)]
    assert [each.left for each in ends] == [None] * 6
    assert ("few_are_forgotten",) in {each.ended.broken for each in ends}
    assert sum(each.ended.steps for each in ends) > 150


def loops(found: LoweredProgram) -> list[str]:
    """The names of the functions of what has to hold that go through something."""
    asked = [each for each in found.program.functions if each.name.startswith("holds ")]
    return [each.name for each in asked if any(isinstance(node, ops.While) for node in ops.walk(each.body))]


def test_a_mask_is_gone_through_by_nobody_who_asks_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = made(tmp_path, 64)
    assert loops(found) == ["holds what_is_known_is_had_or_gone"]  # that goes through the players
    beyond, _ = made(tmp_path, 65)
    monkeypatch.setattr(settled_conditions, "_members_in", lambda *_: None)
    without, _ = made(tmp_path, 64)
    assert len(loops(beyond)) == len(loops(without)) == 3
