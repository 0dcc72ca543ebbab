"""Writes: one cell of a variable changed, tokens taken from a holder and put on one."""

from __future__ import annotations

from collections.abc import Callable

from refengine.ir import expressions as ir
from refengine.ir.domain import Count, Range
from refengine.program import ops
from refengine.program.from_ir import arrays, lists, sequences, words
from refengine.program.from_ir.bitmap_indexes import mended
from refengine.program.from_ir.cells import plus, read, write
from refengine.program.from_ir.numbers import in_range, within_greatest
from refengine.program.from_ir.stamps import note_write, tokens_of, variable_of
from refengine.program.from_ir.unit import Scope, address_expression, member_address
from refengine.program.storage.forms import Addressed, Array, Form, ListForm, Sequence, Word

ZERO, ONE = ops.Number(0), ops.Number(1)
Formed = Callable[[Form], ops.Expression]
"""A value in the form that is wanted."""


def owned(expr: ir.Expr, form: Form, scope: Scope) -> ops.Expression:
    """Returns the value of an expression, a set of many as a copy, which stays as it is when the state changes."""
    held = scope.held_as(expr, form)
    return copied(held, form, scope) if isinstance(form, Addressed) else held


def copied(array: ops.Expression, form: Addressed, scope: Scope) -> ops.Expression:
    """Returns a copy of an array, a list or a sequence."""
    if isinstance(form, ListForm):
        return lists.copied(array)
    if isinstance(form, Sequence):
        return sequences.copied(array, form)
    made, old = scope.fresh("i32"), scope.fresh("i32")
    return ops.Do(
        (
            ops.Assign(old, array),
            ops.Assign(made, arrays.new(form.bytes)),
            ops.Copy(ops.Get(made), ops.Get(old), ops.Address(form.bytes)),
        ),
        ops.Get(made),
    )


# ---- TOKENS


def paid_by_supply(token: str, amount: ops.Expression, scope: Scope) -> tuple[ops.Statement, ...]:
    """Checks that so many tokens are in the supply."""
    left = scope.held(ir.Supply(token))
    return (ops.When(_missing(amount, left, scope), (scope.trap("tokens missing"),)),)


def _missing(amount: ops.Expression, there: ops.Expression, scope: Scope) -> ops.Expression:
    number = scope.fresh("i64")
    wrong = ops.Either(ops.Compare("<", amount, ZERO), ops.Compare(">", amount, ops.Get(number)))
    return ops.Do((ops.Assign(number, there),), wrong)


