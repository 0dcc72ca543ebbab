"""Other readings of who acts, of what is legal, and of odds: each set of them leads where its own table goes."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.engine.replay import VERSION
from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from refengine.rulings.ruling import Alternative, Ruling
from refengine.runtime.fault import Fault
from tests.rulings.asking import ask
from tests.rulings.urn import RULES, write

RETREAT = {
    "zones": {
        "army": {"Britain": ["British"], "France": ["French"], "Spain": ["French"]},
        "laid": {1: ["Nine"], 2: ["Eight"]},
    },
    "variables": {"flag": {1: "British", 2: "French"}},
    "phase": {"name": "Decide", "arguments": [1, 2, "Britain", "France", 1]},
}


def leads_to(ruling: Ruling, chosen: dict[str, str]) -> list[Alternative]:
    """The verdicts that a ruling says a choice of readings leads to."""
    assert ruling.alternatives is not None
    if len(ruling.alternatives) == 1:
        return list(ruling.alternatives)
    return [
        each
        for each in ruling.alternatives
        if any(all(chosen[one[0].question] in {r.reading for r in one} for one in way) for way in each.ways)
    ]


def engines(judge: Judge, state: Any, chosen: dict[str, str], seat: int) -> list[str] | None:
    """What the engine of another table says is legal for a seat in the same state."""
    own = judge.at(None, judge.agreed)
    readings = {**own.readings, **chosen}
    other = judge.bench(evolve(own.configuration, readings=tuple(sorted(readings.items()))))
    there = other.game.from_json({**own.game.to_json(state), VERSION: other.game.description.version})
    try:
        legal = other.game.legal(there)
    except Fault:
        return None
    return sorted(other.speech.move(1, each.name, each.arguments)[10:] for each in legal if each.actor == seat)


def told(verdict: str) -> list[str]:
    """The actions that a verdict tells."""
    return sorted(verdict.partition(" may ")[2].removesuffix(".").split("; ")) if " may " in verdict else []


def test_what_is_legal_hangs_on_readings_as_each_table_says(european_war: Judge) -> None:
    state = european_war.game.position(RETREAT)
    ruling = european_war.ask(state, "legal actions of 2")
    assert ruling.is_beyond_dispute is False
    asked = {one[0].question for each in ruling.alternatives or () for way in each.ways for one in way}
    assert asked == {"retreat_to"}
    for chosen in ({"retreat_to": each} for each in ("land_and_sea", "land_only", "also_behind")):
        (led,) = leads_to(ruling, chosen)
        assert told(led.verdict) == engines(european_war, state, chosen, 2)


def test_along_a_game_every_set_of_readings_leads_where_its_table_goes(european_war: Judge) -> None:
    """Each table of the readings that are named plays the same state and says what is legal."""
    draw, state, hung = random.Random(11), european_war.game.initial(), 0
    questions = {each.name: [one.name for one in each.readings] for each in european_war.rules.questions}
    for _ in range(40):
        legal = european_war.game.legal(state)
        if not legal:
            break
        turn = european_war.game.turn(state)
        seat = turn.seats[0] if turn.seats else 1
        ruling = european_war.ask(state, f"legal actions of {seat}")
        asked = sorted({one[0].question for each in ruling.alternatives or () for way in each.ways for one in way})
        if asked and hung < 3:
            hung += 1
            for values in product(*(questions[each] for each in asked)):
                chosen = dict(zip(asked, values, strict=True))
                (led,) = leads_to(ruling, {**dict.fromkeys(questions, ""), **chosen})
                assert told(led.verdict) == engines(european_war, state, chosen, seat)
        state = european_war.game.apply(state, draw.choice(legal))
    assert hung


def test_who_acts_is_beyond_dispute_only_where_it_is(tmp_path: Any) -> None:
    """A false twin: the same question, once about a decision that reads a question and once about one that does not."""
    rules = RULES.replace("phase Turn(p: player) per R1\n    ask p", "phase Turn(p: player) per R1\n    ask who_is_on")
    rules += "\nvalue who_is_on: player per R1\n    is if first is many then 2 else 1\n"
    assert "ask who_is_on" in rules
    judge = load_judge(write(tmp_path, rules))
    state = judge.game.initial()
    ruling = judge.ask(state, "who acts")
    assert [(each.verdict, each.own) for each in ruling.alternatives or ()] == [
        ("Player 1 acts, in Turn.", True),
        ("Player 2 acts, in Turn.", False),
    ]
    plain = load_judge(write(tmp_path / "plain"))
    assert plain.ask(plain.game.initial(), "who acts").is_beyond_dispute


def test_where_nobody_may_do_anything_other_readings_say_so(tmp_path: Any) -> None:
    """Under one reading the only guard refuses everything: the engine breaks off there, and so does what is told."""
    rules = RULES.replace("when n < 3 or marked", "when first is few or marked")
    judge = load_judge(write(tmp_path, rules))
    ruling = judge.ask(judge.game.initial(), "legal actions of 1")
    assert [(each.outcome, each.own) for each in ruling.alternatives or ()] == [
        ("answered", True),
        ("undetermined", False),
    ]


@pytest.mark.parametrize("words", [("1: take(1)", "ask stones"), ("ask after 1: take(1): stones",)])
def test_where_what_happens_is_not_legal_by_other_readings_they_say_that_it_cannot(
    tmp_path: Any, words: tuple[str, ...]
) -> None:
    """What the action does reads no question: that it may be taken at all does, in a guard, in a bar, or in who acts."""
    plain = RULES.replace("starts if first is many then 3 else 1", "starts 3")
    guarded = plain.replace("when n < 3 or marked", "when first is few")
    barred = plain.replace(
        "            then subtract",
        "            bar no_more per R1\n                when first is many\n            then subtract",
    )
    of_another = plain.replace("    ask p\n", "    ask (if first is few then 1 else 2)\n")
    for number, rules in enumerate((guarded, barred, of_another)):
        assert rules != plain
        (ruling,) = ask(load_judge(write(tmp_path / f"{number}", rules)), *words)
        assert ruling.answer == 2
        assert [(each.outcome, each.own) for each in ruling.alternatives or ()] == [
            ("answered", True),
            ("undetermined", False),
        ]
    (ruling,) = ask(load_judge(write(tmp_path / "plain", plain)), *words)
    assert ruling.is_beyond_dispute


CHANCE = """
phase Turn(p: player) per R1
    ask chance
        action fall(n in 1..6) per R1
            then set stones to n
    ask p
        action rest per R1
            then nothing
    game over

