"""The code of a module, compiled once for any number of instances; the only importer of wasmtime, if there is one."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

LIBRARY: Final = "wasmtime"


def is_installed() -> bool:
    """Returns whether there is what runs a module."""
    return find_spec(LIBRARY) is not None


class Code:
    """A module, compiled from its bytes."""

    def __init__(self, binary: bytes) -> None:
        self.binary = binary
        self.runner = import_module(LIBRARY)
        self.trap: type[Exception] = self.runner.Trap
        self.refusal: type[Exception] = self.runner.WasmtimeError
        """The exception of an instance for which a process has no room."""
        self._compile(self.runner.Config())

    def _compile(self, config: Any) -> None:
        self._engine = self.runner.Engine(config)
        self._module = self.runner.Module(self._engine, self.binary)

    def instance(self) -> tuple[Any, Any]:
        """Returns the store of an instance of its own, and what it exports."""
        try:
            return self._instance()
        except self.refusal:
            # By default all addresses that a module could name are reserved, which a process may not be allowed to.
            sparing = self.runner.Config()
            sparing.memory_reservation = sparing.memory_reservation_for_growth = sparing.memory_guard_size = 0
            # What a memory begins with lies in a file, larger than some processes may write one.
            sparing.memory_init_cow = False
            self._compile(sparing)
            return self._instance()

    def _instance(self) -> tuple[Any, Any]:
        store = self.runner.Store(self._engine)
        return store, self.runner.Instance(store, self._module, []).exports(store)
