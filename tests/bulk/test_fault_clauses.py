"""Where the rules break off, the module names the clause that the reference engine names, and lockstep looks at that."""

from pathlib import Path

import pytest
from attrs import evolve

from refengine.bulk.lockstep import Lockstep, Mismatch
from refengine.bulk.machine import Machine
from tests.bulk.side_by_side import made_in_both

STUCK = """\
game stuck from rulebook tiny
    players 2                                                   per R1
component Card                                                  per R1
    rank: 1..6
    one of each rank
zone hand of each player holds Card, seen by owner              per R1
zone laid of each player holds Card                             per R1
variable told of each player: 0..3                              per R1
setup                                                           per R1
    move all c in box of Card to hand of 1
    go Turn
phase Turn                                                      per R1
    ask every player p, at once, in secret
{actions}
    game over
"""
"""Both have to choose in secret, and the second has nothing to choose from."""

LAY = """\
        action lay(c in hand of p)                              per R1
            then move c to laid of p
"""
TELL = """\
        action tell(n in 1..3)                                  per R1
            when hand of p is not empty
            then set told of p to n
"""
WEIGH = """\
        action weigh(c in hand of p, d in hand of p)            per R1
            when c.rank + d.rank > 3
            then move c to laid of p
"""


@pytest.mark.parametrize("actions", [LAY, TELL, WEIGH, LAY + TELL, WEIGH + LAY, TELL + WEIGH])
def test_who_has_nothing_to_choose_is_told_of_the_phase_that_asks(actions: str, tmp_path: Path) -> None:
    found, lockstep = made_in_both(tmp_path, STUCK.format(actions=actions.rstrip("\n")))
    ended = lockstep.play(1, 0, limit=10).ended
    assert ended.fault is not None
    assert (ended.how, ended.fault.code, ended.fault.path) == ("fault", "E0514", "Turn")
    _, trapped = Machine(found).games(1, 0, 1, 10, checked=True)
    assert trapped is not None
    assert trapped.site is not None
    assert trapped.site.clause.path == ended.fault.path


def test_a_module_that_names_another_clause_differs(tmp_path: Path) -> None:
    found, lockstep = made_in_both(tmp_path, STUCK.format(actions=LAY.rstrip("\n")))
    assert lockstep.play(1, 0, limit=10).ended.how == "fault"
    sites = tuple(evolve(each, clause=evolve(each.clause, path="elsewhere")) for each in found.sites)
    other = Lockstep(Machine(evolve(found, sites=sites)), lockstep.game)
    with pytest.raises(Mismatch, match="elsewhere"):
        other.play(1, 0, limit=10)
