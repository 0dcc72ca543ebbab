"""Binders: a name over a set, a range or a kind, with a condition."""

from __future__ import annotations

from refengine.ir.domain import PLAYER, Enum, Piece, SetOf
from refengine.ir.expressions import AllMembers, Binding, Contents, Expr, Filter, Located, Origin, PlaceAt, TruthLiteral
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import SORTS
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import describe


def elaborate_binder(ctx: Context, inner: Scope, binder: tree.Binder, expr: Elaborate) -> Binding | None:
    """Binds the name in `inner` (a fresh scope of the caller) and elaborates the condition there."""
    domain = binder_domain(ctx, inner, binder.kind, binder.domain, expr)
    if domain is None:
        return None
    assert isinstance(domain.domain, SetOf)
    local = inner.bind(ctx, binder.name, domain.domain.inner, taken_from(domain))
    condition: Expr | None = TruthLiteral(True)
    if binder.condition is not None:
        condition = expr(ctx, inner, binder.condition, None)
        if condition is not None and describe(condition.domain) != "a truth":
            ctx.report(errors.mismatch(describe(condition.domain), "a truth", binder.condition.span))
            condition = None
    return None if condition is None else Binding(local, domain, condition)


def binder_domain(
    ctx: Context, scope: Scope, kind: tree.Name | None, domain: tree.Expr | None, expr: Elaborate
) -> Expr | None:
    """The set that a binder or an action's parameter ranges over."""
    if kind is not None:
        return _members(ctx, kind)
    assert domain is not None
    if isinstance(domain, tree.NameRef) and domain.name.text == "box":
        return _box(ctx, domain)
    found = expr(ctx, scope, domain, None)
    if found is None:
        return None
    if not isinstance(found.domain, SetOf):
        ctx.report(errors.not_a_set(describe(found.domain), domain.span))
        return None
    return found


def _members(ctx: Context, kind: tree.Name) -> Expr | None:
    ctx.used.add(kind.text)
    if kind.text == "player":
        return AllMembers(PLAYER)
    match ctx.symbols.lookup(kind.text):
        case tree.Kind() if kind.text in ctx.kinds:
            return AllMembers(Enum(kind.text))
        case tree.Component() if kind.text in ctx.components:
            return AllMembers(Piece(kind.text))
        case tree.Kind() | tree.Component():
            return None
        case None:
            known = ("player", *ctx.kinds, *ctx.components)
            ctx.report(name_errors.unknown_name("kind", kind.text, kind.span, known))
        case other:
            ctx.report(name_errors.wrong_sort(kind.text, SORTS[type(other)], "kind or component", kind.span))
    return None


def _box(ctx: Context, node: tree.NameRef) -> Expr | None:
    boxed = [component for component in ctx.components if f"box of {component}" in ctx.zones]
    starting = [c for c in boxed if ctx.components[c].starts_in == f"box of {c}"]
    if len(starting) != 1:
        ctx.report(name_errors.ambiguous("box", node.span, tuple(starting)))
        return None
    return Contents(f"box of {starting[0]}", None, starting[0])


def taken_from(domain: Expr) -> Expr | None:
    """The place a piece bound over this set lies in; with a family, wherever in it the piece is found."""
    match domain:
        case Contents(zone=zone, key=key, component=component):
            return PlaceAt(zone, key, component)
        case Filter(binding=Binding(domain=inner)):
            return taken_from(inner)
        case _:
            return None


def source_of(ctx: Context, scope: Scope, node: tree.Expr, piece: Expr) -> Expr | None:
    """Where a piece that is to move lies: known from its binder, from `the ... in ZONE`, or from a value that says so."""
    match node:
        case tree.Bracket(inner=inner):
            return source_of(ctx, scope, inner, piece)
        case tree.NameRef(name=name):
            found = scope.source(name.text) or (ctx.sources.get(name.text) if scope.lookup(name.text) is None else None)
        case tree.The(binder=tree.Binder(domain=domain)) if domain is not None:
            found = _place_named(ctx, domain)
        case _:
            found = None
    return None if found is None else _concrete(ctx, found, piece, node)


def _place_named(ctx: Context, domain: tree.Expr) -> Expr | None:
    match domain:
        case tree.NameRef(name=name) if name.text in ctx.zones:
            return PlaceAt(name.text, None, ctx.zones[name.text].component)
        case _:
            return None


def _concrete(ctx: Context, place: Expr, piece: Expr, node: tree.Expr) -> Expr:
    if isinstance(place, PlaceAt) and place.key is None and ctx.zones[place.zone].index is not None:
        return Located(place.zone, piece, place.component, Origin(node.span))
    return place
