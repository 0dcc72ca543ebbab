"""Failures of play, with a trace that shows each."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from refengine.engine.trace import State, Trace
from refengine.runtime.fault import Clause, Fault
from refengine.testing.protocol import PlayableGame

Key = tuple[str, str]
"""The sort of a failure and the path of its clause: two with one key fail in the same way."""

Keys = tuple[Key, ...]

Judge = Callable[[State | None, State], Keys]
"""Everything that a step, or a first state (None before it), does wrong."""

FAULT = "fault"
DISAGREE = "disagreement"
"""Two executors of the same rules part ways."""
REFUSED = "refused"
"""The game said that an action was legal, and then did not take it."""


@frozen
class Failure:
    """`trace` ends with the step that fails; `number` and `after` tell which game it was found in, and how far on.

    A trace of no states is one of a game that cannot begin. `code` is that of a fault.
    Where something depends on what is hidden, `twin` is the data of a second state, and `difference` what it is.
    """

    sort: str
    clause: Clause
    message: str
    trace: Trace
    number: int = 0
    after: int = 0
    times: int = 1
    twin: object = None
    difference: tuple[str, ...] = ()
    code: str | None = None

    @property
    def key(self) -> Key:
        """A key that is the same for all failures of one kind."""
        return self.sort, self.clause.path


def key_of_fault(fault: Fault) -> Key:
    """Returns the key of a fault."""
    return FAULT, fault.clause.path


def breaches(game: PlayableGame, wanted: Key | None = None) -> Judge:
    """Returns a judge by the game's own invariants, step invariants, measures, and conservation.

    Where a fault is `wanted`, the judge also asks what is legal, or how the game ended: the rules may break off there.
    """
    violations = game.violations
    looks_on = wanted is not None and wanted[0] == FAULT

    def judge(before: State | None, after: State) -> Keys:
        try:
            keys = tuple((each.kind, each.clause.path) for each in violations(before, after))
            if looks_on and not keys and not game.legal(after):
                game.outcome(after)
        except Fault as fault:
            return (key_of_fault(fault),)
        return keys

    return judge
