"""Typed claims, witnesses, dependences and audits, which are to be proved or found, and scopes, to be explored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve, frozen

from refengine.ir.claims import Audit, AuditCase, Claim, DependsOn, Extent, Keep, SmallScope
from refengine.ir.domain import Piece
from refengine.ir.expressions import Contents, Expr
from refengine.resolve import errors as name_errors
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import any_data, claim_errors, errors, families
from refengine.types.context import Context, Scope
from refengine.types.effects import Reads, fixed_before
from refengine.types.expressions import elaborate, truth
from refengine.types.readings import chosen_readings
from refengine.types.table import component_declared
from refengine.types.values import clause, guards, phase_scope, report_same_names

# ---- CLAIMS AND WITNESSES


def claims(ctx: Context, bars: frozenset[str]) -> tuple[Claim, ...]:
    """Returns claims and witnesses of a game that has these bars."""
    found = [_claim(ctx, each, bars) for each in ctx.symbols.claims.values() if isinstance(each, tree.Claim)]
    return tuple(each for each in found if each is not None)


def _claim(ctx: Context, node: tree.Claim, bars: frozenset[str]) -> Claim | None:
    for each in node.without:
        if each.text not in bars:
            ctx.report(name_errors.unknown_name("bar", each.text, each.span, tuple(sorted(bars))))
    _quantified(ctx, node, "witness" if node.witness else "claim", "some" if node.witness else "every")
    with _extent(ctx, node) as about:
        condition = truth(ctx, about.scope, node.condition)
        keeping = None if node.keeping is None else truth(ctx, about.scope, node.keeping)
    if node.keeping is not None and (node.states is None or not node.states.reachable):
        ctx.report(claim_errors.keeping_outside(node.keeping.span))
    if about.extent is None or condition is None or (keeping is None) != (node.keeping is None):
        return None
    name = node.name.text
    return Claim(name, node.witness, about.extent, condition, keeping, clause(name, node.cite, node.name.span))


def _quantified(ctx: Context, node: tree.Claim | tree.Audit, sort: str, wanted: str) -> None:
    if node.states is not None and node.states.quantifier != wanted:
        ctx.report(claim_errors.wrong_quantifier(sort, wanted, node.states.quantifier, node.states.span))


# ---- WHAT THEY SPEAK OF


@frozen
class _ClaimExtent:
    """The extent of a claim, None where something in it was reported; `scope` has the phase's parameters anyway."""

    extent: Extent | None
    scope: Scope


@contextmanager
def _extent(ctx: Context, node: tree.Claim | tree.Audit) -> Iterator[_ClaimExtent]:
    """Opens the extent of a claim. Within, no more players sit than it allows, and what-ifs may be asked."""
    faults = len(ctx.found)
    states, without = node.states, node.without if isinstance(node, tree.Claim) else ()
    players = ctx.players if states is None else _players(ctx, states)
    extent = Extent(
        phase=states.phase.text if states is not None and states.phase is not None else None,
        reachable=states is not None and states.reachable,
        players=players,
        over=None,
        readings="default" if node.any_readings is None else "any",
        under=chosen_readings(ctx, node.under),
        assuming=(),
        params=(),
        without=tuple(each.text for each in without),
    )
    if without and not extent.reachable:
        ctx.report(claim_errors.without_bars_outside(without[0].span))
    scope = Scope()
    if states is not None and states.phase is not None:
        signature, declared = ctx.phase(states.phase), ctx.symbols.lookup(states.phase.text)
        if signature is not None and isinstance(declared, tree.Phase | tree.Text):
            scope = phase_scope(ctx, declared)
            extent = evolve(extent, params=signature.params)
    if states is not None:
        over = _over(ctx, states)
        extent = evolve(extent, over=over.component, data=over.data)
    (ctx.fewest, ctx.seats), ctx.claimed = players, players
    assuming = tuple(one for each in node.assuming if (one := truth(ctx, scope, each)) is not None)
    sound = len(ctx.found) == faults and len(assuming) == len(node.assuming)
    yield _ClaimExtent(evolve(extent, assuming=assuming) if sound else None, scope)
    (ctx.fewest, ctx.seats), ctx.claimed = ctx.players, None


def _players(ctx: Context, states: tree.States) -> tuple[int, int]:
    fewest, most = states.fewest, states.most
    if fewest > most:
        ctx.report(errors.bad_range(fewest, most, states.span))
    elif not ctx.players[0] <= fewest <= most <= ctx.players[1]:
        ctx.report(errors.not_played_by(errors.several(fewest, most), ctx.players, states.span))
    else:
        return fewest, most
    return ctx.players


def _over(ctx: Context, states: tree.States) -> any_data.NamedOver:
    """Returns the component and the data that may be other than they are printed."""
    found = any_data.named(ctx, states.over)
    if found.data and states.reachable:
        ctx.report(claim_errors.reached_with_any(found.data.words[0].removeprefix("any "), states.over[0].span))
    elif found.grids and states.reachable:
        ctx.report(claim_errors.reached_on_any(found.grids[0], states.over[0].span))
    return found


