"""Small games with grids, and the boards of their positions."""

import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from refengine.ir import game as model
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import compile_cached, make
from refengine.picture.board import Board, boards_of
from refengine.picture.drawing import load_drawing
from refengine.resolve.folder import find_games
from refengine.runtime.game import Game, State
from refengine.runtime.grids import Cell
from tests.games.carcassonne_laying import laying_only

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "corpus"
LAYING = ROOT / "spec" / "carcassonne"
GOOD = CORPUS / "types" / "good"


@frozen
class Drawable:
    """A game for two, its rules, and how it is drawn."""

    game: Game
    rules: model.Game
    drawing: Mapping[str, Any]

    def boards(self, state: State, asked: Mapping[Cell, tuple[str, ...]] | None = None) -> tuple[Board, ...]:
        zones = self.game.common_view(state)["zones"]
        return boards_of(self.rules, self.game.description, self.drawing, zones, asked or {})


def folder_of(rules: str, place: Path) -> Path:
    """A folder with a game of the corpus."""
    folder = place / rules
    folder.mkdir()
    shutil.copy(GOOD / f"{rules}.rules", folder / "game.rules")
    for each in (CORPUS / "rulebook.toml", *(CORPUS / "tables").glob("*.csv")):
        shutil.copy(each, folder)
    return folder


def laying_in(place: Path) -> Drawable:
    """The game of tiles alone, which has no parts, in a folder of its own."""
    folder = laying_only(place / "carcassonne")
    said = (LAYING / "drawing.toml").read_text("utf-8")
    # There are no figures then.
    said = said.replace('"box of Follower" = "nowhere"\n', "").replace('[pieces]\nFollower = "figure"\n', "")
    (folder / "drawing.toml").write_text(said, "utf-8")
    return drawable(folder)


@cache
def drawable(folder: Path) -> Drawable:
    """The game of a folder."""
    (found,), _ = find_games(folder)
    compiled = compile_cached(found)
    assert compiled.game is not None, compiled.errors
    configuration, _ = configure(compiled.game, 2, {}, {}, None)
    assert configuration is not None
    rules = specialise(compiled.game, configuration)
    drawing, _, wrong = load_drawing(found, rules)
    assert not wrong
    return Drawable(make(compiled, configuration), rules, drawing)
