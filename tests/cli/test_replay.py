"""Traces played again: whole, cut, edited, and of something else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ran

Run = Callable[..., Ran]


@pytest.fixture
def trace(run: Run, games: Path, spoil: Callable[[str, str, str], None]) -> Path:
    """A trace of a spoilt game, which is mended again."""
    good, bad = "no player p has has_three(p)\n\ninvariant one", "full or marks(2) < 3\n\ninvariant one"
    spoil("tictactoe/tictactoe.rules", good, bad)
    assert run("check", "spec/tictactoe", "--only", "play", "--traces", "50").code == 1
    spoil("tictactoe/tictactoe.rules", bad, good)
    (path,) = Path(".refengine").iterdir()
    return path


def edit(path: Path, change: Callable[[Any], None]) -> Path:
    data = json.loads(path.read_text("utf-8"))
    change(data)
    edited = Path("edited.itf.json")
    edited.write_text(json.dumps(data), "utf-8")
    return edited


def test_a_trace_of_other_rules_is_refused_unless_asked_for(run: Run, trace: Path) -> None:
    ran = run("replay", trace, "--game", "spec")
    assert ran.code == 2
    assert "E0726" in ran.err
    ran = run("replay", trace, "--game", "spec", "--any-version")
    assert "step" in ran.out


def test_an_illegal_step_is_explained(run: Run, trace: Path) -> None:
    def again(data: Any) -> None:
        data["states"][3]["mbt::nondetPicks"] = {
            **data["states"][3]["mbt::nondetPicks"],
            "arguments": data["states"][1]["mbt::nondetPicks"]["arguments"],
        }

    ran = run("replay", edit(trace, again), "--game", "spec/tictactoe", "--any-version")
    assert ran.code == 1
    assert "tictactoe: step 3 of " in ran.out
    assert "the action is barred" in ran.out
    assert "rule `take.occupied`" in ran.out
    assert "per R4" in ran.out
    assert "last legal state:" in ran.out
    told = run("replay", edit(trace, again), "--game", "spec", "--any-version", "--format", "json")
    assert json.loads(told.out)["verdict"] == "illegal"
    assert json.loads(told.out)["steps"] == 2


@pytest.mark.parametrize(
    ("text", "code"), [("", "E0720"), ("{", "E0720"), ("[]", "E0721"), ("[" * 100_000, "E0720"), ('{"states": 1}', "E0721")]
)
def test_what_is_no_trace(run: Run, games: Path, text: str, code: str) -> None:
    Path("bad.json").write_text(text)
    ran = run("replay", "bad.json", "--game", "spec")
    assert ran.code == 2
    assert code in ran.err


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
