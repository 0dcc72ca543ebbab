"""Classes of regions in expressions: the one in which something lies, and all of them."""

from __future__ import annotations

from refengine.ir.domain import Enum, Piece, SetOf, Spot
from refengine.ir.expressions import AllMembers, Binding, CallValue, Expr, Image, Local, SpotsOf
from refengine.ir.simplify import TRUE
from refengine.syntax import tree
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import coerce


def class_of(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    """Elaborates `REGION of E`, the class of what E is; None if the region is faulty, which is reported there."""
    of = ctx.regions.get(node.name.text)
    if of is None:
        return None
    one = expr(ctx, scope, node.key, of)
    fitted = None if one is None else coerce(ctx, one, of, node.key.span)
    return None if fitted is None else CallValue(node.name.text, (fitted,), SetOf(of))


def classes(ctx: Context, region: str) -> Expr | None:
    """Returns the set of all classes of a region; None where the region is faulty."""
    of = ctx.regions.get(region)
    if of is None:
        return None
    each = Local(f"{region}~", of)
    return Image(CallValue(region, (each,), SetOf(of)), Binding(each, all_of(ctx, of), TRUE), SetOf(SetOf(of)))


def all_of(ctx: Context, of: Enum | Piece | Spot) -> Expr:
    """Returns everything that may be joined: all members of a kind, all pieces of a component, all spots there are."""
    if isinstance(of, Spot):
        return SpotsOf(of, ctx.parts[of.part].zone, None)
    return AllMembers(of)
