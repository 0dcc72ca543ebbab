"""Found counterexamples as files in a folder: read before a check, written after it."""

from __future__ import annotations

import sys
from pathlib import Path

from attrs import evolve

from refengine.check.report import Failure
from refengine.source.files import write_file
from refengine.source.render import render
from refengine.source.text import read_source
from refengine.testing.saved_traces import saved_names


def read_saved(folder: Path) -> tuple[tuple[str, str], ...]:
    """Returns path and text of each saved trace; what cannot be read is left alone."""
    try:
        names = saved_names(each.name for each in folder.iterdir())
    except OSError:
        return ()
    sources = (read_source(folder / name, (folder / name).as_posix()) for name in names)
    return tuple((source.path, source.text) for source, wrong in sources if source is not None and not wrong)


def keep(failures: tuple[Failure, ...], folder: Path) -> tuple[Failure, ...]:
    """Saves the traces of failures, and says where; a folder that cannot be written is told once."""
    kept: list[Failure] = []
    told = False
    for failure in failures:
        if failure.file is None or failure.saved is not None or told:
            kept.append(failure)
            continue
        name, text = failure.file
        path = folder / name
        unwritten = write_file(path, text, own_folder=True)
        if unwritten is None:
            kept.append(evolve(failure, saved=path.as_posix()))
        else:
            print(render([unwritten], {}), end="", file=sys.stderr)
            told = True
            kept.append(failure)
    return tuple(kept)
