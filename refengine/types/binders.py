"""Binders: a name over a set, a range or a kind, with a condition."""

from __future__ import annotations

from refengine.ir import game
from refengine.ir.domain import CELLS, PLAYER, TRUTH, Domain, Enum, Piece, SetOf
from refengine.ir.expressions import (
    AllMembers,
    Binding,
    CallValue,
    Contents,
    Expr,
    Filter,
    Local,
    Located,
    Nothing,
    Origin,
    PlaceAt,
    The,
    TruthLiteral,
    Unwrap,
)
from refengine.ir.traverse import rewrite
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import SORTS
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, grid_errors, spots
from refengine.types.classes import classes
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import coerce, describe
from refengine.types.other import other_condition


def elaborate_binder(ctx: Context, inner: Scope, binder: tree.Binder, expr: Elaborate) -> Binding | None:
    """Binds the name in `inner` (a fresh scope of the caller) and elaborates the condition there."""
    domain = binder_domain(ctx, inner, binder.kind, binder.domain, expr)
    if domain is None:
        return None
    narrowed, sound = binder.condition, True
    if binder.other:
        narrowed = other_condition(ctx, inner, binder, element(domain))
        sound = narrowed is not None
    local = inner.bind(ctx, binder.name, element(domain), taken_from(domain))
    condition: Expr | None = TruthLiteral(value=True)
    if narrowed is not None:
        condition = expr(ctx, inner, narrowed, TRUTH)
        if condition is not None:
            condition = coerce(ctx, condition, TRUTH, narrowed.span)
    return None if condition is None or not sound else Binding(local, domain, condition)


def binder_domain(
    ctx: Context, scope: Scope, kind: tree.Name | None, domain: tree.Expr | None, expr: Elaborate
) -> Expr | None:
    """Returns the set that a binder or an action's parameter ranges over."""
    if kind is not None:
        return _members(ctx, kind)
    found = None if domain is None else expr(ctx, scope, domain, None)
    if found is None or domain is None:
        return None
    if not isinstance(found.domain, SetOf):
        ctx.report(errors.not_a_set(describe(found.domain), domain.span))
        return None
    return found


def element(domain: Expr) -> Domain:
    """Returns the domain of what is in a set, which `binder_domain` gives."""
    if not isinstance(domain.domain, SetOf):
        raise TypeError(domain)
    return domain.domain.inner


def _members(ctx: Context, kind: tree.Name) -> Expr | None:
    ctx.used.add(kind.text)
    if kind.text == "player":
        return AllMembers(PLAYER)
    declared = ctx.symbols.lookup(kind.text)
    grids = tuple(name for name, zone in ctx.zones.items() if zone.index == CELLS)
    # Kinds are written with a capital, and so cells are, by whoever takes them for one.
    if kind.text == CELLS or (declared is None and grids and kind.text.casefold() == CELLS):
        ctx.report(grid_errors.cells_without_end(kind.span, grids))
        return None
    match declared:
        case tree.Kind() if kind.text in ctx.kinds:
            return AllMembers(Enum(kind.text))
        case tree.Component() if kind.text in ctx.components:
            return AllMembers(Piece(kind.text))
        case tree.Region():
            return classes(ctx, kind.text)
        case tree.Part():
            return spots.all_spots(ctx, kind.text)
        case tree.Kind() | tree.Component():
            return None
        case None:
            known = ("player", *ctx.kinds, *ctx.components, *ctx.regions, *ctx.parts)
            ctx.report(name_errors.unknown_name("kind", kind.text, kind.span, known))
        case other:
            hint = f"write `... in {kind.text}`"
            ctx.report(
                name_errors.wrong_sort(kind.text, SORTS[type(other)], "kind, component or region", kind.span, hint)
            )
    return None


# ---- WHERE A PIECE LIES


def taken_from(domain: Expr) -> Expr | None:
    """Returns the place a piece bound over this set lies in; with a family, wherever in it the piece is found."""
    match domain:
        case Contents(zone=zone, component=component):
            return PlaceAt(zone, domain.key, component)
        case Filter(binding=Binding(domain=inner)):
            return taken_from(inner)
        case _:
            return None


def source_of(ctx: Context, scope: Scope, piece: Expr, span: Span) -> Expr | None:
    """Returns the place of a piece that is to move, as its binder, `the ... in ZONE` or a value says it; else None."""
    found = _source(ctx, scope, piece)
    if isinstance(found, PlaceAt) and found.key is None and ctx.zones[found.zone].index is not None:
        return Located(found.zone, piece, found.component, Origin(span))
    return found


def _source(ctx: Context, scope: Scope, piece: Expr) -> Expr | None:
    match piece:
        case Unwrap():
            return _source(ctx, scope, piece.inner)
        case Local(name=name):
            return scope.source(name)
        case The(binding=binding) if piece.otherwise is None or isinstance(piece.otherwise, Nothing):
            return taken_from(binding.domain)
        case CallValue(name=name, args=args) if name in ctx.sources:
            params, found = ctx.sources[name]
            given = dict(zip(params, args, strict=True))
            return rewrite(found, lambda node: given.get(node, node) if isinstance(node, Local) else node)
        case _:
            return None


def note_source(ctx: Context, value: game.Value) -> None:
    """Notes the zone of a value that is `the ... in ZONE`, so that a move of its result knows where the piece lies."""
    match value.body:
        case game.Single(result=The() as result):
            found = _source(ctx, Scope(), result)
            if found is not None:
                ctx.sources[value.name] = (value.params, found)
        case _:
            pass
