"""Readings that are there to show a gap: the position that no rule covers, or that there is none after all."""

from __future__ import annotations

import re

import pytest

from refengine.ir.game import Game
from refengine.prove.engines import Engines
from refengine.prove.narrative import show
from refengine.smt.claims.gaps import BROKEN, ELSEWHERE
from refengine.smt.goal import Decision
from refengine.source.cache import Cache
from tests.smt.rules import HEAD, asked, confirmed, game

RULES = """
question equal about R1                                         per ruling A3
    "the text asks for higher: what if both are as high?"
    reading draw "nobody takes it", default
    reading as_written "it is not said", literal, incomplete

question order about R1                                         per ruling A4
    "who is first, if ranks are the same?"
    reading by_colour "red", default
    reading by_rank "it can not be", literal, incomplete

value takes(c: Card, d: Card): truth                            per R1
    case higher per R1
        when c.rank > d.rank
        is true
    case lower per R1
        when c.rank < d.rank
        is false
    case drawn per ruling A3
        when c.rank = d.rank
        when equal is draw
        is false

value first(c: Card): 1..2                                      per R1
    case red per R1
        when c.colour is Red
        is 1
    case blue per R1
        when c.colour is Blue
        is 2
    case neither_colour per ruling A4
        when order is by_colour
        when c.rank > 3
        is 1

setup                                                           per R1
    move all c in box of Card to deck
    go Deal

phase Deal                                                      per R1
    ask chance
        action deal(c in deck, d in deck)                       per R1
            when c != d
            then move c to field of 1
            then move d to field of 2
    go Fight

phase Fight                                                     per R1
    for each c in field of 1
        for each d in field of 2
            if takes(c, d) and first(c) = 1
                move d to pile
    game over
"""


@pytest.fixture(scope="module")
def rules() -> Game:
    return game(HEAD, RULES)


@pytest.fixture(scope="module")
def gap(rules: Game) -> Decision:
    return asked(rules, "equal", part="as_written")


def test_a_gap_is_found_and_a_game_stops_there(rules: Game, gap: Decision, kept: Cache) -> None:
    assert (gap.verdict, gap.how) == ("found", "no case of `takes` applies here")
    assert gap.counterexample is not None
    assert gap.counterexample.fault == "takes"
    told = confirmed(kept, rules, gap)
    assert told.fault is not None
    assert told.fault.path == "takes"


def test_it_is_shown_with_what_it_takes_and_no_more(rules: Game, gap: Decision, kept: Cache) -> None:
    """Two cards of the deck are enough; the engine runs into the same gap from there."""
    shown = show(Engines(rules, kept), gap)
    assert shown.told is not None
    assert shown.told.fault is not None
    (scene,) = shown.told.scenes
    assert re.fullmatch(r"\{(Red|Blue) (\d), (Red|Blue) \2\} in deck", "; ".join(scene.given))
    assert ("equal", "as_written") in scene.readings


def test_it_is_the_gap_of_that_reading(gap: Decision) -> None:
    """Under it, the others at their defaults; with what the text does not speak of."""
    assert gap.counterexample is not None
    (position,) = gap.counterexample.positions
    assert dict(position.readings) == {"equal": "as_written", "high": "better", "order": "by_colour", "ties": "neither"}
    assert gap.counterexample.step is not None
    one, other = (str(each) for each in gap.counterexample.step.arguments)
    assert one != other
    assert one[-1] == other[-1]


def test_one_that_is_covered_after_all_is_told_so(rules: Game) -> None:
    decision = asked(rules, "order", part="by_rank")
    assert (decision.verdict, decision.how) == ("not found", "every position is covered after all")
    assert decision.counterexample is None


def test_a_gap_that_an_invariant_excludes_is_not_known(rules: Game) -> None:
    """The positions of a gap obey the invariants; but of a reading with a gap none is proved, and none may be leant on."""
    closed = RULES.replace("when c != d\n", "when c.rank < d.rank\n")
    assert asked(game(HEAD, closed), "equal", part="as_written").verdict == "not found"
    guarded = RULES.replace("ask chance", "add 0 to round\n    ask chance").replace(
        "        action deal(c in deck, d in deck)                       per R1\n            when c != d\n",
        "        action deal(c in deck, d in deck) per R1\n            when c != d and (c.rank != d.rank or round > 3)\n",
    )
    assert asked(game(HEAD, guarded), "equal", part="as_written").verdict == "found"
    stated = "invariant early per R1\n    round <= 3\n"
    excluded = asked(game(HEAD, guarded, stated), "equal", part="as_written")
    assert (excluded.verdict, excluded.how) == ("unknown", BROKEN)


def test_a_gap_that_no_step_meets_is_not_known(rules: Game) -> None:
    """Rules that break off in the setup, or where it is looked what is legal, break off all the same."""
    closed = RULES.replace("when c != d\n", "when c.rank < d.rank\n")
    (start,) = re.findall(r"setup.*?\n(?=\S)", closed, re.DOTALL)
    begun = "    if (some Card c, some Card d has c != d and takes(c, d))\n        add 0 to round\n"
    early = closed.replace(start, start.replace("    go ", begun + "    go ", 1))
    assert early != closed
    decision = asked(game(HEAD, early), "equal", part="as_written")
    assert (decision.verdict, decision.how) == ("unknown", ELSEWHERE)
    legal = "            when c.rank < d.rank"
    told = closed.replace(f"{legal}\n", f"{legal} and (takes(d, d) or takes(c, d))\n")
    assert told != closed
    assert asked(game(HEAD, told), "equal", part="as_written").verdict != "not found"
