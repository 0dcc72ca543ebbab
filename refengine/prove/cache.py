"""Answers kept from run to run, by the content of the question.

A key is a hash of the game, the goal, the limits and the solver's version, in a folder that belongs to this version of
the package. Only definite answers are kept: one that came of a limit says nothing.

INVARIANT: that an engine agrees is kept with the very counterexample that it was asked about, and with what the engine
was made by; under another one it counts for nothing.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from attrs import evolve, field, frozen

from refengine.evidence.ledger import Answer
from refengine.loading import Cache, package_hash
from refengine.smt.goal import Decision, Goal, Limits

SOLVER = "z3-solver"


@cache
def solver_version() -> str:
    """The version of the solver, without loading it."""
    try:
        return version(SOLVER)
    except PackageNotFoundError:
        return "none"


def engine_maker() -> str:
    """What an engine depends on beside the game, which every key has: our code, and the Python that runs it."""
    return f"{package_hash()} {sys.version}"


@frozen
class Answers:
    """The answers to the questions about one game under some limits; with `fresh` none is read."""

    game: str
    limits: Limits
    fresh: bool = False
    folder: Cache = field(factory=Cache)

    def read(self, goal: Goal) -> Answer | None:
        """The answer of an earlier run, about this goal as it now stands."""
        kept = None if self.fresh else self.folder.read(self._name(goal))
        if kept is None:
            return None
        try:
            decision, seconds, confirmed_by = pickle.loads(kept)  # noqa: S301 - written by us, in a folder of the user's own
        except Exception:  # noqa: BLE001 - a damaged cache is no cache
            return None
        if not isinstance(decision, Decision) or not isinstance(seconds, float) or decision.goal != goal:
            return None
        return Answer(evolve(decision, goal=goal), seconds, kept=True, confirmed=confirmed_by == engine_maker())

    def write(self, answer: Answer) -> None:
        """Keeps an answer, if it is definite, and whether an engine confirmed it."""
        decision = answer.decision
        if decision.verdict != "unknown":
            confirmed_by = engine_maker() if answer.confirmed else None
            self.folder.write(self._name(decision.goal), pickle.dumps((decision, answer.seconds, confirmed_by)))

    def _name(self, goal: Goal) -> str:
        limits = (self.limits.rlimit, self.limits.steps)
        made_of = (self.game, goal.kind, goal.name, goal.players, goal.part, limits, solver_version())
        return f"{hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]}.answer"
