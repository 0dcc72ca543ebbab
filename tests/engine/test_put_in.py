"""Small values whose calls are put in where they stand: what they are told is worked out as one whole there."""

from pathlib import Path

import pytest

import refengine
from tests.hostile.small import written

COURSE = """
setup per R1
    simultaneously
        set y to {call}
        set z to x
    go Wait

phase Wait per R1
    ask 1
        action stop per R1
            then game over
"""
BODIES = {"n * 2": 6, "20 - n": 17, "n mod 2": 1, "n div 2": 1, "7 + n": 10, "n * n": 9}


@pytest.mark.parametrize("explain", [True, False])
@pytest.mark.parametrize("told", ["x + 1", "4 - 1", "5 - x", "x", "3"])
@pytest.mark.parametrize("body", BODIES)
def test_what_is_told_binds_as_one(body: str, told: str, explain: bool, tmp_path: Path) -> None:
    """`x + 1` in the place of `n` in `n * 2` is twice the whole; every way of telling 3 comes to the same."""
    start = 3 if told == "x" else 2
    rules = f"""
variable x: 0..9, starts {start} per R1
variable y: 0..99 per R1
variable z: 0..9 per R1
value f(n: 0..10): 0..99 per R1
    is {body}
"""
    course = COURSE.format(call=f"f({told})")
    game = refengine.load(written(tmp_path / "game", rules, course=course, players="1"), explain=explain)
    assert game.to_json(game.initial())["variables"] == {"x": start, "y": BODIES[body], "z": start}
