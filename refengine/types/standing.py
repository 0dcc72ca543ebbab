"""Standing rules of the text: `whenever C`, or of each thing that is bound, with what is done then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refengine.ir import control, game, standing
from refengine.ir.domain import SetOf
from refengine.ir.expressions import Binding, Expr, ReadVariable, SetLiteral, TruthLiteral
from refengine.ir.visibility import EVERYONE
from refengine.resolve.symbols import picked_by
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import control_errors, errors, running_errors
from refengine.types.binders import elaborate_binder
from refengine.types.context import Context, Scope
from refengine.types.expressions import elaborate, truth
from refengine.types.pickers import chosen_by
from refengine.types.scripts import elaborate_part
from refengine.types.values import clause


def standing_rules(ctx: Context) -> tuple[standing.StandingRule, ...]:
    """Returns all standing rules, in order. A rule that asks, or that sends control away for good, is reported."""
    found: list[standing.StandingRule] = []
    for number, node in enumerate(ctx.symbols.standing, start=1):
        head = clause(f"{standing.STANDING}.{number}", node.cite, node.head)
        scope = Scope()
        watched = _watched(ctx, scope, node)
        pick = None if node.pick is None or watched is None else _pick(ctx, node, node.pick, watched[1], head)
        refused = list(_refused(node.body, in_loop=False))
        for word, span in refused:
            ctx.report(control_errors.not_in_standing_rule(word, span))
        if watched is not None and not refused and (node.pick is None or pick is not None):
            points = elaborate_part(ctx, head, node.body, standing.BEHIND, scope)
            found.append(standing.StandingRule(head, watched[0], points, watched[1], pick))
    return tuple(found)


def waiting_variables(rules: Iterable[standing.StandingRule]) -> tuple[game.Variable, ...]:
    """Returns the variables, which no rule can write, of what waits for its turn to be picked."""
    return tuple(
        game.Variable(
            each.name, None, each.domain, SetLiteral((), each.domain), EVERYONE, rule.clause, standing.STANDING
        )
        for rule in rules
        if rule.pick is not None
        for each in (rule.pick.waiting,)
        if isinstance(each.domain, SetOf)
    )


def _watched(ctx: Context, scope: Scope, node: tree.Whenever) -> tuple[Expr, tuple[Binding, ...]] | None:
    """Returns the condition, and what is bound in the scope."""
    if not isinstance(node.watched, tuple):
        condition = truth(ctx, scope, node.watched)
        return None if condition is None else (condition, ())
    bound: list[Binding] = []
    for each in node.watched:
        if isinstance(each, tree.Unbound):
            ctx.report(running_errors.no_name_to_bind(each.item.span))
            continue
        binding = elaborate_binder(ctx, scope, each, elaborate)
        if binding is not None:
            bound.append(binding)
    return (TruthLiteral(value=True), tuple(bound)) if len(bound) == len(node.watched) else None


def _pick(
    ctx: Context, node: tree.Whenever, said: tree.Pick, bound: tuple[Binding, ...], head: control.Clause
) -> standing.Pick | None:
    """Elaborates how somebody picks the next of what is bound."""
    assert isinstance(node.watched, tuple)
    if said.word.text != "chosen":
        ctx.report(errors.unknown_mark(said.word.text, said.word.span, ("chosen",)))
        return None
    if len(bound) != 1 or isinstance(node.watched[0], tree.Unbound):
        ctx.report(running_errors.one_is_picked(node.head))
        return None
    decider = chosen_by(ctx, Scope(), said.chooser)
    if decider is None:
        return None
    action = picked_by(node.watched[0]).name
    ctx.choices[action.text] = (bound[0].var.domain,)
    waits = ReadVariable(f"{head.path} waits", None, SetOf(bound[0].var.domain))
    return standing.Pick(*decider, clause(action.text, node.cite, action.span), waits)


def _refused(body: Iterable[tree.Statement], *, in_loop: bool) -> Iterator[tuple[str, Span]]:
    """Yields words that would have somebody asked, or that speak of the phase that is interrupted."""
    for statement in body:
        match statement:
            case tree.Ask(span=span):
                yield "ask", span
            case tree.Transfer(op="go", span=span):
                yield "go", span
            case tree.Word(op="done", span=span) if not in_loop:
                yield "done", span
            case tree.If(then=then, otherwise=otherwise):
                yield from _refused((*then, *otherwise), in_loop=in_loop)
            case tree.Repeat(body=inner):
                yield from _refused(inner, in_loop=in_loop or statement.times is None)
            case tree.Each(pick=tree.Pick(span=span)):
                yield "chooses", span
            case tree.Each(body=inner) | tree.Simultaneously(body=inner) | tree.Branch(body=inner):
                yield from _refused(inner, in_loop=in_loop)
            case _:
                pass
