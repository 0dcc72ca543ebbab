"""Quantifiers, counts, sums, extremes, filters and `the`, one element of the set after the other.

INVARIANT: an element is looked at only where it is there and, of truths, where none before it has settled the answer.
"""

from __future__ import annotations

from typing import cast

from refengine.ir import domain as d, expressions as ir
from refengine.ir.obligations import Owed
from refengine.ir.regions import classes_of
from refengine.ir.simplify import TRUE
from refengine.smt.encode import sets
from refengine.smt.encode.regions import only_first
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import Element, SetValue, Value


def quantified(world: World, expr: ir.Exists | ir.ForAll, scope: TermScope) -> Bool:
    """Returns the truth of `some` or `every`."""
    seeks = isinstance(expr, ir.Exists)
    terms = world.terms
    found: list[Bool] = []
    for each in sets.as_set(world, expr.binding.domain, scope).elements:
        inner = scope.given(each.guard).bind(expr.binding.var, each.value)
        condition = world.truth(expr.binding.condition, inner)
        body = world.truth(expr.body, inner.given(condition))
        settles = terms.all((each.guard, condition, body if seeks else terms.not_(body)))
        found.append(settles)
        if settles is True:
            break
        scope = scope.given(terms.not_(settles))
    some = terms.any(found)
    return some if seeks else terms.not_(some)


def gathered(world: World, expr: ir.Aggregate, scope: TermScope) -> Value:
    """Returns the value that a binder collects."""
    match expr:
        case ir.HowMany(binding=binding):
            return how_many(world, binding, scope)
        case ir.SumOf(binding=binding):
            parts: list[Num] = []
            for each, inner in bound(world, binding, scope):
                number = world.number(expr.term, inner)
                parts.append(world.terms.if_number(each.guard, world.terms.times(each.times, number), 0))
            return world.terms.sum(parts)
        case ir.Extreme():
            return extreme(world, expr, scope)
        case ir.Filter(binding=binding):
            listed = sets.as_set(world, binding.domain, scope)
            kept = tuple(each for each, _ in bound(world, binding, scope))
            return SetValue(kept, distinct=listed.distinct)
        case ir.Image(binding=binding, domain=domain):
            found = [
                Element(each.guard, world.widened(expr.term, domain.inner, inner))
                for each, inner in bound(world, binding, scope)
            ]
            if classes_of(expr, world.declared) is not None and isinstance(domain.inner, d.SetOf):
                return only_first(world, found, domain.inner, [each.value for each, _ in bound(world, binding, scope)])
            return sets.without_doubles(world, domain.inner, SetValue(tuple(found), distinct=len(found) < 2))
        case ir.The():
            return the_only(world, expr, scope)


def bound(world: World, binding: ir.Binding, scope: TermScope) -> list[tuple[Element, TermScope]]:
    """Returns the elements with the condition as part of their guard, each with the scope in which it is bound."""
    found: list[tuple[Element, TermScope]] = []
    for each in sets.as_set(world, binding.domain, scope).elements:
        inner = scope.given(each.guard).bind(binding.var, each.value)
        condition = world.truth(binding.condition, inner)
        guard = world.terms.and_(each.guard, condition)
        if guard is not False:
            found.append((Element(guard, each.value, each.times), inner.given(condition)))
    return found


def how_many(world: World, binding: ir.Binding, scope: TermScope) -> Num:
    """Returns the number of bound values."""
    if binding.condition == TRUE:
        size = sets.size_of(world, binding.domain, scope)
        if size is not None:
            return size
    return world.terms.sum(world.terms.if_number(each.guard, each.times, 0) for each, _ in bound(world, binding, scope))


def extreme(world: World, expr: ir.Extreme, scope: TermScope) -> Num:
    """Returns the highest or lowest term; of nothing it is a fault."""
    terms = world.terms
    best: Num = 0
    some: Bool = False
    for position, (each, inner) in enumerate(bound(world, expr.binding, scope)):
        number = world.number(expr.term, inner)
        better = terms.less(best, number) if expr.op == "highest" else terms.less(number, best)
        takes = terms.and_(each.guard, terms.or_(terms.not_(some), better))
        best = terms.named_number(f"{expr.op} so far {position}", terms.if_number(takes, number, best))
        some = terms.or_(some, each.guard)
    scope.owe(Owed.NONEMPTY, expr.origin, terms.not_(some))
    return best


def the_only(world: World, expr: ir.The, scope: TermScope) -> Value:
    """Returns `the` one that has the condition; several are a fault, and so is none, unless a default is given."""
    terms = world.terms
    inner = cast("d.SetOf", expr.binding.domain.domain).inner
    listed = [each for each, _ in bound(world, expr.binding, scope)]
    guards = [each.guard for each in listed]
    some = terms.any(guards)
    if sets.as_set(world, expr.binding.domain, scope).distinct:
        several = terms.not_(terms.at_most_one(guards))
    else:
        several = terms.any(
            terms.all((one.guard, other.guard, terms.not_(world.values.same(inner, one.value, other.value))))
            for position, one in enumerate(listed)
            for other in listed[:position]
        )
    if expr.otherwise is None:
        scope.owe(Owed.UNIQUE, expr.origin, terms.or_(terms.not_(some), several))
    else:
        scope.owe(Owed.UNIQUE, expr.origin, several)
    found = None if not listed else world.values.coerced(inner, expr.domain, listed[-1].value)
    for each in reversed(listed[:-1]):
        value = world.values.coerced(inner, expr.domain, each.value)
        found = world.values.choose(expr.domain, each.guard, value, cast("Value", found))
    if expr.otherwise is None:
        return world.values.some(expr.domain) if found is None else found
    otherwise = world.widened(expr.otherwise, expr.domain, scope.given(terms.not_(some)))
    return otherwise if found is None else world.values.choose(expr.domain, some, found, otherwise)
