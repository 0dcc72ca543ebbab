"""Contents of zones: what lies in one, in one of a family, or in all of one, as a word or an array, or in its order."""

from __future__ import annotations

from attrs import frozen

from refengine.ir import expressions as ir
from refengine.program import ops
from refengine.program.from_ir import arrays, grids, spots, words
from refengine.program.from_ir.cells import read
from refengine.program.from_ir.unit import Scope, address_expression, member_address
from refengine.program.storage.forms import Array, Word, bytes_of
from refengine.program.storage.packed import PackedOrder

ZERO = ops.Number(0)


def form_of(expr: ir.Contents, scope: Scope) -> Word | Array:
    """Returns the form of what lies in a zone, whatever its order."""
    return scope.unit.forms.lying(expr.component)


def order_of(expr: ir.Contents, scope: Scope) -> PackedOrder | None:
    """Returns the order in which the rules go through what lies somewhere; None where it is that of what is printed."""
    packed = scope.unit.packed.zones.get(expr.zone)
    if packed is None or (expr.key is None and packed.zone.index is not None):
        return None
    return packed.order


def in_order(expr: ir.Contents, order: PackedOrder, scope: Scope) -> ops.Expression:
    """Returns the address of the sequence of what lies in a zone that keeps its order, or in one of a family."""
    key = None if expr.key is None else scope.held(expr.key)
    return address_expression(member_address(scope.state, order.offset, key, order.stride))


def lying(expr: ir.Contents, scope: Scope) -> ops.Expression:
    """Returns the set of what lies somewhere, with copies, whatever its order."""
    packed, zone = scope.unit.packed, expr.zone
    if zone in packed.grids:
        form = form_of(expr, scope)
        if expr.key is None:
            return grids.all_contents(packed.grids[zone], form, scope)
        return grids.contents(packed.grids[zone], expr.key, form, scope)
    if zone in packed.spreads:
        if expr.key is None:
            return _united(family(zone, scope), scope)
        spread = packed.spreads[zone]
        return read((spots.found_at(spread, scope.held(expr.key), scope.state), 0), spread.form, scope)
    only = packed.zones[zone]
    if expr.key is None and only.zone.index is not None:
        return _united(family(zone, scope), scope)
    held = None if expr.key is None else scope.held(expr.key)
    return read(member_address(scope.state, only.offset, held, only.stride), only.form, scope)


@frozen
class Family:
    """The members of a family: where the first one lies, how many there are, and in which form."""

    offset: int
    size: int
    form: Word | Array

    @property
    def stride(self) -> int:
        """The bytes from one to the next."""
        return bytes_of(self.form)


def family(zone: str, scope: Scope) -> Family | None:
    """Returns the members of a zone if it is a family, those on spots as many as there may be; None of a grid."""
    packed = scope.unit.packed
    if zone in packed.spreads:
        spread = packed.spreads[zone]
        return Family(spread.offset, spread.most, spread.form)
    known = packed.zones.get(zone)
    if known is None or known.zone.index is None:
        return None
    return Family(known.offset, known.size, known.form)


def _united(packed: Family | None, scope: Scope) -> ops.Expression:
    """Returns the contents of all members of a family together, with copies."""
    assert packed is not None
    form = packed.form
    if isinstance(form, Word) and packed.size <= 8:
        found: ops.Expression = ZERO
        for key in range(packed.size):
            one = ops.Load(scope.state, packed.offset + key * packed.stride, form.width)
            found = one if found == ZERO else words.united(found, one, form)
        return found
    address = scope.fresh("i32")
    last = ops.Plus(scope.state, ops.Address(packed.offset + packed.size * packed.stride))
    start = ops.Assign(address, ops.Plus(scope.state, ops.Address(packed.offset)))
    going = ops.Negated(ops.SameAddress(ops.Get(address), last))
    step = ops.Assign(address, ops.Plus(ops.Get(address), ops.Address(packed.stride)))
    if isinstance(form, Word):
        made = scope.fresh("i64")
        more = ops.Assign(made, words.united(ops.Get(made), ops.Load(ops.Get(address), 0, form.width), form))
        return ops.Do((ops.Assign(made, ZERO), start, ops.While(going, (more, step))), ops.Get(made))
    made = scope.fresh("i32")
    # No byte overflows: there are no more copies of a piece than a byte counts.
    sums = tuple(
        ops.Store(
            ops.Get(made),
            word,
            8,
            ops.Binary("+", ops.Load(ops.Get(made), word, 8), ops.Load(ops.Get(address), word, 8)),
        )
        for word in range(0, form.bytes, 8)
    )
    return ops.Do((ops.Assign(made, arrays.new(form.bytes)), start, ops.While(going, (*sums, step))), ops.Get(made))
