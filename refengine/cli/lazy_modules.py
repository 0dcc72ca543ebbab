"""Lazy imports of third-party modules: each is loaded when it is first used, since few commands need them.

Python's own lazy loader loads a module as soon as it is imported a second time, and most of these are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Final

SELDOM_NEEDED: Final = (
    "attr.converters", "attr.validators", "attrs.converters", "attrs.validators",
    "fractions", "inspect", "json", "tomllib",
)  # fmt: skip
"""The modules that wait; whoever takes a name from one when it is loaded itself looks into it."""


class LazyModule(ModuleType):
    """A module that waits; once somebody looks into it, it is a module like any other."""

    def __getattr__(self, name: str) -> Any:
        """Loads the module, and returns what it has of this name."""
        self.__class__ = ModuleType  # type: ignore[assignment] # as Python does it for modules that wait
        loader: Any = self.__loader__
        loader.exec_module(self)
        return getattr(self, name)


class LazyLoader(Loader):
    """A loader that has modules wait for another loader."""

    def __init__(self, loader: Loader) -> None:
        self.loader = loader

    def create_module(self, spec: ModuleSpec) -> None:
        """Leaves it to Python to make a module."""

    def exec_module(self, module: ModuleType) -> None:
        """Has the module wait, and puts the other loader in place."""
        module.__loader__ = self.loader
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        module.__class__ = LazyModule


class LazyFinder:
    """A finder of modules that wait; of others it knows nothing."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns how a module is loaded once somebody looks into it, or None for one that does not wait."""
        if fullname not in SELDOM_NEEDED:
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is not None and found.loader is not None:
            found.loader = LazyLoader(found.loader)
        return found


@contextmanager
def importing_lazily() -> Iterator[None]:
    """Puts off loading each module that is imported meanwhile, until somebody looks into it."""
    finder = LazyFinder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
