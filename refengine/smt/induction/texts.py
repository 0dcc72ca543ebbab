"""Statements for every text: which hold with any body if they hold of the game with every title open (ADR 19).

A step in which a body enters several things one after another is several steps where the title is open, and one in
which it enters nothing is none. So what is said of steps has to hold of nothing done, and of steps put together.
"""

from __future__ import annotations

from refengine.ir import expressions as ir, game as model
from refengine.ir.footprint import closure, footprint
from refengine.ir.traverse import walk
from refengine.smt.goal import Goal
from refengine.smt.induction.by_parts import goes_by_parts


def holds_for_every_text(rules: model.Game, goal: Goal) -> bool:
    """Returns whether a goal that is proved with all titles open is proved for every text."""
    match goal.kind:
        case "invariant" | "conservation":
            return True
        case "step invariant":
            about = next(each for each in rules.invariants if each.step and each.name == goal.name)
            return _is_of_any_steps(about)
        case "measure":
            return any(each.name == goal.name for each in rules.nestings)
        case "obligation":
            path = goal.name.rpartition(": ")[0]
            return not any(path == each or path.startswith(f"{each}.") for each in _of_whole_steps(rules))
        case _:
            return False


def _is_of_any_steps(about: model.Invariant | model.Measure) -> bool:
    """Returns whether what is said of steps holds of several that are put together, and where nothing happens."""
    strict = any(isinstance(each, ir.Less) and each.strict for each in walk(about))
    return goes_by_parts(about) and not about.phases and not strict


def _of_whole_steps(rules: model.Game) -> frozenset[str]:
    """Returns the paths of what is asked of whole steps, and of all values that it reads."""
    listed: tuple[model.Invariant | model.Measure, ...] = (
        *(each for each in rules.invariants if each.step),
        *rules.measures,
    )
    wanting = [each for each in listed if not _is_of_any_steps(each)]
    calls = {each.name: footprint(each).values for each in rules.values}
    called = closure(calls, footprint(*wanting).values)
    values = (each.clause.path for each in rules.values if each.name in called)
    return frozenset((*(each.clause.path for each in wanting), *values))
