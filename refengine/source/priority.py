"""The priority of a process: of much work at once, that which takes longest is not to wait for the rest.

It changes when an answer comes, and never which.
"""

import os
from functools import cache

LOWER = 5
"""The steps of priority that give way: a third of the time is left of a processor that somebody else wants all of."""

LAST = 10
"""The steps of those who give way to these as well: what they do is left for when a processor is idle."""


@cache
def give_way(steps: int = LOWER) -> None:
    """Lowers the priority of this process, once; where the system has no priorities nothing happens."""
    if hasattr(os, "nice"):
        os.nice(steps)
