"""The depth to which values may ask each other, and the stack that this takes.

A value is worked out where it is asked, by the engine and by the prover, each inside the other. Whoever runs us as a
program has a stack for that; in a program of somebody else the engine gets along with what Python allows at first.
"""

import sys
from typing import Final

MAX_DEEP: Final = 200
"""The greatest number of values that ask each other in a row. Not for raising: the stack would not be enough."""

_FRAMES: Final = 12_000
"""The number of calls that the prover takes for that, twice; each is small enough for eight megabytes of stack."""


def allow_depth() -> None:
    """Lets Python call as deep as rules may be. For programs of our own, and the processes that they start."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES))
