"""Rows in Python: a list that is made in front of a loop, and along which the loop asks the rest of a condition."""

from __future__ import annotations

from contextlib import ExitStack

from attrs import frozen

from refengine.engine.emit_binders import enter_if, looping
from refengine.engine.text import tuple_of
from refengine.engine.unit import Scope
from refengine.ir import expressions as ir
from refengine.ir.rows import Rows
from refengine.ir.simplify import TRUE


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
    with ExitStack() as stack:
        for each in rows.binders:
            stack.enter_context(looping(each, TRUE, scope))
        texts = [str(scope.expr(expr)) for _, expr in rows.cells]
        scope.code.add(f"{name}.append({texts[0] if len(texts) == 1 else tuple_of(texts)})")
    return Spread(rows, name)


def asked_of_rows(spread: Spread, scope: Scope) -> str:
    """Writes the loop along rows, and returns the name of the flag that says whether none fails."""
    flag = scope.fresh("every")
    scope.code.add(f"{flag} = True")
    names = [scope.bind(local) for local, _ in spread.rows.cells]
    with scope.code.block(f"for {', '.join(names)} in {spread.name}:"), ExitStack() as stack:
        enter_if(stack, [], spread.rows.fails, scope)
        scope.code.add(f"{flag} = False")
        scope.code.add("break")
    return flag
