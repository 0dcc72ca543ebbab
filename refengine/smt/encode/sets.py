"""Sets as guarded elements: what lies in zones, literals, members of a domain, unions, and questions to them."""

from __future__ import annotations

from typing import cast

from refengine.ir import domain as d, expressions as ir
from refengine.ir.interval import bounds_of_domain
from refengine.smt.encode.cells import is_one_of
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.value import Element, OptionValue, PieceValue, SetValue, Value, number_of
from refengine.smt.terms.zones import Heap
from refengine.smt.unsupported import COPIES, Unsupported

MOST_KEPT = 256
"""The number of families of zones of which all that lies there is kept."""


def as_set(world: World, expr: ir.Expr, scope: TermScope) -> SetValue:
    """Returns the value of an expression of a set."""
    if not isinstance(expr, ir.Collection | ir.Rest):
        found = world.encode(expr, scope)
        assert isinstance(found, SetValue)
        return found
    match expr:
        case ir.Contents(zone=zone, component=component):
            return contents(world, zone, expr.key, component, scope)
        case ir.SetLiteral(items=items, domain=domain):
            inner = domain.inner
            elements = tuple(Element(True, world.widened(each, inner, scope)) for each in items)  # noqa: FBT003
            listed = SetValue(elements, distinct=len(items) < 2 or _all_literal(elements))
            return without_doubles(world, inner, listed)
        case ir.AllMembers(of=of):
            return SetValue(tuple(Element(True, each) for each in world.values.members(of)))  # noqa: FBT003
        case ir.NumbersBetween():
            return _between(world, expr, scope)
        case ir.SetArith(op=op, domain=domain):
            return _arithmetic(world, op, expr.left, expr.right, domain, scope)
        case ir.Rest():
            inner = cast("d.SetOf", expr.set.domain).inner
            if world.values.is_alike(inner):  # of which one copy is left out
                raise Unsupported(COPIES)
            listed = _in_order(world, as_set(world, expr.set, scope), inner)
            kept: list[Element] = []
            before: Bool = False
            for each in listed.elements:
                kept.append(Element(world.terms.and_(each.guard, before), each.value, each.times))
                before = world.terms.or_(before, each.guard)
            return SetValue(tuple(each for each in kept if each.guard is not False))


def without_doubles(world: World, inner: d.Domain, members: SetValue) -> SetValue:
    """Returns the set with the guards of elements that come twice lowered: it holds each once."""
    if members.distinct:
        return members
    terms, kept = world.terms, list[Element]()
    for each in members.elements:
        before = terms.any(terms.and_(one.guard, world.values.same(inner, one.value, each.value)) for one in kept)
        kept.append(Element(terms.and_(each.guard, terms.not_(before)), each.value))
    return SetValue(tuple(each for each in kept if each.guard is not False))


def contents(world: World, zone: str, key: ir.Expr | None, component: str, scope: TermScope) -> SetValue:
    """Returns the set of pieces in a zone, or in all members of a family."""
    members = scope.state.zones[zone]
    if key is None and zone in scope.state.beyond and not scope.state.from_start:
        raise Unsupported(f"all that lies on `{zone}`: no window holds it")
    if key is None:
        if all(isinstance(each, Heap) and not each.alike for each in members):
            return _anywhere(world, cast("tuple[Heap, ...]", members), component)
        found = [each for member in members for each in world.layout.contents(member, component).elements]
        if len(members) > 1 and world.layout.is_alike(component):
            return SetValue(tuple(found), distinct=False)
        return SetValue(tuple(found))
    at = world.key(key, scope)
    if not isinstance(at, Term):  # who sits above those that play has nothing, which is owed
        return world.layout.contents(members[at], component) if at < len(members) else SetValue(())
    found = []
    for position, member in enumerate(members):
        here = world.terms.equal(at, position)
        found += [
            Element(world.terms.and_(here, each.guard), each.value, each.times)
            for each in world.layout.contents(member, component).elements
        ]
    return SetValue(tuple(each for each in found if each.guard is not False))


def _anywhere(world: World, members: tuple[Heap, ...], component: str) -> SetValue:
    """Returns each printed piece once, with that it lies in one of some zones: it lies in no two.

    Of one state it is asked again and again, so what was found last is kept.
    """
    key = id(members), component
    known = world.lying.get(key)
    if known is not None and known[0] is members:
        return known[1]
    if len(world.lying) >= MOST_KEPT:
        world.lying.clear()
    guards = (
        world.terms.any([each.held[number] for each in members])  # type: ignore[misc]
        for number in range(len(world.values.printed[component]))
    )
    pieces = zip(guards, world.values.printed[component], strict=True)
    found = SetValue(tuple(Element(guard, piece) for guard, piece in pieces if guard is not False))
    world.lying[key] = members, found
    return found


def size_of(world: World, expr: ir.Expr, scope: TermScope) -> Num | None:
    """Returns the number of pieces in a zone, or in a family, as far as it is kept beside them; else None."""
    match expr:
        case ir.Contents(zone=zone, key=None):
            members = (*scope.state.zones[zone], *scope.state.outside(zone))
            return world.terms.sum(map(world.layout.number_in, members))
        case ir.Contents(zone=zone) if expr.key is not None:
            cells = tuple(world.layout.number_in(each) for each in scope.state.zones[zone])
            return cast("Num", world.picked(world.key(expr.key, scope), cells, d.COUNT))
        case ir.Before():
            assert scope.before is not None
            return size_of(world, expr.inner, scope.at(scope.before))
        case _:
            return None


