"""Grids: their declarations, cells as they are written, the cells near others, and the cell of a piece."""

from __future__ import annotations

from refengine.ir.domain import CELL, CELLS, UNBOUNDED, Enum, Piece, Spot
from refengine.ir.expressions import CellAt, CellOf, CellOfSpot, CellsBy, CellsOf, Expr, Origin, Toward
from refengine.ir.interval import bounds
from refengine.resolve import errors as name_errors
from refengine.syntax import tree
from refengine.types import errors, grid_errors, turns
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.conversions import things_of
from refengine.types.domains import TURNED, as_number, coerce, describe, strip

NEAR = ("beside", "around")
"""The words that are called with a cell, where the rules declare nothing of that name."""

OF_GRID = ("cells", "edge", "cell", "turn")
"""The words that are asked `of` a grid, or of a piece on one, where the rules declare nothing of that name."""

SIDES = 4

# ---- DECLARED


def is_sound(ctx: Context, node: tree.Zone) -> bool:
    """Returns whether a grid is declared as one has to be.

    Its four sides are a ring, a cell has at most one piece, and everyone sees it.
    """
    assert node.sides is not None
    ctx.used.add(node.sides.text)
    before = len(ctx.found)
    kind = ctx.kinds.get(node.sides.text)
    if kind is None:
        ctx.declared(node.sides, tree.Kind)
        return False
    if not kind.ring or len(kind.members) != SIDES:
        ctx.report(grid_errors.not_four_sides(kind.name, len(kind.members), node.sides.span, is_ring=kind.ring))
    if not isinstance(node.cap, tree.IntLit) or node.cap.value != 1:
        ctx.report(
            grid_errors.not_one_a_cell(node.name.text, node.component.span if node.cap is None else node.cap.span)
        )
    for mark in (each for each in node.marks if each.text != TURNED):
        ctx.report(grid_errors.mark_on_grid(mark.text, mark.span))
    if node.seen is not None:
        ctx.report(grid_errors.mark_on_grid("seen by ...", node.seen.span))
    return len(ctx.found) == before


# ---- CELLS


def elaborate_cell(ctx: Context, scope: Scope, node: tree.CellLit | tree.Toward, expr: Elaborate) -> Expr | None:
    """Elaborates `(2, -1)` or `c toward s`."""
    match node:
        case tree.CellLit():
            ends = _coordinate(ctx, scope, node.column, expr), _coordinate(ctx, scope, node.row, expr)
            return None if ends[0] is None or ends[1] is None else CellAt(ends[0], ends[1])
        case tree.Toward():
            kinds = tuple(dict.fromkeys(zone.sides for zone in ctx.zones.values() if zone.sides is not None))
            of = _cell(ctx, scope, node.cell, expr)
            way = expr(ctx, scope, node.side, Enum(kinds[0]) if len(kinds) == 1 else None)
            if of is None or way is None:
                return None
            inner = way.domain
            for kind in kinds:
                if inner == Enum(kind):
                    return Toward(of, way, kind)
            wanted = " or ".join(f"`{kind}`" for kind in kinds)
            hint = things_of(ctx, Enum(kinds[0])) if kinds else "declare a grid, whose `sides` are a kind"
            said = f"a side of a grid ({wanted or 'there is none'})"
            ctx.report(errors.mismatch(describe(inner), said, node.side.span, hint))
            return None


def _coordinate(ctx: Context, scope: Scope, node: tree.Expr, expr: Elaborate) -> Expr | None:
    found = expr(ctx, scope, node, None)
    number = None if found is None else as_number(ctx, found, node.span)
    if number is not None and not all(each is not None and abs(each) < UNBOUNDED for each in bounds(number)):
        ctx.report(grid_errors.coordinate_without_end(node.span))
        return None
    return number


def _cell(ctx: Context, scope: Scope, node: tree.Expr, expr: Elaborate) -> Expr | None:
    found = expr(ctx, scope, node, CELL)
    return None if found is None else coerce(ctx, found, CELL, node.span)


def elaborate_near(ctx: Context, scope: Scope, call: tree.Call, expr: Elaborate) -> Expr | None:
    """Elaborates `beside(c)`, the four cells that share a side with c, or `around(c)`, the eight with the corners."""
    if len(call.args) != 1:
        ctx.report(errors.argument_count(call.name.text, ("a cell",), len(call.args), call.span))
        return None
    of = _cell(ctx, scope, call.args[0], expr)
    return None if of is None else CellsBy(of, "beside" if call.name.text == "beside" else "around")


# ---- ASKED OF A GRID


def elaborate_of_grid(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    """Elaborates `cells of board`, `edge of board`, `cell of t`, `turn of board of c`."""
    if node.name.text == "turn":
        return turns.turn_of(ctx, scope, node, expr)
    if node.name.text == "cell":
        return _cell_of(ctx, scope, node, expr)
    key = node.key
    if isinstance(key, tree.NameRef) and scope.lookup(key.name.text) is None:
        declared = ctx.declared(key.name, tree.Zone)
        zone = None if declared is None else ctx.zones.get(key.name.text)
        if zone is None:
            return None
        if zone.index == CELLS:
            return CellsOf(zone.name, "edge" if node.name.text == "edge" else "taken")
    ctx.report(grid_errors.not_a_grid(node.name.text, key.span, _grids(ctx)))
    return None


def _cell_of(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    piece = expr(ctx, scope, node.key, None)
    if piece is None:
        return None
    inner = piece.domain
    if isinstance(strip(inner), Spot):
        spot = coerce(ctx, piece, strip(inner) or inner, node.key.span)
        return None if spot is None else CellOfSpot(spot)
    if not isinstance(inner, Piece):
        lying = name_errors.there_are(ctx.zones[each].component for each in _grids(ctx))
        hint = f"{lying}, which lie on grids" if lying else "declare a grid"
        ctx.report(errors.mismatch(describe(inner), "a piece on a grid", node.key.span, hint))
        return None
    holding = [name for name in _grids(ctx) if ctx.zones[name].component == inner.component]
    if len(holding) != 1 or ctx.are_alike(inner.component):
        ctx.report(grid_errors.no_cell(describe(inner), len(holding), node.span))
        return None
    return CellOf(holding[0], piece, Origin(node.span))


def _grids(ctx: Context) -> tuple[str, ...]:
    return tuple(name for name, zone in ctx.zones.items() if zone.index == CELLS)
