"""Statistics of many games."""

import json
from collections.abc import Callable
from pathlib import Path

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
