"""Turns: rings that turn things, the tables that say how, and what is read through them."""

from __future__ import annotations

from attrs import frozen

from refengine.ir import game
from refengine.ir.domain import CELLS, Domain, Enum, SetOf, Spot
from refengine.ir.expressions import (
    Binding,
    Contents,
    Expr,
    FieldOf,
    If,
    Image,
    Local,
    Located,
    Origin,
    PlaceAt,
    TurnAt,
    TurnOfSpot,
    Unwrap,
)
from refengine.ir.relations import is_declared
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import walk
from refengine.ir.turns import turned_field, turning
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import turn_errors
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import TURNED, coerce, describe, strip
from refengine.types.printed_data import Tables, printed_rows


@frozen
class MovedPiece:
    """A piece of a component on its way to a place, which is written somewhere; None: to one that was reported."""

    component: str
    target: Expr | None
    span: Span


# ---- DECLARED


def declare_turns(ctx: Context, tables: Tables) -> None:
    """Enters what turns: the sides of grids that are turned, rings that something turns with, and kinds that do."""
    kinds = [node for node in ctx.symbols.of_sort(tree.Kind) if node.turns is not None]
    marked = [each.sides for each in ctx.symbols.of_sort(tree.Zone) if TURNED in {mark.text for mark in each.marks}]
    named = [*(each for each in marked if each is not None), *(node.turns.ring for node in kinds if node.turns)]
    rings = {each.text: ctx.kinds[each.text] for each in named if each.text in ctx.kinds and ctx.kinds[each.text].ring}
    for node in kinds:
        assert node.turns is not None
        if ctx.declared(node.turns.ring, tree.Kind) is None:
            continue
        if node.turns.ring.text not in rings:
            if node.turns.ring.text in ctx.kinds:
                ctx.report(turn_errors.no_ring(node.turns.ring.text, node.turns.ring.span))
        elif node.name.text in ctx.kinds and node.name.text not in ctx.faulty_kinds:
            _kind(ctx, node, node.turns, rings[node.turns.ring.text], tables)
    for name, ring in rings.items():
        size = len(ring.members)
        ctx.kinds[name] = turning(ctx.kinds[name], ring, [(each + 1) % size for each in range(size)])


def _kind(ctx: Context, node: tree.Kind, turns: tree.Turns, ring: game.Kind, tables: Tables) -> None:
    """Enters how a kind turns, if its table says a turn: one that leads back when the ring has gone round."""
    kind = ctx.kinds[node.name.text]
    places = {each.name: number for number, each in enumerate(kind.fields)}
    by = turns.by.text
    if by not in places or kind.fields[places[by]] != game.Field(by, Enum(kind.name), None):
        ctx.report(turn_errors.not_a_step(kind.name, by, turns.by.span))
        return
    step = [kind.members.index(str(row[places[by]])) for row in kind.rows]
    spans = [each.row.spans.get(by, each.span) for each in printed_rows(ctx, node, tables) or ()]
    if _is_turn(ctx, kind, ring, step, spans) and _goes_along(ctx, kind, ring, step, spans):
        ctx.kinds[kind.name] = turning(kind, ring, step)


def _is_turn(ctx: Context, kind: game.Kind, ring: game.Kind, step: list[int], spans: list[Span]) -> bool:
    came: dict[int, int] = {}
    for member, becomes in enumerate(step):
        if becomes in came:
            first, other, same = (kind.members[each] for each in (came[becomes], member, becomes))
            ctx.report(turn_errors.two_become(first, other, same, spans[member], spans[came[becomes]]))
            return False
        came[becomes] = member
    for member in range(len(step)):
        ends = member
        for _ in ring.members:
            ends = step[ends]
        if ends != member:
            names = kind.members[member], kind.members[ends]
            ctx.report(turn_errors.not_round(*names, len(ring.members), spans[member]))
            return False
    return True


def _goes_along(ctx: Context, kind: game.Kind, ring: game.Kind, step: list[int], spans: list[Span]) -> bool:
    """Returns whether what each member says of sides is turned as the member is."""
    for place, field in enumerate(kind.fields):
        if field.index is not None or field.domain != Enum(ring.name):
            continue
        for member, becomes in enumerate(step):
            side, found = (ring.members.index(str(kind.rows[each][place])) for each in (member, becomes))
            wanted = (side + 1) % len(ring.members)
            if found != wanted:
                said = f"`{ring.members[found]}`", f"`{ring.members[wanted]}`"
                ctx.report(turn_errors.not_along(kind.members[member], field.name, *said, spans[member]))
                return False
    return True


# ---- TURNED


def ring_of(ctx: Context, domain: Domain) -> str | None:
    """Returns the ring with which members of a kind turn, and sets of these; None of what does not turn."""
    inner = domain.inner if isinstance(domain, SetOf) else domain
    if not isinstance(inner, Enum) or inner.kind not in ctx.kinds:
        return None
    known = (each for each in ctx.kinds[inner.kind].fields if not is_declared(each))
    return next((str(each.index) for each in known if each.name == turned_field(str(each.index), back=False)), None)


