"""Case analysis in the explaining build: evaluates the guards of every case, and checks that exactly one applies."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from refengine.engine.emit.binders import enter_if
from refengine.engine.emit.unit import Scope
from refengine.ir import control, expressions as ir, game as model
from refengine.ir.simplify import conjunction


def only_case(
    cases: Sequence[model.Case] | Sequence[control.BranchCase] | Sequence[control.ForkCase], here: str, scope: Scope
) -> str:
    """Returns the name of the clause that applies; none, or several, is a fault of the clause `here`."""
    applied, chosen = scope.fresh("applied"), scope.fresh("chosen")
    scope.code.add(f"{applied}: list[Clause] = []")
    for each in cases:
        with ExitStack() as stack:
            if each is not cases[0]:
                enter_behind(stack, applied, each.guards, scope)
            enter_if(stack, [], conjunction(each.guards), scope.within(each.clause))
            scope.code.add(f"{applied}.append({scope.unit.clause(each.clause)})")
    scope.code.add(f"{chosen} = one_case({here}, {applied})")
    return chosen


def enter_behind(stack: ExitStack, applied: str, guards: tuple[ir.Expr, ...], scope: Scope) -> None:
    """Opens a block for the conditions of a clause that come after others, where they may break off."""
    if not all(scope.unit.sharing.cannot_fault(each) for each in guards):
        stack.enter_context(scope.code.block(f"with behind({applied})"))


def is_chosen(chosen: str, case: model.Case | control.BranchCase | control.ForkCase, scope: Scope) -> str:
    """Returns the test for the block of a case."""
    return f"{chosen} is {scope.unit.clause(case.clause)}"
