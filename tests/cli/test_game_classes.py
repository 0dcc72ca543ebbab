"""The classes of a generated game are the same whether attrs made them or a recipe that was kept for the game."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from refengine import load, loading
from refengine.cli import class_makers, game_classes
from refengine.cli.class_makers import Fields
from refengine.cli.game_classes import kept_games
from refengine.cli.recipes import FIELDS
from refengine.runtime.game import Game
from tests.cli.test_class_makers import described
from tests.rulings.urn import write


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(class_makers, "first_hash", lambda *_: "version")
    monkeypatch.setattr(class_makers, "kept_hash", lambda *_: "version")
    game = write(tmp_path / "urn")
    load(game)  # so that the rules are kept, by which games are called
    return game


def once(folder: Path, home: Path | None, reading: str = "few") -> tuple[Game, ModuleType]:
    """Returns the game of a reading, made anew, and its module."""
    with loading.for_a_while(), kept_games(home):
        game = load(folder, readings={"first": reading})
        return game, sys.modules[type(game.initial()).__module__]


def classes(module: ModuleType) -> dict[str, type]:
    own = {name: each for name, each in vars(module).items() if isinstance(each, type) and FIELDS in each.__dict__}
    return {name: each for name, each in own.items() if each.__module__ == module.__name__}


def by_recipe(module: ModuleType) -> set[str]:
    return {name for name, each in classes(module).items() if isinstance(each.__dict__[FIELDS], Fields)}


def test_generated_modules_are_called_so() -> None:
    assert game_classes.GENERATED == loading.GENERATED


def test_each_class_is_the_one_that_attrs_makes(folder: Path, tmp_path: Path) -> None:
    _, first = once(folder, tmp_path)
    game, second = once(folder, tmp_path)
    assert first.__name__ == second.__name__
    assert by_recipe(first) == set()
    assert by_recipe(second) == {"State", "TurnAsk1Ask"} < classes(second).keys()  # the fields of actions are asked for
    plain, _ = once(folder, None)
    state, other = game.initial(), plain.initial()
    while game.legal(state):
        action = game.legal(state)[0]
        state, other = game.apply(state, action), plain.apply(other, plain.legal(other)[0])
        assert game.to_json(state) == plain.to_json(other)
    assert hash(state) == hash(game.from_json(game.to_json(state)))
    assert state == game.from_json(game.to_json(state)) != game.initial()
    assert {name: described(each) for name, each in classes(first).items()} == {
        name: described(each) for name, each in classes(second).items()
    }


def test_each_game_has_its_own(folder: Path, tmp_path: Path) -> None:
    for reading in ("few", "many"):
        _, first = once(folder, tmp_path, reading)
        assert by_recipe(first) == set()
    for reading in ("many", "few"):
        _, again = once(folder, tmp_path, reading)
        assert by_recipe(again)
    files = sorted(tmp_path.rglob("*.recipes"))
    assert len(files) == 2
    files[0].write_bytes(files[0].read_bytes()[:-1])
    found = [bool(by_recipe(once(folder, tmp_path, reading)[1])) for reading in ("few", "many")]
    assert sorted(found) == [False, True]
