"""Traces played again: whole, cut, edited, and of something else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import refengine
from refengine.engine.trace import trace_of, write_trace
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


@pytest.fixture
def trace(games: Path) -> Path:
    """A whole game."""
    game = refengine.load("spec/tictactoe")
    states, actions = [game.initial()], []
    while legal := game.legal(states[-1]):
        actions.append(legal[-1])
        states.append(game.apply(states[-1], actions[-1]))
    path = Path("whole.itf.json")
    path.write_text(write_trace(trace_of(game, states, actions)), "utf-8")
    return path


def edit(path: Path, change: Callable[[Any], None]) -> Path:
    data = json.loads(path.read_text("utf-8"))
    change(data)
    edited = Path("edited.itf.json")
    edited.write_text(json.dumps(data), "utf-8")
    return edited


def test_a_whole_trace(run: Run, trace: Path) -> None:
    ran = run("replay", trace, "--game", "spec")
    assert ran.code == 0
    assert ran.out == "tictactoe: all 7 steps are legal, and lead where the trace says\n"


def test_a_trace_of_one_step_is_told_as_one(run: Run, trace: Path) -> None:
    def cut(data: Any) -> None:
        data["states"] = data["states"][:2]
        data["#meta"]["refengine"]["steps"] = 1

    short = edit(trace, cut)
    ran = run("replay", short, "--game", "spec")
    assert ran.code == 0, ran.err
    assert ran.out == "tictactoe: its 1 step is legal, and leads where the trace says\n"
    assert "1 krok: podle pravidel" in run("replay", short, "--game", "spec", "--lang", "cs").out


def test_a_trace_of_other_rules_is_refused(run: Run, trace: Path, spoil: Callable[[str, str, str], None]) -> None:
    spoil("tictactoe/tictactoe.rules", "s.row + s.column = 4", "s.row + s.column = 3")
    ran = run("replay", trace, "--game", "spec")
    assert ran.code == 2
    assert "E0726" in ran.err


def test_a_trace_of_an_earlier_version_is_judged_by_its_actions_and_states(
    run: Run, trace: Path, spoil: Callable[[str, str, str], None]
) -> None:
    spoil("tictactoe/tictactoe.rules", "invariant turns_alternate", "invariant turns_go_round")
    assert run("replay", trace, "--game", "spec").code == 0  # what has to hold is no rule that a trace was played by
    spoil("tictactoe/tictactoe.rules", "bar occupied per R4", "bar occupied per R3")
    assert "E0726" in run("replay", trace, "--game", "spec").err
    ran = run("replay", trace, "--game", "spec", "--any-version")
    assert (ran.code, ran.out) == (0, "tictactoe: all 7 steps are legal, and lead where the trace says\n")

    def from_position(data: Any) -> None:
        data["#meta"]["refengine"]["from"] = "position"

    assert run("replay", edit(trace, from_position), "--game", "spec", "--any-version").code == 0

    def spoilt(data: Any) -> None:
        data["states"][-1]["version"] = "another"
        data["states"][-1]["variables"] = {}

    told = run("replay", edit(trace, spoilt), "--game", "spec", "--any-version")
    assert told.code == 1
    assert "version" not in told.out


def test_an_illegal_step_is_explained(run: Run, trace: Path) -> None:
    def again(data: Any) -> None:
        data["states"][3]["mbt::nondetPicks"] = {
            **data["states"][3]["mbt::nondetPicks"],
            "arguments": data["states"][1]["mbt::nondetPicks"]["arguments"],
        }

    ran = run("replay", edit(trace, again), "--game", "spec/tictactoe")
    assert ran.code == 1
    assert "tictactoe: step 3 of " in ran.out
    assert "mark of bottom right is " in ran.out
    assert "rule `take.occupied`" in ran.out
    assert "per R4" in ran.out
    assert "last legal state:" in ran.out
    told = run("replay", edit(trace, again), "--game", "spec", "--format", "json")
    assert json.loads(told.out)["verdict"] == "illegal"
    assert json.loads(told.out)["steps"] == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "E0720"), ("{", "E0720"), ("[]", "E0721"), ("[" * 100_000, "E0720"), ('{"states": 1}', "E0721")],
)
def test_what_is_no_trace(run: Run, games: Path, text: str, code: str) -> None:
    Path("bad.json").write_text(text)
    ran = run("replay", "bad.json", "--game", "spec")
    assert ran.code == 2
    assert code in ran.err


@pytest.mark.parametrize("change", [lambda cells: cells.pop("a1"), lambda cells: cells.update(z9=None)])
def test_a_name_that_is_left_out_or_made_up_is_a_difference_also_where_nothing_lies(
    run: Run, trace: Path, change: Callable[[Any], None]
) -> None:
    edited = edit(trace, lambda data: change(data["states"][0]["variables"]["mark"]))
    ran = run("replay", edited, "--game", "spec")
    assert ran.code == 1
    assert "variables.mark: recorded" in ran.out


def test_a_cut_trace(run: Run, trace: Path) -> None:
    ran = run("replay", edit(trace, lambda data: data["states"].pop()), "--game", "spec")
    assert ran.code == 2
    assert "E0723" in ran.err


def test_a_trace_of_another_game(run: Run, trace: Path) -> None:
    ran = run("replay", trace, "--game", "spec/goofspiel")
    assert ran.code == 2
    assert "E0849" in ran.err


def test_files_that_are_not_there(run: Run, games: Path) -> None:
    assert run("replay", "nothing.itf.json").code == 2
    Path("empty.itf.json").write_text("{}")
    assert run("replay", "empty.itf.json", "--game", "nowhere").code == 2