value enough: truth per R1
    normally stones >= 2
    except more per R1
        when first is many
        is stones >= 4
"""


def test_odds_hang_on_readings(tmp_path: Any) -> None:
    rules = RULES.partition("phase Turn")[0].replace("starts if first is many then 3 else 1", "starts 1") + CHANCE
    judge = load_judge(write(tmp_path, rules))
    (given,) = ask(judge, "given phase Turn(1)", "odds of enough")
    of_state = judge.ask(judge.game.position({"phase": {"name": "Turn", "arguments": [1]}}), "odds of enough")
    for ruling in (given, of_state):
        assert ruling.answer["chance"] == "5/6"
        assert [(each.verdict, each.own) for each in ruling.alternatives or ()] == [
            ("Its chance is 5/6, which is 83.33 %.", True),
            ("Its chance is 1/2, which is 50.00 %.", False),
        ]
    (same,) = ask(judge, "given phase Turn(1)", "odds of stones >= 2")
    assert same.is_beyond_dispute


AT_ONCE = """\
game at_once from rulebook urn
    players 2 per R1

question spare about R1 per R1
    "may the second put something in?"
    reading willing "yes", default
    reading closed "no", house

variable stones of each player: 0..9, starts 1 per R1

setup per R1
    go Turn

phase Turn per R1
    ask every player p, at once, in secret
        action put(n in 1..2) per R1
            when spare is willing or p = 1
            then add n to stones of p
    game over
"""
"""By one of two readings one of those who choose in secret has nothing to choose."""


def test_where_somebody_else_has_nothing_to_choose_nobody_is_told_what_they_may(tmp_path: Path) -> None:
    """The rules break off there, for all of them: an engine of that table lists nothing for anybody."""
    rules = write(tmp_path, AT_ONCE)
    judge, closed = load_judge(rules), load_judge(rules, readings={"spare": "closed"})
    state = judge.game.initial()
    ruling = judge.ask(state, "legal actions of 1")
    assert ruling.outcome == "answered"
    assert ruling.is_beyond_dispute is False
    for chosen in ({"spare": each} for each in ("willing", "closed")):
        (led,) = leads_to(ruling, chosen)
        assert (led.outcome == "undetermined") == (engines(judge, state, chosen, 1) is None)
    assert closed.ask(closed.game.initial(), "legal actions of 1").outcome == "undetermined"
