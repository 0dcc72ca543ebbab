"""A cache in which nothing is kept of any game, for commands that are to find nothing of earlier ones.

The tables of the grammar hang on this package alone, and making them takes longer than most of these commands: they
lie there already.
"""

import os
import shutil
from pathlib import Path

from refengine.source.cache import Cache
from refengine.syntax.by_lark import NAME
from refengine.syntax.tables import MACHINE, tables


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
    return str(folder)
