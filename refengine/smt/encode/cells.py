"""Cells of a grid as numbers of a window: which lie by another, which are taken, which are on the edge.

INVARIANT: what reads all of a grid is refused, unless it is known to be empty outside the window.
"""

from __future__ import annotations

from refengine.ir import expressions as ir
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.value import Element, OptionValue, SetValue, Value
from refengine.smt.terms.window import SIDES
from refengine.smt.terms.zones import Slot
from refengine.smt.unsupported import Outside, Unsupported

ALL_CELLS = "all cells of a grid: no window holds them"


def cell(world: World, expr: ir.CellAt | ir.Toward | ir.CellOf, scope: TermScope) -> Num:
    """Returns the value of an expression of one cell."""
    window = world.values.of_cells()
    match expr:
        case ir.CellAt():
            if not scope.state.from_start:
                raise Unsupported("a cell that is written, where a step may be made anywhere")
            numbers = world.number(expr.column, scope), world.number(expr.row, scope)
            if any(isinstance(each, Term) for each in numbers):
                raise Unsupported("a cell whose column or row is worked out")
            return window.at(numbers)  # type: ignore[arg-type]
        case ir.Toward():
            start, way = known(world, expr.of, scope), world.number(expr.side, scope)
            if isinstance(way, Term):
                cells = tuple(window.near(start, each) for each in SIDES)
                found: Num = cells[-1]
                for number, each in reversed(list(enumerate(cells[:-1]))):
                    found = world.terms.if_number(world.terms.equal(way, number), each, found)
                return found
            return window.near(start, SIDES[way])
        case ir.CellOf():
            raise Unsupported("the cell of a piece that may lie anywhere", expr.origin.span)


def cells(world: World, expr: ir.CellsBy | ir.CellsOf, scope: TermScope) -> SetValue:
    """Returns the value of an expression of several cells."""
    if isinstance(expr, ir.CellsBy):
        near = world.values.of_cells().by(known(world, expr.of, scope), expr.how)
        return SetValue(tuple(Element(True, each) for each in near))  # noqa: FBT003
    if not scope.state.from_start:
        raise Unsupported(ALL_CELLS)
    window = world.values.of_cells()
    within = window.radius - (1 if expr.what == "taken" else 2)
    guards: list[Bool] = []
    for each in range(window.size):
        distance = window.distance(each)
        if distance > within and is_taken(world, expr.zone, each, scope.state) is not False:
            raise Outside("a start that is larger than the window")
        guards.append(is_one_of(world, expr, each, scope.state) if distance < window.radius else False)
    return SetValue(tuple(Element(guard, each) for each, guard in enumerate(guards) if guard is not False))


def is_one_of(world: World, expr: ir.CellsOf, at: Num, state: State) -> Bool:
    """Returns whether a cell is one of those that are taken, or on the edge."""
    if isinstance(at, Term):
        raise Unsupported("a cell that hangs on more than where a step is made")
    if expr.what == "taken":
        return is_taken(world, expr.zone, at, state)
    near = world.values.of_cells().by(at, "beside")
    some = world.terms.any([is_taken(world, expr.zone, each, state) for each in near])
    return world.terms.and_(world.terms.not_(is_taken(world, expr.zone, at, state)), some)


def is_taken(world: World, zone: str, at: int, state: State) -> Bool:
    """Returns whether something lies in a cell."""
    return world.terms.not_(world.terms.at_most(world.layout.number_in(state.zones[zone][at]), 0))


def turn(world: World, expr: ir.TurnAt, scope: TermScope) -> Value:
    """Returns the turn of what lies in a cell, which is absent where nothing does."""
    key = world.key(expr.cell, scope)
    slots = [each for each in scope.state.zones[expr.zone] if isinstance(each, Slot)]
    return world.picked(key, tuple(OptionValue(each.present, each.turn) for each in slots), expr.domain)


def known(world: World, expr: ir.Expr, scope: TermScope) -> int:
    """Returns the offset of an expression of one cell, by which it is known."""
    found = world.encode(expr, scope)
    if not isinstance(found, int):
        raise Unsupported("a cell that hangs on more than where a step is made")
    return found
