"""The priority of a process: of much work at once, that which takes longest is not to wait for the rest.

It changes when an answer comes, and never which.
"""

import os
from functools import cache

LOWER = 10
"""The steps of priority that give way: enough to leave a processor to somebody else who wants all of it."""


@cache
def give_way() -> None:
    """Lowers the priority of this process, once; where the system has no priorities nothing happens."""
    if hasattr(os, "nice"):
        os.nice(LOWER)
