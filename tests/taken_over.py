"""Answers of a check that goes on beside the tests, taken over so that who shows or counts the same need not wait again.

`.ci/run` says where that check keeps what it finds out. Nothing is written there: a test may plant a fault, and what it
keeps is its own. What is kept is what would be found out anew, so a page is held against the same with it and without.
"""

import os
import shutil
from pathlib import Path

KEPT = "REFENGINE_KEPT"
"""The folder in which others keep answers, if there is one: an `XDG_CACHE_HOME`."""


def take_over() -> None:
    """Copies what others have kept by now to where a command of this test looks for it."""
    kept = os.environ.get(KEPT)
    if not kept:
        return
    for path in Path(kept).rglob("*"):
        copied = Path(os.environ["XDG_CACHE_HOME"]) / path.relative_to(kept)
        if path.is_file() and not path.name.startswith(".") and not copied.exists():
            copied.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = copied.with_name(f".taken-{os.getpid()}-{copied.name}")
            shutil.copyfile(path, part)
            part.replace(copied)