# ---- WHAT VALUES DEPEND ON


def dependences(ctx: Context) -> tuple[DependsOn, ...]:
    """Returns the claims about what values depend on."""
    found: list[DependsOn] = []
    for name, node in ctx.symbols.claims.items():
        if isinstance(node, tree.Dependence):
            values = [_value(ctx, each) for each in node.values]
            sources = [_source(ctx, each) for each in node.sources]
            whole = tuple(each for each in values if each), tuple(each for each in sources if each)
            if len(whole[0]) == len(values) and len(whole[1]) == len(sources):
                found.append(DependsOn(name, *whole, clause(name, node.cite, node.name.span)))
    return tuple(found)


def _value(ctx: Context, name: tree.Name) -> str | None:
    return None if ctx.declared(name, tree.Value) is None else name.text


def _source(ctx: Context, name: tree.Name) -> str | None:
    if name.text == "box":
        found = families.box(ctx, name, None)
        return found.zone if isinstance(found, Contents) else None
    return None if ctx.declared(name, tree.Zone, tree.Variable, tree.Token) is None else name.text


# ---- AUDITS


def audits(ctx: Context) -> tuple[Audit, ...]:
    """Returns the tables of what may happen."""
    found = [_audit(ctx, each) for each in ctx.symbols.claims.values() if isinstance(each, tree.Audit)]
    return tuple(each for each in found if each is not None)


def _audit(ctx: Context, node: tree.Audit) -> Audit | None:
    name = node.name.text
    _quantified(ctx, node, "audit", "every")
    with _extent(ctx, node) as about:
        cases = [_case(ctx, about.scope, name, each) for each in node.cases]
        told = [_told(ctx, about.scope, each) for each in (node.shows, node.compares, node.counts)]
    if not node.cases and not node.compares:
        ctx.report(claim_errors.audits_nothing(node.name.span))
    report_same_names(ctx, tuple(each.name for each in node.cases))
    whole = tuple(each for each in cases if each is not None)
    shows, compares, counts = told
    if about.extent is None or len(whole) < len(cases) or shows is None or compares is None or counts is None:
        return None
    head = clause(name, node.cite, node.name.span)
    return Audit(name, about.extent, whole, shows=shows, compares=compares, counts=counts, clause=head)


def _case(ctx: Context, scope: Scope, audit: str, node: tree.AuditCase) -> AuditCase | None:
    conditions = guards(ctx, scope, node.whens)
    head = clause(f"{audit}.{node.name.text}", node.cite, node.name.span)
    return None if conditions is None else AuditCase(head, conditions)


def _told(ctx: Context, scope: Scope, nodes: tuple[tree.Expr, ...]) -> tuple[Expr, ...] | None:
    found = [elaborate(ctx, scope, each) for each in nodes]
    whole = tuple(each for each in found if each is not None)
    return whole if len(whole) == len(found) else None


# ---- SMALL VERSIONS OF THE GAME


def scopes(ctx: Context, reads: Reads) -> tuple[SmallScope, ...]:
    """Returns the small versions of the game."""
    return tuple(_scope(ctx, reads, each) for each in ctx.symbols.scopes.values())


def _scope(ctx: Context, reads: Reads, node: tree.SmallScope) -> SmallScope:
    name, players = node.name.text, node.players
    if not ctx.players[0] <= players.value <= ctx.players[1]:
        ctx.report(errors.not_played_by(str(players.value), ctx.players, players.span))
    keeps: list[Keep] = []
    first: dict[str, Span] = {}
    ctx.fewest = ctx.seats = max(1, min(ctx.seats, players.value))
    for each in node.keeps:
        word, span = each.component.text, each.component.span
        if word in first:
            ctx.report(name_errors.kept_twice(word, span, first[word]))
        first.setdefault(word, span)
        kept = _keep(ctx, reads, each)
        keeps.extend([] if kept is None else [kept])
    ctx.fewest, ctx.seats = ctx.players
    head = clause(name, node.cite, node.name.span)
    return SmallScope(name, players.value, tuple(keeps), alike=node.alike is not None, clause=head)


def _keep(ctx: Context, reads: Reads, node: tree.Keep) -> Keep | None:
    component = component_declared(ctx, node.component)
    if node.most is not None and node.most.value < 1:
        ctx.report(claim_errors.keeps_nothing(node.component.text, node.most.span))
    if component is None:
        return None
    most = None if node.most is None else node.most.value
    if node.name is None or node.condition is None:
        return Keep(component.name, None, None, most)
    scope = Scope()
    var = scope.bind(ctx, node.name, Piece(component.name))
    condition = truth(ctx, scope, node.condition)
    if condition is None or not fixed_before(ctx, reads, condition, node.condition.span):
        return None
    return Keep(component.name, var, condition, most)
