"""Rows in Python: a list that is made in front of a loop, and along which the loop asks the rest of a condition."""

from __future__ import annotations

from contextlib import ExitStack

from attrs import frozen

from refengine.engine.emit.binders import enter_if, looping
from refengine.engine.emit.text import Py, tuple_of
from refengine.engine.emit.unit import Scope
from refengine.ir import expressions as ir
from refengine.ir.domain import Enum
from refengine.ir.rows import Rows
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import walk


@frozen
class Spread:
    """The rows of a condition, and the list in which they are."""

    rows: Rows
    name: str


def spread(condition: ir.Expr, later: frozenset[ir.Local], scope: Scope) -> Spread | None:
    """Writes the list of a condition's rows, in front of what binds the locals in `later`; None where it has none."""
    unit = scope.unit
    rows = None if unit.splitting is None else unit.splitting.rows(condition, later)
    if rows is None:
        return None
    name = scope.fresh("rows")
    rows = unit.opened(rows)
    kinds = [unit.domain_type(expr.domain) for _, expr in rows.cells]
    kind = kinds[0] if len(kinds) == 1 else f"tuple[{', '.join(kinds)}]"
    scope.code.add(f"{name}: list[{kind}] = []")
    known = set(scope.shared)
    with ExitStack() as stack:
        for each in rows.binders:
            _bound(each, rows, stack, scope)
            _turn_known(each, rows, scope)
        texts = [str(scope.expr(expr)) for _, expr in rows.cells]
        scope.code.add(f"{name}.append({texts[0] if len(texts) == 1 else tuple_of(texts)})")
    for node in scope.shared.keys() - known:
        del scope.shared[node]
    return Spread(rows, name)


def _turn_known(binding: ir.Binding, rows: Rows, scope: Scope) -> None:
    """Reads the turn of what was found to lie in a cell."""
    for local, turn in rows.turns:
        if isinstance(binding.domain, ir.Contents) and _place(turn) == (binding.domain.zone, binding.domain.key):
            grid = scope.unit.layout.member(scope.state, scope.unit.layout.zones[turn.zone], None)
            scope.code.add(f"{scope.bind(local)} = {grid}.turns()[{scope.expr(turn.cell)}]")


def _place(turn: ir.TurnAt) -> tuple[str, ir.Expr]:
    return turn.zone, turn.cell


def _bound(binding: ir.Binding, rows: Rows, stack: ExitStack, scope: Scope) -> None:
    """Opens a loop over what is bound, or less than that where at most one is: no row is left before it is complete."""
    code, zones = scope.code, scope.unit.layout.zones
    match binding:
        case ir.Binding(var=var, domain=ir.Contents(zone=zone, key=key)) if key is not None and zones[zone].is_grid:
            near = scope.expr(key)
            if not near.is_settled:
                scope.shared[key] = near = scope.let(near, "cell")
            code.add(f"{scope.bind(var)} = {scope.unit.layout.member(scope.state, zones[zone], near)}")
            stack.enter_context(code.block(f"if {scope.bind(var)} is not None:"))
            enter_if(stack, [], binding.condition, scope)
        case ir.Binding(var=var, domain=ir.AllMembers(of=Enum(kind=kind))):
            beyond = [node for each in rows.binders for node in walk(each) if isinstance(node, ir.Toward)]
            near_by = [each for each in beyond if each.side == var and each.kind == kind and each.of in scope.locals]
            if not near_by or binding.condition != TRUE:
                stack.enter_context(looping(binding, TRUE, scope))
                return
            cell = scope.fresh("cell")
            of = scope.expr(near_by[0].of)
            stack.enter_context(code.block(f"for {scope.bind(var)}, {cell} in enumerate(cells_toward({of})):"))
            scope.shared[near_by[0]] = Py(cell)
        case _:
            stack.enter_context(looping(binding, TRUE, scope))


def asked_of_rows(spread: Spread, stack: ExitStack, scope: Scope) -> None:
    """Writes the loop along rows, and opens the block of what is done where none fails."""
    names = [scope.bind(local) for local, _ in spread.rows.cells]
    with scope.code.block(f"for {', '.join(names)} in {spread.name}:"), ExitStack() as failing:
        enter_if(failing, [], spread.rows.fails, scope)
        scope.code.add("break")
    stack.enter_context(scope.code.block("else:"))
