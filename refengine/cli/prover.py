"""The prover, loaded late: neither finding the goals nor what is known from an earlier run needs the solver."""

from __future__ import annotations

import os

from refengine.prove.run import Decide, Prover
from refengine.smt.plan import batches, goals


def prover() -> Prover:
    """Returns the prover: how goals are listed, put together and decided."""
    return Prover(goals, batches, _solver)


def _solver() -> Decide:
    from refengine.prove.decide import decide

    return decide


def cores() -> int:
    """Returns the number of processes that can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
