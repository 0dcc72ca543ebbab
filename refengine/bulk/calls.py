"""Calls of a module's functions, by wasmtime's interface in C where it is as it was when this was written.

The interface in Python looks up the types of a function in each call, which takes ten times as long as a step of most
games. What it stands on takes numbers as they are. Nobody promises that Python can reach it: where anything of it is
otherwise, the public way is taken, and only time is lost.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, Literal

Call = Callable[..., Any]
"""Calls one function with whole numbers; raises the library's `Trap`."""

Result = Literal["i32", "i64"] | None

INTERNAL: Final = "wasmtime._bindings"
CALL: Final = "wasmtime_func_call_unchecked"
SLOT: Final = 16
"""The bytes of each argument or result, whatever its type."""
ARGUMENTS: Final = 5
"""Store, function, slots, their number, where a trap is told."""


def call_of(library: Any, store: Any, export: Any, arguments: int, result: Result, *, alone: bool) -> Call:
    """Returns a function that calls an export of so many arguments.

    With `alone` no other thread of Python runs meanwhile, which is for short calls, where the way in C is there.
    """
    return _quick(library, store, export, arguments, result, alone=alone) or _plain(store, export)


def _plain(store: Any, export: Any) -> Call:
    """Returns a function that calls an export as the library says."""

    def call(*arguments: int) -> Any:
        return export(store, *arguments)

    return call


def _quick(library: Any, store: Any, export: Any, arguments: int, result: Result, *, alone: bool) -> Call | None:
    """Returns a function that calls an export with numbers as they are; None where none can."""
    inside = _inside(alone=alone)
    if inside is None:
        return None
    invoke, delete = inside
    try:
        context, function = store._context(), export._func  # noqa: SLF001 - which is what this is about
        where = ctypes.c_void_p(ctypes.addressof(function))
        here = ctypes.cast(context, ctypes.c_void_p)
    except (AttributeError, TypeError, ctypes.ArgumentError):
        return None
    many = max(arguments, 1 if result else 0)
    slots = ctypes.create_string_buffer(SLOT * max(many, 1))
    given = memoryview(slots).cast("B").cast("q")
    found = given if result == "i64" else memoryview(slots).cast("B").cast("i")
    at, trap = ctypes.c_void_p(ctypes.addressof(slots)), ctypes.c_void_p()
    told = ctypes.c_void_p(ctypes.addressof(trap))
    places = range(0, 2 * arguments, 2)

    def call(*numbers: int) -> Any:
        _ = function, store  # which are kept as long as this is
        for place, number in zip(places, numbers, strict=True):
            given[place] = number
        failed = invoke(here, where, at, many, told)
        if failed or trap.value:
            _raise(library, failed, trap, delete)
        return None if result is None else found[0]

    return call


def _raise(library: Any, failed: Any, trap: ctypes.c_void_p, delete: Any) -> None:
    """Raises the library's trap, whatever it was; both that tell of it are given back."""
    if trap.value:
        delete[0](trap.value)
        trap.value = None
    if failed:
        delete[1](failed)
    raise library.Trap("the module stopped")


def _inside(*, alone: bool) -> tuple[Any, tuple[Any, Any]] | None:
    """Returns what calls a function, and what deletes a trap and an error; None where they are not as they were."""
    try:
        bindings = import_module(INTERNAL)
        known = getattr(bindings, f"_{CALL}")
        as_before = len(known.argtypes) == ARGUMENTS and ctypes.sizeof(bindings.wasmtime_val_raw_t) == SLOT
        if not as_before:
            return None
        kind = ctypes.PYFUNCTYPE if alone else ctypes.CFUNCTYPE
        pointer = ctypes.c_void_p
        call = kind(pointer, pointer, pointer, pointer, ctypes.c_size_t, pointer)
        delete = ctypes.CFUNCTYPE(None, pointer)
        dll = bindings.dll
        return call((CALL, dll)), (delete(("wasm_trap_delete", dll)), delete(("wasmtime_error_delete", dll)))
    except (ImportError, AttributeError, TypeError):
        return None
