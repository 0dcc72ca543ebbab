"""Refusals: what can stand in the way of an action, in the order in which it is looked at.

INVARIANT: an action is legal exactly where none of its refusals applies.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from refengine.ir import control, expressions as ir
from refengine.ir.domain import SetOf
from refengine.ir.simplify import TRUE, conjunction, negation

Sort = Literal["turn", "choice", "guard", "bar"]
"""Somebody else decides; an argument is not on offer; a guard does not hold; a bar forbids it."""


@frozen
class Refusal:
    """A reason that can stand in the way of an action; the clause says what to cite.

    A bar stands in the way where all its conditions hold, everything else where one of them does not. `choice` is the
    argument that is not on offer. Where `seen` holds, who wishes to take the action knows whether it stands in the way.
    """

    sort: Sort
    clause: control.Clause
    conditions: tuple[ir.Expr, ...]
    choice: control.Choice | None = None
    seen: ir.Expr = TRUE

    @property
    def applies(self) -> ir.Expr:
        """The condition under which it stands in the way."""
        together = conjunction(self.conditions)
        return together if self.sort == "bar" else negation(together)

    @property
    def is_last(self) -> bool:
        """Returns whether nothing is looked at after it: what comes then need make no sense."""
        return self.sort in {"turn", "choice"}


def turn_demand(ask: control.Ask) -> ir.Expr:
    """Returns the condition that the actor is among those who decide; true where chance or the table does."""
    if ask.actor is None or ask.who is None:
        return TRUE
    if isinstance(ask.who.domain, SetOf):
        return ir.Contains(ask.actor, ask.who)
    return ir.Equal(ask.actor, ask.who)


def refusals_of(ask: control.Ask, action: control.Action, asking: control.Clause) -> tuple[Refusal, ...]:
    """Returns what can stand in the way of an action; `asking` is the clause of the script that asks."""
    demand = turn_demand(ask)
    return (
        *(() if demand == TRUE else (Refusal("turn", asking, (demand,)),)),
        *(Refusal("choice", action.clause, (ir.Contains(one.var, one.domain),), one) for one in action.choices),
        *(Refusal("guard", guard.clause, (guard.condition,)) for guard in action.guards),
        *(Refusal("bar", bar.clause, bar.conditions) for bar in action.bars),
    )
