"""Lazy functions, loaded when they are first called: what few commands need does not slow down the others.

Whoever takes one from here imports it for the types, too, so that it is seen what stands on what.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def later(module: str, name: str) -> Callable[..., Any]:
    """Returns a function of a module, which is not loaded before the function is called."""

    def loaded(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return loaded
