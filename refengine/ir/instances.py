"""Instances: what has to hold of a thing itself, where something holds of all that stand in some relation to it.

Of `some Square s has every Square t with across(s, t) has disc of t is p` no square comes into question that is across
from itself and is not `p`'s. That is asked of all squares at once, where the whole would be asked of each.
"""

from __future__ import annotations

from refengine.ir import expressions as ir
from refengine.ir.simplify import disjunction, negation
from refengine.ir.traverse import rewrite, walk


def instance_of(condition: ir.Expr, var: ir.Local, of: ir.Expr) -> ir.Expr | None:
    """Returns what a condition on all members of a set `of` says of one member; None where it is on no such members.

    The condition implies it, and whatever it asks is asked there, too, if nothing decides before.
    """
    match condition:
        case ir.ForAll(binding=ir.Binding() as inner, body=body) if inner.domain == of:
            return _told_of(var, inner, body)
        case ir.Not(inner=ir.Exists(binding=ir.Binding() as inner, body=body)) if inner.domain == of:
            return _told_of(var, inner, negation(body))
        case _:
            return None


def _told_of(var: ir.Local, inner: ir.Binding, body: ir.Expr) -> ir.Expr | None:
    """Returns the same of one member; None where more is bound within, which might have the name of the member."""
    parts = inner.condition, body
    if not isinstance(inner.domain, ir.AllMembers) or any(isinstance(each, ir.Binding) for each in walk(parts)):
        return None
    is_in, holds = (rewrite(each, lambda node: var if node == inner.var else node) for each in parts)
    return disjunction((negation(is_in), holds))
