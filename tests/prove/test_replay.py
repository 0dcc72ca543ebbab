"""Counterexamples in the engine: confirmed, or contradicted with both answers."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from refengine.prove.engines import Engines
from refengine.prove.replay import ReplayResult, replay
from refengine.smt.goal import Counterexample, Decision, Position, Prediction, TakenAction
from tests.prove.duel import (
    A_TIE,
    CONTROL,
    DECISIONS,
    LAST_ROUND,
    READINGS,
    SECOND_WIN,
    TWO_ON_TOP,
    goal,
    position,
)
from tests.types.front_end import compile_texts


def replayed(engines: Engines, decision: Decision, found: Counterexample) -> ReplayResult:
    told = replay(engines, evolve(decision, counterexample=found))
    assert told is not None
    return told


ONE_TAKER = DECISIONS["claim", "one_taker", 2]
TIE = DECISIONS["witness", "nobody_takes", 2]
SMALL = DECISIONS["invariant", "scores_are_small", 2]
MOOD = DECISIONS["obligation", "mood: some case applies", 2]


@pytest.mark.parametrize("decision", [ONE_TAKER, TIE, SMALL, MOOD], ids=lambda each: each.goal.name)
def test_what_is_right_is_confirmed(engines: Engines, decision: Decision) -> None:
    told = replay(engines, decision)
    assert told is not None
    assert (told.verdict, told.differences) == ("confirmed", ())


def test_a_proof_has_nothing_to_replay(engines: Engines) -> None:
    assert replay(engines, DECISIONS["claim", "one_taker", 3]) is None


def test_a_value_that_comes_to_something_else(engines: Engines) -> None:
    wrong = evolve(TWO_ON_TOP, asked=(*TWO_ON_TOP.asked, Prediction(0, "best", ("Red 2",), False)))
    told = replayed(engines, ONE_TAKER, wrong)
    (unlike,) = told.differences
    assert told.verdict == "disagrees"
    assert (unlike.what, unlike.prover, unlike.engine) == ("best(Red 2)", "false", "true")


def test_the_clause_that_decides_is_known(engines: Engines) -> None:
    told = replayed(engines, TIE, evolve(A_TIE, asked=(Prediction(0, "best", ("Red 2",), False),)))
    (worked,) = told.worked
    assert worked.clause is not None
    assert worked.clause.path == "best.tied"


def test_a_claim_that_holds_there_refutes_nothing(engines: Engines) -> None:
    default = evolve(TWO_ON_TOP, positions=(position(zones=dict(TWO_ON_TOP.positions[0].data["zones"])),), asked=())
    told = replayed(engines, ONE_TAKER, default)
    assert [each.what for each in told.differences] == ["claim one_taker"]
    assert told.differences[0].engine == "it holds"


def test_a_witness_that_is_none(engines: Engines) -> None:
    told = replayed(engines, TIE, Counterexample((position(zones={"field": {"1": ["Red 3"], "2": ["Blue 2"]}}),), ()))
    assert told.verdict == "disagrees"


def test_a_piece_that_is_not_printed_may_be_as_good_as_a_printed_one(engines: Engines) -> None:
    printed = {"component": "Prize", "fields": {"worth": 4}}
    offered = position(zones={"offer": [printed]})
    found = Counterexample((offered,), (Prediction(0, "prize", (), printed),))
    assert replayed(engines, ONE_TAKER, found).differences[0].what == "claim one_taker"  # and nothing about the prize
    other = Counterexample((offered,), (Prediction(0, "prize", (), {**printed, "fields": {"worth": 5}}),))
    assert replayed(engines, ONE_TAKER, other).differences[0].what == "prize"


def test_a_zone_that_is_named_holds_just_this(engines: Engines) -> None:
    stood = engines.stand(position(zones={"box of Card": ["Red 1"], "box of Prize": []}))
    data = stood.game.to_json(stood.state)
    assert (data["zones"]["box of Card"], data["zones"]["box of Prize"]) == (["Red 1"], [])
    elsewhere = engines.stand(position(zones={"pile": ["Red 1"]}))
    assert len(elsewhere.game.to_json(elsewhere.state)["zones"]["box of Card"]) == 8


@pytest.mark.parametrize(
    "data",
    [
        {"zones": {"nowhere": []}},
        {"zones": {"field": {"1": ["Red 1", "Red 2"]}}},
        {"zones": {"pile": ["Red 1", "Red 1"]}},
        {"variables": {"round": 9}},
        {"control": [{"phase": "Play", "point": "nowhere", "data": {}}]},
    ],
)
def test_a_position_that_there_cannot_be(engines: Engines, data: dict[str, Any]) -> None:
    told = replayed(engines, ONE_TAKER, Counterexample((position(**data),), ()))
    assert told.verdict == "impossible"
    assert told.differences[0].what == "position 1"


def test_a_configuration_that_there_cannot_be(engines: Engines) -> None:
    for wrong in (position(9), position(readings=(("ties", "sometimes"),))):
        assert replayed(engines, ONE_TAKER, Counterexample((wrong,), ())).verdict == "impossible"


# ---- STEPS


def test_a_step_that_breaks_nothing(engines: Engines) -> None:
    data = {**SECOND_WIN.positions[0].data, "variables": {"score": {"1": 0, "2": 0}, "round": 2}}
    told = replayed(engines, SMALL, evolve(SECOND_WIN, positions=(position(**data),)))
    assert [each.prover for each in told.differences] == ["the step breaks it"]


def test_a_step_that_is_not_legal(engines: Engines) -> None:
    for step in (TakenAction(2, "send", ("Blue 2",)), TakenAction(1, "send", ("Red 3",)), TakenAction(1, "take", ())):
        told = replayed(engines, SMALL, evolve(SECOND_WIN, step=step))
        assert told.verdict == "disagrees"
        assert told.after is None


def test_a_step_that_leads_elsewhere(engines: Engines) -> None:
    before = SECOND_WIN.positions[0]
    after = position(zones={"pile": ["Red 1", "Red 2", "Blue 1", "Blue 2"]}, variables={"score": {"1": 16, "2": 0}})
    there = evolve(SECOND_WIN, positions=(before, after))
    assert replayed(engines, SMALL, there).verdict == "confirmed"
    elsewhere = evolve(there, positions=(before, position(variables={"score": {"1": 12, "2": 4}})))
    (unlike,) = replayed(engines, SMALL, elsewhere).differences
    assert unlike.what == "score after the step"


def test_a_phase_that_is_run(engines: Engines) -> None:
    before = position(
        zones={"field": {"1": ["Red 2"], "2": ["Blue 1"]}, "hand": {"1": ["Red 1"], "2": []}},
        variables={"score": {"1": 12, "2": 0}},
    )
    run = Counterexample((before,), (), phase="Battle")
    told = replayed(engines, SMALL, run)
    assert told.verdict == "confirmed"
    assert [each.path for each in told.broken] == ["scores_are_small"]


# ---- FAULTS


def test_a_fault_that_does_not_happen(engines: Engines) -> None:
    told = replayed(engines, MOOD, Counterexample((position(variables={"round": 1}),), (), fault="mood"))
    assert (told.differences[0].prover, told.differences[0].engine) == ("it breaks off", "it does not")


def test_a_fault_elsewhere(engines: Engines) -> None:
    told = replayed(engines, MOOD, evolve(LAST_ROUND, fault="takers"))
    assert told.verdict == "disagrees"


def test_two_cases_that_apply_are_a_fault(engines: Engines) -> None:
    both = Counterexample((position(variables={"round": 2}),), (), fault="mood")
    assert replayed(engines, MOOD, both).verdict == "confirmed"


def test_a_fault_that_nobody_spoke_of(engines: Engines) -> None:
    found = Counterexample((position(variables={"round": 3}),), (Prediction(0, "mood", (), 1),))
    told = replayed(engines, ONE_TAKER, found)
    assert told.differences[0].what == "mood"
    assert "no case applies" in told.differences[0].engine


def test_somebody_who_cannot_decide(engines: Engines) -> None:
    stuck = position(zones={"hand": {"1": [], "2": []}}, control=CONTROL)
    told = replayed(engines, evolve(MOOD, goal=goal("obligation", "Play: whoever is asked has a legal action")),
                    Counterexample((stuck,), (), fault="Play"))  # fmt: skip
    assert told.verdict == "confirmed"
    assert told.fault is not None
    assert told.fault.code == "E0514"


def test_readings_are_those_of_each_position(engines: Engines) -> None:
    zones = {"field": {"1": ["Red 2"], "2": ["Blue 2"]}}
    both = Counterexample(
        (position(zones=zones), position(readings=READINGS, zones=zones)),
        (Prediction(0, "takers", (), 0), Prediction(1, "takers", (), 2)),
    )
    told = replayed(engines, evolve(TIE, goal=goal("claim", "elsewhere")), both)
    assert told.verdict == "confirmed"
    assert [each.result for each in told.worked] == [0, 2]


# ---- WHERE AN ENGINE STOPS, AND THE PROVER GOES ON

STOPS = """
game tiny from rulebook tiny
    players 1 per R1
