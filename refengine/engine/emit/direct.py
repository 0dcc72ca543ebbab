"""Writes the moves of a `simultaneously` one by one, if what they read lies in no zone that one of them changes.

Where a piece goes is decided and done in one place: the end of a decision list puts the piece, and no place is made
that would have to be looked at again.
"""

from __future__ import annotations

from collections.abc import Iterator

from refengine.engine.emit.binders import emit_loop
from refengine.engine.emit.decisions import decide_into, is_key_question, is_put_in, put_in
from refengine.engine.emit.layout import ZoneSlot
from refengine.engine.emit.reads import attributes_read
from refengine.engine.emit.text import Py
from refengine.engine.emit.unit import Scope
from refengine.engine.emit.writes import as_place, put_piece, take_piece
from refengine.ir import control, expressions as ir
from refengine.ir.decisions import Decisions
from refengine.ir.sharing import asks_for_key
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import children


def may_be_direct(body: tuple[control.Effect, ...], scope: Scope) -> bool:
    """Returns whether moves may be written while later ones are still worked out."""
    if scope.unit.explain:
        return False
    moves: list[control.MovePiece] = []
    read: set[str] = set()
    for each in body:
        found = _moves(each, scope, read, frozenset())
        if found is None:
            return False
        moves += found
    zones = scope.unit.layout.zones
    sources = {name for move in moves for name in zones_of(move.source, move.component, scope)}
    targets = {name for move in moves for name in zones_of(move.target, move.component, scope)}
    if any(zones[name].single or zones[name].cap is not None for name in sources & targets):
        return False
    return not read & {zones[name].attribute for name in sources | targets}


def _moves(
    effect: control.Effect, scope: Scope, read: set[str], rows: frozenset[ir.Local]
) -> list[control.MovePiece] | None:
    """Returns the moves in an effect, if it holds nothing else; what it reads goes to `read`."""
    match effect:
        case control.MovePiece(amount=None, turned=None):
            for part in (effect.piece, effect.source, effect.target):
                read.update(still_read(part, scope, rows))
            return [effect]
        case control.Each(binding=binding, body=body):
            if binding.domain in scope.early.members:
                rows |= {binding.var}
            elif still_read(binding.domain, scope, rows):
                return None
            read.update(still_read(binding.condition, scope, rows))
            found: list[control.MovePiece] = []
            for each in body:
                inner = _moves(each, scope, read, rows)
                if inner is None:
                    return None
                found += inner
            return found
        case _:
            return None


def zones_of(place: ir.Expr, component: str, scope: Scope) -> set[str]:
    """Returns the zones that a place may be in."""
    match place:
        case ir.PlaceAt(zone=zone) | ir.Located(zone=zone):
            return {zone}
        case ir.If():
            return zones_of(place.then, component, scope) | zones_of(place.otherwise, component, scope)
        case ir.CallValue(name=name):
            listed = scope.unit.sharing.decisions(name)
            if listed is not None:
                ends = [*listed.alternatives, *([listed.otherwise] if listed.otherwise is not None else [])]
                return {zone for each in ends for zone in zones_of(each.result, component, scope)}
        case _:
            pass
    return {slot.name for slot in scope.unit.layout.zones.values() if slot.zone.component == component}


