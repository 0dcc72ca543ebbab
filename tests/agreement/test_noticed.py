"""What random games have besides: a wrong verdict about any tables, texts, audits or what would be is noticed, a right one is not."""

from __future__ import annotations

import pytest
from attrs import evolve

from refengine.smt.goal import Decision, Goal
from refengine.smt.plan import COMPLETE
from tests.agreement.drawn.things import Drawn
from tests.agreement.games_and_prover import against, compare, compiled, decisions, gone_through

HEAD = """game small from rulebook tiny
    players 2 per R1
kind Charm is Moth, Toad per R1
variable n: 0..3 per R1
variable turns of each player: 0..2 per R1
question order about R1 per ruling A1
    "which?"
    reading first "the first", default
    reading last "the last"
"""
COURSE = """
setup per R1
    go Turn(1)
phase Turn(p: player) per R1
    ask p
        action count per R1
            when turns of p < 2
            then add 1 to turns of p
        action stop per R1
            then game over
    go Turn(next of p)
value goal: 1..2 per R1
    is if order is first then 1 else 2
"""
ANY = f"""{HEAD}table towns per R1
kind Town from table towns per R1
    size: 1..3
law small_enough per R1
    every Town x has x.size < 3
setup per R1
    go Turn(1)
phase Turn(p: player) per R1
    ask p
        action visit(Town x) per R1
            then set n to x.size
    go Turn(next of p)
invariant printed per R1
    n < 2
invariant any_town over any towns per R1
    n < 2
invariant lawful over any towns per R1
    n < 3
claim of_all per R1
    in every state of 2 players over any towns
    every Town x has x.size < 2
"""
TOWNS = "id,size\nOslo,1\nRome,1\n"
TEXT = f"""{HEAD}
setup per R1
    go Turn(1)
phase Turn(p: player) per R1
    ask p
        action cast(Charm c) per R1
            then enter spell(p, c)
    game over
text spell(p: player, c: Charm) by c, open over Add, at most 1 times per R1
spell of Moth per R1
    enter Add(1)
phase Add(k: 0..2) per R1
    set n to k
invariant at_most_one per R1
    n < 2
invariant at_most_two per R1
    n < 3
"""
SUPPOSED = f"""{HEAD}{COURSE}
claim both_alike per R1
    in every state of 2 players
    turns of 1 = (turns of 1 after exchange of 1 and 2)
claim the_other per R1
    in every state of 2 players
    turns of 2 = (turns of 1 after exchange of 1 and 2)
claim whatever_order per R1
    in every state of 2 players
    goal = (goal under order is last)
claim has_an_answer per R1
    in every state of 2 players
    (highest of 1 for player p with turns of p > 0) is not a fault
audit sums per R1
    in every state of 2 players
    case few per R1
        when turns of 1 + turns of 2 < 3
    case many per R1
        when turns of 1 + turns of 2 = 4
    shows turns of 1, order is first
    compares goal, turns of 1
    counts turns of 1, turns of 2
"""


def wrong(drawn: Drawn, *claimed: Decision) -> list[bool]:
    """Returns whether anything speaks against each of some verdicts on a game."""
    rules = compiled(drawn)
    assert rules is not None
    known = gone_through(drawn, rules, None)
    decided = decisions(rules)
    stated = {(each.statement, each.part) for each in decided}
    assert all((each.goal.statement, each.goal.part) in stated for each in claimed)
    sure = {goal: evolve(each, verdict="proved") for goal, each in decided.items()}
    return [bool(against(known, each, sure)) for each in claimed]


def proved(kind: str, name: str, part: str = "", *, every_text: bool = False, texts: str = "") -> Decision:
    return Decision(Goal(kind, name, 2, part, texts=texts), "proved", every_text=every_text)  # type: ignore[arg-type]


def test_what_is_said_of_any_table_is_held_against_other_tables() -> None:
    other = Drawn(ANY, {"towns": "id,size\nOslo,1\nRome,2\n"}, changed=frozenset({"Town"}))
    drawn = Drawn(ANY, {"towns": TOWNS}, (other,))
    claimed = (
        proved("invariant", "printed"),
        proved("invariant", "printed"),
        proved("invariant", "any_town", "any Town"),
        proved("invariant", "lawful", "any Town"),
        proved("claim", "of_all"),
    )
    assert wrong(drawn, *claimed) == [False, False, True, False, True]
    assert wrong(Drawn(ANY, {"towns": TOWNS}), *claimed) == [False] * 5


def test_what_is_said_of_every_text_is_held_against_other_bodies() -> None:
    body = "spell of Toad per R1\n    enter Add({})\n"
    drawn = Drawn(
        TEXT,
        written=(Drawn(TEXT + body.format(1)),),
        rewritten=(Drawn(TEXT.replace("enter Add(1)", "enter Add(2)") + body.format(0)),),
    )
    kinds = [
        proved("invariant", name, every_text=every_text, texts="any")
        for name in ("at_most_one", "at_most_two")
        for every_text in (False, True)
    ]
    with_all = evolve(drawn, text=TEXT + body.format(0))
    assert wrong(with_all, *kinds) == [False, True, False, False]
    assert wrong(evolve(with_all, written=(Drawn(TEXT + body.format(2)),)), *kinds) == [True, True, False, False]


def test_what_would_be_is_found_out_from_both_sides() -> None:
    claimed = [
        proved("claim", each) for each in ("both_alike", "the_other", "whatever_order", "has_an_answer")
    ]  # fmt: skip
    assert wrong(Drawn(SUPPOSED), *claimed) == [True, False, True, True]


@pytest.mark.parametrize(
    ("part", "verdict", "table", "is_wrong"),
    [
        (COMPLETE, "proved", (), True),
        ("order: first or last", "proved", (), True),
        ("many", "not found", (), True),
        (
            "many",
            "found",
            (("shows 1", "by the defaults", "2"), ("shows 2", "by the defaults", "true"), ("number", "1")),
            True,
        ),
        (
            "many",
            "found",
            (
                ("shows 1", "by the defaults", "2"),
                ("shows 2", "by the defaults", "true"),
                ("shows 2", "order is last", "false"),
                ("number", "1"),
            ),
            False,
        ),
        ("few", "found", (("shows 1", "by the defaults", "0, 1"),), True),
    ],
)
def test_a_table_of_what_may_happen_is_held_against_what_happens(
    part: str, verdict: str, table: tuple[tuple[str, ...], ...], is_wrong: bool
) -> None:
    decision = Decision(Goal("audit", "sums", 2, part), verdict, table=table)  # type: ignore[arg-type]
    assert wrong(Drawn(SUPPOSED), decision) == [is_wrong]


@pytest.mark.parametrize(
    "drawn", [Drawn(ANY, {"towns": TOWNS}), Drawn(TEXT), Drawn(SUPPOSED)], ids=("any", "text", "supposed")
)
def test_what_the_prover_says_of_these_games_is_so(drawn: Drawn) -> None:
    found = compare(drawn, seats=0)
    assert found is not None
    assert found.whole
    assert not found.wrong
