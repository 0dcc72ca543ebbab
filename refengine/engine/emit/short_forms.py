"""Short forms of invariants: functions that check after a step only what it may have broken.

INVARIANT: where an invariant held before a step, its short form says of the state behind it what the whole says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from refengine.engine.emit.text import Text
from refengine.engine.emit.unit import Scope, Unit
from refengine.engine.emit.values import per
from refengine.ir import expressions as ir, game as model
from refengine.ir.simplify import TRUE, negation

F = TypeVar("F")


def emit_short_forms(
    unit: Unit,
    prefix: str,
    short: Callable[[model.Invariant], F | None],
    body: Callable[[model.Invariant, F], None],
    out: Text,
) -> dict[str, str]:
    """Writes a function for each invariant of which a `short` form is found, and returns their names by its name."""
    functions: dict[str, str] = {}
    for each in unit.game.invariants:
        found = short(each)
        if found is None:
            continue
        name = unit.names.new(f"{prefix}_{each.name}")
        functions[each.name] = name
        with out.block(f"def {name}(before: Position, state: Position) -> bool"):
            out.docstring(f"{each.name}{per(each.clause)}, given that it held before.")
            body(each, found)
        out.add()
        out.add()
    return functions


def ask_whole_if(changed: Iterable[str], whole: str, out: Text) -> None:
    """Has the whole asked where one of some conditions holds."""
    if conditions := " or ".join(changed):
        with out.branch(conditions):
            out.add(f"return {whole}(before, state)")


def refuse_where_wrong(binding: ir.Binding, body: ir.Expr, scope: Scope, out: Text) -> None:
    """Has the member that is bound refused where the body does not hold of it."""
    wrong = negation(body)
    test = scope.truth(wrong if binding.condition == TRUE else ir.And((binding.condition, wrong)))
    with out.branch(test):
        out.add("return False")
