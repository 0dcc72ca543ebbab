"""Refusals: the function that says what stands in the way of an action that somebody wishes to take.

The wish stands in memory as an action of the list of what is legal does. First the numbers of what its player does not
see are written, whether it stands in the way or not. Those of what does are written one by one, so that where a later
condition breaks off, as the rules may have it, what was found is there.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from refengine.ir import control
from refengine.ir.circles import PointKey
from refengine.ir.refusal_sight import RefusalSight
from refengine.ir.refusals import Refusal
from refengine.ir.simplify import TRUE, negation
from refengine.program import ops
from refengine.program.from_ir import frames
from refengine.program.from_ir.asks import HEAD, PLACE, actions_of, stride_of
from refengine.program.from_ir.points import STATE
from refengine.program.from_ir.stamps import ALL_WRITTEN
from refengine.program.from_ir.unit import ARENA, ARENA_START, Scope, Unit

WHY_NOT: Final = "why_not"
WISH: Final = ops.Local("wish", "i32")


@frozen
class Wishes:
    """The addresses of a wish, of what stands in its way and of what is not seen: how many, then their numbers.

    These are eight bytes each. `refusals` are those of each action, in the order of actions; they are numbered through,
    from 0.
    """

    wish: int
    found: int
    unseen: int
    refusals: tuple[tuple[Refusal, ...], ...]


def add_refusals(unit: Unit, state: int) -> Wishes:
    """Adds the functions that look at each action, and the one that is called for a wish in the state at an address."""
    sight = RefusalSight(unit.game)
    refusals = [sight.refusals(key, ask, action) for key, ask, action in actions_of(unit.game)]
    size = 8 * (1 + max(map(len, refusals), default=0))
    memory = unit.memory
    wishes = Wishes(memory.room(stride_of(unit)), memory.room(size), memory.room(size), tuple(refusals))
    first = 0
    cases: list[tuple[ops.Statement, ...]] = []
    for number, ((key, ask, action), own) in enumerate(zip(actions_of(unit.game), refusals, strict=True)):
        name = f"{WHY_NOT} {number}"
        _add_one(unit, name, key, ask, action, own, first, wishes)
        cases.append((ops.Run(ops.Call(name, (ops.Get(STATE), ops.Get(PLACE), ops.Get(WISH)), None)),))
        first += len(own)
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    body = (
        ops.Assign(PLACE, frames.top(scope)),
        ops.Switch(ops.Shortened(ops.Load(ops.Get(WISH), 0, 8)), tuple(cases), (ops.Trap(0),)),
    )
    unit.add(ops.Function("what stands in the way", (STATE, WISH), None, body))
    call = ops.Call("what stands in the way", (ops.Address(state), ops.Address(wishes.wish)), None)
    start = (ops.Assign(ARENA, ops.Get(ARENA_START)), ALL_WRITTEN)
    none = [ops.Store(ops.Address(each), 0, 8, ops.Number(0)) for each in (wishes.found, wishes.unseen)]
    unit.add(ops.Function(WHY_NOT, (), None, (*start, *none, ops.Run(call)), exported=True))
    return wishes


def _add_one(
    unit: Unit,
    name: str,
    key: PointKey,
    ask: control.Ask,
    action: control.Action,
    refusals: tuple[Refusal, ...],
    first: int,
    wishes: Wishes,
) -> None:
    """Adds the function of one action: it tests each refusal in order, up to one that is the last."""
    scope = Scope(unit, action.clause, ops.Get(STATE))
    body: list[ops.Statement] = [*frames.bound(unit.packed.waiting(key), ops.Get(PLACE), scope)]
    if ask.actor is not None:
        body.append(ops.Assign(scope.bind(ask.actor), ops.Load(ops.Get(WISH), 8, 8)))
    for index, choice in enumerate(action.choices):
        body.append(ops.Assign(scope.bind(choice.var), ops.Load(ops.Get(WISH), 8 * (HEAD + index), 8)))
    for number, each in enumerate(refusals, first):
        if each.seen != TRUE:
            is_unseen = scope.within(each.clause).truth(negation(each.seen))
            body.append(ops.When(is_unseen, _told(number, wishes.unseen, scope)))
    for number, each in enumerate(refusals, first):
        told = _told(number, wishes.found, scope)
        applies = scope.within(each.clause).truth(each.applies)
        body.append(ops.When(applies, (*told, ops.Return(None)) if each.is_last else told))
    unit.add(ops.Function(name, (STATE, PLACE, WISH), None, tuple(body)))


def _told(number: int, address: int, scope: Scope) -> tuple[ops.Statement, ...]:
    """Puts a number at the end of the list at an address."""
    many, place = scope.fresh("i64"), scope.fresh("i32")
    more = ops.Binary("+", ops.Get(many), ops.Number(1))
    here = ops.Plus(ops.Address(address), ops.Shortened(ops.Binary("*", more, ops.Number(8))))
    return (
        ops.Assign(many, ops.Load(ops.Address(address), 0, 8)),
        ops.Assign(place, here),
        ops.Store(ops.Get(place), 0, 8, ops.Number(number)),
        ops.Store(ops.Address(address), 0, 8, more),
    )
