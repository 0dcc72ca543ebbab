"""Bitmap indexes: for each value of a family of variables the members that have it, as a mask.

`every Square t with across(s, t) has disc of t is p` asks no square by itself then: the squares across from `s` have to
be among those with a disc of `p`. An index is good as long as it is no older than its variable. Whoever sets one member
mends it; after any other write it is made anew where it is next asked.

INVARIANT: an index is of the state that is played; of any other the members are gone through.
"""

from __future__ import annotations

from typing import Final

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import Count, Enum, Option, Range, Truth
from refengine.ir.traverse import free_locals, walk
from refengine.program import ops
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.stamps import note_write, variable_of
from refengine.program.from_ir.unit import CLOCK, BitmapIndex, Scope, Unit, is_quick, member_address
from refengine.program.storage.forms import BITS, Scalar
from refengine.program.storage.packed import PackedVariable

MOST_VALUES: Final = 16
"""The greatest number of values of a variable that has an index."""

WORD: Final = 8
ZERO, ONE = ops.Number(0), ops.Number(1)


def _is_good(index: BitmapIndex) -> ops.Expression:
    """Returns whether an index is no older than what it is of."""
    since = ops.Load(ops.Address(0), index.table, WORD)
    return ops.Compare(">=", since, ops.Get(ops.Global(variable_of(index.name), "i64")))


def add_indexes(unit: Unit) -> None:
    """Adds the indexes of the variables that are asked for by a member that is bound, and their functions."""
    candidates = [name for name, each in unit.packed.variables.items() if _may_have_index(each)]
    asked = _asked_by_bound(unit.game) if candidates else frozenset()
    for name in candidates:
        packed = unit.packed.variables[name]
        form = packed.form
        if name not in asked or not isinstance(form, Scalar):
            continue
        table = unit.memory.room(WORD * (1 + form.size + form.option))
        unit.indexes[name] = index = BitmapIndex(name, packed.offset, form, packed.size, table)
        _add(index, unit)


def _may_have_index(packed: PackedVariable) -> bool:
    form, domain = packed.form, packed.variable.domain
    if packed.variable.index is None or not isinstance(domain, Truth | Enum | Range | Count | Option):
        return False
    return packed.size <= BITS and isinstance(form, Scalar) and form.size + form.option <= MOST_VALUES


def _asked_by_bound(game: model.Game) -> frozenset[str]:
    """Returns the variables that are read of a member that is bound somewhere."""
    bound: set[ir.Local] = set()
    read: set[tuple[str, ir.Expr | None]] = set()
    for each in walk((game.values, game.setup, game.phases, game.invariants, game.measures, game.outcome)):
        if isinstance(each, ir.Binding | control.Choice):
            bound.add(each.var)
        elif isinstance(each, ir.ReadVariable):
            read.add((each.name, each.key))
    return frozenset(name for name, key in read if key in bound)


def _add(index: BitmapIndex, unit: Unit) -> None:
    state, number = ops.Local("state", "i32"), ops.Local("number", "i64")
    member, found, stored = ops.Local("member", "i64"), ops.Local("found", "i64"), ops.Local("stored", "i64")
    going = ops.Compare("<", ops.Get(member), ops.Number(index.size))
    step = ops.Assign(member, plus(ops.Get(member), 1))
    bit = ops.Binary("<<", ONE, ops.Get(member))
    there = ops.Load(*member_address(ops.Get(state), index.offset, ops.Get(member), index.form.width), index.form.width)
    more = ops.Assign(found, ops.Binary("|", ops.Get(found), bit))
    other = (
        ops.Assign(found, ZERO),
        ops.Assign(member, ZERO),
        ops.While(going, (ops.When(ops.Compare("==", there, ops.Get(number)), (more,)), step)),
        ops.Return(ops.Get(found)),
    )
    unit.add(ops.Function(f"members of {index.name} gone through", (state, number), "i64", other))
    here = _mask(ops.Get(stored))
    made = (
        ops.Clear(ops.Address(index.table + WORD), ops.Address(WORD * index.values)),
        ops.Assign(member, ZERO),
        ops.While(
            going,
            (
                ops.Assign(stored, there),
                ops.Store(here, index.table + WORD, WORD, ops.Binary("|", _held(index, ops.Get(stored)), bit)),
                step,
            ),
        ),
        ops.Store(ops.Address(0), index.table, WORD, ops.Get(CLOCK)),
        ops.Return(None),
    )
    unit.add(ops.Function(f"index of {index.name}", (state,), None, made))
    afresh = ops.Run(ops.Call(f"index of {index.name}", (ops.Get(state),), None))
    played = ops.SameAddress(ops.Get(state), ops.Address(unit.memory.tables["state"]))
    elsewhere = ops.Call(f"members of {index.name} gone through", (ops.Get(state), ops.Get(number)), "i64")
    body = (
        ops.Return(
            ops.Choose(
                played,
                ops.Do((ops.When(ops.Negated(_is_good(index)), (afresh,)),), _held(index, ops.Get(number))),
                elsewhere,
                "i64",
            )
        ),
    )
    unit.add(ops.Function(f"members of {index.name}", (state, number), "i64", body))


