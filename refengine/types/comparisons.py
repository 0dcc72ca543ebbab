"""Comparisons and membership: two sides of one domain, of which one may tell the other what it is."""

from __future__ import annotations

from refengine.ir.domain import Count, Domain, Enum, Option, Piece, Range, SetOf
from refengine.ir.expressions import Contains, Contents, Equal, Expr, InRange, Less, Local, Not, PlaceAt
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import as_number, coerce, describe, interval, join, never_the_same, strip
from refengine.types.seats import compared_side


def negate(expr: Expr, *, negated: bool) -> Expr:
    """Returns the expression, or that it is not so."""
    return Not(expr) if negated else expr


# ---- COMPARISONS


def elaborate_compare(ctx: Context, scope: Scope, node: tree.Compare, expr: Elaborate) -> Expr | None:
    """Elaborates a comparison: the same or not, or an order."""
    left, right = _sides(ctx, scope, node.left, node.right, expr)
    if left is None or right is None:
        return None
    left, right = compared_side(left), compared_side(right)
    if node.op in ("=", "!=", "is", "is not"):
        if join(left.domain, right.domain) is None:
            never_the_same(ctx, left.domain, right.domain, node.span)
            return None
        return negate(Equal(left, right), negated=node.op in ("!=", "is not"))
    one, other = strip(left.domain), strip(right.domain)
    for domain, side in ((one, node.left), (other, node.right)):
        if not isinstance(domain, Range | Count | Enum):
            ctx.report(errors.no_order(describe(domain) if domain else "this", side.span))
            return None
    if one is None or other is None:
        return None
    if join(one, other) is None:
        never_the_same(ctx, one, other, node.span)
        return None
    first, second = coerce(ctx, left, one, node.left.span), coerce(ctx, right, other, node.right.span)
    if first is None or second is None:
        return None
    if node.op in (">", ">="):
        first, second = second, first
    return Less(first, second, strict=node.op in ("<", ">"))


def _sides(
    ctx: Context, scope: Scope, left: tree.Expr, right: tree.Expr, expr: Elaborate
) -> tuple[Expr | None, Expr | None]:
    if _leans(left, ctx, scope) and not _leans(right, ctx, scope):
        second = expr(ctx, scope, right, None)
        return expr(ctx, scope, left, _offered(second, left)) if second is not None else None, second
    first = expr(ctx, scope, left, None)
    return first, expr(ctx, scope, right, _offered(first, right)) if first is not None else None


def _leans(node: tree.Expr, ctx: Context, scope: Scope) -> bool:
    """Returns whether the node takes its domain from the other side of a comparison."""
    match node:
        case tree.Bracket():
            return _leans(node.inner, ctx, scope)
        case tree.IntLit() | tree.NoneLit() | tree.SetLit() | tree.KeyLiteral():
            return True
        case tree.NameRef(name=name):
            return scope.lookup(name.text) is None and ctx.symbols.lookup(name.text) is None
        case _:
            return False


def _offered(expr: Expr | None, other: tree.Expr) -> Domain | None:
    """Returns what one side says of the domain of the other; listed numbers need not lie in the range of a side."""
    if expr is None or (isinstance(expr.domain, SetOf) and _lists_numbers(expr.domain.inner, other)):
        return None
    return expr.domain if isinstance(expr.domain, Option | SetOf) else Option(expr.domain)


def _lists_numbers(inner: Domain, node: tree.Expr) -> bool:
    """Returns whether a set of a domain of numbers is written out, and which numbers, so that it needs no domain."""
    while isinstance(node, tree.Bracket):
        node = node.inner
    return isinstance(node, tree.SetLit) and bool(node.items) and interval(inner) is not None


# ---- MEMBERSHIP


def elaborate_member(ctx: Context, scope: Scope, node: tree.Member, expr: Elaborate) -> Expr | None:
    """Elaborates `in` and `not in`, with a range or a set."""
    if isinstance(node.domain, tree.RangeLit):
        return _in_range(ctx, scope, node, node.domain, expr)
    leaning = isinstance(node.domain, tree.SetLit) or _is_box(node.domain)
    first = expr(ctx, scope, node.item, None) if leaning else None
    if leaning and first is None:
        return None
    inner = None if first is None else strip(first.domain) or first.domain
    wanted = None if inner is None or _lists_numbers(inner, node.domain) else SetOf(inner)
    domain = expr(ctx, scope, node.domain, wanted)
    if domain is None:
        return None
    if not isinstance(domain.domain, SetOf):
        ctx.report(errors.not_a_set(describe(domain.domain), node.domain.span))
        return None
    item = first if first is not None else expr(ctx, scope, node.item, domain.domain.inner)
    if item is None:
        return None
    if join(strip(item.domain) or item.domain, domain.domain.inner) is None:
        never_the_same(ctx, item.domain, domain.domain.inner, node.item.span)
        return None
    _look_for_alike(ctx, scope, item, domain, node)
    return negate(Contains(compared_side(item), compared_side(domain)), negated=node.negated)


def _look_for_alike(ctx: Context, scope: Scope, item: Expr, domain: Expr, node: tree.Member) -> None:
    """Warns where a piece that was bound over one zone is asked for in another, and others are like it.

    Pieces that are alike are one value, so the other zone is asked for one like it.
    """
    match item, domain:
        case Local(name=name, domain=Piece(component=component)), Contents(zone=zone, key=key):
            bound = scope.source(name)
        case _:
            return
    if not isinstance(bound, PlaceAt) or (bound.zone == zone and key in (None, bound.key)):
        return
    if ctx.are_alike(component):
        ctx.report(errors.one_like_it(name, bound.zone, component, node.span))


def _is_box(node: tree.Expr) -> bool:
    return isinstance(node, tree.NameRef) and node.name.text == "box"


def _in_range(ctx: Context, scope: Scope, node: tree.Member, ends: tree.RangeLit, expr: Elaborate) -> Expr | None:
    item, low, high = (_number(ctx, scope, each, expr) for each in (node.item, ends.low, ends.high))
    if item is None or low is None or high is None:
        return None
    return negate(InRange(item, low, high), negated=node.negated)


def _number(ctx: Context, scope: Scope, node: tree.Expr, expr: Elaborate) -> Expr | None:
    one = expr(ctx, scope, node, None)
    return None if one is None else as_number(ctx, one, node.span)
