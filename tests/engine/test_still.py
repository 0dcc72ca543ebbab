"""Step invariants over steps that change nothing that they read: play must not take them for kept without a look."""

from pathlib import Path

import pytest

from tests.engine.rules import play

STILL = """
game still from rulebook tiny
    players 2..2                                                per R1

variable n: 0..9                                                per R1
variable spare: truth                                           per R1

setup                                                           per R1
    go Turn

phase Turn                                                      per R1
    ask 1
        action rest                                             per R1
        action flip                                             per R1
            then set spare to not spare
        action rise                                             per R1
            then add 1 to n
    go Turn

step invariant it_rises                                         per R1
    n > before(n)

step invariant it_does_not_fall                                 per R1
    n >= before(n)

step invariant it_stays                                         per R1
    n = before(n)

measure falls                                                   per R1
    9 - n
"""


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
@pytest.mark.parametrize(
    ("action", "broken"),
    [("rest", {"it_rises", "falls"}), ("flip", {"it_rises", "falls"}), ("rise", {"it_stays"})],
)
def test_what_stands_still_is_looked_at(action: str, broken: set[str], explain: bool, tmp_path: Path) -> None:
    game = play(tmp_path / "still", STILL, explain=explain)
    state = game.initial()
    after = game.apply(state, game.find_action(state, 1, action))
    assert {each.name for each in game.violations(state, after)} == broken
