"""Rounds: `for each player q from p` goes through a ring once and begins where it says.

What is gone through is how far on a member lies from the first, as a member of the same kind: the first of the kind
stands for no step, the second for one. So the order is that of any other loop, and it ends as any other does.
"""

from __future__ import annotations

from attrs import frozen

from refengine.ir import control
from refengine.ir.domain import PLAYER, Domain, Enum, SetOf
from refengine.ir.expressions import AllMembers, Around, Binding, Expr, Filter, Local, TruthLiteral
from refengine.ir.traverse import rewrite
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context, Scope
from refengine.types.domains import describe
from refengine.types.expressions import of_domain


@frozen
class Walk:
    """The walk of a loop through a set: `begin` comes before it, and each turn begins with `turn`."""

    binding: Binding
    begin: tuple[control.Effect, ...] = ()
    turn: tuple[control.Effect, ...] = ()

    @property
    def every(self) -> Expr:
        """The set that is gone through."""
        if self.binding.condition == TruthLiteral(value=True):
            return self.binding.domain
        return Filter(self.binding, SetOf(self.binding.var.domain))


def walk_of(ctx: Context, scope: Scope, node: tree.Each, binding: Binding) -> Walk | None:
    """Returns the walk of a loop; None, which is reported, where a round can not begin there."""
    if node.start is None:
        return Walk(binding)
    var = binding.var
    kind = var.domain
    if not isinstance(kind, Enum) or not _goes_round(ctx, kind):
        word = node.binder.kind or node.binder.name
        ctx.report(errors.not_a_ring(describe(kind), "next", word.span))
        return None
    start = of_domain(ctx, scope, node.start, kind)
    if start is None:
        return None
    first, steps = Local(f"the first {var.name}", kind), Local(f"steps to {var.name}", kind)
    member = Around(first, steps, kind.kind)
    condition = rewrite(binding.condition, lambda node: member if node == var else node)
    taken = Binding(steps, AllMembers(kind), condition)
    return Walk(taken, (control.LetIn(first, start),), (control.LetIn(var, member),))


def _goes_round(ctx: Context, kind: Domain) -> bool:
    return kind == PLAYER or (isinstance(kind, Enum) and kind.kind in ctx.kinds and ctx.kinds[kind.kind].ring)
