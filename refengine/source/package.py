"""This package as it lies on the disk: a stamp of its files, looked at where their content would take too long.

A stamp says of each file what its folder says of it. Whoever writes to a file changes the time of its inode, which
nobody can set. So a file with the same stamp says the same, but for one that was written twice within a tick of the
clock: what is kept under a stamp counts only if it was written long after the last change. Nothing but the standard
library is loaded for this.
"""

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

SUFFIXES = (".py", ".lark")
"""The endings of the files that a version of this package consists of."""

SETTLED = 2_000_000_000
"""The nanoseconds after which no tick of a clock hides that a file was written again."""

DIGEST = 16
"""The number of letters of a hash of the package."""


def package_folder() -> Path:
    """Returns the folder of this package."""
    return Path(__file__).parent.parent


def caches() -> Path | None:
    """Returns the folder in which this package keeps things, where one can tell it without asking a library."""
    if not sys.platform.startswith("linux"):
        return None
    given = os.environ.get("XDG_CACHE_HOME", "")
    return Path(given.strip() or os.path.expanduser("~/.cache")) / "refengine"  # noqa: PTH111 - as a library does it


def stamp_of(package: Path) -> tuple[str, int]:
    """Returns the stamp of the files of a package and of the grammar beside it, and when one last changed."""
    found: list[tuple[str, int, int, int, int, int]] = []
    for folder in (package, package.parent / "grammar"):
        _look(str(folder), found)
    last = max((each[1] for each in found), default=0)
    return hashlib.sha256(repr(sorted(found)).encode("utf-8", "surrogatepass")).hexdigest(), last


def kept_hash(package: Path, home: Path) -> str | None:
    """Returns the hash of a package that was kept under its stamp, or None."""
    try:
        stamp, last = stamp_of(package)
        with (home / stamp_name(package)).open(encoding="ascii") as file:
            written = os.fstat(file.fileno()).st_mtime_ns
            kept = file.read().split()
    except (OSError, ValueError):
        return None
    is_of_now = len(kept) == 2 and kept[0] == stamp and len(kept[1]) == DIGEST
    return kept[1] if is_of_now and last + SETTLED < written else None


@cache
def first_hash(package: Path, home: Path) -> str | None:
    """Returns the hash of a package that was kept as this process first asked, or None; there is no later one."""
    return kept_hash(package, home)


def stamp_name(package: Path) -> str:
    """Returns the name of the file in which the stamp of a package is kept."""
    return f"{hashlib.sha256(os.fsencode(package)).hexdigest()[:DIGEST]}.stamp"


def _look(folder: str, found: list[tuple[str, int, int, int, int, int]]) -> None:
    """Adds what a folder and those below it say of the files of the package; what is compiled is none of them."""
    if not os.path.isdir(folder):  # noqa: PTH112 - hundreds of times, before anything else is done
        return
    with os.scandir(folder) as entries:
        for each in entries:
            if each.is_dir():
                if each.name != "__pycache__":
                    _look(each.path, found)
            elif each.name.endswith(SUFFIXES):
                status = each.stat()
                times = status.st_ctime_ns, status.st_mtime_ns
                found.append((each.path, *times, status.st_size, status.st_ino, status.st_dev))
