"""A cache in which nothing is kept of any game, for commands that are to find nothing of earlier ones.

The tables of the grammar and what a command begins with hang on this package alone, and making them takes longer than most
of these commands: they lie there already. What a command begins with is taken from a cache that was handed out before.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from refengine.source.cache import Cache
from refengine.syntax.by_lark import NAME
from refengine.syntax.tables import MACHINE, tables

BEGINNINGS = ("*.stamp", "*.classes", "*.patterns", "*/*.modules")
"""What is kept of the package itself: its hash, and what its modules are compiled to and make as they are loaded."""

_handed_out: list[Path] = []


def fresh_cache(folder: Path) -> str:
    """Returns an `XDG_CACHE_HOME` of its own; one that is there already stays as it is."""
    ours = Cache()
    assert ours.folder is not None
    if not (ours.folder / MACHINE).is_file():
        tables(ours)
    theirs = folder / ours.folder.relative_to(os.environ["XDG_CACHE_HOME"])
    if not folder.exists():
        theirs.mkdir(mode=0o700, parents=True)
        for each in (NAME, MACHINE):
            shutil.copyfile(ours.folder / each, theirs / each)
        for name, file in _begun().items():
            with suppress(FileNotFoundError):  # a command at work there has put another in its place since
                shutil.copyfile(file, theirs.parent / name)
        _handed_out.append(theirs.parent)
    return str(folder)


def _begun() -> dict[Path, Path]:
    """The files of what commands begin with: for each name one, by its path in the cache of this package."""
    return {name: file for folder in _handed_out for name, file in _beginnings(folder)}


def _beginnings(folder: Path) -> Iterator[tuple[Path, Path]]:
    for pattern in BEGINNINGS:
        for file in folder.glob(pattern):
            command = file.name.partition("-")[0]
            recipes = file.parent.glob(f"{command}-*.recipes") if file.suffix == ".modules" else ()
            yield from ((each.relative_to(folder), each) for each in (file, *recipes))
