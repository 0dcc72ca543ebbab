"""Regions: the class in which a member lies, as a truth for each member that may be in it.

What is come to is worked out by ways through ever more members, so a region costs as many terms as the cube of the
number of its members, less where printed data settle that two are never joined. One that is too large is refused.
"""

from __future__ import annotations

from itertools import product
from typing import cast

from refengine.ir import domain as d, game as model
from refengine.ir.obligations import Owed
from refengine.smt.encode.calls import Matrix, identity
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.value import Element, SetValue, Value
from refengine.smt.unsupported import Unsupported

MOST_MEMBERS = 40
"""The greatest number of members of a region that is put into terms."""


def class_of(world: World, value: model.Value, body: model.Joined, scope: TermScope) -> SetValue:
    """Returns the class in which `start` lies, and adds what may fail where members are asked what they join."""
    terms, values = world.terms, world.values
    inner = cast("d.SetOf", value.domain).inner
    members = values.members(inner)
    if len(members) > MOST_MEMBERS:
        raise Unsupported(f"a region of more than {MOST_MEMBERS} members", value.clause.origin.span)
    listed = [cast("SetValue", world.encode(body.joins, scope.bind(body.binding.var, each))) for each in members]
    holds: Matrix = tuple(tuple(values.holds(inner, others, each) for each in members) for others in listed)
    if not body.evident:
        pairs = product(range(len(members)), repeat=2)
        one_way = terms.any(terms.and_(holds[x][y], terms.not_(holds[y][x])) for x, y in pairs)
        scope.owe(Owed.SYMMETRY, value.clause.origin, one_way)
    reached = _reached(world, value.name, holds)
    start = scope.locals[body.start]
    found: list[Element] = []
    for y, each in enumerate(members):
        guard = terms.any(terms.and_(values.same(inner, start, one), reached[x][y]) for x, one in enumerate(members))
        if guard is not False:
            found.append(Element(guard, each))
    return SetValue(tuple(found))


def only_first(world: World, found: list[Element], inner: d.SetOf, members: list[Value]) -> SetValue:
    """Returns the classes of all members, each where none before its own member lies in it: so each once."""
    kept: list[Element] = []
    for number, (each, member) in enumerate(zip(found, members, strict=True)):
        before = world.terms.any(
            world.terms.and_(other.guard, world.values.holds(inner.inner, cast("SetValue", other.value), member))
            for other in found[:number]
        )
        guard = world.terms.and_(each.guard, world.terms.not_(before))
        if guard is not False:
            kept.append(Element(guard, each.value))
    return SetValue(tuple(kept))


def _reached(world: World, region: str, holds: Matrix) -> Matrix:
    """Returns the smallest equivalence that holds some pairs; of the same pairs it is worked out once."""
    key = identity(holds)
    known = world.asked.equivalences.get(key)
    if known is not None:
        return known
    terms, size = world.terms, len(holds)
    at = {(x, y): x == y or terms.or_(holds[x][y], holds[y][x]) for x, y in product(range(size), repeat=2)}
    for through, x, y in product(range(size), repeat=3):
        if y < x:
            at[x, y] = at[y, x]
        elif through not in (x, y):
            around = terms.and_(at[min(x, through), max(x, through)], at[min(through, y), max(through, y)])
            at[x, y] = terms.named_truth(f"{x} and {y} in one {region}", terms.or_(at[x, y], around))
    for x, y in product(range(size), repeat=2):
        at[x, y] = terms.or_(holds[x][y], at[min(x, y), max(x, y)])
    found = tuple(tuple(at[x, y] for y in range(size)) for x in range(size))
    world.asked.equivalences[key] = found
    return found
