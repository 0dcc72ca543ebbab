"""Actions with given arguments as terms: whether one is legal in a case, as `rulings.legality` looks at it."""

from __future__ import annotations

from attrs import frozen

from refengine.ir import control, expressions as ir
from refengine.ir.domain import SetOf
from refengine.rulings.proving.held_values import HeldValueReader
from refengine.runtime.description import PlayInfo
from refengine.smt.course.actions import ActionTerms
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.scope import PathCondition, TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.stack import Stack
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import Value


@frozen(eq=False)
class MomentCase:
    """A case of a moment: when it is so, the state, and the frames that wait in it."""

    condition: Bool
    state: State
    stack: Stack


def action_terms(held: HeldValueReader, run: ScriptRun, case: MomentCase, play: PlayInfo) -> ActionTerms | None:
    """Returns an action that is taken in a case, and when that is legal; None where nobody is asked for such a one.

    What fails as that is looked at is among the faults of the run.
    """
    frame = case.stack[-1] if case.stack else None
    if frame is None or frame.shape not in run.asks:
        return None
    ask = run.ask_at(frame)
    action = next((each for each in ask.actions if each.name == play.action), None)
    by = play.actor if isinstance(play.actor, str) else "player"
    if action is None or by != (ask.decider if ask.decider in {"chance", "table"} else "player"):
        return None
    known = dict(zip(run.held_at(frame.shape), frame.held, strict=True))
    scope = run.scope(case.state, frame.script, PathCondition(None, case.condition)).bound(known)
    if ask.actor is not None and isinstance(play.actor, int):
        scope = scope.bind(ask.actor, play.actor)
    arguments: list[Value] = []
    for choice, argument in zip(action.choices, play.arguments, strict=True):
        arguments.append(held.value(choice.var.domain, argument))
        scope = scope.bind(choice.var, arguments[-1])
    scope = scope.within(action.clause.path)
    world, terms = held.world, held.world.terms
    offered = _offered(world, ask, action, scope)
    inside = scope.given(offered)
    passes: list[Bool] = [world.truth(each.condition, inside) for each in action.guards]
    passes += [terms.not_(world.truth(ir.And(bar.conditions), inside)) for bar in action.bars]
    legal = terms.all((offered, *passes))
    actor = play.actor if isinstance(play.actor, int) else None
    return ActionTerms(ask, action, actor, tuple(arguments), legal, scope.given(legal))


def _offered(world: World, ask: control.Ask, action: control.Action, scope: TermScope) -> Bool:
    """Returns the term that it is for the player to decide, and that all arguments are on offer."""
    turn: Bool = True
    if ask.actor is not None and ask.who is not None:
        among = isinstance(ask.who.domain, SetOf)
        demand: ir.Expr = ir.Contains(ask.actor, ask.who) if among else ir.Equal(ask.actor, ask.who)
        turn = world.truth(demand, scope)
    inside = scope.given(turn)
    chosen = [world.truth(ir.Contains(each.var, each.domain), inside) for each in action.choices]
    return world.terms.all((turn, *chosen))
