"""Where something goes is worked out before it is taken: in both builds, in the module, as the rules mean it."""

from pathlib import Path

import pytest

from tests.agreement.voices import meant_and_in_a_module
from tests.hostile.small import written

RULES = """
kind Side is Left, Right per R1
component Coin per R1
    4 alike
    starts in pool
zone pool holds Coin per R1
zone purse of each Side holds Coin per R1
token Chip on each Side, limit 4 per R1
"""

COURSE = """
setup per R1
    move 2 Chip from supply to Left
    move 2 Coin from pool to purse of Left
    go Play

phase Play per R1
    ask 1
        action pass_on(Side s) per R1
            when Chip on s > 0
            when purse of s is not empty
            then {effect}
        action fetch(Side s) per R1
            when supply of Chip > 0
            when pool is not empty
            then move 1 Chip from supply to s
            then move 1 Coin from pool to purse of s
    go Play
"""


@pytest.mark.parametrize(
    "effect",
    [
        "move 1 Chip from s to (if Chip on s > 1 then Left else Right)",
        "move 1 Chip from s to (if supply of Chip > 1 then Left else Right)",
        "move 1 Coin from purse of s to purse of (if (number of c in purse of s) > 1 then Left else Right)",
        "move (Chip on Left) div 2 Chip from Left to (if Chip on Left > 1 then Right else Left)",
    ],
)
def test_where_it_goes_may_hang_on_what_is_taken(effect: str, tmp_path: Path) -> None:
    """Tokens had been taken when the engine, and the module, asked where they go; the prover said what the rules say."""
    place = written(tmp_path / "game", RULES, course=COURSE.format(effect=effect), players="1")
    meant_and_in_a_module(place, games=4, limit=12)
