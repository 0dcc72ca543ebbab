"""Branches: named cases of effects, the first that applies."""

from __future__ import annotations

from collections.abc import Callable

from refengine.ir import control
from refengine.ir.decisions import branch_decisions
from refengine.ir.simplify import FALSE
from refengine.program import ops
from refengine.program.from_ir.unit import Scope, both

Lowered = Callable[[tuple[control.Effect, ...], Scope], tuple[ops.Statement, ...]]
"""How effects are lowered."""


def branches(each: control.Branches, scope: Scope, lowered: Lowered) -> tuple[ops.Statement, ...]:
    """Returns the statements for named cases, of which the first that applies counts; none is a fault."""
    asked, complete = branch_decisions(scope.unit.folding, tuple((case.clause, case.guards) for case in each.cases))
    found: tuple[ops.Statement, ...] = () if complete else (scope.trap("no case applies"),)
    for case, guards in reversed(list(zip(each.cases, asked, strict=True))):
        if guards == (FALSE,):
            continue
        inner = scope.within(case.clause)
        conditions = [inner.truth(guard) for guard in guards]
        body = lowered(case.body, inner)
        found = (ops.When(both(conditions), body, found),) if conditions else body
    return found
