"""Conditions of every cell of a grid, as they are stated: put to each cell of the window from which it sees no farther.

So what is assumed of a window is less than what holds of the board, and what is asked of it after a step is all that
the step may have changed: `radius` is how far the condition looks, and `smt.windows` sees to it that no step changes a
cell from which that is not all inside.
"""

from __future__ import annotations

from collections.abc import Iterator

from refengine.ir import expressions as ir
from refengine.ir.traverse import walk
from refengine.smt.encode.cells import is_one_of
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.term import Bool
from refengine.smt.unsupported import Unsupported

MORE_THAN_GRIDS = "what holds of every cell and reads more than grids and printed data"


def speaks_of_cells(world: World, node: object) -> bool:
    """Returns whether a part of the rules goes through all cells of a grid, itself or in a value that it calls."""
    agenda, seen = [node], set[str]()
    while agenda:
        for each in walk(agenda.pop()):
            if isinstance(each, ir.CellsOf):
                return True
            if isinstance(each, ir.CallValue) and each.name not in seen:
                seen.add(each.name)
                agenda.append(world.declared[each.name].body)
    return False


def of_every_cell(condition: ir.Expr) -> Iterator[tuple[ir.Binding, ir.Expr]]:
    """Yields what a stated condition says of every cell of a grid: the binding, and what holds of each."""
    match condition:
        case ir.And(parts=parts):
            for part in parts:
                yield from of_every_cell(part)
        case ir.ForAll(binding=ir.Binding(domain=ir.CellsOf()) as binding):
            yield binding, condition.body
        case ir.Not(inner=ir.Exists(binding=ir.Binding(domain=ir.CellsOf()) as binding, body=body)):
            yield binding, ir.Not(body)
        case _:
            pass


def stated_truth(world: World, condition: ir.Expr, scope: TermScope) -> Bool:
    """Returns a condition that is stated; of a state of which the whole board is known as it is."""
    if scope.state.from_start or not scope.state.beyond or not speaks_of_cells(world, condition):
        return world.truth(condition, scope)
    return _stated(world, condition, scope)


def _stated(world: World, condition: ir.Expr, scope: TermScope) -> Bool:
    terms = world.terms
    match condition:
        case ir.And(parts=parts):
            found: list[Bool] = []
            for part in parts:
                found.append(stated_truth(world, part, scope))
                scope = scope.given(found[-1])
            return terms.all(found)
        case _:
            pass
    for binding, body in of_every_cell(condition):
        return _of_every_cell(world, binding, body, scope)
    return world.truth(condition, scope)


def _of_every_cell(world: World, binding: ir.Binding, body: ir.Expr, scope: TermScope) -> Bool:
    if scope.locals or not world.read_by((binding, body)) <= {each.name for each in world.layout.grids()}:
        raise Unsupported(MORE_THAN_GRIDS)
    window = world.values.of_cells()
    cells = window.within(window.radius - world.sees[binding, body])
    return world.terms.all([of_one_cell(world, binding, body, cell, scope) for cell in cells])


def of_one_cell(world: World, binding: ir.Binding, body: ir.Expr, cell: int, scope: TermScope) -> Bool:
    """Returns whether what is said of every cell holds of one."""
    listed = binding.domain
    assert isinstance(listed, ir.CellsOf)
    guard = is_one_of(world, listed, cell, scope.state)
    inner = scope.given(guard).bind(binding.var, cell)
    condition = world.truth(binding.condition, inner)
    holds = world.truth(body, inner.given(condition))
    return world.terms.not_(world.terms.all((guard, condition, world.terms.not_(holds))))
