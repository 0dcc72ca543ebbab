"""What lasts by the text alone: numbers that only grow, places that only empty, choices that read what all see."""

import pytest

from refengine.local.decide import decide_locally
from refengine.prove.by_play import asking_phases, spoken_of, with_proofs_by_play
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.plan import ALONG, batches, goals
from tests.types.front_end import compile_texts

RULES = """\
game tiny from rulebook tiny
    players 2 per R1
kind Phase_of_day is Day, Night per R1
component Card per R1
    strong: truth
    9 alike with strong true
    9 alike with strong false
zone deck holds Card per R1
zone hand of each player holds Card{hand} per R1
variable score of each player: count per R1
variable best: 0..9{best} per R1
question how_many: 1..10 about R1 per R1
    "how many cards?"
    reading few is 1 "one", official, default
    reading many is {many} "more", literal
setup per R1
    move how_many Card(true) from box to deck
    move {at_start} Card(false) from box to deck
    go Turn(1)
phase Turn(p: player) per R1
    if deck is empty
        game over
    ask p
        action draw(c in {among}) per R1
            then move c to {to}
            then {change}
        {pass_action}
    go Turn(next of p)
phase Never(p: player) per R1
    ask p
        action wait per R1
            then set best to 3
    go Turn(p)
step invariant grows per R1
    every player p has score of p >= before(score of p)
step invariant best_grows per R1
    best >= before(best)
measure cards in Turn per R1
    number of c in deck
"""
PLAIN = {
    "hand": "",
    "best": "",
    "many": "2",
    "at_start": "how_many",
    "among": "deck",
    "to": "hand of p",
    "change": "add 1 to score of p",
    "pass_action": "action leave(c in deck) per R1\n            then move c to box",
}


def _verdicts(**changed: str) -> dict[tuple[str, str], str]:
    return _verdicts_of(RULES.format(**{**PLAIN, **changed}))


def _verdicts_of(rules: str) -> dict[tuple[str, str], str]:
    game, found = compile_texts({"game.rules": rules})
    assert game is not None, [each.message for each in found]
    decided: dict[tuple[str, str], str] = {}
    phases = asking_phases(game, 2)
    for batch in batches(goals(game)):
        if batch[0].kind in ALONG:
            before = tuple(Decision(goal, "unsupported") for goal in batch)
            started = with_proofs_by_play(game, before)
            for one, each in zip(started, decide_locally(game, started, Limits()), strict=True):
                decided[each.goal.kind, each.goal.name] = spoken_of(game, each, one, phases).verdict
    return decided


GROWS = ("step invariant", "grows")
CARDS = ("measure", "cards")
TURN = ("sight", "Turn")
MOVES = ("obligation", "setup: the piece lies where it is taken from")


@pytest.mark.parametrize(
    ("statement", "false"),
    [
        (GROWS, {"change": "subtract 1 from score of p"}),
        (GROWS, {"change": "set score of p to 1"}),
        (GROWS, {"change": "add (number of d in deck) - 1 to score of p"}),
        (CARDS, {"pass_action": "action leave(c in deck) per R1\n            then add 1 to score of p"}),
        (CARDS, {"to": "deck"}),
        (CARDS, {"pass_action": "action leave(c in hand of p) per R1\n            then move c to box"}),
        (TURN, {"hand": ", seen by owner", "among": "hand of next of p"}),
        (MOVES, {"many": "10"}),
        (MOVES, {"at_start": "10"}),
    ],
)
def test_what_lasts_by_the_text_is_proved_and_its_twin_is_not(
    statement: tuple[str, str], false: dict[str, str]
) -> None:
    assert _verdicts()[statement] == "proved"
    assert _verdicts(**false)[statement] == "unsupported"


def test_nothing_is_said_of_where_nobody_is_asked() -> None:
    """Nobody is asked in Never, though whoever were asked there would see all that it hangs on."""
    assert _verdicts()["sight", "Never"] == "unsupported"


def test_what_is_set_back_does_not_only_grow() -> None:
    """A variable of a phase is as at its start when that ends."""
    assert _verdicts()["step invariant", "best_grows"] == "unsupported"
    assert _verdicts(change="add 1 to best")["step invariant", "best_grows"] == "unsupported"


def test_a_setup_in_which_somebody_decides_is_not_played() -> None:
    rules = RULES.format(**PLAIN).replace(
        "    go Turn(1)\nphase Turn", "    ask 1\n        action ready per R1\n    go Turn(1)\nphase Turn"
    )
    game, _ = compile_texts({"game.rules": rules})
    assert game is not None
    goal = Goal("obligation", MOVES[1], 2)
    (found,) = with_proofs_by_play(game, (Decision(goal, "unsupported"),))
    assert found.verdict == "unsupported"


READY = """\
    ask 1
        action ready per R1
            then set score of 1 to 5
    ask 1
        action again per R1
            then {then}
    go Turn(1)
phase Turn"""


@pytest.mark.parametrize(
    ("statement", "then", "verdict"),
    [
        (GROWS, "set score of 1 to 1", "unsupported"),
        (CARDS, "add 1 to score of 1", "unsupported"),
        (("step invariant", "best_grows"), "add 1 to best", "proved"),
    ],
)
def test_what_is_decided_in_the_setup_counts_as_well(statement: tuple[str, str], then: str, verdict: str) -> None:
    first, _, rest = RULES.format(**PLAIN).partition("phase Never")
    rules = (first + rest[rest.index("step invariant") :]).replace("measure cards in Turn", "measure cards")
    assert _verdicts_of(rules)[statement] == "proved"
    assert _verdicts_of(rules.replace("    go Turn(1)\nphase Turn", READY.format(then=then)))[statement] == verdict


@pytest.mark.parametrize(("more", "verdict"), [("1", "proved"), ("2", "unsupported")])
def test_a_setup_is_played_under_all_that_says_how_much_has_room(more: str, verdict: str) -> None:
    """Under one reading there is room for three cards, under the other for two; the setup itself reads neither."""
    rules = RULES.format(**{**PLAIN, "at_start": more}).replace("move how_many Card", "move 1 Card")
    rules = rules.replace("deck holds Card", "deck holds at most how_many Card").replace("few is 1", "few is 3")
    assert _verdicts_of(rules)["obligation", "setup: there is room where it goes"] == verdict


def test_a_setup_that_no_complete_reading_starts_is_not_played() -> None:
    rules = (
        RULES.format(**PLAIN)
        .replace("official, default", "literal, incomplete")
        .replace('"more", literal', '"more", literal, incomplete')
    )
    assert _verdicts_of(rules)[MOVES] == "unsupported"
