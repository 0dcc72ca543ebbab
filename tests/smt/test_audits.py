"""Audits: cases that leave something out or cannot be, what is shown and counted, and readings that are compared.

What an audit shows and counts is held against every state there is, each set up in the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from refengine.ir.game import Game
from refengine.prove.engines import Engines
from refengine.smt.claims import listing
from refengine.smt.goal import Decision, Position
from refengine.smt.plan import COMPLETE, goals
from refengine.source.cache import Cache
from tests.smt.rules import COURSE, HEAD, WINS, asked, confirmed, game, proved

RULES = """
variable mood: 0..4                                             per R1

question bonus: 1..2 about R1                                       per ruling A3
    "how much more is blue worth?"
    reading little is 1 "one", default
    reading much is 2 "two"

value worth(c: Card): 1..5                                      per R1
    normally c.rank
    except blue per ruling A3
        when c.colour is Blue
        is c.rank + bonus

value best: 0..5                                                per R1
    is if field is empty then 0 else highest of worth(c) for c in field

value owner_of_best: player or nobody                           per R1
    is if takers = 1 then (the player p with (some c in field of p has wins(c))) else none

value third: 0..2                                               per R1
    is mood mod 3
"""

AUDITS = """
audit fields                                                    per R1
    in every state of 2 players
    case none_at_all per R1
        when field is empty
    case a_single_card per R1
        when (number of c in field) = 1
    case two_cards per R1
        when (number of c in field) = 2
    shows best, takers, owner_of_best
    compares takers, owner_of_best
    counts best, takers

audit leaves_out                                                per R1
    in every state of 2 players
    case none_at_all per R1
        when field is empty
    case two_cards per R1
        when (number of c in field) = 2

audit overlaps                                                  per R1
    in every state of 2 players
    case few per R1
        when (number of c in field) <= 1
    case some per R1
        when (number of c in field) >= 1

audit has_one_too_many                                          per R1
    in every state of 2 players
    assuming field is not empty
    case some per R1
        when field of 1 is not empty or field of 2 is not empty
    case three_cards per R1
        when (number of c in field) = 3

audit moods                                                     per R1
    in every state of 2 players
    case low per R1
        when mood < 3
    case high_mood per R1
        when mood >= 3
    shows third
    counts mood, third
