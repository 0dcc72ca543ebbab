"""What an audit lists under each reading is all that comes of the states that there are under it, and nothing else.

A state that is found under the defaults is looked at under the other readings too: it may be none there, and another
value may come of it.
"""

from itertools import product

import pytest

from refengine.ir.game import Game
from tests.smt.rules import asked, game

RULES = """
game small from rulebook tiny
    players 2                                                   per R1
question most_of_all: 0..3 about R1                             per ruling A1
    "how many?"
    reading many is 3 "three", house, default
    reading few is 1 "one", house
question counting about R1                                      per ruling A2
    "what counts?"
    reading plainly "as it stands", house, default
    reading twice "double", house
    reading never "nothing counts", house
variable x: 0..3                                                per R1
variable y: 0..2                                                per R1

setup                                                           per R1
    go Play

phase Play                                                      per R1
    ask 1
        action more                                             per R1
            when x < most_of_all
            then add 1 to x
        action less                                             per R1
            when x > 0
            then set x to x - 1
        action choose(n in 0..2)                                 per R1
            then set y to n
    go Play

invariant no_more                                               per R1
    x <= most_of_all

value worth: 0..7                                               per R1
    normally y
    except double                                               per ruling A2
        when counting is twice
        is 2 * x
    except not_at_all                                            per ruling A2
        when counting is never
        is 0

value first: 0..7                                               per R1
    is if x > y and counting is twice then x + y else 0

audit told                                                      per R1
    in every state of 2 players
    case low                                                    per R1
        when x + y < 3
    case high_enough                                            per R1
        when x + y >= 3
    shows x, worth, first, x - y
    counts worth, x
"""

OTHERS = ({"most_of_all": "few"}, {"counting": "twice"}, {"counting": "never"})


def values(most_of_all: str = "many", counting: str = "plainly", *, low: bool) -> list[tuple[int, ...]]:
    """What the four expressions come to in each state of a case, restated."""
    found: list[tuple[int, ...]] = []
    for x, y in product(range(4 if most_of_all == "many" else 2), range(3)):
        if (x + y < 3) == low:
            worth = {"plainly": y, "twice": 2 * x, "never": 0}[counting]
            found.append((x, worth, x + y if x > y and counting == "twice" else 0, x - y))
    return found


def listed(numbers: set[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


@pytest.fixture(scope="module")
def rules() -> Game:
    return game(RULES)


@pytest.mark.parametrize("part", ["low", "high_enough"])
def test_each_reading_has_the_values_of_its_own_states(rules: Game, part: str) -> None:
    usual = values(low=part == "low")
    expected: list[tuple[str, ...]] = []
    for place in range(4):
        by_default = listed({each[place] for each in usual})
        expected.append((f"shows {place + 1}", "by the defaults", by_default))
        for other in OTHERS:
            ((question, reading),) = other.items()
            changed = listed({each[place] for each in values(**other, low=part == "low")})
            if changed != by_default:
                expected.append((f"shows {place + 1}", f"{question} is {reading}", changed or "no such state"))
    expected.append(("number", str(len({(each[1], each[0]) for each in usual}))))
    assert sorted(asked(rules, "told", part=part).table) == sorted(expected)


def test_a_case_that_a_reading_has_no_state_of_is_told_so() -> None:
    rules = game(RULES.replace("x + y >= 3", "x = 3").replace("x + y < 3", "x < 3"))
    table = asked(rules, "told", part="high_enough").table
    assert [row[2] for row in table if row[1] == "most_of_all is few"] == ["no such state"] * 4


def test_where_what_is_shown_has_no_answer_nothing_comes_of_it() -> None:
    """Nothing is the quotient by 0, and what stands for it in a term is no value."""
    shown = "shows 7 + 6 div x\n    counts 6 div x"
    rules = game(RULES.replace("shows x, worth, first, x - y\n    counts worth, x", shown))
    by_default, few, number = asked(rules, "told", part="low").table
    assert (by_default[2], few[1:], number[1]) == ("10, 13", ("most_of_all is few", "13"), "2")


@pytest.mark.parametrize("part", ["low", "high_enough"])
def test_what_is_shown_hangs_on_nothing_that_is_shown_before_it(part: str) -> None:
    """What had no answer took the states in which it has none from all that was listed behind it."""
    before = game(RULES.replace("shows x, worth, first, x - y", "shows 6 div x, x, 6 div y, x - y"))
    usual = values(low=part == "low")
    rows = {row[0]: row[2] for row in asked(before, "told", part=part).table if row[1] == "by the defaults"}
    assert rows["shows 2"] == listed({each[0] for each in usual})
    assert rows["shows 4"] == listed({each[3] for each in usual})
    number = asked(before, "told", part=part).table[-1]
    assert number == ("number", str(len({(each[1], each[0]) for each in usual})))


def test_of_states_in_which_nothing_has_an_answer_it_is_not_said_that_there_are_none() -> None:
    shown = RULES.replace(
        "shows x, worth, first, x - y", "shows 6 div (if counting is twice then 0 else 1), 6 div (y - y)"
    )
    table = asked(game(shown), "told", part="low").table
    assert [row for row in table if row[0] == "shows 1"] == [
        ("shows 1", "by the defaults", "6"),
        ("shows 1", "counting is twice", "no answer"),
    ]
    assert [row for row in table if row[0] == "shows 2"] == [("shows 2", "by the defaults", "no answer")]
    there_are_none = shown.replace("x + y < 3", "x < 3").replace("x + y >= 3", "x = 3")
    table = asked(game(there_are_none), "told", part="high_enough").table
    assert [row[1:] for row in table if row[0] == "shows 2"] == [
        ("by the defaults", "no answer"),
        ("most_of_all is few", "no such state"),
    ]


@pytest.mark.parametrize(
    "numbers", ["{x, (number of player p) * 300000000 + y}", "{x * 999999999 * 999999999 * 999999999}"]
)
def test_a_set_of_numbers_of_which_there_are_too_many_is_not_put_into_terms(numbers: str) -> None:
    """All numbers between the least and the greatest were gone through, and the memory of the machine with them."""
    rules = game(RULES.replace("shows x, worth, first, x - y\n    counts worth, x", f"shows {numbers}"))
    assert asked(rules, "told", part="low").verdict == "unsupported"
