"""The small game, compiled once, with engines that keep what they generate."""

from pathlib import Path

import pytest

from refengine.compiled import Compilation
from refengine.ir.game import Game
from refengine.prove.engines import Engines
from refengine.source.cache import Cache
from tests.prove.duel import compiled, write_game


@pytest.fixture(scope="session")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Compilation:
    return compiled(write_game(tmp_path_factory.mktemp("spec") / "duel"))


@pytest.fixture(scope="session")
def game(duel: Compilation) -> Game:
    assert duel.game is not None
    return duel.game


@pytest.fixture(scope="session")
def engines(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Engines:
    return Engines(game, Cache(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def kept(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")
