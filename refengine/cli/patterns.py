"""Regular expressions as Python has compiled them, kept from one command to the next, as the code of files is.

What an expression is compiled to hangs on its text, its flags and Python alone. Where Python compiles otherwise than is
thought here, nothing is kept and all is as without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from refengine.cli.seals import keep_sealed, name_for, read_sealed

OUT_OF_HERE = int(re.DEBUG | re.LOCALE)
"""The flags by which something is printed, or by which an expression means something else elsewhere."""

Key = tuple[str | bytes, int]
"""The text of an expression, and its flags."""


class PatternRecorder:
    """Stands for the part of Python that makes a pattern of numbers; what it is told is recorded, and passed on."""

    def __init__(self, made: Any) -> None:
        self.made = made
        self.told: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        """Returns whatever else it has."""
        return getattr(self.made, name)

    def compile(self, *told: Any) -> Any:
        """Returns the pattern that is made of what is told."""
        self.told.append(told)
        return self.made.compile(*told)


@contextmanager
def kept_patterns(name: str, home: Path | None) -> Iterator[None]:
    """Keeps whatever is compiled meanwhile in a folder, under this name, and takes from there what was kept."""
    door = _compiler()
    if home is None or door is None:
        yield
        return
    by_python, made = door["compile"], door["_sre"]
    file = home / name_for(name, "patterns")
    known: dict[Key, tuple[Any, ...]] = read_sealed(file)
    found = dict(known)

    def compiled(pattern: Any, flags: int = 0) -> Any:
        key = (pattern, int(flags))
        if type(pattern) not in {str, bytes} or key[1] & OUT_OF_HERE:
            return by_python(pattern, flags)
        if key in known:
            return made.compile(pattern, *known[key])
        door["_sre"] = noting = PatternRecorder(made)
        try:
            new = by_python(pattern, flags)
        finally:
            door["_sre"] = made
        if len(noting.told) == 1 and noting.told[0][0] is pattern and not new.flags & OUT_OF_HERE:
            flag, code, *rest = noting.told[0][1:]
            found[key] = (int(flag), [int(each) for each in code], *rest)  # without the names that Python has for them
        return new

    door["compile"] = compiled
    try:
        yield
    finally:
        door["compile"] = by_python
    if found.keys() != known.keys():
        keep_sealed(file, found)


def _compiler() -> dict[str, Any] | None:
    """Returns the names of the part of Python that compiles expressions, or None if it is another one."""
    try:
        found = vars(import_module("re._compiler"))
    except ImportError:
        return None
    return found if {"compile", "_sre"} <= found.keys() else None
