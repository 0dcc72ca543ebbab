"""Settled conditions: the part of a condition that bit masks decide, as a mask of the members that pass.

`every Square t with t.row = s.row has ...` goes through the squares of a row, not through the board. The members that
printed data let through are a mask, one for each value of the locals that the condition names beside the one that is
bound, and worked out when a module is loaded; those at which a variable has a value are another, from its index
(`bitmap_indexes`). A set that is at hand in the state is one itself: `every c in hand has c in known` is asked of both
masks at once. What is printed may also be compared with what hangs on no member, as in `g.power is flag of p`: that is
one of those values.

The mask of a set that may hold copies has all bits of a thing's lane or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Final

from attrs import evolve, frozen

from refengine.ir import expressions as ir
from refengine.ir.domain import Domain, Enum, Range, SetOf, Truth
from refengine.ir.footprint import footprint
from refengine.ir.traverse import free_locals, rewrite
from refengine.program import ops
from refengine.program.from_ir import words
from refengine.program.from_ir.bitmap_indexes import members_where
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.tables import MOST_ROWS, ROW, fill_table, row_of, rows_for
from refengine.program.from_ir.unit import ARENA, ARENA_START, Scope, Unit, both, is_quick
from refengine.program.storage.forms import BITS, Mask, Word

Conditions = tuple[ir.Expr, ...]

MOST_ASKED: Final = 1 << 14
"""The greatest number of questions that fill a table: it is done each time a module is loaded."""

START: Final = "tables filled"
"""The function that fills all tables, before anything else is called."""

MEMBER: Final = "the member that is asked about"
"""The name, which no text can give, of what is bound: the same question about another name has the same answers."""


@frozen
class SettledMembers:
    """The members that come into question, as one number, its form, and the conditions that are left to ask of each."""

    members: ops.Expression
    form: Word
    left: Conditions


def chosen_before(binding: ir.Binding, wanted: Conditions, scope: Scope) -> SettledMembers | None:
    """Returns what is settled of the members of a binding by the conditions that are wanted of them.

    None where neither printed data nor an index says anything of it. What stands behind a condition that may fault is
    not settled: there the rules may have broken off before.
    """
    inner = inner_of(binding.domain)
    form = None if inner is None else scope.unit.forms.set_of(inner)
    if not isinstance(form, Word):
        return None
    parts = tuple(each for one in wanted for each in (one.parts if isinstance(one, ir.And) else (one,)))
    masks: list[ops.Expression] = []
    told: set[ir.Expr] = set()
    for together in _together(_told(parts, binding.var, form, scope.unit), binding.var, form, scope.unit):
        mask = _printed(binding.var, together, form, scope)
        if mask is not None:
            masks.append(mask)
            told.update(each.part for each in together)
    left = []
    may_fault = False
    for each in (part for part in parts if part not in told):
        may_fault = may_fault or not scope.unit.sharing.cannot_fault(each)
        found = None if may_fault or not isinstance(form, Mask) else _members_of(each, binding.var, form, scope)
        if found is None:
            left.append(each)
        else:
            masks.append(found)
    if not masks:
        return None
    given = _all_of(binding, form, scope)
    return SettledMembers(reduce(_common, masks if given is None else [given, *masks]), form, tuple(left))


def _all_of(binding: ir.Binding, form: Word, scope: Scope) -> ops.Expression | None:
    """Returns the members of a binding, as one number; None where they are all that a mask may hold."""
    if not isinstance(binding.domain, ir.AllMembers):
        return scope.held(binding.domain)
    return None if isinstance(form, Mask) else words.every(form)


def inner_of(members: ir.Expr) -> Domain | None:
    """Returns the domain of what a binding binds, where that is at hand as a set, or is all of a kind; else None."""
    match members:
        case ir.Before(inner=inner):
            return inner_of(inner)
        case ir.AllMembers(of=of):
            return of
        case ir.Contents() | ir.ReadVariable() | ir.Local() | ir.CallValue():
            return members.domain.inner if isinstance(members.domain, SetOf) else None
        case _:
            return None


def _members_of(condition: ir.Expr, var: ir.Local, form: Mask, scope: Scope) -> ops.Expression | None:
    """Returns the mask of the members of which a condition holds that an index decides, or a set that is at hand."""
    if isinstance(condition, ir.Or):
        return _members_of_any(condition.parts, var, form, scope)
    if not isinstance(condition, ir.Not):
        held = _members_in(condition, var, form, scope)
    elif (inside := _members_in(condition.inner, var, form, scope)) is not None:
        held = ops.Binary("^", inside, ops.Number((1 << form.size) - 1 if form.size < BITS else -1))
    else:
        held = None
    return members_where(condition, var, scope) if held is None else held


def _members_of_any(parts: Conditions, var: ir.Local, form: Mask, scope: Scope) -> ops.Expression | None:
    """Returns the mask of the members of which one of some conditions holds, if printed data or masks decide each."""
    found: list[ops.Expression] = []
    for each in parts:
        told = tuple(_told((each,), var, form, scope.unit))
        held = _printed(var, told, form, scope) if told else _members_of(each, var, form, scope)
        if held is None:
            return None
        found.append(held)
    return reduce(lambda one, other: ops.Binary("|", one, other), found)


def _members_in(condition: ir.Expr, var: ir.Local, form: Mask, scope: Scope) -> ops.Expression | None:
    """Returns the set in which a condition says that a member is, if that is a mask in a state and hangs on none."""
    match condition:
        case ir.Contains(item=item, set=members) if item == var and var not in free_locals(members):
            read = members.inner if isinstance(members, ir.Before) else members
            is_at_hand = isinstance(read, ir.ReadVariable) or (
                isinstance(read, ir.Contents) and read.zone in scope.unit.packed.zones
            )
            inner = inner_of(members) if is_at_hand else None
            return scope.held(members) if inner is not None and scope.unit.forms.set_of(inner) == form else None
        case _:
            return None


def _common(one: ops.Expression, other: ops.Expression) -> ops.Expression:
    return ops.Binary("&", one, other)


@frozen
class _DecidedCondition:
    """A condition on a member that printed data decide: how it is asked, and what it is told by the name of a local."""

    part: ir.Expr
    asked: ir.Expr
    given: Mapping[ir.Local, ir.Expr]


def _printed(var: ir.Local, told: tuple[_DecidedCondition, ...], form: Word, scope: Scope) -> ops.Expression | None:
    """Returns the mask of the members that printed data let through; None where a module may stop over one."""
    asked = tuple(each.asked for each in told)
    given = {local: value for each in told for local, value in each.given.items()}
    keys = _keys(asked, var)
    made = _mask_of(var, asked, keys, form, scope)
    if made is None:
        return None
    name, table = made
    domains, arguments = [each.domain for each in keys], tuple(scope.held(given.get(each, each)) for each in keys)
    if _has_every_row(domains):
        held: ops.Expression = _row(table, row_of(domains, arguments, scope.unit)[0])
    else:
        held = ops.Call(name, arguments, "i64")
    read = [given.get(each, each) for each in keys]
    hangs_on: frozenset[ir.Local] = frozenset().union(*map(free_locals, read))
    return scope.once((name, arguments), held, hangs_on) if all(map(is_quick, read)) else held


def _has_every_row(domains: Sequence[Domain]) -> bool:
    """Returns whether the table has a row for whatever is held, so that it is looked up without a call."""
    return all(isinstance(each, Enum | Truth) for each in domains)


def _told(parts: Conditions, var: ir.Local, form: Word, unit: Unit) -> Iterable[_DecidedCondition]:
    """Yields the conditions on a member that printed data decide, as far as nothing before them may fault."""
    for number, each in enumerate(parts):
        if not unit.sharing.cannot_fault(each):
            return
        if var not in free_locals(each):
            continue
        told = _DecidedCondition(each, each, {}) if _is_printed(each, unit) else _compared(each, var, number, unit)
        if told is not None and _rows(_keys((told.asked,), var), form, unit) is not None:
            yield told


def _is_printed(part: ir.Expr, unit: Unit) -> bool:
    read = footprint(part)
    return not read.state and read.values <= unit.stateless


def _compared(part: ir.Expr, var: ir.Local, number: int, unit: Unit) -> _DecidedCondition | None:
    """Returns the condition told apart where it compares printed data with what hangs on no member; None of another."""
    match part:
        case ir.Not(inner=inner):
            found = _compared(inner, var, number, unit)
            return None if found is None else evolve(found, part=part, asked=ir.Not(found.asked))
        case ir.Equal(left=left, right=right) | ir.Less(left=left, right=right):
            mine, other = (left, right) if var in free_locals(left) else (right, left)
            is_one = isinstance(other.domain, Enum | Truth | Range) and var not in free_locals(other)
            if not is_one or mine == var or not _is_printed(mine, unit):
                return None
            stands = ir.Local(f"compared {number}", other.domain)
            asked = evolve(part, right=stands) if mine is left else evolve(part, left=stands)
            return _DecidedCondition(part, asked, {stands: other})
        case _:
            return None


def _keys(parts: Conditions, var: ir.Local) -> tuple[ir.Local, ...]:
    """Returns the locals on which conditions hang beside the one that is bound, in an order of their own."""
    found = {each for part in parts for each in free_locals(part)} - {var}
    return tuple(sorted(found, key=lambda each: (each.name, repr(each.domain))))


def _together(
    told: Iterable[_DecidedCondition], var: ir.Local, form: Word, unit: Unit
) -> Iterator[tuple[_DecidedCondition, ...]]:
    """Yields the conditions in order, as many together as one table has room for."""
    group: tuple[_DecidedCondition, ...] = ()
    for each in told:
        if group and _rows(_keys(tuple(one.asked for one in (*group, each)), var), form, unit) is None:
            yield group
            group = ()
        group = (*group, each)
    if group:
        yield group


def _rows(keys: tuple[ir.Local, ...], form: Word, unit: Unit) -> int | None:
    rows = rows_for(unit, [each.domain for each in keys])
    return None if rows is None or rows > MOST_ROWS or rows * form.size > MOST_ASKED else rows


def _row(table: int, row: ops.Expression) -> ops.Expression:
    return ops.Load(ops.Shortened(ops.Binary("*", row, ops.Number(ROW))), table, ROW)


def _mask_of(
    var: ir.Local, told: Conditions, keys: tuple[ir.Local, ...], form: Word, scope: Scope
) -> tuple[str, int] | None:
    """Returns the name of the function that gives the mask, and its table, which is full from the start.

    None where a module may stop over one of the members, as it does at cells far away.
    """
    unit, member = scope.unit, ir.Local(MEMBER, var.domain)
    while member in keys:  # the one that is asked about around this one
        member = ir.Local(f"{member.name}'", var.domain)
    told = tuple(rewrite(each, lambda local: member if local == var else local, {ir.Local}) for each in told)
    made = (form, told, keys)
    if made in unit.settled:
        return unit.settled[made]
    rows = _rows(keys, form, unit)
    assert rows is not None
    name, table = unit.settled[made] = f"members {len(unit.settled)}", unit.memory.room(rows * ROW)
    inner = Scope(unit, scope.clause, ops.Address(0))
    own = tuple(map(inner.bind, keys))
    each, mask = inner.bind(member), inner.fresh("i64")
    lane = words.in_lane(ops.Number(words.full(form)), plus(ops.Get(each), -form.low), form)
    found = ops.Assign(mask, ops.Binary("|", ops.Get(mask), lane))
    turn = (ops.When(both([inner.truth(part) for part in told]), (found,)), ops.Assign(each, plus(ops.Get(each), 1)))
    body = (
        ops.Assign(mask, ops.Number(0)),
        ops.Assign(each, ops.Number(form.low)),
        ops.While(ops.Compare("<", ops.Get(each), ops.Number(form.low + form.size)), turn),
        ops.Return(ops.Get(mask)),
    )
    if _may_trap(body, unit):
        unit.settled[made] = None
        return None
    worked_out = f"{name} worked out"
    unit.add(ops.Function(worked_out, own, "i64", body, rare=True))
    domains = [each.domain for each in keys]
    row, inside = row_of(domains, tuple(map(ops.Get, own)), unit)
    call = ops.Call(worked_out, tuple(map(ops.Get, own)), "i64")
    store = ops.Store(ops.Shortened(ops.Binary("*", row, ops.Number(ROW))), table, ROW, call)
    stored = (store, ops.Assign(ARENA, ops.Get(ARENA_START)))  # sets that were worked out for a row are done with
    unit.filled.append(f"{name} filled")
    unit.add(ops.Function(unit.filled[-1], (), None, fill_table(domains, own, stored, unit), rare=True))
    if not _has_every_row(domains):
        held = ops.Choose(both(inside), _row(table, row), call, "i64")
        unit.add(ops.Function(name, own, "i64", (ops.Return(held),)))
    return name, table


def _may_trap(body: ops.Body, unit: Unit) -> bool:
    """Returns whether some statements, or what they call, may stop a module; of what is not made yet it may be."""
    agenda, met = [body], set[str]()
    while agenda:
        for node in ops.walk(agenda.pop()):
            if isinstance(node, ops.Trap):
                return True
            if isinstance(node, ops.Call) and node.function not in met:
                if node.function not in unit.functions:
                    return True
                met.add(node.function)
                agenda.append(unit.functions[node.function].body)
    return False


def add_start(unit: Unit) -> str | None:
    """Adds the function that fills all tables, and returns its name; None where there are none."""
    if not unit.filled:
        return None
    calls = tuple(ops.Run(ops.Call(each, (), None)) for each in unit.filled)
    unit.add(ops.Function(START, (), None, calls, rare=True))
    return START
