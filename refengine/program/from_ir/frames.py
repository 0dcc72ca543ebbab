"""Frames: pushed on the stack of a state, popped with what they hold, all of them cleared."""

from __future__ import annotations

from refengine.program import ops
from refengine.program.from_ir.cells import plus, read, write
from refengine.program.from_ir.unit import Scope
from refengine.program.from_ir.writes import copied
from refengine.program.storage.forms import Addressed
from refengine.program.storage.packed import PackedFrame


def depth(scope: Scope) -> ops.Expression:
    """Returns the number of frames on the stack."""
    return ops.Load(scope.state, scope.unit.packed.depth, 1)


def slot(number: ops.Expression, scope: Scope) -> ops.Expression:
    """Returns the address of the slot with a number; a stack that never holds two frames has one."""
    packed = scope.unit.packed
    if packed.deepest == 1:
        return ops.Plus(scope.state, ops.Address(packed.stack))
    offset = ops.Binary("+", ops.Binary("*", number, ops.Number(packed.slot)), ops.Number(packed.stack))
    return ops.Plus(scope.state, ops.Shortened(offset))


def top(scope: Scope) -> ops.Expression:
    """Returns the address of the slot of the last frame."""
    return slot(plus(depth(scope), -1), scope)


def pushed(frame: PackedFrame, scope: Scope) -> tuple[ops.Statement, ...]:
    """Pushes a frame with the locals that it holds; where the stack is full it is a trap."""
    packed, place, old = scope.unit.packed, scope.fresh("i32"), scope.fresh("i64")
    full = ops.Compare(">=", ops.Get(old), ops.Number(packed.deepest))
    held = tuple(
        statement
        for each in frame.held
        for statement in write((ops.Get(place), each.offset), each.form, ops.Get(scope.locals[each.local]), scope)
    )
    return (
        ops.Assign(old, depth(scope)),
        ops.When(full, (scope.trap("the stack is deeper than is packed", fault=False),)),
        ops.Assign(place, slot(ops.Get(old), scope)),
        ops.Store(ops.Get(place), 0, packed.number, ops.Number(frame.number)),
        *held,
        ops.Store(scope.state, packed.depth, 1, plus(ops.Get(old), 1)),
    )


def bound(frame: PackedFrame, place: ops.Expression, scope: Scope) -> tuple[ops.Statement, ...]:
    """Binds what a frame holds that lies in a slot."""
    found: list[ops.Statement] = []
    for each in frame.held:
        value = read((place, each.offset), each.form, scope)
        found.append(
            ops.Assign(
                scope.bind(each.local), copied(value, each.form, scope) if isinstance(each.form, Addressed) else value
            )
        )
    return tuple(found)


def popped(scope: Scope) -> tuple[ops.Statement, ...]:
    """Pops the last frame."""
    packed, left = scope.unit.packed, scope.fresh("i64")
    return (
        ops.Assign(left, plus(depth(scope), -1)),
        ops.Clear(slot(ops.Get(left), scope), ops.Address(packed.slot)),
        ops.Store(scope.state, packed.depth, 1, ops.Get(left)),
    )


def cleared(scope: Scope) -> tuple[ops.Statement, ...]:
    """Pops all frames."""
    packed = scope.unit.packed
    stack = ops.Plus(scope.state, ops.Address(packed.stack))
    return (
        ops.Clear(stack, ops.Address(packed.slot * packed.deepest)),
        ops.Store(scope.state, packed.depth, 1, ops.Number(0)),
    )


def number_of(place: ops.Expression, scope: Scope) -> ops.Expression:
    """Returns the number of the frame in a slot."""
    return ops.Load(place, 0, scope.unit.packed.number)


def is_of(phase: str, place: ops.Expression, scope: Scope) -> ops.Expression:
    """Returns whether the frame in a slot is one of a phase."""
    return is_of_some((phase,), place, scope)


def is_of_some(phases: tuple[str, ...], place: ops.Expression, scope: Scope) -> ops.Expression:
    """Returns whether the frame in a slot is one of some phases."""
    found: ops.Expression = ops.Address(0)
    for phase in phases:
        numbers = [each.number for each in scope.unit.packed.frames if each.key[0] == phase]
        if numbers:  # those of one script stand side by side
            here = plus(number_of(place, scope), -numbers[0])
            found = ops.Either(ops.Compare("<u", here, ops.Number(len(numbers))), found)
    return found
