"""A plugin of pytest that plants one fault: the module that it names is read with one piece of its text replaced.

Nothing on the disk is changed: `-p tests.planted.planting` with the number of the fault in the environment; `SEED:COUNT:NUMBER`
is one that is drawn.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from tests.planted.drawing import drawn
from tests.planted.faults import FAULTS, Fault

NUMBER = "REFENGINE_PLANTED"
"""The variable of the environment that says which fault is planted."""


class Planted(SourceFileLoader):
    """Loads a module with a fault in it."""

    def __init__(self, name: str, path: str, fault: Fault) -> None:
        super().__init__(name, path)
        self.fault = fault

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - as the importer calls it
        source = self.get_data(self.path).decode("utf-8")
        assert source.count(self.fault.old) == 1, self.fault
        return compile(source.replace(self.fault.old, self.fault.new), self.path, "exec")


class Finder(MetaPathFinder):
    """Finds the module that the fault is planted in; of all others it knows nothing."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.fault.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = Planted(fullname, spec.origin, self.fault)
        return spec


def fault_of(number: str) -> Fault:
    """A fault of the list by its number; or by seed, count and number one that is drawn."""
    if ":" not in number:
        return FAULTS[int(number)]
    seed, count, which = map(int, number.split(":"))
    return drawn(seed, count)[which]


def plant(number: str) -> None:
    """Plants a fault; nothing of the package may be loaded yet, which a `conftest` would do."""
    assert not [name for name in sys.modules if name.startswith("refengine")], "the package was loaded before"
    sys.meta_path.insert(0, Finder(fault_of(number)))


if NUMBER in os.environ:
    plant(os.environ[NUMBER])
