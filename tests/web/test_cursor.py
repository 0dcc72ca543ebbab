"""A cursor of a package, in Node: step by step what `legal` and `apply` say, and nothing of it is touched by what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.web.test_package import HERE, NODE, built, built_of, run

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")


def led(folder: Path, seed: int, games: int, limit: int) -> dict[str, Any]:
    """What Node finds of cursors in some games."""
    found: dict[str, Any] = json.loads(
        run(str(HERE / "cursor.mjs"), str(folder), str(seed), str(games), str(limit), cwd=folder)
    )
    assert not found["differ"], found["differ"][:3]
    assert len(found["refused"]) == 50
    assert all(str(each).startswith("BadData: E0711") for each in found["refused"]), found["refused"]
    return found


@pytest.mark.parametrize(
    ("path", "players", "games", "limit"),
    [
        ("spec/kaciri", 2, 8, 300),
        ("spec/european_war", 3, 3, 150),
        ("spec/carcassonne", 2, 2, 25),
        ("docs/tutorial/goofspiel", 2, 4, 60),
    ],
)
def test_a_cursor_is_what_the_game_is(path: str, players: int, games: int, limit: int, tmp_path: Path) -> None:
    built(path, players, tmp_path)
    found = led(tmp_path, 3, games, limit)
    assert found["steps"] >= 20 * games
    assert found["backs"] > 0 or limit < 50
    assert found["over"] > 0 or path in {"spec/european_war", "spec/carcassonne"}
    assert not found["stops"]


STOPS = """game stops from rulebook tiny
    players 1 per R1
variable x: 0..3 per R1
variable y: 0..3 per R1
value twice: 0..4 per R1
    is y + y
setup per R1
    go Turn
phase Turn per R1
    ask 1
        action more per R1
            then add 1 to x
        action wider(n in 0..x) per R1
            when twice < 5
            then add 1 to y
        action round(n in 0..1) per R1
            then go Round(n)
    go Turn
phase Round(n: 0..1) per R1
    if n = 1
        go Round(1)
    go Turn
"""


def test_where_the_rules_stop_a_cursor_stays_where_it_was(tmp_path: Path) -> None:
    """A number beyond its range, rules that run on without end, and a value of what comes next that has none."""
    built_of(tmp_path / "stops", STOPS, 1, tmp_path / "built")
    found = led(tmp_path / "built", 1, 300, 40)
    assert len(found["stops"]) == 3, found["stops"]
    assert all(each.startswith("Fault: ") for each in found["stops"]), found["stops"]
