"""Parts of what lies on grids, as they are declared: rows of a kind, by a field that the pieces have too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refengine.ir import control, game
from refengine.ir.domain import Enum, Place
from refengine.ir.expressions import FieldOf, Local, ReadVariable
from refengine.ir.traverse import walk
from refengine.ir.turns import lying
from refengine.source.diagnostic import Diagnostic
from refengine.syntax import tree
from refengine.types import errors, spot_errors
from refengine.types.context import Context
from refengine.types.domains import spot_of, strip
from refengine.types.effects import Reads
from refengine.types.values import clause


def declare_parts(ctx: Context) -> None:
    """Enters the parts of what lies on grids; kinds and components are entered already, zones come later."""
    for node in ctx.symbols.of_sort(tree.Part):
        kind = None if ctx.declared(node.kind, tree.Kind) is None else ctx.kinds.get(node.kind.text)
        component = None
        if ctx.declared(node.component, tree.Component) is not None:
            component = ctx.components.get(node.component.text)
        on_grid = _is_on_grid(ctx, node)
        if kind is None or component is None or not on_grid or kind.name in ctx.faulty_kinds:
            continue
        if node.by is None or _is_shared(ctx, node.by, kind, component):
            head = clause(node.name.text, node.cite, node.name.span)
            by = None if node.by is None else node.by.text
            part = game.Part(node.name.text, kind.name, component.name, node.zone.text, by, head)
            ctx.parts[part.name] = part
            sides = spot_of(ctx, node).sides
            if sides in ctx.kinds:
                ctx.kinds[kind.name] = lying(ctx.kinds[kind.name], ctx.kinds, sides)


def _is_shared(ctx: Context, by: tree.Name, kind: game.Kind, component: game.Component) -> bool:
    """Returns whether a kind and a component have the same field, of the members of one kind."""
    word = by.text
    own, theirs = ({each.name: each for each in one.fields}.get(word) for one in (kind, component))
    if own is None or theirs is None:
        lacking = f"kind `{kind.name}`" if own is None else f"component `{component.name}`"
        known = tuple(each.name for each in (kind.fields if own is None else component.fields))
        ctx.report(errors.unknown_field(lacking, word, by.span, known))
        return False
    if own.domain != theirs.domain or not isinstance(own.domain, Enum) or own.index or theirs.index:
        ctx.report(spot_errors.not_one_kind(word, kind.name, component.name, by.span))
        return False
    return True


def _is_on_grid(ctx: Context, node: tree.Part) -> bool:
    zone = ctx.declared(node.zone, tree.Zone)
    if not isinstance(zone, tree.Zone):
        return False
    if zone.sides is None:
        ctx.report(spot_errors.not_on_a_grid(node.zone.text, node.zone.span, zone.name.span))
        return False
    if zone.component.text != node.component.text:
        ctx.report(spot_errors.other_pieces(node.zone.text, zone.component.text, node.component.span, zone.name.span))
        return False
    return True


# ---- WHAT BEARS STAYS


def check_taken_off(ctx: Context, scripts: Iterable[control.Script], reads: Reads) -> Iterator[Diagnostic]:
    """Yields the moves that may take a piece off a grid on whose spots something may lie.

    So whatever lies on a spot lies on one that is there, and nobody has to ask.
    """
    bearing: dict[str, tuple[str, tuple[str, ...]]] = {}
    for part in ctx.parts.values():
        zones = tuple(name for name, zone in ctx.zones.items() if zone.index == part.name)
        if zones:
            bearing[part.component] = (part.zone, zones)
    for move in (each for script in scripts for each in walk(script.points) if isinstance(each, control.MovePiece)):
        if move.component in bearing and move.origin.span is not None:
            grid, zones = bearing[move.component]
            if grid in reads.places_in(move.source) or _is_told(move.source):
                yield spot_errors.taken_off(grid, zones[0], move.origin.span)


def _is_told(place: object) -> bool:
    """Returns whether a place is not written but told, or kept, so that it may be any."""
    kept = Local | ReadVariable | FieldOf
    return any(isinstance(each, kept) and isinstance(strip(each.domain), Place) for each in walk(place))
