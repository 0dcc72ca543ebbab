"""The tutorial games, compiled."""

from collections.abc import Callable
from pathlib import Path

import pytest

from refengine.ir.game import Game
from refengine.pipeline import Compilation, compile_folder
from refengine.resolve.folder import find_games
from tests.cli.conftest import run as run  # noqa: PLC0414 - a fixture that both folders have

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"


@pytest.fixture(scope="session")
def compiled() -> Callable[[str], Compilation]:
    def compiles(name: str) -> Compilation:
        (folder,), wrong = find_games(TUTORIAL / name)
        assert wrong == ()
        return compile_folder(folder)

    return compiles


@pytest.fixture(scope="session")
def goofspiel(compiled: Callable[[str], Compilation]) -> Game:
    game = compiled("goofspiel").game
    assert game is not None
    return game