variable n: 0..3 per R1
variable owner: player or nobody per R1
variable score of each player: 0..2 per R1
value either: 0..3 per R1
    case low per R1
        when n < 3
        is 1
    case high per R1
        when n > 1
        is 2
setup per R1
    go Turn
phase Turn per R1
    ask 1
        action first per R1
            when score of owner = 0
            bar always per R1
                when n = n
        action second per R1
            when score of owner = 1
        action third per R1
    go Turn
phase Draw per R1
    ask chance
        action light per R1
            weight 6 div n
        action heavy per R1
            when score of owner = 0
            weight 2 div (n + 1)
        action plain per R1
            weight 1
    go Turn
invariant small per R1
    either = 2
"""


def _stopping() -> Engines:
    game, found = compile_texts({"game.rules": STOPS})
    assert game is not None, [each.message for each in found]
    return Engines(game)


def _turn(phase: str = "Turn", **variables: Any) -> Position:
    control = [{"phase": phase, "point": "ask_1 asks", "data": {}}]
    return Position(1, (), (), {"zones": {}, "variables": variables, "control": control})


@pytest.mark.parametrize("action", ["first", "second"])
def test_an_action_that_breaks_off_is_attempted_by_itself(action: str) -> None:
    """Though another breaks off before it, or a bar that always bars lets nobody look at it."""
    owed = Decision(goal("obligation", f"{action}: what may be absent is there"), "refuted")
    told = replayed(_stopping(), owed, Counterexample((_turn(),), (), fault=action))
    assert told.verdict == "confirmed"


def test_an_action_that_does_not_break_off_by_itself_is_a_difference() -> None:
    owed = Decision(goal("obligation", "third: what may be absent is there"), "refuted")
    assert replayed(_stopping(), owed, Counterexample((_turn(),), (), fault="third")).verdict == "disagrees"


@pytest.mark.parametrize("action", ["heavy", "plain"])
def test_no_engine_is_asked_of_a_weight_behind_one_that_breaks_off(action: str) -> None:
    """Weights are worked out one after the other; where the first has an answer, an engine says what the next has."""
    owed = Decision(goal("obligation", f"{action}: the divisor is not 0"), "refuted")

    def verdict(n: int) -> str:
        at = _turn("Draw", n=n, owner=1)
        return replayed(_stopping(), owed, Counterexample((at,), (), fault=action)).verdict

    assert verdict(0) == "not asked"
    assert verdict(1) == "disagrees"
    wrong = (Prediction(0, "either", (), 2),)
    otherwise = Counterexample((_turn("Draw", n=0, owner=1),), wrong, fault=action)
    assert replayed(_stopping(), owed, otherwise).verdict == "disagrees"
    first = Decision(goal("obligation", "light: the divisor is not 0"), "refuted")
    at_first = Counterexample((_turn("Draw", n=0, owner=1),), (), fault="light")
    assert replayed(_stopping(), first, at_first).verdict == "confirmed"


def test_an_engine_that_stops_where_two_cases_apply_was_not_asked() -> None:
    """The prover goes on with the first; that two apply is another statement."""
    small = Decision(goal("invariant", "small"), "refuted")
    assert replayed(_stopping(), small, Counterexample((_turn(n=2),), ())).verdict == "not asked"
    assert replayed(_stopping(), small, Counterexample((_turn(n=1),), ())).verdict == "confirmed"


def test_what_is_legal_beside_an_action_that_breaks_off() -> None:
    """In both states the engine breaks off in looking at all actions; by itself the action is legal in both."""
    seen = Decision(goal("sight", "Turn"), "refuted")
    bound: tuple[tuple[str, Any], ...] = (("player", 1), ("action", "third"), ("arguments", []))
    told = replayed(_stopping(), seen, Counterexample((_turn(), _turn()), (), bound=bound))
    assert told.verdict == "disagrees"
    assert "True in both" in told.differences[0].engine
