"""What thousands of tests in one process spare: a text is parsed once, garbage is collected less often, engines are forgotten.

Many tests read the same games from folders of their own. What the parser says of a text is a function of the text, and what is built of it is
built anew each time; so is what cannot be read, which is not kept.
"""

import gc
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from refengine.engine.load import unload_module
from refengine.loading import GENERATED
from refengine.syntax.machine import Machine

KEPT = 1_500
"""So many texts are kept, of some 50 KB each when they are parsed."""

LONGEST = 4_000
"""Longer texts are parsed each time: they are about lengths, and few."""

MOST_ENGINES = 40
"""The number of engines, of some 2 to 15 MB each, that may be garbage before it is collected."""


def spare() -> None:
    """For the whole process. Tests that start others spare nothing there."""
    gc.set_threshold(100_000, 20, 20)
    pytest.MonkeyPatch().setattr(Machine, "parse", _once(Machine.parse))


def _once(parse: Callable[..., Any]) -> Callable[..., Any]:
    kept = lru_cache(maxsize=KEPT)(parse)

    def parsed(machine: Machine, text: str) -> Any:
        return (kept if len(text) <= LONGEST else parse)(machine, text)

    return parsed


class Engines:
    """The engines that tests made: those of one file are forgotten after it, or thousands would fill the memory.

    Whoever still holds one may go on with it, as with one that was made `for_a_while`.
    """

    def __init__(self) -> None:
        self._refuse = 0

    def forget(self) -> None:
        """Forgets all that were made so far."""
        made = [name for name in sys.modules if name.startswith(GENERATED)]
        for name in made:
            unload_module(name)
        self._refuse += len(made)
        if self._refuse > MOST_ENGINES:
            gc.collect()
            self._refuse = 0
