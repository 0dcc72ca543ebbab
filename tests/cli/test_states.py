"""`--states`: how large a scope is explored by `check`, and looked at by `prove`, whatever was explored before."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.prove.duel import RULES, write_game

Run = Callable[..., Ran]
HEAD, _, _ = RULES.partition("\ninvariant ")
SCOPED = (
    HEAD
    + """
scope everything                                                per R1
    2 players
"""
)


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return str(write_game(tmp_path / "duel", SCOPED))


def test_a_check_explores_what_it_is_told_to(run: Run, duel: str) -> None:
    words = ("check", duel, "--only", "proofs", "--players", "2", "--verbose", "--states")
    few = run(*words, "40").out
    assert "scope everything, not explored, at least about " in few
    assert run("explore", duel, "--scope", "everything", "--all-orders").code == 0
    assert run(*words, "40").out == few
    assert "exhaustive (scope everything: 110 states)" in run(*words, "110").out


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_it_is_a_number_from_1(run: Run, duel: str, number: str) -> None:
    for command in ("check", "prove"):
        ran = run(command, duel, "--states", number)
        assert (ran.code, "error[" in ran.err) == (2, True)
