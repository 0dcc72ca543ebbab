"""Folders as they were at a commit of the repository in which they lie."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from refengine.cli.errors import Refused, no_commit


def packed_at(path: Path, commit: str) -> tuple[bytes, Path]:
    """Returns a folder and those beside it, as they were at a commit, as a tar archive, and where it lies in that.

    Those beside it are there since a module has its base among them. What is not there is refused.
    """
    absolute = path.absolute().resolve()
    if commit.startswith("-"):
        raise Refused([no_commit(commit, "that is no name of a commit")])
    here = absolute if os.path.isdir(absolute) else absolute.parent  # noqa: PTH112 - a path that is too long is none
    top = Path(_git(here, commit, "rev-parse", "--show-toplevel").decode().strip())
    inside = absolute.relative_to(top.resolve())
    beside = inside.parent.as_posix()
    wanted = [] if beside == "." else [beside]
    return _git(top, commit, "archive", "--format=tar", commit, "--", *wanted), inside


def _git(folder: Path, commit: str, *words: str) -> bytes:
    """Returns what git says; refuses the commit with the first line of what it complains of."""
    try:
        run = subprocess.run(["git", "-C", folder, *words], capture_output=True, check=False)  # noqa: S603, S607
    except OSError as error:
        raise Refused([no_commit(commit, "there is no program `git` here")]) from error
    if run.returncode:
        said = run.stderr.decode(errors="replace").strip().splitlines() or ["git refuses it"]
        raise Refused([no_commit(commit, said[0].removeprefix("fatal: ").strip())])
    return run.stdout
