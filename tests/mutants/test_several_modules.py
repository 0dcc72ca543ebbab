"""Mutants of several modules that are put into one game are those of each of them, and of nothing below."""

import json
from pathlib import Path

import pytest

from refengine.cli.main import main
from tests.resolve.test_modules import module, room  # noqa: F401 (a fixture)

EAST = """
except dear to worth per R1
    when turns > 2
    is 5

example dear_later per R1
    given 2 players, turns = 3
    expect worth(slate) = 5
"""
WEST = """
bar late to lay per R1
    when turns > 4

example nothing_is_laid_late per R1
    given 2 players, turns = 5, phase Turn(1)
    expect illegal 1: lay(slate) because late
"""


def judged(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, set[tuple[str, str]]]:
    """Returns the exit code, and of each mutant what it rests on, and what comes of it."""
    code = main(["mutants", *words, "--unproved", "--games", "0", "--jobs", "1", "--format", "json"])
    told = json.loads(capsys.readouterr().out)
    return code, {(" ".join(each["cites"]), each["found"]) for each in told["mutants"]}


def test_each_of_them_is_changed(room: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: F811
    """What stands on both adds nothing itself, and was taken for the whole game, of which nothing was left."""
    module(room, "east", EAST)
    module(room, "west", WEST)
    both = ["garden", "--module", "east", "--module", "west"]
    code, found = judged(capsys, *both)
    assert code in {0, 1}
    assert {cited for cited, _ in found} == {"east.R1", "west.R1"}
    assert judged(capsys, both[0], *both[3:], *both[1:3]) == (code, found)
