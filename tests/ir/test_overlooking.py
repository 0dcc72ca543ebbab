"""Values in which a plain engine overlooks something: each beside a twin in which there is nothing to overlook."""

from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.ir.overlooking import overlooking
from refengine.ir.specialise import specialise
from tests.engine.rules import compiled

RULES = """
game tiny from rulebook tiny
    players 2 per R1
kind Hue is Red, Green per R1
question ties about R1 per R1
    "who wins?"
    reading first_wins "the first", official, default
    reading tied "nobody", literal
variable x: 0..3 per R1
variable last: Hue, starts Red per R1
value asked: 0..3 per R1
{value}
value through: 0..3 per R1
    is asked
value beside: 0..3 per R1
    is x
setup per R1
    go Turn
phase Turn per R1
    ask 1
        action stop per R1
            then game over
    go Turn
"""


def cases(one: str, other: str) -> str:
    return f"    case one_way per R1\n        when {one}\n        is 1\n    case other_way per R1\n        {other}\n        is 2"


def exceptions(one: str, other: str, result: str = "2", over: str = "") -> str:
    return (
        f"    normally 0\n    except one_way per R1\n        when {one}\n        is 1\n"
        f"    except other_way{over} per R1\n        when {other}\n        is {result}"
    )


OVERLOOKS = {
    "cases that overlap": cases("x >= 1", "when x <= 1"),
    "cases of which one breaks off": cases("x = 0", "when x > 0 or 3 div x > 1"),
    "cases that the text does not tell apart": cases("x + x = 2", "when x = 0"),
    "exceptions that clash": exceptions("x >= 1", "x <= 1"),
    "results that may differ": exceptions("x >= 1", "x <= 1", "x"),
    "a condition that breaks off below": exceptions("3 div x > 1", "last is Red", "2", " over one_way"),
}

OVERLOOKS_NOTHING = {
    "cases of a contrary": cases("x >= 1", "when x < 1"),
    "otherwise": cases("x >= 1", "otherwise"),
    "members of a kind": cases("last is Red", "when last is Green"),
    "what breaks off only where the other does not apply": cases("x = 0", "when not x = 0 and 3 div x > 1"),
    "exceptions that agree": exceptions("x >= 1", "x <= 1", "1"),
    "one that stands over the other": exceptions("x >= 1", "x <= 1", "2", " over one_way"),
    "readings of a question": exceptions("ties is first_wins", "ties is tied"),
    "one exception": "    normally 0\n    except one_way per R1\n        when 3 div x > 1\n        is 1",
    "one expression": "    is 3 div x",
    "a sum": "    plus one_way per R1\n        when x > 0\n        is 1\n    plus other_way per R1\n        when x > 1\n        is 2",
}


def found(value: str, folder: Path) -> frozenset[str]:
    game = compiled(folder / "tiny", RULES.replace("{value}", value))
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    return overlooking(specialise(game, configuration))


@pytest.mark.parametrize("name", OVERLOOKS)
def test_what_may_be_overlooked_is_seen_in_who_asks_it_too(name: str, tmp_path: Path) -> None:
    assert found(OVERLOOKS[name], tmp_path) == {"asked", "through"}


@pytest.mark.parametrize("name", OVERLOOKS_NOTHING)
def test_where_one_clause_applies_and_no_other_nothing_is(name: str, tmp_path: Path) -> None:
    assert found(OVERLOOKS_NOTHING[name], tmp_path) == frozenset()
