"""What is asked of a position with open parts, as terms: what it comes to in each case, and when it has no answer."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from refengine.engine.description import PlayInfo
from refengine.ir import control, expressions as ir, lines as happening
from refengine.ir.domain import TRUTH, Domain, SetOf
from refengine.rulings.beginning import Beginning
from refengine.rulings.positions import play_of
from refengine.rulings.proving.beyond import ALL_ACTIONS, COMES_OF, ODDS, SAID_BY, Beyond
from refengine.rulings.proving.moments import Case, Moments
from refengine.rulings.questions import Question
from refengine.smt.scope import Faults, Scope
from refengine.smt.term import Bool
from refengine.smt.value import Value


@frozen(eq=False)
class Asking:
    """A question as terms: what it comes to in each case, of a domain, and when it has no answer.

    `is_legality` says that it asks whether an action is legal; `is_settled` that what is said of one answer is said of
    all that are the same.
    """

    domain: Domain
    values: tuple[tuple[Bool, Value], ...]
    fails: Bool
    is_legality: bool
    is_settled: bool

    def comes_to(self, moments: Moments, held: Any) -> Bool:
        """Returns the term that it comes to something that the engine says, and has an answer."""
        terms, values = moments.world.terms, moments.world.values
        wanted = moments.laid.held.value(self.domain, held)
        ways = (terms.and_(here, values.same(self.domain, value, wanted)) for here, value in self.values)
        return terms.and_(terms.not_(self.fails), terms.any(ways))


def asking(moments: Moments, beginning: Beginning, question: Question, line: happening.Expect | None) -> Asking:
    """Returns a question as terms; raises `Unsupported` for one of which no term is made."""
    if question.before:
        raise Beyond(COMES_OF)
    match question.sort:
        case "value":
            assert line is not None
            assert line.condition is not None
            return _value(moments, line.condition)
        case "whether" | "why not":
            assert line is not None
            return _legality(moments, beginning, line)
        case "acts" | "legal":
            raise Beyond(ALL_ACTIONS)
        case "odds":
            raise Beyond(ODDS)


def _value(moments: Moments, expr: ir.Expr) -> Asking:
    moments.speaks_of(expr)
    faults = Faults(moments.world.terms)
    values = tuple((each.condition, moments.world.encode(expr, moments.scope(each, faults))) for each in moments.cases)
    inner = expr
    while isinstance(inner, ir.Narrow | ir.Unwrap | ir.NonZero | ir.Among):
        inner = inner.inner
    settled = isinstance(inner, ir.CallValue) and not any(map(moments.world.read_by, inner.args))
    return Asking(expr.domain, values, faults.any(), is_legality=False, is_settled=settled)


# ---- WHETHER IT IS LEGAL


def _legality(moments: Moments, beginning: Beginning, line: happening.Expect) -> Asking:
    """Returns whether an action is legal, as `rulings.legality` looks at it."""
    assert line.play is not None
    bench = beginning.bench
    if any(map(moments.world.read_by, line.play.args)):
        raise Beyond(SAID_BY)
    play = play_of(bench.evaluation(bench.game.position({})), line.play)
    faults = Faults(moments.world.terms)
    values: list[tuple[Bool, Value]] = [(each.condition, _legal(moments, each, play, faults)) for each in moments.cases]
    return Asking(TRUTH, tuple(values), faults.any(), is_legality=True, is_settled=True)


def _legal(moments: Moments, case: Case, play: PlayInfo, faults: Faults) -> Bool:
    """Returns the term that an action is legal in a case."""
    run, terms = moments.run(), moments.world.terms
    frame = case.stack[-1] if case.stack else None
    if frame is None or frame.shape not in run.asks:
        return False
    ask = run.ask_at(frame)
    action = next((each for each in ask.actions if each.name == play.action), None)
    by = play.actor if isinstance(play.actor, str) else "player"
    if action is None or by != (ask.decider if ask.decider in {"chance", "table"} else "player"):
        return False
    moments.speaks_of(ask)
    held = dict(zip(run.held_at(frame.shape), frame.held, strict=True))
    scope = moments.scope(case, faults).bound(held)
    if ask.actor is not None and isinstance(play.actor, int):
        scope = scope.bind(ask.actor, play.actor)
    for choice, argument in zip(action.choices, play.arguments, strict=True):
        scope = scope.bind(choice.var, moments.laid.held.value(choice.var.domain, argument))
    offered = _offered(moments, ask, action, scope)
    inside = scope.given(offered)
    passes: list[Bool] = [moments.world.truth(each.condition, inside) for each in action.guards]
    passes += [terms.not_(moments.world.truth(ir.And(bar.conditions), inside)) for bar in action.bars]
    return terms.all((offered, *passes))


def _offered(moments: Moments, ask: control.Ask, action: control.Action, scope: Scope) -> Bool:
    """Returns the term that it is for the player to decide, and that all arguments are on offer."""
    world, terms = moments.world, moments.world.terms
    turn: Bool = True
    if ask.actor is not None and ask.who is not None:
        among = isinstance(ask.who.domain, SetOf)
        demand: ir.Expr = ir.Contains(ask.actor, ask.who) if among else ir.Equal(ask.actor, ask.who)
        turn = world.truth(demand, scope)
    inside = scope.given(turn)
    chosen = [world.truth(ir.Contains(each.var, each.domain), inside) for each in action.choices]
    return terms.all((turn, *chosen))