"""
NAMES = ("fields", "leaves_out", "overlaps", "has_one_too_many", "moods")


def part_of(rules: Game, name: str) -> list[str]:
    return [each.part for each in goals(rules) if (each.kind, each.name, each.players) == ("audit", name, 2)]


@pytest.fixture(scope="module")
def rules() -> Game:
    text = AUDITS.replace("case some per", "case several per")
    return game(HEAD, WINS, RULES, COURSE, text)


@pytest.fixture(scope="module")
def found(rules: Game) -> dict[tuple[str, str], Decision]:
    wanted = [each for each in goals(rules) if each.kind == "audit"]
    return {(each.goal.name, each.goal.part): each for each in proved(rules, *wanted)}


Found = dict[tuple[str, str], Decision]


# ---- CASES


@pytest.mark.parametrize(
    ("name", "part", "verdict"),
    [
        ("fields", COMPLETE, "proved"),
        ("fields", "none_at_all", "found"),
        ("fields", "two_cards", "found"),
        ("leaves_out", COMPLETE, "refuted"),
        ("leaves_out", "two_cards", "found"),
        ("overlaps", COMPLETE, "refuted"),
        ("has_one_too_many", COMPLETE, "proved"),
        ("has_one_too_many", "several", "found"),
        ("has_one_too_many", "three_cards", "not found"),
    ],
)
def test_the_verdict_on_a_case(found: Found, name: str, part: str, verdict: str) -> None:
    assert found[name, part].verdict == verdict, found[name, part]


def lying(decision: Decision) -> list[str]:
    assert decision.counterexample is not None
    held = decision.counterexample.positions[0].data["zones"]["field"]
    return [card for one in held.values() for card in one]


def test_a_state_that_no_case_or_two_cases_fit_is_shown(found: Found) -> None:
    left_out, twice = found["leaves_out", COMPLETE], found["overlaps", COMPLETE]
    assert (left_out.how, len(lying(left_out))) == ("no case applies here", 1)
    assert (twice.how, len(lying(twice))) == ("several cases apply here", 1)


def test_an_example_of_a_case_is_the_least(rules: Game, found: Found, kept: Cache) -> None:
    assert lying(found["fields", "a_single_card"]) == ["Red 1"]
    assert sorted(lying(found["fields", "two_cards"])) == ["Red 1", "Red 2"]
    confirmed(kept, rules, found["fields", "two_cards"])


# ---- SHOWN AND COUNTED


CARDS = tuple(f"{colour} {rank}" for colour in ("Red", "Blue") for rank in (1, 2, 3))


def fields() -> Iterator[dict[str, list[str]]]:
    """Everything that can lie on two fields."""
    for one, other in product((None, *CARDS), repeat=2):
        if one is None or one != other:
            yield {"1": [] if one is None else [one], "2": [] if other is None else [other]}


def all_values(engines: Engines, readings: dict[str, str], number: int) -> set[tuple[Any, ...]]:
    """What the engine makes of every state with so many cards on the fields: best, takers, whose is best."""
    usual = {"bonus": "little", "high": "better", "ties": "neither", **readings}
    values: set[tuple[Any, ...]] = set()
    for field in fields():
        if sum(map(len, field.values())) == number:
            stood = engines.stand(Position(2, tuple(sorted(usual.items())), (), {"zones": {"field": field}}))
            values.add(tuple(stood.game.value(stood.state, each) for each in ("best", "takers", "owner_of_best")))
    return values


@pytest.fixture(scope="module")
def engines(rules: Game, kept: Cache) -> Engines:
    return Engines(rules, kept)


def told(values: set[Any]) -> str:
    return ", ".join(sorted("none" if each is None else str(each) for each in values))


OTHERS = ({"ties": "both"}, {"high": "worse"}, {"bonus": "much"})


@pytest.mark.parametrize(("part", "number"), [("none_at_all", 0), ("a_single_card", 1), ("two_cards", 2)])
def test_what_is_shown_is_all_that_there_is(found: Found, engines: Engines, part: str, number: int) -> None:
    """By the defaults, and for each other reading alone where that makes a difference."""
    expected: list[tuple[str, ...]] = []
    usual = all_values(engines, {}, number)
    for place in range(3):
        by_default = told({each[place] for each in usual})
        expected.append((f"shows {place + 1}", "by the defaults", by_default))
        for reading in OTHERS:
            ((question, chosen),) = reading.items()
            other = told({each[place] for each in all_values(engines, reading, number)})
            if other != by_default:
                expected.append((f"shows {place + 1}", f"{question} is {chosen}", other))
    expected.append(("number", str(len({each[:2] for each in usual}))))
    assert sorted(found["fields", part].table) == sorted(expected)


def test_numbers_are_counted_with_what_they_come_to_together(found: Found) -> None:
    low, high = ({row[0]: row[-1] for row in found["moods", part].table} for part in ("low", "high_mood"))
    assert low == {"shows 1": "0, 1, 2", "number": "3"}
    assert high == {"shows 1": "0, 1", "number": "2"}  # of 3 and 4


# ---- COMPARED


def test_of_each_question_two_readings_are_compared(rules: Game) -> None:
    compared = {"ties: neither or both", "high: better or worse", "bonus: little or much"}
    assert {each for each in part_of(rules, "fields") if ": " in each} == compared
    assert all(": " not in each for each in part_of(rules, "moods"))


def test_readings_differ_where_the_engine_differs(rules: Game, found: Found, engines: Engines, kept: Cache) -> None:
    for reading in OTHERS:
        ((question, chosen),) = reading.items()
        (part,) = (each for each in part_of(rules, "fields") if each.startswith(f"{question}: "))
        differs = any(
            {each[1:] for each in all_values_at(engines, {}, field)}
            != {each[1:] for each in all_values_at(engines, reading, field)}
            for field in fields()
        )
        decision = found["fields", part]
        assert decision.verdict == ("found" if differs else "proved"), (question, chosen)
        if differs:
            confirmed(kept, rules, decision)


def all_values_at(engines: Engines, readings: dict[str, str], field: dict[str, list[str]]) -> set[tuple[Any, ...]]:
    usual = {"bonus": "little", "high": "better", "ties": "neither", **readings}
    stood = engines.stand(Position(2, tuple(sorted(usual.items())), (), {"zones": {"field": field}}))
    return {tuple(stood.game.value(stood.state, each) for each in ("best", "takers", "owner_of_best"))}


def test_both_sides_of_a_difference_are_shown(found: Found) -> None:
    decision = found["fields", "high: better or worse"]
    assert decision.counterexample is not None
    chosen = [dict(each.readings)["high"] for each in decision.counterexample.positions]
    assert {*chosen} == {"better", "worse"}
    assert len({repr(each.data) for each in decision.counterexample.positions}) == 1
    others = {dict(each.readings)["ties"] for each in decision.counterexample.positions}
    assert others == {"neither"}  # the other questions are at their defaults


def test_questions_interact_only_where_any_readings_are_asked_of() -> None:
    """A reading that matters under another one alone."""
    text = """
