"""What a worker sees of the modules that were loaded before its first task, and of their classes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from importlib import import_module

import attrs

LOADED = frozenset(sys.modules)
"""The modules that were there when this one came, with the first task."""

PLACES = re.compile(r" at 0x[0-9a-f]+|function <lambda>")


def loaded() -> frozenset[str]:
    """Returns what was there before the first task."""
    return LOADED


def classes(modules: Iterable[str]) -> dict[str, str]:
    """Returns all of our classes in some modules, and in what these load, with their fields and what is in each."""
    for each in modules:
        import_module(each)
    found: dict[str, str] = {}
    for name, module in sorted(sys.modules.items()):
        for each in vars(module).values() if name.startswith("refengine.") else ():
            if isinstance(each, type) and each.__module__ == name and attrs.has(each):
                told = [(one.name, one.type, one.default, one.eq, one.init) for one in attrs.fields(each)]
                found[f"{name}.{each.__qualname__}"] = PLACES.sub("", repr((told, sorted(vars(each)))))
    return found