def pay(
    token: str, holder: str, key: ops.Expression, amount: ops.Expression, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Takes so many tokens from a holder; they have to be there."""
    packed, place = scope.unit.packed.tokens[token, holder], scope.fresh("i32")
    there = ops.Load(ops.Get(place), 0, packed.width)
    return (
        ops.Assign(place, address_expression(member_address(scope.state, packed.offset, key, packed.width))),
        ops.When(_missing(amount, there, scope), (scope.trap("tokens missing"),)),
        ops.Store(ops.Get(place), 0, packed.width, ops.Binary("-", there, amount)),
        note_write(tokens_of(token)),
    )


def get(
    token: str, holder: str, key: ops.Expression, amount: ops.Expression, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Puts so many tokens on a holder."""
    packed, place, after = scope.unit.packed.tokens[token, holder], scope.fresh("i32"), scope.fresh("i64")
    found: list[ops.Statement] = [
        ops.Assign(place, address_expression(member_address(scope.state, packed.offset, key, packed.width))),
        ops.Assign(after, ops.Binary("+", ops.Load(ops.Get(place), 0, packed.width), amount)),
    ]
    if packed.width < 8:
        beyond = ops.Compare(">u", ops.Get(after), ops.Number((1 << (8 * packed.width)) - 1))
        found.append(ops.When(beyond, (scope.trap("more tokens than are packed", fault=False),)))
    return (*found, ops.Store(ops.Get(place), 0, packed.width, ops.Get(after)), note_write(tokens_of(token)))


# ---- VARIABLES


def set_variable(name: str, key: ops.Expression | None, value: Formed, scope: Scope) -> tuple[ops.Statement, ...]:
    """Writes a variable; the value is made in the form that it is stored in."""
    packed, place = scope.unit.packed.variables[name], scope.fresh("i32")
    address = member_address(scope.state, packed.offset, key, packed.stride)
    if isinstance(packed.form, Addressed):
        new = scope.fresh("i32")
        given = (ops.Assign(new, value(packed.form)), ops.Assign(place, address_expression(address)))
        return (*given, *write((ops.Get(place), 0), packed.form, ops.Get(new), scope), note_write(variable_of(name)))
    index = scope.unit.indexes.get(name)
    if index is None or key is None:
        return (*write(address, packed.form, value(packed.form), scope), note_write(variable_of(name)))
    member, new = scope.fresh("i64"), scope.fresh("i64")
    address = member_address(scope.state, packed.offset, ops.Get(member), packed.stride)
    return (
        ops.Assign(member, key),
        ops.Assign(new, value(packed.form)),
        *mended(index, ops.Get(member), write(address, packed.form, ops.Get(new), scope), scope),
    )


def add_number(
    name: str, key: ops.Expression | None, amount: ops.Expression, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Adds to a number, which has to stay in its domain."""
    packed, place = scope.unit.packed.variables[name], scope.fresh("i32")
    domain = packed.variable.domain
    assert isinstance(domain, Range | Count)
    address = (ops.Get(place), 0)
    total = within_greatest(ops.Binary("+", read(address, packed.form, scope), amount), scope)
    return (
        ops.Assign(place, address_expression(member_address(scope.state, packed.offset, key, packed.stride))),
        *write(address, packed.form, in_range(total, domain, scope), scope),
        note_write(variable_of(name)),
    )


def add_member(
    name: str, key: ops.Expression | None, item: ops.Expression, scope: Scope, *, present: bool
) -> tuple[ops.Statement, ...]:
    """Puts something into a set, or takes it out."""
    packed, place, number = scope.unit.packed.variables[name], scope.fresh("i32"), scope.fresh("i64")
    form = packed.form
    assert isinstance(form, Word | Array | ListForm | Sequence)
    if isinstance(form, Sequence):
        address = member_address(scope.state, packed.offset, key, packed.stride)
        return _changed_sequence(name, address, form, item, scope, present=present)
    if isinstance(form, ListForm):
        return _changed(
            name, member_address(scope.state, packed.offset, key, packed.stride), form, item, scope, present=present
        )
    beyond = ops.Compare(">u", ops.Get(number), ops.Number(form.size - 1))
    given = (
        ops.Assign(place, address_expression(member_address(scope.state, packed.offset, key, packed.stride))),
        ops.Assign(number, plus(item, -form.low)),
        ops.When(beyond, (scope.trap("a set of more than is packed", fault=False),)),
        note_write(variable_of(name)),
    )
    if isinstance(form, Word):
        one, old = words.in_lane(ONE, ops.Get(number), form), scope.fresh("i64")
        changed = (words.joined if present else words.left_of)(ops.Get(old), one, form, scope)
        read_ = ops.Assign(old, ops.Load(ops.Get(place), 0, form.width))
        return (*given, read_, ops.Store(ops.Get(place), 0, form.width, changed))
    cell = ops.Plus(ops.Get(place), ops.Shortened(ops.Get(number)))
    if not present:
        return (*given, ops.Store(cell, 0, 1, ZERO))
    single = arrays.once(ops.Get(place), form.bytes)
    return (*given, ops.Copy(ops.Get(place), single, ops.Address(form.bytes)), ops.Store(cell, 0, 1, ONE))


def _changed(
    name: str, address: tuple[ops.Expression, int], form: ListForm, item: ops.Expression, scope: Scope, *, present: bool
) -> tuple[ops.Statement, ...]:
    """Puts something into a list, or takes it out, and stores that."""
    place, number, new, one = scope.fresh("i32"), scope.fresh("i64"), scope.fresh("i32"), scope.fresh("i32")
    alone = (ops.Assign(one, lists.new(1)), lists.added(one, ops.Get(number), form))
    change = lists.together if present else lists.without
    return (
        ops.Assign(place, address_expression(address)),
        ops.Assign(number, item),
        *alone,
        ops.Assign(new, change(ops.Get(place), ops.Get(one), form)),
        *write((ops.Get(place), 0), form, ops.Get(new), scope),
        note_write(variable_of(name)),
    )


def _changed_sequence(
    name: str,
    address: tuple[ops.Expression, int],
    form: Sequence,
    item: ops.Expression,
    scope: Scope,
    *,
    present: bool,
) -> tuple[ops.Statement, ...]:
    """Puts a piece into a sequence that lasts, which is in order as printed then, or takes all its copies out."""
    place, number, one, new = scope.fresh("i32"), scope.fresh("i64"), scope.fresh("i32"), scope.fresh("i32")
    given = (ops.Assign(place, address_expression(address)), ops.Assign(number, item))
    if not present:
        times = sequences.times_in(ops.Get(place), sequences.last_of(ops.Get(place), form), ops.Get(number), form)
        return (*given, sequences.taken(ops.Get(place), ops.Get(number), times, form), note_write(variable_of(name)))
    return (
        *given,
        ops.Assign(one, sequences.new(form)),
        sequences.pushed(ops.Get(one), ops.Get(number), form),
        ops.Assign(new, sequences.together(ops.Get(place), ops.Get(one), form)),
        *sequences.stored(place, new, form),
        note_write(variable_of(name)),
    )
