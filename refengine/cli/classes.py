"""The code of classes that attrs writes, kept from one command to the next, as Python keeps that of files.

attrs writes a text with the methods of each class and has it compiled, hundreds of times before a command begins. What
a text was compiled to is kept under a hash of the text, so that nothing else can come of it. Where attrs compiles
otherwise than is thought here, nothing is kept and all is as without it.
"""

from __future__ import annotations

import builtins
import hashlib
import marshal
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any

from refengine.cli.seals import keep_sealed, name_for, read_sealed

SALT = re.compile(r"^ +-?\d+,$", re.MULTILINE)
"""The number that tells the hash of a class from those of others; attrs takes another one in each process."""

WRITTEN = "<attrs generated "
"""The beginning of the names of all texts that attrs writes."""


class StoredCode:
    """Codes by the hashes of their texts; `used` are those that this process has asked for."""

    def __init__(self, known: dict[bytes, bytes]) -> None:
        self.known = known
        self.used: dict[bytes, bytes] = {}
        self._compile = compile

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
        code = self._compile(script, filename, mode)
        self.used[key] = marshal.dumps(code)
        return code


@contextmanager
def kept_classes(name: str, folder: Path | None) -> Iterator[None]:
    """Keeps whatever attrs compiles meanwhile in a folder, under this name, and takes from there what was kept."""
    loaded = sys.modules.get("attr._make")
    if folder is None or (loaded is not None and "compile" in vars(loaded)):
        yield
        return
    file = folder / name_for(name, "classes")
    kept = StoredCode(read_sealed(file))
    with _compiling(kept):
        made = vars(import_module("attr._make"))
    made["compile"] = kept.compile
    try:
        yield
    finally:
        del made["compile"]
    if kept.used.keys() != kept.known.keys():
        keep_sealed(file, kept.used)


@contextmanager
def _compiling(kept: StoredCode) -> Iterator[None]:
    """Has whatever attrs compiles taken from what is kept, while attrs itself is loaded, which has classes too."""
    by_python = builtins.compile

    def compiled(source: Any, filename: Any, mode: str, *rest: Any, **named: Any) -> Any:
        if isinstance(source, str) and isinstance(filename, str) and filename.startswith(WRITTEN):
            return kept.compile(source, filename, mode)
        return by_python(source, filename, mode, *rest, **named)

    setattr(builtins, "compile", compiled)  # noqa: B010 - it is another function, as mypy would say
    try:
        yield
    finally:
        setattr(builtins, "compile", by_python)  # noqa: B010