def _mask(number: ops.Expression) -> ops.Expression:
    return ops.Shortened(ops.Binary("*", number, ops.Number(WORD)))


def _held(index: BitmapIndex, number: ops.Expression) -> ops.Expression:
    return ops.Load(_mask(number), index.table + WORD, WORD)


# ---- ASKED


def members_where(condition: ir.Expr, var: ir.Local, scope: Scope) -> ops.Expression | None:
    """Returns the mask of the members for which a condition holds that cannot fault; None where no index says so."""
    match condition:
        case ir.Not(inner=inner):
            index, found = _asked(inner, var, scope.unit), members_where(inner, var, scope)
            return None if index is None or found is None else ops.Binary("^", found, ops.Number(index.everything))
        case ir.ReadVariable(domain=Truth()):
            index = _asked(condition, var, scope.unit)
            return None if index is None else _once(_members(index, ONE, scope), scope)
        case ir.Equal(left=read, right=value):
            index = _asked(condition, var, scope.unit)
            if index is None or var in free_locals(value):
                return None
            return _members_with(index, value if isinstance(read, ir.ReadVariable) else read, scope)
        case _:
            return None


def _asked(condition: ir.Expr, var: ir.Local, unit: Unit) -> BitmapIndex | None:
    """Returns the index of the variable of which a condition asks the member that is bound."""
    match condition:
        case ir.ReadVariable(name=name, key=key) if key == var:
            return unit.indexes.get(name)
        case ir.Equal(left=read):
            return _asked(read, var, unit) if isinstance(read, ir.ReadVariable) else None
        case ir.Not(inner=inner):
            return _asked(inner, var, unit)
        case _:
            return None


def _members(index: BitmapIndex, number: ops.Expression, scope: Scope) -> ops.Expression:
    return ops.Call(f"members of {index.name}", (scope.state, number), "i64")


def _members_with(index: BitmapIndex, value: ir.Expr, scope: Scope) -> ops.Expression | None:
    """Returns the mask of the members with a value; None where it may be one that no mask is of."""
    form = index.form
    if isinstance(value, ir.Nothing):
        return _once(_members(index, ZERO, scope), scope) if form.option else None
    if not isinstance(value.domain, Enum | Range | Truth):
        return None
    held = scope.unit.forms.of(value.domain)
    if not isinstance(held, Scalar) or (form.option and held.low < form.low):
        return None  # one below the least would be taken for nothing
    number, wanted = scope.fresh("i64"), scope.held(value)
    there = ops.Compare("<u", ops.Get(number), ops.Number(index.values))
    given = ops.Assign(number, plus(wanted, form.option - form.low))
    found = ops.Do((given,), ops.Choose(there, _members(index, ops.Get(number), scope), ZERO, "i64"))
    asked = index.name, scope.state, wanted
    return scope.once(asked, found, free_locals(value)) if is_quick(value) else found


def _once(members: ops.Expression, scope: Scope) -> ops.Expression:
    """Returns a mask that hangs on no local, worked out in front of all loops."""
    return scope.once(members, members, ())


# ---- MENDED


def mended(
    index: BitmapIndex, member: ops.Expression, writes: tuple[ops.Statement, ...], scope: Scope
) -> tuple[ops.Statement, ...]:
    """Returns the statements that write one member, around which the index is kept good if it was."""
    old, new, good, bit = scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i32"), scope.fresh("i64")
    stored = ops.Load(*member_address(scope.state, index.offset, member, index.form.width), index.form.width)
    masks = index.table + WORD
    without = ops.Binary("&", _held(index, ops.Get(old)), ops.Binary("^", ops.Get(bit), ops.Number(-1)))
    return (
        ops.Assign(old, stored),
        *writes,
        ops.Assign(new, stored),
        ops.Assign(good, _is_good(index)),
        note_write(variable_of(index.name)),
        ops.When(
            ops.Get(good),
            (
                ops.Assign(bit, ops.Binary("<<", ONE, member)),
                ops.Store(_mask(ops.Get(old)), masks, WORD, without),
                ops.Store(_mask(ops.Get(new)), masks, WORD, ops.Binary("|", _held(index, ops.Get(new)), ops.Get(bit))),
                ops.Store(ops.Address(0), index.table, WORD, ops.Get(CLOCK)),
            ),
        ),
    )
