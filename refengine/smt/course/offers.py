"""Legal actions as terms: what guards and bars let pass, and whether anybody who is asked has something to choose."""

from __future__ import annotations

from typing import cast

from refengine.ir import control, expressions as ir
from refengine.ir.domain import SetOf
from refengine.smt.course.actions import is_listed
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import Element, SetValue, Value


def legal_given(world: World, action: control.Action, scope: TermScope) -> Bool:
    """Returns whether an action whose parameters are bound is legal, apart from whose turn it is."""
    scope = scope.within(action.clause.path)
    found: list[Bool] = []
    for choice in action.choices:
        found.append(world.truth(ir.Contains(choice.var, choice.domain), scope))
        scope = scope.given(found[-1])
    return world.terms.all((*found, is_allowed(world, action, scope)))


def is_allowed(world: World, action: control.Action, scope: TermScope) -> Bool:
    """Returns whether guards and bars let an action pass."""
    terms = world.terms
    found: list[Bool] = []
    for guard in action.guards:
        found.append(world.truth(guard.condition, scope))
        scope = scope.given(found[-1])
    for bar in action.bars:
        found.append(terms.not_(world.truth(ir.And(bar.conditions), scope)))
        scope = scope.given(found[-1])
    return terms.all(found)


def is_offered(world: World, ask: control.Ask, scope: TermScope, actor: Value | None = None) -> Bool:
    """Returns whether somebody who is asked has a legal action, or with `actor` that one.

    All are looked at, as the engine does, even if one is surely legal: what fails on the way is owed.
    """
    if actor is not None and ask.actor is not None:
        scope = scope.bind(ask.actor, actor)
    return world.terms.any(
        [_some(world, each, list(each.choices), scope.within(each.clause.path)) for each in ask.actions]
    )


def anybody_can_act(world: World, ask: control.Ask, scope: TermScope) -> Bool:
    """Returns whether anybody who is asked has a legal action."""
    if ask.who is None:
        return is_offered(world, ask, scope)
    who = world.encode(ask.who, scope)
    members = who if isinstance(who, SetValue) else SetValue((Element(True, who),))  # noqa: FBT003
    return world.terms.any(
        world.terms.and_(each.guard, is_offered(world, ask, scope.given(each.guard), each.value))
        for each in members.elements
    )


def is_unanswerable(world: World, ask: control.Ask, scope: TermScope) -> Bool:
    """Returns whether somebody is asked who has no legal action, where that is not foreseen."""
    terms = world.terms
    if ask.if_able is not None or _surely_offered(ask):
        return False  # what fails in looking at the others is owed by each of them, whatever is chosen
    if ask.decider in {"chance", "table"}:
        return terms.not_(is_offered(world, ask, scope))
    assert ask.who is not None
    who = world.encode(ask.who, scope)
    if not isinstance(ask.who.domain, SetOf):
        return terms.not_(is_offered(world, ask, scope, who))
    return terms.any(
        terms.and_(each.guard, terms.not_(is_offered(world, ask, scope.given(each.guard), each.value)))
        for each in cast("SetValue", who).elements
    )


def _surely_offered(ask: control.Ask) -> bool:
    """Returns whether an action is there that nothing forbids: then nobody needs to look for one."""
    return any(all(map(is_listed, each.choices)) and not each.guards and not each.bars for each in ask.actions)


def _some(world: World, action: control.Action, choices: list[control.Choice], scope: TermScope) -> Bool:
    if not choices:
        return is_allowed(world, action, scope)
    first, *rest = choices
    members = cast("SetValue", world.encode(first.domain, scope))
    if not rest and not action.guards and not action.bars:
        return world.terms.not_(world.truth(ir.IsEmpty(first.domain), scope))
    offers = [
        world.terms.and_(each.guard, _some(world, action, rest, scope.given(each.guard).bind(first.var, each.value)))
        for each in members.elements
    ]
    return world.terms.any(offers)
