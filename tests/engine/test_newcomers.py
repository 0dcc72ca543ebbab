"""A step invariant of those who came where nobody was is asked where somebody may have come, and of no other steps."""

from itertools import pairwise
from typing import Any, Final

import pytest

from tests.engine.test_near import RULES, compiled, made_of, played

NEWCOMERS: Final = "every s in spots of pegs with before(pegs of s is empty) has marks < 8"

OTHERS: Final = (
    "every s in spots of pegs with before(pegs of s is not empty) has marks < 8",
    "every s in spots of pegs with before(marks > 4 and pegs of s is empty) has marks < 12",
    "every Rim s with before(pegs of s is empty) has marks < 8",
    "every s in spots of pegs with pegs of s is empty has marks < 0",
    "every s in spots of pegs with (every r in spots of pegs has r = s or before(pegs of r is empty)) has marks < 8",
)


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize("said", [NEWCOMERS, *OTHERS])
def test_what_a_step_breaks_is_what_the_whole_invariant_says(said: str, *, explain: bool) -> None:
    game = made_of(compiled(f"{RULES}step invariant stated per R1\n    {said}\n"), explain=explain)
    functions: dict[str, Any] = game._module.broken.__globals__
    broken = []
    for seed in range(4):
        for before, after in pairwise(played(game, seed)):
            broken.append(bool(game.stated_violations(before, after)))
            assert broken[-1] == (not functions["holds_stated"](before, after))
            if said == NEWCOMERS:
                came = [each for each in after.pegs.spots() if before.pegs[each] is None]
                assert broken[-1] == (bool(came) and after.marks >= 8)
    assert any(broken) == (said != OTHERS[3])
    assert not all(broken)
