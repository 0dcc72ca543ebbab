"""Runs the garbage collector seldom: most objects are part of no cycle, and reference counting frees them at once.

What a process loads for its work stays as long as it runs, and is not scanned again and again.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (50_000, 20, 20)
"""The number of objects that are made before garbage is collected: most commands end before that."""


def look_seldom() -> None:
    """Has garbage looked for seldom from now on, and never among what there is by now."""
    gc.freeze()
    gc.set_threshold(*SELDOM)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Suspends the garbage collector, for work on very many things of which none is part of a circle."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
