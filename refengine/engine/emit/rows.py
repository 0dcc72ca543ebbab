"""Rows in Python: the part of a condition that no turn changes, listed in front of a loop that tests the rest."""

from __future__ import annotations

from contextlib import ExitStack

from attrs import evolve, frozen

from refengine.engine.emit.binders import emit_loop, enter_if
from refengine.engine.emit.nearby import Neighbourhood, kept_rows, told_key
from refengine.engine.emit.sets import loop_over
from refengine.engine.emit.text import Py, tuple_of
from refengine.engine.emit.unit import Scope, Unit
from refengine.ir import control, expressions as ir
from refengine.ir.domain import Enum
from refengine.ir.rows import Rows
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import walk


@frozen
class ListedRows:
    """The rows of a condition, and the name of the list in which they are."""

    rows: Rows
    name: str


def rows_of(condition: ir.Expr, later: frozenset[ir.Local], unit: Unit) -> Rows | None:
    """Returns the rows of a condition in front of what binds the locals in `later`; None where it has none."""
    rows = None if unit.splitting is None else unit.splitting.rows(condition, later)
    return None if rows is None else unit.opened(rows)


def emit_rows(rows: Rows, scope: Scope) -> ListedRows:
    """Writes the list of rows."""
    unit = scope.unit
    name = scope.fresh("rows")
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
    return ListedRows(rows, name)


def spread_near(rows: Rows, near: Neighbourhood, front: tuple[int, int], scope: Scope) -> ListedRows:
    """Writes that the rows are made unless they are kept with the cell."""
    known, keeper = kept_rows(near, front, scope)
    code, cell, row = scope.code, scope.bind(near.cell), scope.fresh("row")
    code.add(f"{row} = {known}.get({cell})")
    with code.branch(f"{row} is None"):
        made = emit_rows(rows, apart(scope))
        code.add(f"{row} = {known}[{cell}] = {keeper}.rows(tuple({made.name}))")
    return ListedRows(rows, row)


def emit_passing(kept: ListedRows, near: Neighbourhood, choice: control.Choice, scope: Scope) -> str:
    """Writes what finds out, unless it is known, which choices pass all of the rows; returns the name of those."""
    code, key, passed, chosen = scope.code, told_key(near, scope), scope.fresh("passing"), scope.fresh("chosen")
    code.add(f"{passed} = {kept.name}.get({key})")
    with code.branch(f"{passed} is None"):
        inner = apart(scope)
        code.add(f"{chosen}: list[{scope.unit.domain_type(choice.var.domain)}] = []")
        with (
            code.loop(scope.bind(choice.var), loop_over(choice.domain, inner).source),
            ExitStack() as stack,
        ):
            asked_of_rows(ListedRows(kept.rows, f"{kept.name}.along"), stack, inner)
            code.add(f"{chosen}.append({scope.bind(choice.var)})")
        code.add(f"{passed} = {kept.name}[{key}] = tuple({chosen})")
    return passed


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
            stack.enter_context(code.branch(f"{scope.bind(var)} is not None"))
            enter_if(stack, [], binding.condition, scope)
        case ir.Binding(var=var, domain=ir.AllMembers(of=Enum(kind=kind))):
            beyond = [node for each in rows.binders for node in walk(each) if isinstance(node, ir.Toward)]
            near_by = [each for each in beyond if each.side == var and each.kind == kind and each.of in scope.locals]
            if not near_by or binding.condition != TRUE:
                stack.enter_context(emit_loop(binding, TRUE, scope))
                return
            cell = scope.fresh("cell")
            of = scope.expr(near_by[0].of)
            stack.enter_context(code.loop(f"{scope.bind(var)}, {cell}", f"enumerate(cells_toward({of}))"))
            scope.shared[near_by[0]] = Py.name(cell)
        case _:
            stack.enter_context(emit_loop(binding, TRUE, scope))


def asked_of_rows(spread: ListedRows, stack: ExitStack, scope: Scope) -> None:
    """Writes the loop along rows, and opens the block of what is done where none fails."""
    names = [scope.bind(local) for local, _ in spread.rows.cells]
    with scope.code.loop(", ".join(names), spread.name), ExitStack() as failing:
        enter_if(failing, [], spread.rows.fails, scope)
        scope.code.add("break")
    stack.enter_context(scope.code.otherwise())


def apart(scope: Scope) -> Scope:
    """Returns a scope of the same function, where what is found out on the way may not be known behind it."""
    return evolve(
        scope, shared=dict(scope.shared), rows=dict(scope.rows), held=dict(scope.held),
        there=set(scope.there),
    )  # fmt: skip
