"""Properties that must hold: laws, the outcome, invariants and measures."""

from __future__ import annotations

from refengine.ir import game
from refengine.ir.domain import PLAYER, SetOf
from refengine.ir.expressions import AllMembers
from refengine.resolve import errors as name_errors
from refengine.syntax import tree
from refengine.types import any_data, claim_errors, errors
from refengine.types.binders import elaborate_binder
from refengine.types.context import Context, Scope
from refengine.types.effects import Reads, fixed_before
from refengine.types.expressions import elaborate, number, of_domain, truth
from refengine.types.values import clause, guards


def laws(ctx: Context, reads: Reads) -> tuple[game.Law, ...]:
    """Returns the conditions on printed data, which speak of nothing else."""
    found: list[game.Law] = []
    for name, node in ctx.symbols.laws.items():
        condition = truth(ctx, Scope(), node.condition)
        if condition is not None and fixed_before(ctx, reads, condition, node.condition.span):
            found.append(game.Law(name, condition, clause(name, node.cite, node.name.span)))
    return tuple(found)


def outcome(ctx: Context) -> game.Outcome | None:
    """Scores and winners, where the game has them."""
    if not ctx.symbols.outcomes:
        return None
    node = ctx.symbols.outcomes[0]
    scope = Scope()
    binding = elaborate_binder(ctx, scope, node.binder, elaborate)
    if binding is not None and binding.domain != AllMembers(PLAYER):
        ctx.report(errors.not_every_player(node.binder.span))
        return None
    score = number(ctx, scope, node.score) if binding is not None else None
    winners = of_domain(ctx, Scope(), node.winners, SetOf(PLAYER))
    if binding is None or score is None or winners is None:
        return None
    return game.Outcome(binding.var, score, winners, clause("outcome", node.cite, node.span))


def _phases(ctx: Context, named: tuple[tree.Name, ...]) -> tuple[str, ...]:
    for name in named:
        ctx.phase(name)
    return tuple(name.text for name in named)


def _during(ctx: Context, scope: Scope, node: tree.During) -> game.During | None:
    """Binds the parameters of a phase that are named; they mean nothing where there are no such."""
    signature = ctx.phase(node.phase)
    known = {} if signature is None else {each.name: each for each in signature.params}
    for name in node.params:
        if name.text in known:
            scope.bind(ctx, name, known[name.text].domain)
            continue
        scope.bind_faulty(name)
        if signature is not None:
            sort, hint = f"parameter of `{node.phase.text}`", "name parameters that the phase is declared with"
            ctx.report(name_errors.unknown_name(sort, name.text, name.span, tuple(known), hint))
    if signature is None:
        return None
    scope.phase = node.phase.text
    return game.During(node.phase.text, tuple(known[each.text] for each in node.params if each.text in known))


def invariants(ctx: Context) -> tuple[game.Invariant, ...]:
    """Returns invariants of states and of steps."""
    found: list[game.Invariant] = []
    for name, node in ctx.symbols.invariants.items():
        scope = Scope()
        during = None if node.during is None else _during(ctx, scope, node.during)
        ctx.in_step = node.step
        condition = truth(ctx, scope, node.condition)
        ctx.in_step = False
        phases = _phases(ctx, node.phases)
        over = any_data.named(ctx, node.over)
        if over.component is not None:
            ctx.report(claim_errors.over_pieces(over.component, node.over[0].span))
        if condition is not None:
            head = clause(name, node.cite, node.name.span)
            found.append(game.Invariant(name, node.step, phases, condition, head, during, over.data))
    return tuple(found)


def measures(ctx: Context) -> tuple[game.Measure, ...]:
    """Returns the measures: tuples of terms that fall, so that the game ends."""
    found: list[game.Measure] = []
    for name, node in ctx.symbols.measures.items():
        if node.during:
            continue
        terms = [number(ctx, Scope(), term) for term in node.terms]
        phases, conditions = _phases(ctx, node.phases), guards(ctx, Scope(), node.whens)
        whole = tuple(term for term in terms if term is not None)
        if conditions is not None and len(whole) == len(terms):
            found.append(game.Measure(name, phases, conditions, whole, clause(name, node.cite, node.name.span)))
    return tuple(found)