value odd: truth per R1
    is high is worse and ties is both and field is empty
audit by_default per R1
    in every state of 2 players
    compares odd
audit of_any per R1
    in every state of 2 players
    under any readings
    compares odd
audit under_one per R1
    in every state of 2 players
    under high is worse
    compares odd
"""
    rules = game(HEAD, COURSE, text)
    verdicts = {name: asked(rules, name, part="ties: neither or both").verdict for name in
                ("by_default", "of_any", "under_one")}  # fmt: skip
    assert verdicts == {"by_default": "proved", "of_any": "found", "under_one": "found"}
    assert [each for each in part_of(rules, "under_one") if each.startswith("high")] == []


# ---- ALL AND NOTHING ELSE


HANDS = """
game hands from rulebook tiny
    players 2                                                   per R1

kind Tree is Ash, Birch                                         per R1

component Leaf                                                  per R1
    tree: Tree
    2 alike of each tree

zone hand of each player holds Leaf                             per R1
zone pile holds Leaf                                            per R1

question order about R1                                         per ruling A1
    "which?"
    reading first "the first", default
    reading last "the last"

setup                                                           per R1
    go Turn

phase Turn                                                      per R1
    ask 1
        action take(c in box)                                   per R1
            then move c to hand of 1
        action keep_them                                        per R1
    go Turn

audit held                                                      per R1
    in every state of 2 players
    case others_have_none                                       per R1
        when hand of 2 is empty
    case others_have_some                                       per R1
        when hand of 2 is not empty
    shows (number of c in hand of 1)
    counts (number of c in hand of 1), (number of c in hand of 2)

audit never_said                                                per R1
    in every state of 2 players
    compares (highest of 1 for player p with p > 2)
"""


@pytest.fixture(scope="module")
def hands() -> Game:
    return game(HANDS)


def test_what_is_shown_are_states_in_which_no_piece_is_lost(hands: Game) -> None:
    tables = [asked(hands, "held", part=f"others_have_{each}").table for each in ("none", "some")]
    shown = [[row[2] for row in table if row[0] == "shows 1"] for table in tables]
    assert shown == [["0, 1, 2, 3, 4"], ["0, 1, 2, 3"]]
    assert [dict(row for row in table if len(row) == 2) for table in tables] == [{"number": "5"}, {"number": "10"}]


def test_a_list_that_is_cut_short_is_not_told_as_whole(hands: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST", 4)
    cut, whole = (asked(hands, "held", part=f"others_have_{each}") for each in ("none", "some"))
    assert (cut.verdict, cut.table, cut.how) == ("unknown", (), "there are more than 4 values")
    assert whole.verdict == "unknown"  # it is counted how many come together, too


def test_what_has_no_answer_anywhere_is_not_called_vacuous(hands: Game) -> None:
    decision = asked(hands, "never_said", part="order: first or last")
    assert decision.verdict == "unknown"
    assert "never_said: there is a highest or lowest" in decision.how


LISTED = """
game listed from rulebook tiny
    players 2                                                   per R1

kind Suit is Red, Blue                                          per R1

variable heat: -1..10                                           per R1
variable suits: set of Suit                                     per R1

setup                                                           per R1
    ask 1
        action rest                                             per R1
    game over

audit as_they_are                                               per R1
    in every state of 2 players
    case whatever per R1
        when true
    shows heat, suits
"""


def test_numbers_are_listed_in_their_order_and_sets_in_braces() -> None:
    table = asked(game(LISTED), "as_they_are", part="whatever").table
    assert [row[2] for row in table] == ["-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10", "{Blue}, {Red, Blue}, {Red}, {}"]
