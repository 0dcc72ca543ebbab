"""What happens at once is kept in locals or in a list, and comes to what the reference engine makes of it."""

from __future__ import annotations

from pathlib import Path

from refengine.bulk.lockstep import Lockstep
from refengine.program import ops
from refengine.program.from_ir.simultaneous import KEPT
from refengine.program.lowering import LoweredProgram
from tests.bulk.side_by_side import made_in_both

RULES = """\
game swaps from rulebook tiny
    players 2                                                                       per R1

component Card                                                                      per R1
    rank: 1..9
    one of each rank

token Coin on each player, limit 20                                                        per R1

zone pool holds Card                                                                per R1
zone hand of each player holds Card                                                 per R1
zone front of each player holds at most 2 Card                                     per R1

variable mark of each player: 0..3, starts 0                                        per R1
variable known: set of Card                                                         per R1

setup                                                                               per R1
    move all c in box with c.rank < 4 to hand of 1                                  per R1
    move all c in box with c.rank < 7 to hand of 2                                  per R1
    move all c in box to pool                                                       per R1
    each player p
        move 5 Coin from supply to p
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action swap(c in hand of p, d in hand of next of p)                         per R1
            then simultaneously
                move c to hand of next of p
                move d to hand of p
                if c.rank > d.rank
                    set known to known + {c}
        action lay(c in hand of p, d in pool)                                       per R1
            then simultaneously
                move d to hand of p
                each player q
                    move all e in front of q to pool
                move c to front of p
                if c.rank > d.rank
                    set known to known + {d}
        action pay(n in 1..2, m in 1..2)                                            per R1
            then simultaneously
                move n Coin from p to next of p
                move m Coin from next of p to p
                add 1 to mark of p
        action both(o in (all player q), r in (all player q), n in 0..3)                            per R1
            then simultaneously
                set mark of o to n
                set mark of r to mark of o
        action look(c in pool, d in pool)                                           per R1
            then simultaneously
                set known to known + {c, d}
                move c to front of p
                move d to front of p
    go Turn(next of p)
"""


def made(room: Path) -> tuple[LoweredProgram, Lockstep]:
    return made_in_both(room, RULES)


def test_the_module_plays_as_the_engine_does(tmp_path: Path) -> None:
    """Games break off where one thing is moved twice, a cell is written twice, or too much lies in a zone."""
    _, lockstep = made(tmp_path)
    ends = [lockstep.play(3, number, limit=30).ended for number in range(60)]
    faults = {each.fault.path for each in ends if each.fault is not None}
    assert {path.rpartition(".")[2] for path in faults} == {"both", "look", "pay"}
    assert len({each.steps for each in ends}) > 6


def test_only_what_may_happen_seldom_or_often_is_listed(tmp_path: Path) -> None:
    found, _ = made(tmp_path)
    listing = {
        each.name.partition(":")[2].strip().rpartition("_")[0]
        for each in found.program.functions
        if any(isinstance(node, ops.Assign) and node.to == KEPT for node in ops.walk(each.body))
    }
    assert listing == {"swap", "lay", "both"}