def is_empty(world: World, members: ir.Expr, scope: TermScope) -> Bool:
    """Returns whether a set has no member."""
    size = size_of(world, members, scope)
    if size is not None:
        return world.terms.at_most(size, 0)
    return world.terms.not_(world.terms.any(each.guard for each in as_set(world, members, scope).elements))


def contains(world: World, item: ir.Expr, members: ir.Expr, scope: TermScope) -> Bool:
    """Returns whether a set has a member; what is absent is in no set of what is there."""
    inner = cast("d.SetOf", members.domain).inner
    found = world.encode(item, scope)
    if not isinstance(found, OptionValue) or isinstance(inner, d.Option):
        return _holds(world, found, item.domain, members, scope)
    there = world.values.some(inner) if found.inner is None else found.inner
    held = item.domain.inner if isinstance(item.domain, d.Option) else inner
    return world.terms.and_(found.present, _holds(world, there, held, members, scope))


def _holds(world: World, item: Value, domain: d.Domain, members: ir.Expr, scope: TermScope) -> Bool:
    """Returns whether a set has a value of a domain as a member."""
    match members:
        case ir.Contents(zone=zone):
            lies = tuple(world.layout.lies_in(each, cast("PieceValue", item)) for each in scope.state.zones[zone])
            if members.key is None:
                outside = (world.layout.lies_in(each, cast("PieceValue", item)) for each in scope.state.outside(zone))
                return world.terms.any((*lies, *outside))
            return cast("Bool", world.picked(world.key(members.key, scope), lies, d.TRUTH))
        case ir.CellsOf() if isinstance(item, int):
            return is_one_of(world, members, item, scope.state)
        case ir.AllMembers(of=d.Range(low=low, high=high)):
            return world.terms.within(cast("Num", item), low, high)
        case ir.NumbersBetween():
            least, most = world.number(members.low, scope), world.number(members.high, scope)
            number = cast("Num", item)
            return world.terms.and_(world.terms.at_most(least, number), world.terms.at_most(number, most))
        case _:
            listed = as_set(world, members, scope)
            inner = cast("d.SetOf", members.domain).inner
            return world.values.holds(inner, listed, world.values.coerced(domain, inner, item))


def first(world: World, expr: ir.First, scope: TermScope) -> Value:
    """Returns the first member in order."""
    inner = cast("d.SetOf", expr.set.domain).inner
    listed = _in_order(world, as_set(world, expr.set, scope), inner).elements
    if not listed:
        return world.values.some(inner)
    found = listed[-1].value
    for each in reversed(listed[:-1]):
        found = world.values.choose(inner, each.guard, each.value, found)
    return found


def _in_order(world: World, members: SetValue, inner: d.Domain) -> SetValue:
    """Returns the set with its elements in the order of the domain."""
    numbers = [number_of(each.value) for each in members.elements]
    if all(each is not None for each in numbers) and members.distinct:
        known = cast("list[int]", numbers)
        order = sorted(range(len(known)), key=known.__getitem__)
        return SetValue(tuple(members.elements[each] for each in order))
    if any(each.times != 1 for each in members.elements):
        raise Unsupported("pieces that are alike, one after the other")
    return world.values.canonical(inner, members)


def _all_literal(elements: tuple[Element, ...]) -> bool:
    numbers = [number_of(each.value) for each in elements]
    return None not in numbers and len(set(numbers)) == len(numbers)


def _between(world: World, expr: ir.NumbersBetween, scope: TermScope) -> SetValue:
    least, most = world.number(expr.low, scope), world.number(expr.high, scope)
    if not isinstance(least, Term) and not isinstance(most, Term):
        return SetValue(tuple(Element(True, each) for each in range(least, most + 1)))  # noqa: FBT003
    low, high = bounds_of_domain(expr.domain.inner)
    low = (least.low if isinstance(least, Term) else least) if low is None else low
    high = _highest(world, expr.high, most, scope) if high is None else high
    if low is None or high is None:
        raise Unsupported("all numbers between two that have no bound")
    terms = world.terms
    listed = [
        Element(terms.and_(terms.at_most(least, each), terms.at_most(each, most)), each)
        for each in range(low, high + 1)
    ]
    return SetValue(tuple(each for each in listed if each.guard is not False))


def _highest(world: World, expr: ir.Expr, number: Num, scope: TermScope) -> int | None:
    """Returns what a number is not above, as far as is known; of tokens no more lie anywhere than there are."""
    known = number.high if isinstance(number, Term) else number
    if known is not None or not isinstance(expr, ir.TokensOn | ir.Supply):
        return known
    (declared,) = (each for each in world.game.tokens if each.name == expr.token)
    limit = world.number(declared.limit, scope)
    return limit.high if isinstance(limit, Term) else limit


def _arithmetic(world: World, op: str, left: ir.Expr, right: ir.Expr, domain: d.SetOf, scope: TermScope) -> SetValue:
    one, other = as_set(world, left, scope), as_set(world, right, scope)
    if op == "union":
        whole = SetValue((*one.elements, *other.elements), distinct=False)
        return without_doubles(world, domain.inner, whole)
    terms, values = world.terms, world.values
    kept = [
        Element(
            terms.and_(each.guard, terms.not_(values.holds(domain.inner, other, each.value))), each.value, each.times
        )
        for each in one.elements
    ]
    return SetValue(tuple(each for each in kept if each.guard is not False), distinct=one.distinct)
