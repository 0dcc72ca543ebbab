"""The cache: results kept by content, in a folder of the user's own for each version of this package.

Nobody has written what lies there by hand, and all of it can be made again. A cache that cannot be read or written is
no cache.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from attrs import field, frozen

from refengine.source.files import Content, drop_file, keep_file
from refengine.source.later import later
from refengine.source.package import DIGEST, caches, first_hash, package_folder, stamp_name, stamp_of
from refengine.source.seal import LENGTH, is_sealed, opened, seal_of

_by_library = later("platformdirs", "user_cache_path")
_mapped = later("mmap", "mmap")

READING: Final = 1
"""The access to a file that is looked at (`mmap.ACCESS_READ`)."""


def home_of_caches() -> Path:
    """Returns the folder in which this package keeps things; a library is asked only where it is not plain."""
    return caches() or Path(_by_library("refengine"))


@cache
def package_hash() -> str:
    """Returns a hash of this package's own code: another version, or an edited one, shares nothing.

    It is that of the contents. Which it was is kept under a stamp of the files, and read as long as that is theirs.
    """
    package, home = package_folder(), home_of_caches()
    kept = first_hash(package, home)
    if kept is not None:
        return kept
    stamp, _ = stamp_of(package)
    made = content_hash(package)
    if stamp_of(package)[0] == stamp:
        keep_file(home / stamp_name(package), f"{stamp} {made}\n".encode("ascii"))
    return made


def content_hash(package: Path) -> str:
    """Returns a hash of what the files of a package say."""
    files = sorted([*package.rglob("*.py"), *package.rglob("*.lark"), *package.parent.glob("grammar/*.lark")])
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(package.parent).as_posix()}:".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:DIGEST]


def _user_folder() -> Path:
    return home_of_caches() / package_hash()


@frozen
class Cache:
    """A folder of results by content; None keeps nothing."""

    folder: Path | None = field(factory=_user_folder)

    def read(self, name: str) -> bytes | None:
        """Returns the content kept under a name; None if there is none, or something spoilt it."""
        try:
            return opened((self.folder / name).read_bytes()) if self.folder is not None else None
        except OSError:
            return None

    def look_at(self, name: str) -> memoryview | None:
        """Returns the content kept under a name as `read` does, but leaves it in its file: it may be large."""
        if self.folder is None:
            return None
        try:
            with (self.folder / name).open("rb") as file:
                whole = memoryview(_mapped(file.fileno(), 0, access=READING))
        except (OSError, ValueError):
            return None
        content = whole[LENGTH:]
        return content if is_sealed(content, whole[:LENGTH]) else None

    def write(self, name: str, *content: Content) -> bool:
        """Keeps a result, in one part or several; readers never see half of one. Whether it is kept."""
        return self.folder is not None and keep_file(self.folder / name, seal_of(*content), *content)

    def drop_others(self, name: str, suffix: str) -> None:
        """Takes away all that is kept under names with this end, but for one name."""
        with suppress(OSError):
            for each in () if self.folder is None else self.folder.glob(f"*{suffix}"):
                if each.name != name:
                    drop_file(each)

    def drop(self, name: str) -> None:
        """Takes away what is kept under a name."""
        if self.folder is not None:
            drop_file(self.folder / name)