def still_read(expr: object, scope: Scope, rows: frozenset[ir.Local]) -> set[str]:
    """Returns the attributes that are read where the expression stands, after all that was worked out early.

    `rows` are the locals that run over a set whose tables are at hand.
    """
    early, layout = scope.early, scope.unit.layout
    match expr:
        case ir.CallValue(name=name, args=args):
            if expr in scope.shared or (any(table == name for table, _ in early.tables) and rows.issuperset(args)):
                return set()
            listed = scope.unit.sharing.decisions(name)
            if listed is None or not is_put_in(expr, scope):
                return set(attributes_read(scope.unit, expr))
            params = scope.unit.values[name].params
            inner = frozenset(param for param, each in zip(params, args, strict=True) if each in rows)
            inside = {one for part in _parts(listed) for one in still_read(part, scope, inner)}
            return inside | {one for each in args for one in still_read(each, scope, rows)}
        case ir.Located(zone=zone) if expr.piece in rows and _has_keys(zone, scope):
            return set()
        case ir.The() if (
            (asked := asks_for_key(expr))
            and asked[0] in rows
            and _has_keys(asked[1], scope)
            and is_key_question(expr, scope)
        ):
            return set()
        case ir.Binding() if expr.domain in early.members:
            return still_read(expr.condition, scope, rows)
        case ir.Contents(zone=zone) | ir.Located(zone=zone):
            inside = {one for child in children(expr) for one in still_read(child, scope, rows)}
            return inside | {layout.zones[zone].attribute}
        case ir.ReadVariable() | ir.TokensOn() | ir.Supply():
            return set(attributes_read(scope.unit, expr))
        case _:
            return {each for child in children(expr) for each in still_read(child, scope, rows)}


def _has_keys(zone: str, scope: Scope) -> bool:
    return any(isinstance(over, ir.Contents) and over.zone == zone for over in scope.early.keys)


def _parts(listed: Decisions) -> Iterator[object]:
    for each in (*listed.alternatives, *([listed.otherwise] if listed.otherwise is not None else [])):
        yield from each.guards
        yield each.result


# ---- WRITING


def emit_direct_moves(body: tuple[control.Effect, ...], scope: Scope) -> None:
    """Writes the moves of a `simultaneously` one after the other, straight into the draft."""
    for each in body:
        match each:
            case control.MovePiece():
                move(each, scope)
            case control.Each(binding=binding, body=inner):
                emptied = _emptied(each, scope)
                with emit_loop(binding, TRUE, scope, pure=False):
                    for one in inner:
                        if isinstance(one, control.MovePiece) and emptied is not None:
                            put_leaf(one.target, one, scope.expr(one.piece), scope)
                        else:
                            emit_direct_moves((one,), scope)
                if emptied is not None:
                    nothing = "None" if emptied.single else "()"
                    listed = ", ".join([nothing] * (emptied.size or 0))
                    scope.code.add(f"{scope.state}.{emptied.attribute} = ({listed}{',' if emptied.size == 1 else ''})")
            case _:
                raise TypeError(f"{each} is no move")


def _emptied(each: control.Each, scope: Scope) -> ZoneSlot | None:
    """Returns the family that a loop leaves empty, because it moves everything that lies there."""
    match each:
        case control.Each(
            binding=ir.Binding(var=var, domain=ir.Contents(zone=zone, key=None), condition=condition),
            body=(control.MovePiece(piece=piece, source=ir.Located(zone=source, piece=located)),),
        ) if condition == TRUE and zone == source and piece == var == located:
            slot = scope.unit.layout.zones[zone]
            return slot if slot.size is not None and not slot.is_endless else None
        case _:
            return None


def move(each: control.MovePiece, scope: Scope) -> None:
    """Writes one move; each branch that decides on a target ends in the put."""
    piece = scope.let(scope.expr(each.piece), "piece")
    source = as_place(each.source, scope)
    take_piece(source, piece, each.component, scope.here(each.origin), scope)
    put_leaf(each.target, each, piece, scope)


def put_leaf(target: ir.Expr, each: control.MovePiece, piece: Py, scope: Scope) -> None:
    """Puts the piece where a decision ends."""
    match target:
        case ir.If():
            test = scope.truth(target.condition)
            with scope.code.branch(test):
                put_leaf(target.then, each, piece, scope)
            with scope.code.otherwise():
                put_leaf(target.otherwise, each, piece, scope)
        case ir.CallValue() if target not in scope.shared:
            inside = put_in(target, scope)
            if inside is not None:
                listed, inner = inside
                decide_into(listed, inner, lambda result, at: put_leaf(result, each, piece, at))
                return
            put_piece(as_place(target, scope), piece, each.component, scope.here(each.origin), scope)
        case _:
            put_piece(as_place(target, scope), piece, each.component, scope.here(each.origin), scope)
