"""What thousands of tests in one process need not do again: a text is parsed once, and refuse is looked for less often.

Many tests read the same games from folders of their own. What the parser says of a text is a function of the text, and what is built of it is
built anew each time; so is what cannot be read, which is not kept.
"""

import gc
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from refengine.syntax.machine import Machine

KEPT = 1_500
"""So many texts are kept, of some 50 KB each when they are parsed."""

LONGEST = 4_000
"""Longer texts are parsed each time: they are about lengths, and few."""


def spare() -> None:
    """For the whole process. Tests that start others spare nothing there."""
    gc.set_threshold(20_000, 20, 20)
    pytest.MonkeyPatch().setattr(Machine, "parse", _once(Machine.parse))


def _once(parse: Callable[..., Any]) -> Callable[..., Any]:
    kept = lru_cache(maxsize=KEPT)(parse)

    def parsed(machine: Machine, text: str) -> Any:
        return (kept if len(text) <= LONGEST else parse)(machine, text)

    return parsed
