"""Guards that hardly ever refuse are looked for around the states in which they did not."""

from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.testing import directed_play
from refengine.testing.directed_play import direct

RULES = """
game wealthy from rulebook tiny
    players 2 per R1
variable coins of each player: 0..200, starts 200 per R1
variable rounds: 0..9 per R1
setup per R1
    go Turn(1)
phase Turn(p: player) per R1
    ask p
        action pay per R1
            when coins of p > 0
            then set rounds to min(rounds + 1, 9)
        action pass per R1
            when rounds < 9
            then add 1 to rounds
        action stop per R1
            then game over
    go Turn(next of p)
outcome per R1
    scores are 0 for player p
    winners are all player p
"""
TINY = Path(__file__).parents[1] / "fooled" / "rulebook.toml"
GUARD = "pay.when_1"


@pytest.fixture
def wealthy(tmp_path: Path) -> Path:
    (tmp_path / "x.rules").write_text(RULES, "utf-8")
    (tmp_path / "rulebook.toml").write_text(TINY.read_text("utf-8"), "utf-8")
    return tmp_path


def missing(folder: Path) -> tuple[str, ...]:
    (found,), _ = find_games(folder)
    made = compile_folder(found).game
    assert made is not None
    configuration, _ = configure(made, 2, {}, {}, None)
    assert configuration is not None
    game = make_game(made, configuration, explain=True)
    return direct(game, times=20, budget=3_000, rules=(GUARD,)).missing


def test_a_guard_that_hardly_ever_refuses_is_seen_to_refuse(wealthy: Path) -> None:
    assert missing(wealthy) == ()


def test_it_would_not_be_seen_otherwise(wealthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directed_play, "NEARBY", 0.0)
    assert missing(wealthy) == (GUARD,)
