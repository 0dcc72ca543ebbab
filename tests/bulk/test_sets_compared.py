"""Sets of numbers from different ranges are compared as sets, in a module as in the reference engine."""

from pathlib import Path

import pytest

from refengine.program.unfit import Unfit
from tests.bulk.side_by_side import made_in_both

RULES = """\
game ranges from rulebook tiny
    players 2                                                   per R1
variable low: -1..2                                             per R1
variable high: 1..{most}, starts 1                              per R1
variable same: count                                            per R1
variable told: count                                            per R1
setup                                                           per R1
    go Work
phase Work                                                      per R1
    ask 1
        action shift(x in -1..2, y in 1..{most})                per R1
            then set low to x
            then set high to y
    if (all n in {{low}} with n != 0) = (all n in {{high}} with n > 0)
        add 1 to same
    if (all n in {{low, 0}} with n != 0) != (all n in {{high, 2}} with n < 4)
        add 1 to told
    if told + same >= 40
        game over
    go Work
"""


@pytest.mark.parametrize("most", [3, 62])
def test_sets_of_numbers_from_ranges_that_overlap_are_compared(most: int, tmp_path: Path) -> None:
    _, lockstep = made_in_both(tmp_path, RULES.format(most=most))
    for number in range(3):
        played = lockstep.play(5, number, limit=200)
        assert played.left is None
        said = lockstep.game.to_json(lockstep.state)["variables"]
        assert most > 3 or min(said["same"], said["told"]) > 0


def test_those_that_no_mask_reaches_over_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as refused:
        made_in_both(tmp_path, RULES.format(most=64))
    assert str(refused.value.args[0]) == str(Unfit("a set of numbers where another range is meant"))