def turned(ctx: Context, of: Expr, by: Expr, *, back: bool = False) -> Expr:
    """Returns what is read of an expression that turns (`ring_of`) when it is turned by a member of its ring."""
    ring = ring_of(ctx, of.domain)
    assert ring is not None
    field = turned_field(ring, back=back)
    if not isinstance(of.domain, SetOf):
        return FieldOf(of, field, by, of.domain)
    inside = {each.name for each in walk((of, by)) if isinstance(each, Local)}
    name = "turned~"
    while name in inside:
        name += "~"
    each = Local(name, of.domain.inner)
    return Image(FieldOf(each, field, by, each.domain), Binding(each, of, TRUE), of.domain)


def elaborate_turned(
    ctx: Context, scope: Scope, node: tree.Turned | tree.TurnedBack, wanted: Domain | None, expr: Elaborate
) -> Expr | None:
    """Elaborates `x turned k` and `x turned back k`."""
    of = expr(ctx, scope, node.of, wanted)
    if of is None:
        return None
    domain = strip(of.domain)
    ring = None if domain is None else ring_of(ctx, domain)
    if domain is None or ring is None:
        if not (isinstance(domain, Enum) and domain.kind in ctx.faulty_kinds):
            kinds = tuple(name for name in ctx.kinds if ring_of(ctx, Enum(name)) is not None)
            ctx.report(turn_errors.never_turns(describe(of.domain), node.of.span, kinds))
        return None
    fitted = coerce(ctx, of, domain, node.of.span)
    by = turn(ctx, scope, node.by, ring, expr)
    return None if fitted is None or by is None else turned(ctx, fitted, by, back=isinstance(node, tree.TurnedBack))


def turn(ctx: Context, scope: Scope, node: tree.Expr, ring: str, expr: Elaborate) -> Expr | None:
    """Returns a turn: a member of a ring."""
    by = expr(ctx, scope, node, Enum(ring))
    return None if by is None else coerce(ctx, by, Enum(ring), node.span)


# ---- ON GRIDS


def turn_of(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    """Elaborates `turn of board of c`, which owes that something lies there. `turn of s` says a spot itself."""
    place = expr(ctx, scope, node.key, None)
    if place is None:
        return None
    spot = strip(place.domain)
    if isinstance(spot, Spot):
        return _turn_of_spot(ctx, place, spot, node.key.span)
    grids = _grids(ctx)
    if not isinstance(place, Contents) or place.key is None or ctx.zones[place.zone].index != CELLS:
        ctx.report(turn_errors.no_turned_place(node.key.span, grids))
        return None
    sides = ctx.zones[place.zone].sides
    if place.zone not in grids or sides is None:
        ctx.report(turn_errors.does_not_turn(place.zone, node.key.span))
        return None
    return Unwrap(TurnAt(place.zone, place.key, sides), Enum(sides), Origin(node.span))


def _turn_of_spot(ctx: Context, of: Expr, spot: Spot, span: Span) -> Expr | None:
    if spot.sides is None:
        part = ctx.parts.get(spot.part)
        if part is not None:
            ctx.report(turn_errors.does_not_turn(part.zone, span))
        return None
    there = coerce(ctx, of, spot, span)
    return None if there is None else TurnOfSpot(there, spot.sides)


def turn_laid(
    ctx: Context, scope: Scope, move: MovedPiece, written: tree.Expr | None, expr: Elaborate
) -> tuple[Expr | None, bool]:
    """Returns the turn with which something is laid, and whether all is well: it is said just where the grid turns."""
    if move.target is None:
        return None, False
    where, grids = _turns_at(ctx, move), _grids(ctx)
    if where is None:
        if written is not None:
            ctx.report(turn_errors.said_for_nothing(written.span, grids))
        return None, written is None
    if not isinstance(move.target, PlaceAt):
        ctx.report(turn_errors.worked_out(where, move.span))
        return None, False
    if written is None:
        ctx.report(turn_errors.unsaid(where, move.span))
        return None, False
    by = turn(ctx, scope, written, ctx.zones[where].sides or "", expr)
    return by, by is not None


def lies_plain(ctx: Context, move: MovedPiece) -> bool:
    """Returns whether several pieces may go to a place.

    They may go to none where they would have to be turned, which is reported.
    """
    where = _turns_at(ctx, move)
    if where is not None:
        ctx.report(turn_errors.unsaid(where, move.span))
    return where is None


def _turns_at(ctx: Context, move: MovedPiece) -> str | None:
    """Returns the grid on which something may have to lie turned where a move ends."""
    grids = _grids(ctx)
    zones = None if move.target is None else _zones_of(move.target)
    if zones is None:
        zones = {name for name in grids if ctx.zones[name].component == move.component}
    return next((name for name in grids if name in zones), None)


def _zones_of(place: Expr) -> set[str] | None:
    """Returns the zones that a place may be in, as far as that is seen here."""
    match place:
        case PlaceAt(zone=zone) | Located(zone=zone):
            return {zone}
        case If():
            ends = _zones_of(place.then), _zones_of(place.otherwise)
            return None if ends[0] is None or ends[1] is None else ends[0] | ends[1]
        case _:
            return None


def _grids(ctx: Context) -> tuple[str, ...]:
    """Returns the grids on which pieces lie turned."""
    return tuple(name for name, zone in ctx.zones.items() if zone.turned)
