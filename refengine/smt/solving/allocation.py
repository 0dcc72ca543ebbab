"""Memory that the solver lets go of, and takes again at once, in large pages.

A context of z3 begins with 16 MB. glibc gives a piece as large as that back to the system each time, and making 4,000
pages anew takes longer than many a question: where many small ones are asked it was a third of all that was spent.
What z3 holds it goes through in no order, so that in small pages much of the time goes into finding where these lie.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections.abc import Callable
from functools import cache
from typing import Final

from attrs import define

_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3
"""The parameters of `mallopt`: `M_TRIM_THRESHOLD`, `M_TOP_PAD` and `M_MMAP_THRESHOLD` of malloc.h."""

KEPT = 1 << 30
"""The bytes at the end of the heap beyond which something is given back to the system."""

LARGEST = 32 << 20
"""The size from which a piece of memory is the system's and no part of the heap; glibc takes no greater one."""

AHEAD = 64 << 20
"""The bytes by which the heap grows beyond what is asked for: they are large pages before they are used."""

_WANTED: Final = ("mallopt", "sbrk", "madvise")
"""The functions of glibc without all of which nothing is changed."""


def keep_what_is_freed() -> None:
    """Has this process keep for its next context what the last one let go of; without glibc nothing is changed."""
    heap = _heap()
    if heap is not None:
        heap.ask_for_large_pages()


@define
class _Heap:
    """The heap of this process, of which all up to `end` was asked for as large pages."""

    sbrk: Callable[[int], int | None]
    madvise: Callable[[int, int, int], int]
    end: int

    def ask_for_large_pages(self) -> None:
        """Asks for large pages as far as the heap reaches by now; a system that has none refuses, and all stays."""
        now = self.sbrk(0) or 0
        if now > self.end:
            self.madvise(self.end, now - self.end, mmap.MADV_HUGEPAGE)
            self.end = now


@cache
def _heap() -> _Heap | None:
    if sys.platform != "linux":
        return None
    system = ctypes.CDLL(None)
    mallopt, sbrk, madvise = (getattr(system, name, None) for name in _WANTED)
    if mallopt is None or sbrk is None or madvise is None:
        return None
    mallopt(_TRIM_THRESHOLD, KEPT)
    mallopt(_MMAP_THRESHOLD, LARGEST)
    mallopt(_TOP_PAD, AHEAD)
    sbrk.restype, sbrk.argtypes = ctypes.c_void_p, (ctypes.c_ssize_t,)
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    page = mmap.PAGESIZE
    return _Heap(sbrk, madvise, ((sbrk(0) or 0) + page - 1) // page * page)
