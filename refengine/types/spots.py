"""Spots, which are parts of what lies on grids: those in cells, those that bear something, and what is asked of one.

What is printed on a part is read off its spot as it lies: through the turn, where the grid turns what lies on it.
"""

from __future__ import annotations

from attrs import evolve

from refengine.ir import game
from refengine.ir.domain import CELL, Domain, Enum, Option, SetOf, Spot
from refengine.ir.expressions import (
    Equal,
    Expr,
    FieldOf,
    If,
    Nothing,
    Origin,
    PartOfSpot,
    SpotAt,
    SpotsOf,
    SpotsTaken,
    TurnOfSpot,
    Unwrap,
)
from refengine.ir.turns import lying_field
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, spot_errors
from refengine.types.calls import arguments
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.conversions import things_of
from refengine.types.domains import coerce, describe, index_domain, strip
from refengine.types.turns import ring_of, turned

SPOTS = "spots"
"""The word that is asked `of` cells, where the rules declare nothing of that name."""

PART = "part"
"""The word that is asked `of` a spot, as the other."""


def domain_of_part(ctx: Context, part: game.Part) -> Spot:
    """Returns the domain of the spots of a part."""
    domain = index_domain(ctx, part.name)
    assert isinstance(domain, Spot)
    return domain


def all_spots(ctx: Context, name: str) -> Expr | None:
    """Returns every spot on a grid; None where the declaration is faulty."""
    part = ctx.parts.get(name)
    return None if part is None else SpotsOf(domain_of_part(ctx, part), part.zone, None)


# ---- ASKED OF SPOTS


def elaborate_spots(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    """Elaborates `spots of c`, of a set of cells, or of a family of zones: those on which something lies."""
    key = node.key
    if isinstance(key, tree.NameRef) and scope.lookup(key.name.text) is None:
        zone = ctx.zones.get(key.name.text)
        if zone is not None:
            ctx.used.add(zone.name)
            part = ctx.parts.get(zone.index or "")
            if part is not None:
                return SpotsTaken(domain_of_part(ctx, part), zone.name)
    of = expr(ctx, scope, key, None)
    if of is None:
        return None
    cells = strip(of.domain)
    if cells not in (CELL, SetOf(CELL)) or cells is None:
        wanted = "a cell, a set of cells, or a zone of each spot"
        ctx.report(errors.mismatch(describe(of.domain), wanted, key.span, things_of(ctx, CELL)))
        return None
    where = coerce(ctx, of, cells, key.span)
    if len(ctx.parts) != 1:
        if len(tuple(ctx.symbols.of_sort(tree.Part))) == len(ctx.parts):
            ctx.report(spot_errors.which_part(tuple(ctx.parts), node.span))
        return None
    (only,) = ctx.parts.values()
    ctx.used.add(only.name)
    return None if where is None else SpotsOf(domain_of_part(ctx, only), only.zone, where)


def elaborate_part_of(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    """Elaborates `part of s`: the printed part."""
    of = expr(ctx, scope, node.key, None)
    spot = None if of is None else strip(of.domain)
    if of is None or not isinstance(spot, Spot):
        if of is not None:
            hint = "name a spot that is bound, such as `s` in `every s in spots of ... has ...`"
            ctx.report(errors.mismatch(describe(of.domain), "a spot", node.key.span, hint))
        return None
    there = coerce(ctx, of, spot, node.key.span)
    return None if there is None else PartOfSpot(there, spot.kind)


def index_of(ctx: Context, node: tree.Zone) -> str | None:
    """Returns the part of whose spots each has a zone, which everybody sees."""
    assert node.index is not None
    word = node.index.kind.text
    ctx.used.add(word)
    if node.seen is not None:
        ctx.report(spot_errors.seen_by_some(node.name.text, node.seen.span))
        return None
    return word if word in ctx.parts else None


def elaborate_spot(ctx: Context, scope: Scope, call: tree.Call, expr: Elaborate) -> Expr | None:
    """Elaborates `Spot((0, 1), bend)`, or `Spot((0, 1), bend, East)` if the grid turns; nothing need lie there."""
    part = ctx.parts.get(call.name.text)
    if part is None:
        return None
    spot = domain_of_part(ctx, part)
    wanted: tuple[Domain, ...] = (CELL, Enum(part.kind))
    args = arguments(ctx, scope, call, wanted if spot.sides is None else (*wanted, Enum(spot.sides)), expr)
    return None if args is None else SpotAt(spot, args[0], args[1], args[2] if len(args) > len(wanted) else None)


# ---- THROUGH THE TURN


def as_it_lies(ctx: Context, spot: Expr, printed: FieldOf, span: Span) -> Expr:
    """Returns a field of the printed part of a spot as it lies; `span` is where it is asked for.

    A key that turns is turned back to what is printed there, and what turns itself is turned.
    """
    ring = spot.domain.sides if isinstance(spot.domain, Spot) else None
    if ring is None:
        return printed
    by = TurnOfSpot(spot, ring)
    if printed.key is None:
        names = {each.name for each in _kind_of(ctx, spot).fields}
        name = lying_field(printed.field, ring)
        return FieldOf(printed.of, name, by, printed.domain) if name in names else printed
    if ring_of(ctx, printed.key.domain) == ring:
        printed = evolve(printed, key=turned(ctx, printed.key, by, back=True))
    inner = printed.domain.inner if isinstance(printed.domain, Option) else printed.domain
    if ring_of(ctx, inner) != ring:
        return printed
    if inner == printed.domain:
        return turned(ctx, printed, by)
    nothing = Nothing(printed.domain)
    return If(Equal(printed, nothing), nothing, turned(ctx, Unwrap(printed, inner, Origin(span)), by), printed.domain)


def _kind_of(ctx: Context, spot: Expr) -> game.Kind:
    assert isinstance(spot.domain, Spot)
    return ctx.kinds[spot.domain.kind]
