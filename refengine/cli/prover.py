"""The prover, loaded late: neither finding the goals nor what is known from an earlier run needs the solver."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec

from refengine.prove.run import Decide, Prover

PLAN, SOLVER = "refengine.smt.plan", "refengine.smt.prove"


def prover() -> Prover | None:
    """How goals are found and decided."""
    if find_spec(PLAN) is None or find_spec(SOLVER) is None:
        return None
    return Prover(import_module(PLAN).goals, _solver)


def _solver() -> Decide:
    decide: Decide = import_module(SOLVER).decide
    return decide


def cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
