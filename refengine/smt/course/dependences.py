"""Dependences: what values read, by construction, from the text of the rules alone."""

from __future__ import annotations

from refengine.ir import claims, game as model
from refengine.smt.course.study import study
from refengine.smt.goal import Decision, Goal, Limits


def decide_dependence(rules: model.Game, dependence: claims.DependsOn, goal: Goal) -> Decision:
    """Returns whether some values read nothing but what is listed, themselves or through others."""
    world = study(rules, goal.players, Limits()).world
    for name in dependence.values:
        more = world.reads(name) - set(dependence.sources)
        if more:
            listed = ", ".join(f"`{each}`" for each in sorted(more))
            return Decision(goal, "refuted", how=f"`{name}` reads {listed} too")
    if not any(world.reads(name) & set(dependence.sources) for name in dependence.values):
        return Decision(goal, "vacuous", how="it speaks of nothing: nothing that is listed is read")
    unread = set(dependence.sources) - frozenset().union(*(world.reads(name) for name in dependence.values))
    how = "from what the rules read"
    if unread:
        how += f"; {', '.join(f'`{each}`' for each in sorted(unread))} is not read at all"
    return Decision(goal, "by construction", how=how)
