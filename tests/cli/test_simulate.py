"""Statistics of many games."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from refengine.bulk import wasm
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


def test_it_adds_up(run: Run, games: Path) -> None:
    ran = run("simulate", "spec/tictactoe", "--games", "40", "--seed", "3", "--format", "json")
    assert ran.code == 0
    data = json.loads(ran.out)
    assert data["finished"] == 40
    assert sum(each["wonAlone"] for each in data["seats"]) + data["nobodyWon"] == 40
    assert data["fired"]["take"] == data["steps"]
    assert 5 <= data["lengths"]["least"] <= data["lengths"]["greatest"] <= 9


def test_the_same_seed_is_the_same_text(run: Run, games: Path) -> None:
    one, two, other = (run("simulate", "spec/goofspiel", "--games", "5", "--seed", seed).out for seed in (1, 1, 2))
    assert one == two != other
    assert "goofspiel: 5 games of 2 players, seed 1" in one


def test_bad_input(run: Run, games: Path) -> None:
    assert run("simulate", "spec/tictactoe", "--games", "0").code == 2
    assert run("simulate", "spec/goofspiel", "--players", "5").code == 2
    assert run("simulate", "spec/goofspiel", "--reading", "ties").code == 2
    assert run("simulate", "nowhere").code == 2


def test_a_setup_that_breaks_off_is_told_once(run: Run, games: Path) -> None:
    rules = Path("spec/tictactoe/tictactoe.rules")
    text = rules.read_text("utf-8").replace("\nsetup ", "\nvariable n: 0..3 per R2\n\nsetup ", 1)
    head, setup, rest = text.partition("\nsetup ")
    line, _, body = rest.partition("\n")
    rules.write_text(f"{head}{setup}{line}\n    add 5 to n per R2\n{body}", "utf-8")
    ran = run("simulate", "spec/tictactoe", "--games", "3")
    assert ran.code == 1
    assert ran.out.startswith(
        "tictactoe: no game can begin, the rules break off: 5 leaves the range 0..3\n   rule `setup`"
    )
    assert ran.out.endswith("   see `refengine explain E0506`\n")
    told = run("simulate", "spec/tictactoe", "--games", "3", "--format", "json")
    (failure,) = json.loads(told.out)["failures"]
    assert (told.code, failure["code"], failure["games"]) == (1, "E0506", 3)


def test_games_that_are_cut_are_not_finished(run: Run, games: Path) -> None:
    out = run("simulate", "spec/tictactoe", "--games", "3", "--limit", "4").out
    assert "finished  0; cut after 4 steps, and not finished: 3\n" in out


def test_whoever_plays_the_games_are_the_same(run: Run, games: Path) -> None:
    told = {
        engine: json.loads(
            run("simulate", "spec/tictactoe", "--games", "20", "--engine", engine, "--format", "json").out
        )
        for engine in ("reference", "wasm", "both")
    }
    assert [each["engine"] for each in told.values()] == ["reference", "wasm", "wasm"]
    assert all({**each, "engine": ""} == {**told["both"], "engine": ""} for each in told.values())
    assert told["wasm"]["finished"] == 20
    text = run("simulate", "spec/tictactoe", "--games", "20", "--engine", "wasm").out
    assert text.startswith("tictactoe: 20 games of 2 players, seed 0, by wasm\n")


def test_without_wasmtime_it_is_said_once(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "is_installed", lambda: False)
    ran = run("simulate", "spec/tictactoe", "--games", "3", "--engine", "wasm")
    assert ran.code == 0
    assert ran.err.count("warning[W0804]") == 1
    assert ", by reference\n" in ran.out
