"""Loop-invariant code motion: reads that no turn of a loop changes are done once, in front of it.

Only reads that cost little and cannot fault are moved: variables, what is printed on the part of a spot, and the way
from one cell to another, which is asked for where the cell `toward` a side is compared with one that stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from refengine.engine.emit.text import ATOM, COMPARE, Py
from refengine.engine.emit.unit import Scope
from refengine.ir import expressions as ir
from refengine.ir.domain import Cell, SetOf, Spot
from refengine.ir.necessary import necessary
from refengine.ir.simplify import TRUE, conjunction, is_literal
from refengine.ir.traverse import free_locals, walk


@contextmanager
def reading_before(binding: ir.Binding, also: ir.Expr, scope: Scope) -> Iterator[None]:
    """Reads what the conditions of a loop ask for; inside, it is known."""
    nodes = [node for part in (binding.condition, also) for node in walk(part)]
    bound = {binding.var} | {node.var for node in nodes if isinstance(node, ir.Binding)}
    read = [node for node in nodes if isinstance(node, ir.Expr) and _is_read(node, binding, bound, scope)]
    yield
    for each in read:
        scope.shared.pop(each, None)
        scope.ways.pop(each, None)


def _is_read(node: ir.Expr, binding: ir.Binding, bound: set[ir.Local], scope: Scope) -> bool:
    """Returns whether a node could be read, and was not known yet."""
    if node in scope.shared or node in scope.ways:
        return False
    match node:
        case ir.ReadVariable(name=name):
            is_long = isinstance(binding.domain, ir.Contents | ir.AllMembers | ir.Filter)
            if is_long and _is_at_hand(node.key, bound, scope):
                _read(node, name, scope)
                return True
        case ir.FieldOf(of=ir.PartOfSpot(of=spot), field=field, key=ir.TurnOfSpot(of=turned)) if turned == spot:
            if _is_at_hand(spot, bound, scope):
                _read(node, field.rpartition(": ")[2].partition(" ")[0], scope)
                return True
        case ir.Equal():
            compared = toward_and_other(node)
            if compared is not None and free_locals(compared[0].side) & bound:
                return _has_way(node, compared[0].of, compared[1], bound, scope)
        case _:
            pass
    return False


def _read(node: ir.Expr, name: str, scope: Scope) -> None:
    known = scope.fresh(name)
    scope.code.add(f"{known} = {scope.expr(node)}")
    scope.shared[node] = Py.name(known)


def _is_at_hand(key: ir.Expr | None, bound: set[ir.Local], scope: Scope) -> bool:
    """Returns whether a key is known before the loop, without working anything out."""
    return key is None or is_literal(key) or (isinstance(key, ir.Local) and key not in bound and key in scope.locals)


# ---- SETS THAT ARE EMPTY


@contextmanager
def begun_if_needed(binding: ir.Binding, also: ir.Expr, scope: Scope) -> Iterator[None]:
    """Asks, before a loop whose conditions are told of sets, whether it can find anything: they may cost much."""
    needed = _needed_by(binding, also, scope)
    if needed == TRUE:
        yield
        return
    shared, rows, held = dict(scope.shared), dict(scope.rows), dict(scope.held)
    with scope.code.branch(scope.truth(needed)):
        yield
    # what was found out inside may not have been found out
    scope.shared, scope.rows, scope.held = shared, rows, held


def _needed_by(binding: ir.Binding, also: ir.Expr, scope: Scope) -> ir.Expr:
    """Returns what has to hold of sets that are told for a loop to find anything; `true` where nothing is known."""
    condition, splitting = conjunction((binding.condition, also)), scope.unit.splitting
    told = {arg for node in walk(condition) if isinstance(node, ir.CallValue) for arg in node.args}
    sets = {each for each in told if isinstance(each, ir.Local) and isinstance(each.domain, SetOf)}
    sets &= free_locals(condition) - {binding.var}
    if splitting is None or not sets or not scope.unit.sharing.cannot_fault(binding.domain):
        return TRUE
    found = necessary(condition, free_locals(condition) - sets, splitting)
    plain = all(isinstance(node, ir.And | ir.Or | ir.Not | ir.IsEmpty | ir.Local) for node in walk(found))
    return found if plain else TRUE


# ---- WAYS


def toward_and_other(equal: ir.Equal) -> tuple[ir.Toward, ir.Expr] | None:
    """Returns the cell toward a side that is compared with another cell, and that one."""
    for one, other in ((equal.left, equal.right), (equal.right, equal.left)):
        if isinstance(one, ir.Toward) and isinstance(other.domain, Cell):
            return one, other
    return None


def _has_way(node: ir.Equal, of: ir.Expr, other: ir.Expr, bound: set[ir.Local], scope: Scope) -> bool:
    """Returns whether both cells are known before the loop; then the way from the one to the other is worked out."""
    places = [each.of if isinstance(each, ir.CellOfSpot) else each for each in (of, other)]
    if not all(
        isinstance(each, ir.Local) and isinstance(each.domain, Cell | Spot) and _is_at_hand(each, bound, scope)
        for each in places
    ):
        return False
    here, there = (scope.expr(each).at(ATOM) for each in places)
    way = scope.ways[node] = scope.fresh("way")
    scope.code.add(f"{way} = {there}[0] - {here}[0], {there}[1] - {here}[1]")
    return True


def by_way(node: ir.Equal, scope: Scope, *, negated: bool) -> Py | None:
    """Returns whether the cell toward a side is another, by the way from the one to the other, if that is known."""
    compared = toward_and_other(node) if node in scope.ways else None
    if compared is None:
        return None
    sign = "!=" if negated else "=="
    return Py(f"SIDES[{scope.expr(compared[0].side)}] {sign} {scope.ways[node]}", COMPARE)
