"""Questions about sets: whether something is in them, whether anything is, how much, and whether two hold the same.

What is asked of a set that need not be worked out for it is asked of what it is made of.
"""

from __future__ import annotations

from typing import Final

from refengine.ir import expressions as ir
from refengine.ir.domain import Domain, Enum, SetOf
from refengine.program import ops
from refengine.program.from_ir import arrays, contents, grids, lists, sequences, spots, words
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.contents import Family, family
from refengine.program.from_ir.loops import Loop, over
from refengine.program.from_ir.sets import TRUE, ZERO, common_form, form_of, set_to_ask
from refengine.program.from_ir.unit import Scope
from refengine.program.storage.forms import Array, ListForm, Sequence, SetForm, Word

MOST_WRITTEN_OUT: Final = 8
"""The greatest number of members of a family that are asked one after the other without a loop."""


def contains(item: ir.Expr, members: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns whether something is in a set; what is absent is in none."""
    with scope.binder():
        return _contains(item, members, scope)


def _contains(item: ir.Expr, members: ir.Expr, scope: Scope) -> ops.Expression:
    match members:
        case ir.AllMembers(of=of) if of == item.domain and isinstance(of, Enum):
            return ops.Do((ops.Assign(scope.fresh("i64"), scope.held(item)),), ops.Address(1))
        case ir.AllMembers(of=of):
            low, size = scope.unit.forms.extent(of)
            return ops.Compare("<u", plus(scope.held(item), -low), ops.Number(size))
        case ir.NumbersBetween():
            return between(item, members.low, members.high, scope)
        case ir.SetArith(op=op):
            var = scope.unnamed(item.domain)
            value = scope.held(item)
            given = ops.Assign(scope.bind(var), value)
            one, other = contains(var, members.left, scope), contains(var, members.right, scope)
            asked_first: tuple[ops.Assign, ...] = ()
            if not scope.unit.sharing.cannot_fault(members.right):  # it is asked whatever is in the left
                there = scope.fresh("i32")
                asked_first, other = (ops.Assign(there, other),), ops.Get(there)
            found = ops.Either(one, other) if op == "union" else ops.Both(one, ops.Negated(other))
            return ops.Do((given, *asked_first), found)
        case ir.CellsBy():
            return grids.is_by(scope.held(item), members, scope)
        case ir.CellsOf(zone=zone):
            grid = scope.unit.packed.grids[zone]
            if members.what == "edge":
                return grids.is_on_edge(scope.held(item), grid, scope)
            return ops.Compare("!=", grids.content_number(grid, scope.held(item), scope.state), ZERO)
        case ir.SpotsTaken(zone=zone):
            return spots.is_held(scope.held(item), scope.unit.packed.spreads[zone], scope)
        case ir.SpotsOf(spot=spot, cells=None):
            return spots.is_there(scope.held(item), spot, scope)
        case ir.SpotsOf(spot=spot, cells=cells) if cells is not None:
            return spots.is_in_cells(scope.held(item), cells, spot, scope, contains)
        case ir.Contents(zone=zone, key=key) if zone in scope.unit.packed.grids and key is not None:
            return grids.is_lying(scope.held(item), scope.unit.packed.grids[zone], key, scope)
        case ir.Contents(zone=zone, key=None) if (packed := family(zone, scope)) is not None:
            if not isinstance(packed.form, Array):
                return is_in(scope.held(item), contents.lying(members, scope), packed.form, scope)
            return _lies_in_some(scope.held(item), packed, scope)
        case ir.Filter(binding=binding) if _may_be_asked(binding, scope):
            var = scope.unnamed(item.domain)
            value = scope.held(item)
            given = ops.Assign(scope.bind(var), value)
            inside = contains(var, binding.domain, scope)
            with scope.binder():
                scope.locals[binding.var] = scope.locals[var]
                return ops.Do((given,), ops.Both(inside, scope.truth(binding.condition)))
        case _:
            return is_in(scope.held(item), *set_to_ask(members, scope), scope)


def between(item: ir.Expr, low: ir.Expr, high: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns whether a number lies between two, both of which are asked whatever one of them says."""
    number, most = scope.fresh("i64"), scope.held(high)
    given = [ops.Assign(number, scope.held(item))]
    if not scope.unit.sharing.cannot_fault(high):
        given.append(ops.Assign(kept := scope.fresh("i64"), most))
        most = ops.Get(kept)
    low_fits, high_fits = ops.Compare("<=", scope.held(low), ops.Get(number)), ops.Compare("<=", ops.Get(number), most)
    return ops.Do(tuple(given), ops.Both(low_fits, high_fits))


def _lies_in_some(item: ops.Expression, packed: Family, scope: Scope) -> ops.Expression:
    """Returns whether something lies in some member of a family that counts: each has a number for it."""
    number, place, end = scope.fresh("i64"), scope.fresh("i32"), scope.fresh("i32")
    inside = ops.Compare("<u", ops.Get(number), ops.Number(packed.form.size))
    begun = ops.Plus(scope.state, ops.Shortened(ops.Get(number)))
    if packed.size <= MOST_WRITTEN_OUT:
        found: ops.Expression = ops.Load(ops.Get(place), packed.offset, 1)
        for each in range(1, packed.size):
            found = ops.Binary("|", found, ops.Load(ops.Get(place), packed.offset + each * packed.stride, 1))
        there = ops.Do((ops.Assign(place, begun),), ops.Compare("!=", found, ZERO))
    else:
        left = ops.Negated(ops.SameAddress(ops.Get(place), ops.Get(end)))
        none = ops.Compare("==", ops.Load(ops.Get(place), packed.offset, 1), ZERO)
        step = ops.Assign(place, ops.Plus(ops.Get(place), ops.Address(packed.stride)))
        search = (
            ops.Assign(place, begun),
            ops.Assign(end, ops.Plus(ops.Get(place), ops.Address(packed.size * packed.stride))),
            ops.While(ops.Both(left, none), (step,)),
        )
        there = ops.Do(search, left)
    return ops.Do((ops.Assign(number, plus(item, -packed.form.low)),), ops.Both(inside, there))


def _may_be_asked(binding: ir.Binding, scope: Scope) -> bool:
    """Returns whether the condition may be asked of the one thing alone: where it cannot break off for another."""
    match binding.domain:
        case ir.AllMembers() | ir.NumbersBetween() | ir.Contents():
            return scope.unit.sharing.cannot_fault(binding.condition)
        case _:
            return False


def is_in(item: ops.Expression, members: ops.Expression, form: SetForm, scope: Scope) -> ops.Expression:
    """Returns whether something is in a set that is worked out."""
    if isinstance(form, ListForm):
        found = scope.fresh("i64")
        kept = ops.Assign(found, ops.Widened(item) if isinstance(form.of, ListForm) else item)
        return ops.Do((kept,), lists.has(members, ops.Get(found), form))
    if isinstance(form, Sequence):
        return sequences.has(members, item, form)
    number, all_ = scope.fresh("i64"), scope.fresh("i64" if isinstance(form, Word) else "i32")
    inside = ops.Compare("<u", ops.Get(number), ops.Number(form.size))
    if isinstance(form, Word):
        there: ops.Expression = ops.Shortened(words.lane_of(ops.Get(all_), ops.Get(number), form))
    else:
        place = ops.Plus(ops.Get(all_), ops.Shortened(ops.Get(number)))
        there = ops.Compare("!=", ops.Load(place, 0, 1), ZERO)
    given = (ops.Assign(number, plus(item, -form.low)), ops.Assign(all_, members))
    return ops.Do(given, ops.Both(inside, there))


def is_empty(members: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns whether nothing is in a set."""
    match members:
        case ir.NumbersBetween():
            return ops.Compare(">", scope.held(members.low), scope.held(members.high))
        case ir.Filter(binding=binding) if scope.unit.sharing.cannot_fault(members):  # else all of them are asked
            return ops.Negated(scope.truth(ir.Exists(binding, TRUE)))
        case ir.CellsOf(zone=zone):  # one is empty where the other is
            return ops.Compare("==", grids.many_lying(scope.unit.packed.grids[zone], scope), ZERO)
        case ir.SpotsTaken(zone=zone):
            return ops.Compare("==", ops.Load(scope.state, scope.unit.packed.spreads[zone].many, 4), ZERO)
        case ir.SpotsOf(spot=spot):
            some = ir.Binding(scope.unnamed(spot), members, TRUE)
            return ops.Negated(scope.truth(ir.Exists(some, TRUE)))
        case ir.Contents(zone=zone, key=key) if zone in scope.unit.packed.grids:
            grid = scope.unit.packed.grids[zone]
            if key is None:
                return ops.Compare("==", grids.many_lying(grid, scope), ZERO)
            return ops.Compare("==", grids.content_number(grid, scope.held(key), scope.state), ZERO)
        case ir.Contents(zone=zone, key=None) if (packed := family(zone, scope)) is not None:
            if isinstance(packed.form, Word):
                return ops.Compare("==", contents.lying(members, scope), ZERO)
            return _all_zero(scope.state, packed.offset, packed.size * packed.stride)
        case _:
            held, form = set_to_ask(members, scope)
            if isinstance(form, Word):
                return ops.Compare("==", held, ZERO)
            if isinstance(form, ListForm):
                return lists.is_empty(held)
            if isinstance(form, Sequence):
                return ops.Compare("==", sequences.many(held, form), ZERO)
            place = scope.fresh("i32")
            given = ops.Assign(place, held)
            return ops.Do((given,), _all_zero(ops.Get(place), 0, form.bytes))


def _all_zero(base: ops.Expression, offset: int, size: int) -> ops.Expression:
    found: ops.Expression = ZERO
    for word in range(offset, offset + size, 8):
        one = ops.Load(base, word, 8)
        found = one if found == ZERO else ops.Binary("|", found, one)
    return ops.Compare("==", found, ZERO)


def how_many(members: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns the number of things in a set, copies counted."""
    match members:
        case ir.NumbersBetween():
            many = scope.fresh("i64")
            number = plus(ops.Binary("-", scope.held(members.high), scope.held(members.low)), 1)
            positive = ops.Compare(">", ops.Get(many), ZERO)
            return ops.Do((ops.Assign(many, number),), ops.Choose(positive, ops.Get(many), ZERO, "i64"))
        case ir.CellsOf(zone=zone, what="taken"):
            return grids.many_lying(scope.unit.packed.grids[zone], scope)
        case ir.SpotsTaken(zone=zone):
            return ops.Load(scope.state, scope.unit.packed.spreads[zone].many, 4)
        case ir.CellsOf() | ir.CellsBy() | ir.SpotsOf():
            assert isinstance(members.domain, SetOf)
            return _counted(members, members.domain.inner, scope)
        case ir.Contents(zone=zone, key=key) if zone in scope.unit.packed.grids:
            grid = scope.unit.packed.grids[zone]
            if key is None:
                return grids.many_lying(grid, scope)
            return ops.Widened(ops.Compare("!=", grids.content_number(grid, scope.held(key), scope.state), ZERO))
        case ir.Contents(zone=zone, key=None) if (packed := family(zone, scope)) is not None:
            if isinstance(packed.form, Word):
                return words.many(contents.lying(members, scope), packed.form, scope)
            base = ops.Plus(scope.state, ops.Address(packed.offset))
            return arrays.many(base, packed.size * packed.stride)
        case _:
            held, form = set_to_ask(members, scope)
            if isinstance(form, ListForm):
                return lists.many(held)
            if isinstance(form, Sequence):
                return sequences.many(held, form)
            return words.many(held, form, scope) if isinstance(form, Word) else arrays.many(held, form.bytes)


def _counted(members: ir.Expr, of: Domain, scope: Scope) -> ops.Expression:
    number, var = scope.fresh("i64"), scope.unnamed(of)
    loop = over(members, var, scope, Loop(lambda _: (ops.Assign(number, plus(ops.Get(number), 1)),)))
    return ops.Do((ops.Assign(number, ZERO), *loop), ops.Get(number))


def same_sets(left: ir.Expr, right: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns whether two sets hold the same."""
    one, other = form_of(left, scope), form_of(right, scope)
    if isinstance(one, ListForm) or isinstance(other, ListForm):
        listed = one if isinstance(one, ListForm) else other
        assert isinstance(listed, ListForm)
        return lists.same(scope.held_as(left, listed), scope.held_as(right, listed), listed)
    if isinstance(one, Sequence) or isinstance(other, Sequence):
        sequence = one if isinstance(one, Sequence) else other
        assert isinstance(sequence, Sequence)
        return sequences.same(scope.held_as(left, sequence), scope.held_as(right, sequence), sequence)
    form = common_form(one, other)
    if isinstance(form, Word):
        return ops.Compare("==", scope.held_as(left, form), scope.held_as(right, form))
    return arrays.same(scope.held_as(left, form), scope.held_as(right, form), form.bytes)
