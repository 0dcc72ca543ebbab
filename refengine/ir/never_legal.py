"""Actions that no reading of this game allows: what they would read of variables that there are not is left out.

INVARIANT: an action that is never legal keeps its name, its choices and the guard that forbids it, so that `why not`
has an answer; what it would do is done by nobody.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from refengine.ir import control
from refengine.ir.exits import leaves, with_leaves
from refengine.ir.kept_under import speaks_of
from refengine.ir.liveness import reached_from, with_live_locals
from refengine.ir.simplify import FALSE, Folding


def without_never_legal(folding: Folding, script: control.Script, gone: Collection[str]) -> control.Script:
    """Returns a folded script in which an action that is never legal speaks of none of these variables."""
    never = _never_legal(folding, script)
    if not never or not speaks_of(script, gone):
        return script

    def taken(leave: control.Leaf) -> control.Exit:
        if not isinstance(leave, control.Ask):
            return leave
        return evolve(leave, actions=tuple(each for each in leave.actions if each.name not in never))

    def silent(leave: control.Leaf) -> control.Exit:
        if not isinstance(leave, control.Ask):
            return leave
        return evolve(
            leave, actions=tuple(_silent(each, gone) if each.name in never else each for each in leave.actions)
        )

    rest = tuple(evolve(each, exit=with_leaves(each.exit, taken)) for each in script.points)
    kept = reached_from(rest, {script.points[0].name, script.behind_look})
    empty = {action.entry for action in never.values() if action.entry not in kept}
    points = tuple(
        evolve(each, effects=(), exit=control.Done(script.clause.origin))
        if each.name in empty
        else evolve(each, exit=with_leaves(each.exit, silent))
        for each in script.points
    )
    return with_live_locals(evolve(script, points=points))


def _never_legal(folding: Folding, script: control.Script) -> dict[str, control.Action]:
    return {
        action.name: action
        for point in script.points
        for leave in leaves(point.exit)
        if isinstance(leave, control.Ask)
        for action in leave.actions
        if folding.never(tuple(each.condition for each in action.guards))
    }


def _silent(action: control.Action, gone: Collection[str]) -> control.Action:
    """Returns an action that is never legal, up to the guard that says so, and what else is there to be asked."""
    end = next(number for number, each in enumerate(action.guards, 1) if each.condition == FALSE)
    behind = tuple(each for each in action.guards[end:] if not speaks_of(each, gone))
    return evolve(
        action,
        guards=(*action.guards[:end], *behind),
        bars=tuple(each for each in action.bars if not speaks_of(each, gone)),
        weight=None if speaks_of(action.weight, gone) else action.weight,
    )
