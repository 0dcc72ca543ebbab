"""Spots, which are parts of what lies on grids: those in cells, those that bear something, and what is asked of one."""

from __future__ import annotations

from refengine.ir import game
from refengine.ir.domain import CELL, Enum, SetOf, Spot
from refengine.ir.expressions import Expr, PartOfSpot, SpotAt, SpotsOf, SpotsTaken
from refengine.syntax import tree
from refengine.types import errors, spot_errors
from refengine.types.called import arguments
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import coerce, describe, strip

SPOTS = "spots"
"""The word that is asked `of` cells, where the rules declare nothing of that name."""

PART = "part"
"""The word that is asked `of` a spot, as the other."""


def domain_of_part(part: game.Part) -> Spot:
    """The domain of the spots of a part."""
    return Spot(part.name, part.kind)


def all_spots(ctx: Context, name: str) -> Expr | None:
    """Every spot on a grid; None where the declaration is faulty."""
    part = ctx.parts.get(name)
    return None if part is None else SpotsOf(domain_of_part(part), part.zone, None)


# ---- ASKED OF SPOTS


def elaborate_spots(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    """`spots of c`, of a set of cells, or of a family of zones: those on which something lies."""
    key = node.key
    if isinstance(key, tree.NameRef) and scope.lookup(key.name.text) is None:
        zone = ctx.zones.get(key.name.text)
        if zone is not None:
            ctx.used.add(zone.name)
            part = ctx.parts.get(zone.index or "")
            if part is not None:
                return SpotsTaken(domain_of_part(part), zone.name)
    of = expr(ctx, scope, key, None)
    if of is None:
        return None
    cells = strip(of.domain)
    if cells not in (CELL, SetOf(CELL)) or cells is None:
        ctx.report(errors.mismatch(describe(of.domain), "a cell, a set of cells, or a zone of each spot", key.span))
        return None
    where = coerce(ctx, of, cells, key.span)
    if len(ctx.parts) != 1:
        if len(tuple(ctx.symbols.of_sort(tree.Part))) == len(ctx.parts):
            ctx.report(spot_errors.which_part(tuple(ctx.parts), node.span))
        return None
    (only,) = ctx.parts.values()
    ctx.used.add(only.name)
    return None if where is None else SpotsOf(domain_of_part(only), only.zone, where)


def elaborate_part_of(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    """`part of s`: the printed part."""
    of = expr(ctx, scope, node.key, None)
    spot = None if of is None else strip(of.domain)
    if of is None or not isinstance(spot, Spot):
        if of is not None:
            ctx.report(errors.mismatch(describe(of.domain), "a spot", node.key.span))
        return None
    there = coerce(ctx, of, spot, node.key.span)
    return None if there is None else PartOfSpot(there, spot.kind)


def index_of(ctx: Context, node: tree.Zone) -> str | None:
    """The part of whose spots each has a zone, which everybody sees."""
    assert node.index is not None
    word = node.index.kind.text
    ctx.used.add(word)
    if node.seen is not None:
        ctx.report(spot_errors.seen_by_some(node.name.text, node.seen.span))
        return None
    return word if word in ctx.parts else None


def elaborate_spot(ctx: Context, scope: Scope, call: tree.Call, expr: Elaborate) -> Expr | None:
    """`Spot((0, 1), bend)`: a spot by its cell and its printed part, whether it lies or not."""
    part = ctx.parts.get(call.name.text)
    if part is None:
        return None
    args = arguments(ctx, scope, call, (CELL, Enum(part.kind)), expr)
    return None if args is None else SpotAt(domain_of_part(part), args[0], args[1])
