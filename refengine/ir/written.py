"""Values as bytes that hang on what they say alone, to be hashed.

A pickle remembers what it has written and points to it, so two equal values of which one shares more of its parts
differ in it: one that was read from a cache, and one that was made. Here nothing is remembered.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Mapping
from typing import Any, Final

PROTOCOL: Final = 5


Reduced = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments, which stand for a value."""


def written(value: object, reduced: Mapping[type, Callable[[Any], Reduced]] | None = None) -> bytes:
    """Returns a value as bytes; those of a class in `reduced` are written as what this makes of them."""
    out = io.BytesIO()
    pickler = pickle.Pickler(out, PROTOCOL)
    pickler.fast = True
    if reduced is not None:
        pickler.dispatch_table = reduced
    pickler.dump(value)
    return out.getvalue()
