"""The cache: results kept by content, in a folder of the user's own for each version of this package.

Nobody has written what lies there by hand, and all of it can be made again. A cache that cannot be read or written is
no cache.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from attrs import field, frozen
from platformdirs import user_cache_path

from refengine.source.files import keep_file


@cache
def package_hash() -> str:
    """A hash of this package's own code: another version, or an edited one, shares nothing."""
    package = Path(__file__).parent.parent
    files = sorted([*package.rglob("*.py"), *package.rglob("*.lark"), *package.parent.glob("grammar/*.lark")])
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(package.parent).as_posix()}:".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _user_folder() -> Path:
    return user_cache_path("refengine") / package_hash()


@frozen
class Cache:
    """A folder of results by content; None keeps nothing."""

    folder: Path | None = field(factory=_user_folder)

    def read(self, name: str) -> bytes | None:
        """Returns the content kept under a name; None if there is none."""
        try:
            return (self.folder / name).read_bytes() if self.folder is not None else None
        except OSError:
            return None

    def write(self, name: str, content: bytes) -> None:
        """Keeps a result; readers never see half of one."""
        if self.folder is not None:
            keep_file(self.folder / name, content)
