"""The code of classes that attrs writes, kept from one command to the next, as Python keeps that of files.

attrs writes a text with the methods of each class and has it compiled, hundreds of times before a command begins. What
a text was compiled to is kept under a hash of the text, so that nothing else can come of it. Where attrs compiles
otherwise than is thought here, nothing is kept and all is as without it.
"""

from __future__ import annotations

import hashlib
import marshal
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

SALT = re.compile(r"^ +-?\d+,$", re.MULTILINE)
"""The number that tells the hash of a class from those of others; attrs takes another one in each process."""

SEAL = 32
"""The number of bytes of a hash of all that is kept, which stands before it."""


class Kept:
    """Compiled texts by their hashes; `used` are those that this process has asked for."""

    def __init__(self, known: dict[bytes, bytes]) -> None:
        self.known = known
        self.used: dict[bytes, bytes] = {}

    def compile(self, script: str, filename: str, mode: str) -> CodeType:
        """Returns what a text is compiled to; the salt of a class is one that it always has."""
        named = f"{filename}\0{mode}\0".encode()
        salt = str(int.from_bytes(hashlib.sha256(named).digest()[:7]))
        script = SALT.sub(f"{salt},", script)
        key = hashlib.sha256(named + script.encode()).digest()
        made = self.known.get(key)
        if made is not None:
            self.used[key] = made
            code: CodeType = marshal.loads(made)  # noqa: S302 - written by us, in a folder of the user's own, and sealed
            return code
        code = compile(script, filename, mode)
        self.used[key] = marshal.dumps(code)
        return code


@contextmanager
def kept_classes(name: str, folder: Path | None) -> Iterator[None]:
    """Keeps whatever attrs compiles meanwhile in a folder, under this name, and takes from there what was kept."""
    made = vars(import_module("attr._make"))
    if folder is None or "compile" in made:
        yield
        return
    file = folder / f"{name}-{_version(name)}.classes"
    kept = Kept(_read(file))
    made["compile"] = kept.compile
    try:
        yield
    finally:
        del made["compile"]
    if kept.used.keys() != kept.known.keys():
        keep: Callable[[Path, bytes], bool] = import_module("refengine.source.files").keep_file
        content = marshal.dumps(kept.used)
        keep(file, hashlib.sha256(content).digest() + content)


def _version(name: str) -> str:
    """A hash of what makes code another one, and of where this package lies, so that two of them keep apart."""
    parts = (__file__, sys.version, MAGIC_NUMBER.hex(), str(sys.flags.optimize), name)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _read(file: Path) -> dict[bytes, bytes]:
    try:
        content = file.read_bytes()
        if hashlib.sha256(content[SEAL:]).digest() == content[:SEAL]:
            known: dict[bytes, bytes] = marshal.loads(content[SEAL:])  # noqa: S302 - as above
            return known
    except (OSError, ValueError, EOFError, TypeError):
        pass
    return {}
