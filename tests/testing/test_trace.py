"""Traces: written and read without loss, replayed, and refused where they are not as they should be."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from refengine.engine.replay import replay
from refengine.engine.trace import Trace, read_trace, trace_of, write_trace
from refengine.testing.choices import play
from tests.testing import fake

GAME = fake.cards()


def played(choices: bytes = b"\1\0\1\0") -> Trace:
    run = play(GAME, choices)
    return trace_of(GAME, run.states, run.actions, description="a game of cards")


@given(st.binary(max_size=8))
def test_reading_what_was_written_gives_the_trace(choices: bytes) -> None:
    trace = played(choices)
    again, problems = read_trace(write_trace(trace))
    assert (again, problems) == (trace, ())
    assert again is not None
    assert json.dumps(again.states) == json.dumps(trace.states)
    assert replay(GAME, again).verdict == "same"


def test_the_form_is_that_of_itf() -> None:
    data = json.loads(write_trace(played()))
    assert data["#meta"]["format"] == "ITF"
    assert data["vars"] == ["mbt::actionTaken", "mbt::nondetPicks", "zones", "variables"]
    assert [state["#meta"]["index"] for state in data["states"]] == list(range(len(data["states"])))
    assert all(set(data["vars"]) <= set(state) for state in data["states"])
    assert data["states"][1]["mbt::actionTaken"] == "lay"
    assert data["states"][1]["mbt::nondetPicks"] == {"actor": 1, "arguments": ["b"]}


def test_the_ends_are_there_even_when_the_rest_is_left_out() -> None:
    text = write_trace(played(), every_state=False)
    trace, _ = read_trace(text)
    assert trace is not None
    assert [state is None for state in trace.states] == [False, True, True, True, True, True, False]
    assert replay(GAME, trace).verdict == "same"


def test_the_first_illegal_step_is_named_with_what_stands_in_its_way() -> None:
    trace = played()
    steps = (*trace.steps[:2], evolve(trace.steps[2], arguments=("b",)), *trace.steps[3:])
    told = replay(GAME, evolve(trace, steps=steps))
    assert (told.verdict, told.steps, told.citations) == ("illegal", 2, ("R1",))
    assert told.step is not None
    assert told.step.label == "lay(b)"
    assert told.state is not None
    assert GAME.to_json(told.state) == trace.states[2]


def test_an_action_that_nobody_has_is_illegal() -> None:
    trace = played()
    told = replay(GAME, evolve(trace, steps=(evolve(trace.steps[0], action="fly"), *trace.steps[1:])))
    assert (told.verdict, told.steps, told.failed) == ("illegal", 0, ())


def test_an_edited_state_is_found() -> None:
    data = json.loads(write_trace(played()))
    data["states"][2]["variables"]["turn"] = 2
    trace, _ = read_trace(json.dumps(data))
    assert trace is not None
    told = replay(GAME, trace)
    assert (told.verdict, told.steps) == ("differs", 1)
    assert [(each.place, each.recorded, each.found) for each in told.differences] == [("variables.turn", 2, 1)]


def test_breaches_on_the_way_are_told() -> None:
    game = fake.noisy_counter(goal=2)
    run = play(game, bytes([2, 3]), 2)
    told = replay(game, trace_of(game, run.states, run.actions))
    assert [(number, each.clause.path) for number, each in told.breaches] == [(2, "below_the_goal")]


def test_a_trace_from_a_position_starts_there() -> None:
    run = play(GAME, b"\1\0", start=GAME.initial().with_zone("laid", ["z"]))
    trace = trace_of(GAME, run.states, run.actions)
    assert not trace.from_start
    assert replay(GAME, trace).verdict == "same"


def changed(change: Callable[[Any], Any]) -> str:
    data = json.loads(write_trace(played()))
    return json.dumps(change(data) or data)


def keeping(kept: Any) -> str:
    return changed(lambda data: data["#meta"]["refengine"].update(kept=kept))


def drop_state(data: Any) -> None:
    data["states"].pop()


def drop_action(data: Any) -> None:
    del data["states"][1]["mbt::actionTaken"]


def drop_last(data: Any) -> None:
    data["states"][-1] = {key: each for key, each in data["states"][-1].items() if key[0] in "#m"}


BAD = {
    "truncated": (write_trace(played())[:300], "E0720"),
    "empty": ("", "E0720"),
    "deep": ("[" * 100_000, "E0720"),
    "long number": ("1" * 10_000, "E0720"),
    "not a record": ("[1, 2]", "E0721"),
    "foreign": (json.dumps({"#meta": {"format": "ITF"}, "vars": ["x"], "states": [{"x": 1}]}), "E0721"),
    "no players": (changed(lambda data: data["#meta"]["refengine"].pop("players") and None), "E0721"),
    "kept no record": (keeping([1]), "E0721"),
    "kept nothing": (keeping({"Card": []}), "E0721"),
    "kept none of a piece": (keeping({"Card": [["z", 0]]}), "E0721"),
    "kept a piece twice": (keeping({"Card": [["z", 1], ["z", 1]]}), "E0721"),
    "newer": (changed(lambda data: data["#meta"]["refengine"].update(trace=2)), "E0722"),
    "cut": (changed(drop_state), "E0723"),
    "without action": (changed(drop_action), "E0724"),
    "without end": (changed(drop_last), "E0724"),
    "out of order": (changed(lambda data: data["states"].reverse()), "E0724"),
    "state is no record": (changed(lambda data: data["states"].__setitem__(1, 7)), "E0724"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_text_that_is_no_trace_is_refused(name: str) -> None:
    text, code = BAD[name]
    trace, (problem,) = read_trace(text, "a.itf.json")
    assert trace is None
    assert problem.code == code
    assert problem.span is not None
    assert problem.span.path == "a.itf.json"


@pytest.mark.parametrize(
    ("text", "early"),
    [
        ('{"states": [1,', True),
        ('{"states": [1,\n', True),
        ('{"states": "cut off in a word\n', True),  # and an editor has ended the line
        ('{"states": [1,]}', False),
        ('{"states" [1]}\n', False),
    ],
)
def test_a_text_that_ends_too_early_is_told_from_one_that_was_changed(text: str, early: bool) -> None:
    _, (problem,) = read_trace(text)
    assert problem.code == "E0720"
    assert problem.hint == ("the file ends too early" if early else "take the file as it was written")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "E0725"),
        ({"version": "0"}, "E0726"),
        ({"players": 3}, "E0727"),
        ({"readings": (("ties", "shared"),)}, "E0727"),
        ({"from_start": False, "states": ({"zones": 1},) * 7}, "E0728"),
    ],
)
def test_a_trace_of_something_else_is_refused(change: dict[str, Any], code: str) -> None:
    told = replay(GAME, evolve(played(), **change))
    assert told.verdict == "foreign"
    assert [each.code for each in told.problems] == [code]


def test_a_trace_of_older_rules_can_be_tried() -> None:
    assert replay(GAME, evolve(played(), version="0"), any_version=True).verdict == "same"


def test_spoilt_traces_never_break_the_reader() -> None:
    text, random = write_trace(played()), Random(5)
    for _ in range(500):
        at, length = random.randrange(len(text)), random.randrange(1, 30)
        spoilt = text[:at] + random.choice(["", "null", "{}", "[", "9", '"', "-1"]) + text[at + length :]
        trace, problems = read_trace(spoilt)
        assert (trace is None) == bool(problems)
        if trace is not None:
            replay(GAME, trace)
