"""Memory that the solver lets go of, and takes again at once.

A context of z3 begins with 16 MB. glibc gives a piece as large as that back to the system each time, and making 4,000
pages anew takes longer than many a question: where many small ones are asked it was a third of all that was spent.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""The parameters of `mallopt`: `M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` of malloc.h."""

KEPT = 1 << 30
"""The bytes at the end of the heap beyond which something is given back to the system."""

LARGEST = 32 << 20
"""The size from which a piece of memory is the system's and no part of the heap; glibc takes no greater one."""


@cache
def keep_what_is_freed() -> None:
    """Has this process keep for its next context what the last one let go of; without glibc nothing is changed."""
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_TRIM_THRESHOLD, KEPT)
            mallopt(_MMAP_THRESHOLD, LARGEST)
