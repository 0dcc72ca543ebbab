"""`move all` from zone to zone: what lies there is put together, sort by sort, without looking at each piece."""

from __future__ import annotations

from typing import cast

from attrs import evolve, frozen

from refengine.ir import control, expressions as ir
from refengine.ir.traverse import free_locals, walk
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.zones import Heap


@frozen(eq=False)
class _Pour:
    """All pieces of a zone, or of a family, for which a condition holds, on their way to one place."""

    var: ir.Local
    zone: str
    key: ir.Expr | None
    family: bool
    condition: ir.Expr
    target: ir.PlaceAt


def all_moved(world: World, each: control.Each, guard: Bool, scope: TermScope) -> TermScope | None:
    """Returns the scope after all is moved at once; None where the loop is of another form, or has to be gone through.

    The target must be the same for every piece, with room for any number, and no condition may ask where a piece lies.
    """
    pour = _pour(world, each)
    if pour is None:
        return None
    terms, zones = world.terms, world.layout.zones
    from_zone, to_zone = zones[pour.zone], zones[pour.target.zone]
    if world.layout.is_slot(from_zone) or world.layout.is_slot(to_zone) or to_zone.cap is not None:
        return None
    if pour.family and pour.zone == pour.target.zone:
        return None  # of pieces that are alike, which one is taken next hangs on where the last one went
    if world.read_by((pour.key, pour.target.key)) & {pour.zone, pour.target.zone}:
        return None  # where the next one is taken from, or goes, hangs on what was moved before
    source = None if pour.family or pour.key is None else world.key(pour.key, scope)
    members = cast("tuple[Heap, ...]", scope.state.zones[pour.zone])
    wanted = _wanted(world, pour, members, scope)
    goal: Num = 0
    if pour.target.key is not None:  # which nobody asks where nothing is moved
        goal = world.key(pour.target.key, scope.given(_some_goes(world, members, source, wanted)))
    taken: list[_Part] = []
    state = scope.state
    for number, heap in enumerate(members):
        here = terms.and_(guard, True if source is None else terms.equal(source, number))
        taken.append(_part(world, heap, here, wanted))
        state = state.with_zone(pour.zone, number, _less(world, heap, taken[-1]))
    for number in range(len(state.zones[pour.target.zone])):
        arrives = terms.equal(goal, number)
        if arrives is not False:
            heap = cast("Heap", state.zones[pour.target.zone][number])
            state = state.with_zone(pour.target.zone, number, _more(world, heap, arrives, taken))
    return scope.at(state)


def _pour(world: World, each: control.Each) -> _Pour | None:
    match each:
        case control.Each(
            binding=ir.Binding(var=var, domain=ir.Contents(zone=zone, key=key), condition=condition),
            body=(control.MovePiece(piece=piece, source=source, target=ir.PlaceAt() as target, amount=None),),
        ) if piece == var and var not in free_locals(target):
            pass
        case _:
            return None
    if any(isinstance(part, ir.Located) for part in walk(condition)):
        return None
    match source:
        case ir.PlaceAt(zone=taken) if taken == zone and source.key == key:
            family = False
        case ir.Located(zone=taken) if taken == zone and source.piece == var and key is None:
            family = True
        case _:
            return None
    if key is None and not family and world.layout.zones[zone].index is not None:
        return None
    return _Pour(var, zone, key, family, condition, target)


def _wanted(world: World, pour: _Pour, members: tuple[Heap, ...], scope: TermScope) -> list[Bool]:
    """Returns for each printed piece, or sort, whether it is to go; asked where one lies in the zone."""
    terms = world.terms
    printed = world.values.printed[world.layout.zones[pour.zone].component]
    found: list[Bool] = []
    for piece in printed:
        there = terms.any(world.layout.lies_in(heap, piece) for heap in members)
        inner = scope.given(there).bind(pour.var, piece)
        found.append(world.truth(pour.condition, inner))
    return found


def _some_goes(world: World, members: tuple[Heap, ...], source: Num | None, wanted: list[Bool]) -> Bool:
    """Returns whether there is a piece to go."""
    terms = world.terms
    found: list[Bool] = []
    for number, heap in enumerate(members):
        here: Bool = True if source is None else terms.equal(source, number)
        parts = _part(world, heap, here, wanted).held
        found += [terms.at_most(1, each) if heap.alike else cast("Bool", each) for each in parts]
    return terms.any(found)


@frozen(eq=False)
class _Part:
    """The part taken of a heap: how many of each sort, or which pieces; and how many in all."""

    held: tuple[Bool, ...] | tuple[Num, ...]
    size: Num


def _part(world: World, heap: Heap, here: Bool, wanted: list[Bool]) -> _Part:
    terms = world.terms
    goes = [terms.and_(here, each) for each in wanted]
    if heap.alike:
        numbers = tuple(terms.if_number(go, there, 0) for go, there in zip(goes, heap.held, strict=True))
        held: tuple[Bool, ...] | tuple[Num, ...] = numbers
    else:
        truths = cast("tuple[Bool, ...]", heap.held)
        held = tuple(terms.and_(go, there) for go, there in zip(goes, truths, strict=True))
        numbers = tuple(terms.if_number(each, 1, 0) for each in held)
    if all(each is True for each in wanted):
        return _Part(held, terms.if_number(here, heap.size, 0))
    return _Part(held, terms.sum(numbers))


def _less(world: World, heap: Heap, gone: _Part) -> Heap:
    terms = world.terms
    size = terms.minus(heap.size, gone.size)
    if heap.alike:
        pairs = zip(heap.held, gone.held, strict=True)
        return evolve(heap, held=tuple(terms.minus(held, less) for held, less in pairs), size=size)
    truths = zip(cast("tuple[Bool, ...]", heap.held), cast("tuple[Bool, ...]", gone.held), strict=True)
    return evolve(heap, held=tuple(terms.and_(held, terms.not_(less)) for held, less in truths), size=size)


def _more(world: World, heap: Heap, arrives: Bool, taken: list[_Part]) -> Heap:
    terms = world.terms
    size = terms.sum((heap.size, *(terms.if_number(arrives, each.size, 0) for each in taken)))
    columns = tuple(zip(heap.held, *(each.held for each in taken), strict=True))
    if heap.alike:
        numbers = tuple(
            terms.sum((there, *(terms.if_number(arrives, each, 0) for each in come))) for there, *come in columns
        )
        return evolve(heap, held=numbers, size=size)
    truths = tuple(
        terms.or_(there, terms.and_(arrives, terms.any(come)))
        for there, *come in cast("tuple[tuple[Bool, ...], ...]", columns)
    )
    return evolve(heap, held=truths, size=size)
