"""Pickers, who choose the next of several: a player, chance, the table; and loops in which somebody does each time."""

from __future__ import annotations

from refengine.ir import control
from refengine.ir.domain import PLAYER, Piece
from refengine.ir.expressions import Binding, Expr, Local
from refengine.syntax import tree
from refengine.types import errors, running_errors
from refengine.types.context import Context, Scope
from refengine.types.expressions import of_domain

ACTOR = Local("the actor", PLAYER)  # a name that cannot be written, as those of other locals that nobody wrote

Who = tuple[control.Decider, Expr | None, Local | None]
"""The sort of who decides, and of a player which, and the local that stands for them."""


def chosen_by(ctx: Context, scope: Scope, node: tree.Chooser) -> Who | None:
    """Returns who decides; None was reported."""
    match node:
        case tree.AskOne():
            who = of_domain(ctx, scope, node.player, PLAYER)
            return None if who is None else ("one", who, ACTOR)
        case tree.AskChance():
            return "chance", None, None
        case tree.AskTable():
            return "table", None, None


def order_of(ctx: Context, scope: Scope, node: tree.Each, pick: tree.Pick, binding: Binding) -> Who | None:
    """Returns who chooses the order of a loop; what has none, or another word than `order`, is reported."""
    if pick.word.text != "order":
        ctx.report(errors.unknown_mark(pick.word.text, pick.word.span, ("order",)))
        return None
    domain = binding.var.domain
    if isinstance(domain, Piece) and any(row.copies > 1 for row in ctx.components[domain.component].pieces):
        ctx.report(running_errors.alike_in_an_order(domain.component, node.binder.span))
        return None
    return chosen_by(ctx, scope, pick.chooser)
