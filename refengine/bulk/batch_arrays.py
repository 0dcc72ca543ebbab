"""The arrays of a batch: how long a row of each is, what shape it has, and what is written to one.

An array has a row for each game, and lies in the memory of the module.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from refengine.program.lowering import LoweredProgram

MOST_BYTES: Final = 1 << 31
"""The greatest size of all arrays together."""

NUMBERS: Final = frozenset({"random", "steps", "seat", "broken", "legal", "choices"})
"""The arrays with a number of 8 bytes for each game."""

WORD: Final = 8
"""The bytes of a number."""

WORDS: Final = frozenset({"scores"})
"""The arrays with several."""


def rows_of(lowered: LoweredProgram) -> dict[str, int]:
    """Returns the bytes of a row of each array."""
    assert lowered.batch is not None
    return dict(lowered.batch.rows)


def most_games(lowered: LoweredProgram) -> int:
    """Returns the greatest number of games for which there is room."""
    return MOST_BYTES // (sum(rows_of(lowered).values()) + 1)


def numbers_of(choices: Any) -> array[int] | memoryview:
    """Returns numbers of 8 bytes; an array of such, as numpy's, is taken as it is."""
    try:
        held = memoryview(choices)
    except TypeError:
        return array("q", choices)
    if held.ndim == 1 and held.format in {"q", "l"} and held.itemsize == WORD and held.c_contiguous:
        return held
    return array("q", choices)


def shaped(held: memoryview, name: str, games: int, wide: int) -> memoryview:
    """Returns an array with a row for each game; one with a single number in each has one dimension."""
    if name in NUMBERS:
        return held.cast("q")
    if name in WORDS:
        return held.cast("q", (games, wide // 8))
    return held if name == "ended" or not wide else held.cast("B", (games, wide))
