"""Reachability along a relation: what can be come to along its pairs."""

from __future__ import annotations

from refengine.ir.domain import TRUTH, Enum
from refengine.ir.expressions import Expr, FieldOf
from refengine.syntax import tree
from refengine.types import relation_errors
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import coerce


def elaborate_reaches(ctx: Context, scope: Scope, node: tree.Reaches, expr: Elaborate) -> Expr | None:
    """Elaborates `f reaches g by border`: a field of f that is read at g."""
    relation = None if ctx.declared(node.relation, tree.Relation) is None else ctx.relations.get(node.relation.text)
    if relation is None:
        return None
    if relation.reaches is None:
        kinds = relation.one, relation.other
        ctx.report(relation_errors.only_in_one_kind("`reaches`", relation.name, kinds, node.relation.span))
        return None
    wanted = Enum(relation.one)
    sides = [expr(ctx, scope, each, wanted) for each in (node.one, node.other)]
    fitted = [
        None if side is None else coerce(ctx, side, wanted, each.span)
        for side, each in zip(sides, (node.one, node.other), strict=True)
    ]
    if fitted[0] is None or fitted[1] is None:
        return None
    return FieldOf(fitted[0], relation.reaches, fitted[1], TRUTH)
