"""What a value is told is worked out whether the value asks for it or not: where that breaks off, every build does.

Values are folded, opened, put in where they are called, and worked out early. None of it may lose a fault.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

import refengine
from refengine.runtime.fault import Fault
from tests.agreement.random_calls import COURSE
from tests.agreement.voices import meant_and_in_a_module
from tests.hostile.small import written

PLACES = {
    "at once": "    simultaneously\n        set y to {call}\n        set z to x",
    "twice at once": "    simultaneously\n        set y to {call}\n        set z to {call} mod 3",
    "after another": "    set z to x\n    set y to {call}",
    "where something holds": "    if {call} > 2\n        set z to 1",
    "where x is not 0": "    if x is not 0 and {call} > 2\n        set z to 1",
    "of all": "    set z to number of n in 0..2 with {call} > n",
    "chosen": "    set y to if x is 0 then 1 else {call}",
}
BODIES = (
    "3",
    "n * 2",
    "if x is 0 then 1 else n",
    "if n is 0 then 1 else 2",
    "\n    normally 2\n    except x_is_one per R1\n        when x is 1\n        is 7",
    "\n    normally n\n    except nothing_there per R1\n        when x is 0\n        is 7",
)
TOLD = ("6 div x", "x - 1", "x + 9", "the m in 0..3 with m + x is 4")


def rules(body: str) -> str:
    says = body if body.startswith("\n") else f"\n    is {body}"
    return f"""
variable x: 0..9, starts 1 per R1
variable y: 0..99 per R1
variable z: 0..9 per R1
value f(n: 0..10): 0..99 per R1{says}
"""


def sparing() -> Iterator[object]:
    """Every place with every second body, and every body with every second place; the others are for a campaign."""
    for one, place in enumerate(PLACES):
        for other, body in enumerate(BODIES):
            yield pytest.param(place, body, marks=() if (one + other) % 2 == 0 else pytest.mark.campaign)


@pytest.mark.parametrize(("place", "body"), [*sparing()])
def test_every_build_breaks_off_where_it_is_meant(place: str, body: str, tmp_path: Path) -> None:
    faults = 0
    for number, told in enumerate(TOLD):
        course = COURSE.format(effects=PLACES[place].format(call=f"f({told})"))
        folder = written(tmp_path / str(number), rules(body), course=course, players="1")
        plain, explained = ([after(folder, each, explain=explain) for each in range(4)] for explain in (False, True))
        assert plain == explained, told
        faults += sum(isinstance(each, str) for each in plain)
        meant_and_in_a_module(folder, games=4, limit=6)
    assert faults >= 2


def after(folder: Path, choice: int, *, explain: bool) -> object:
    """The variables after a choice, or the fault at which the rules break off."""
    game = refengine.load(folder, explain=explain)
    state = game.initial()
    try:
        return game.to_json(game.apply(state, game.legal(state)[choice]))["variables"]
    except Fault as fault:
        return f"{fault}"


@pytest.mark.parametrize("others", ["true", "false"])
def test_a_guard_breaks_off_where_it_decides_nothing(others: str, tmp_path: Path) -> None:
    """Returns whether the exception is due or not, the same holds; where nobody can say whether it is, the rules break off."""
    value = f"""
variable x: 0..9, starts 1 per R1
variable z: 0..9 per R1
value f: truth per R1
    normally {others}
    except another per R1
        when 6 div x > 1
        is {others}
"""
    course = COURSE.format(effects="    simultaneously\n        if f\n            set z to 1")
    folder = written(tmp_path / "game", value, course=course, players="1")
    for explain in (False, True):
        found = [after(folder, each, explain=explain) for each in range(4)]
        assert [isinstance(each, str) for each in found] == [True, False, False, False]
    meant_and_in_a_module(folder, games=4, limit=6)
