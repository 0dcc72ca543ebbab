"""Values of two sets of rules that are worded otherwise and come to the same, put together one by one.

What is proved of a value at its arguments need not be proved again wherever it is asked for: then the terms of all that
calls it are the same as before (van Eijk, Sequential equivalence checking based on structural similarities, 2000).
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.ir.contrast import APART
from refengine.ir.obligations import Obligation, Owed
from refengine.smt.encode.calls import CallAnswer
from refengine.smt.encode.scope import Faults, TermScope
from refengine.smt.encode.values import call_answer
from refengine.smt.encode.world import World
from refengine.smt.solving.solver import Solver
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import Value

SPARING = 10
"""The divisor of a question's limit for one about a single value: what is not found out is left as it is."""


@frozen(eq=False)
class ValueComparison:
    """Compares values of two worlds: it has the left one, and the solver of both."""

    left: World
    solver: Solver

    def settled(self, value: model.Value, args: tuple[Value, ...], scope: TermScope, found: CallAnswer) -> CallAnswer:
        """Returns the answer of the right world, with what the left value comes to wherever that is surely the same."""
        own = self.left.declared.get(value.name.removesuffix(APART))
        if own is None or own.domain != value.domain:
            return found
        if [each.domain for each in own.params] != [each.domain for each in value.params]:
            return found
        theirs = call_answer(self.left, own, args, evolve(scope, faults=Faults(scope.terms)))
        if theirs is found:
            return found
        faults = self._faults(found.faults, theirs.faults)
        if not self._is_sure(self.left.values.same(value.domain, found.value, theirs.value)):
            return evolve(found, faults=faults)
        return evolve(found, value=theirs.value, faults=faults)

    def _faults(self, found: Mapping[Obligation, Bool], theirs: Mapping[Obligation, Bool]) -> Mapping[Obligation, Bool]:
        known: dict[tuple[Owed, str], Bool] = {(each.owed, each.path): fails for each, fails in theirs.items()}
        settled: dict[Obligation, Bool] = {}
        for each, fails in found.items():
            same = known.get((each.owed, each.path))
            sure = same is not None and self._is_sure(self.left.terms.iff(fails, same))
            settled[each] = same if sure and same is not None else fails
        return settled

    def _is_sure(self, same: Bool) -> bool:
        if same is True or same is False:
            return same
        before, self.solver.rlimit = self.solver.rlimit, max(1, self.solver.rlimit // SPARING)
        try:
            return self.solver.ask(self.left.terms.not_(same), reach="linked").result == "unsat"
        finally:
            self.solver.rlimit = before
