"""Recipes of the classes of generated games, kept for each game by itself.

The name of a generated module is a hash of all that it is made of, so that nothing else can come of what is kept
under it. A question about several readings loads a game for each of them, whose classes were most of the work.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from refengine.cli.class_makers import Maker, Name, file_stamp, is_still, making_by_recipe, version_with_maker
from refengine.cli.recipes import Attrs
from refengine.cli.seals import keep_sealed, name_for, read_sealed

GENERATED: Final = "refengine_game_"
"""The beginning of the names of generated modules."""


class GameClassMaker(Maker):
    """A maker of the classes of games, who looks for the recipes of a game when its first class is made."""

    def __init__(self, attrs: Attrs, folder: Path) -> None:
        super().__init__(attrs, {})
        self.folder = folder
        self._read: set[str] = set()

    def knows(self, key: Name) -> bool:
        """Returns whether there is a recipe of a class that was not met yet."""
        module, _ = key
        if module not in self._read:
            self._read.add(module)
            self.known |= read_sealed(self._file(module))
        return super().knows(key)

    def keep(self) -> None:
        """Keeps the recipes of games of which there was none for some class."""
        for module in {module for module, _ in self.found.keys() - self.known.keys()}:
            keep_sealed(self._file(module), {key: each for key, each in self.found.items() if key[0] == module})

    def _file(self, module: str) -> Path:
        return self.folder / name_for(module, "recipes", file_stamp(self.attrs))


@contextmanager
def kept_games(home: Path | None) -> Iterator[None]:
    """Keeps the recipes of classes of games that are loaded meanwhile, and makes them by those kept."""
    found = version_with_maker(home)
    if home is None or found is None:
        yield
        return
    version, attrs = found
    maker = GameClassMaker(attrs, home / version)
    with making_by_recipe(maker, GENERATED):
        yield
    if not maker.found.keys() <= maker.known.keys() and is_still(version, home):
        maker.keep()
