"""One position under two readings: what comes of it under the one and the other."""

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from refengine.ir.game import Game
from refengine.prove.contrast import contrast
from refengine.prove.engines import Engines
from refengine.prove.narrative import ValueLine, show
from refengine.smt.goal import Counterexample, Decision, Prediction
from tests.prove.duel import DEFAULT, READINGS, goal, position

EQUALS: Mapping[str, Any] = {
    "field": {"1": ["Red 2"], "2": ["Blue 2"]},
    "offer": [{"component": "Prize", "fields": {"worth": 9}}],
}
ASKED = (
    Prediction(0, "best", ("Red 2",), False),
    Prediction(0, "takers", (), 0),
    Prediction(0, "prize", (), EQUALS["offer"][0]),
    Prediction(1, "best", ("Red 2",), True),
    Prediction(1, "takers", (), 2),
    Prediction(1, "prize", (), EQUALS["offer"][0]),
)
BOTH = Counterexample((position(readings=DEFAULT, zones=EQUALS), position(readings=READINGS, zones=EQUALS)), ASKED)
FOUND = Decision(goal("audit", "who_takes_it", part="ties: neither or both"), "found", counterexample=BOTH)


def short(line: ValueLine) -> tuple[str, str, str]:
    assert line.clause is not None
    return (line.text, line.result, line.clause.path)


def test_what_two_readings_make_of_a_position(game: Game, engines: Engines) -> None:
    """Only what differs and is decided by a rule of its own; the prize is the same under both."""
    told = contrast(game, show(engines, FOUND, small=False))
    assert told is not None
    assert told.players == 2
    assert told.given == ("Red 2 in field of 1, Blue 2 in field of 2, a Prize with worth 9 in offer",)
    assert [(reading, [short(each) for each in lines]) for reading, lines in told.sides] == [
        ("neither", [("best(Red 2)", "false", "best.tied")]),
        ("both", [("best(Red 2)", "true", "best.normally")]),
    ]


@pytest.mark.parametrize(
    "decision",
    [
        evolve(FOUND, counterexample=None),
        evolve(FOUND, goal=goal("audit", "who_takes_it", part="pair")),
        evolve(FOUND, counterexample=Counterexample(BOTH.positions[:1], ASKED[:3])),
        evolve(FOUND, counterexample=evolve(BOTH, asked=(Prediction(0, "takers", (), 1), *ASKED[1:]))),
    ],
    ids=["no position", "no readings", "one reading", "engine and prover disagree"],
)
def test_where_there_is_nothing_to_hold_against_each_other(game: Game, engines: Engines, decision: Decision) -> None:
    assert contrast(game, show(engines, decision, small=False)) is None
