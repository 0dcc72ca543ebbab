"""Folders as they were at a commit of the repository in which they lie."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from refengine.cli.errors import Refused, no_commit

OF_ONE_REPOSITORY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE")
"""The variables by which git tells a hook which repository is meant; here the folder says it."""

LINK = b"120000"


def files_at(path: Path, commit: str) -> tuple[Mapping[str, bytes | str], Path]:
    """Returns a folder and those beside it, as they were at a commit, and where it lies among them.

    The files are given by their paths in the repository, each with what it holds, or what it leads to. Those beside it
    are there since a module has its base among them. What is not there is refused. All is read file by file: an
    archive leaves out what the repository leaves out of its releases.
    """
    if commit.startswith("-"):
        raise Refused([no_commit(commit, "that is no name of a commit")])
    absolute = path.absolute()
    here = absolute if os.path.isdir(absolute) else absolute.parent  # noqa: PTH112 - a path that is too long is none
    top = Path(os.fsdecode(_git(here, commit, "rev-parse", "--show-toplevel").rstrip(b"\n"))).resolve()
    inside = _inside(absolute, top)
    beside = "." if inside.parent == inside else inside.parent.as_posix()
    found: dict[str, bytes | str] = {}
    agenda = [beside]
    while agenda:
        more = {name: held for name, held in _listed(top, commit, agenda.pop()).items() if name not in found}
        found |= more
        agenda += [to for name, held in more.items() if isinstance(held, str) for to in _target(name, held, found)]
    if not any(PurePosixPath(name).is_relative_to(inside.as_posix()) for name in found):
        raise Refused([no_commit(commit, f"`{inside.as_posix()}` was not there")])
    return found, inside


def _inside(absolute: Path, top: Path) -> Path:
    """Returns where a folder lies in a repository; if a link of that name lies there, it is the link that is meant."""
    named = absolute.resolve() if absolute.name in {"", ".."} else absolute.parent.resolve() / absolute.name
    return (named if named.is_relative_to(top) else absolute.resolve()).relative_to(top)


def _target(name: str, link: str, found: Mapping[str, object]) -> tuple[str, ...]:
    """Returns the path to which a link leads in the repository, if that is not there yet."""
    to = os.path.normpath(os.path.join(os.path.dirname(name), link))  # noqa: PTH118, PTH120 - `..` is taken out
    known = os.path.isabs(to) or Path(to).parts[:1] == (os.pardir,) or to in found  # noqa: PTH117 - a path in git
    return () if known or any(each.startswith(f"{to}/") for each in found) else (to,)


def _listed(top: Path, commit: str, path: str) -> dict[str, bytes | str]:
    """Returns the files and links at a path with what they hold; what is of a repository of its own is not there."""
    wanted = () if path == "." else (path,)
    said = _git(top, commit, "--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit, "--", *wanted)
    entries = [each.partition(b"\t") for each in said.split(b"\0") if each]
    blobs = [(head.split(), os.fsdecode(name)) for head, _, name in entries if head.split()[1] == b"blob"]
    asked = b"".join(each[2] + b"\n" for each, _ in blobs)
    left = memoryview(_git(top, commit, "cat-file", "--batch", given=asked))
    found: dict[str, bytes | str] = {}
    for (mode, *_), name in blobs:
        head = bytes(left[:200]).partition(b"\n")[0]
        begin, size = len(head) + 1, int(head.split()[2])
        held = bytes(left[begin : begin + size])
        found[name] = os.fsdecode(held) if mode == LINK else held
        left = left[begin + size + 1 :]
    return found


def _git(folder: Path, commit: str, *words: str, given: bytes = b"") -> bytes:
    """Returns what git says; refuses the commit with the first line of what it complains of."""
    own = {name: value for name, value in os.environ.items() if name not in OF_ONE_REPOSITORY}
    try:
        run = subprocess.run(["git", "-C", folder, *words], input=given, env=own, capture_output=True, check=False)  # noqa: S603, S607
    except OSError as error:
        raise Refused([no_commit(commit, "there is no program `git` here")]) from error
    if run.returncode:
        said = run.stderr.decode(errors="replace").strip().splitlines() or ["git refuses it"]
        why = said[0].removeprefix("fatal: ").strip()
        raise Refused([no_commit(commit, why[:1].lower() + why[1:])])
    return run.stdout
