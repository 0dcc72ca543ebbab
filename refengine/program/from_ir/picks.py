"""Picks: a random one of what is legal, drawn and carried out without a list.

Where each action takes any one member of a set, the sets are counted; else there may be groups of what is legal.

INVARIANT: what is picked, and what is drawn for it, is the same as if everything had been listed.
"""

from __future__ import annotations

from typing import Final

from refengine.ir import control
from refengine.ir.circles import PointKey
from refengine.program import ops
from refengine.program.from_ir import frames, groups
from refengine.program.from_ir.asks import PLACE, actions_of, asks_of, carried_out
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.loops import Loop, over
from refengine.program.from_ir.points import LISTED, STATE, clause_of
from refengine.program.from_ir.selection import member_at
from refengine.program.from_ir.unit import Scope, Unit
from refengine.program.storage.packed import PackedFrame

PICK: Final = "pick at once"
"""The function that picks an action and carries it out: 0 where everything has to be listed, and nothing is done.

Else it is 1 where the last frame is to go on, and `AT_REST` where somebody is asked or the game is over.
"""

AT_REST: Final = 2

ZERO, ONE = ops.Number(0), ops.Number(1)


def add_picks(unit: Unit) -> None:
    """Adds the functions of the decisions that are as simple as that, and the one that finds which is asked."""
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    numbers = {id(action): number for number, (_, _, action) in enumerate(actions_of(unit.game))}
    simple: dict[PointKey, str] = {}
    gathered = [ask for _, _, ask in asks_of(unit.game) if not _is_simple(ask, unit) and groups.is_grouped(ask, unit)]
    if gathered:
        groups.add_room(unit, gathered)
    for key, script, ask in asks_of(unit.game):
        if _is_simple(ask, unit) or groups.is_grouped(ask, unit):
            simple[key] = f"{PICK} {key[0]}: {key[1]}"
            _add_pick(unit, key, script, ask, numbers)
    asking = {each.number: each for each in unit.packed.frames if each.asks and each.key in simple}
    listed = ops.Return(ops.Address(0))
    cases = tuple(
        (ops.Return(ops.Call(simple[asking[number].key], (scope.state, ops.Get(PLACE)), "i32")),)
        if number in asking
        else (listed,)
        for number in range(len(unit.packed.frames) + 1)
    )
    over = ops.When(ops.Compare("==", frames.depth(scope), ZERO), (listed,))
    number = ops.Shortened(frames.number_of(ops.Get(PLACE), scope))
    switch = ops.Switch(number, cases, (listed,))
    unit.add(ops.Function(PICK, (STATE,), "i32", (over, ops.Assign(PLACE, frames.top(scope)), switch)))


def _is_simple(ask: control.Ask, unit: Unit) -> bool:
    """Returns whether each action asks for any one member of a mask, or for nothing, of whoever decides."""
    return all(_is_any(action, unit) for action in ask.actions)


def _is_any(action: control.Action, unit: Unit) -> bool:
    if action.guards or action.bars or action.weight is not None or len(action.choices) > 1:
        return False
    return all(groups.mask_of(each, unit) is not None for each in action.choices)


def _add_pick(unit: Unit, key: PointKey, script: control.Script, ask: control.Ask, numbers: dict[int, int]) -> None:
    point = next(each for each in script.points if each.name == key[1])
    scope = Scope(unit, clause_of(script, point), ops.Get(STATE))
    frame = unit.packed.waiting(key)
    held = frames.bound(frame, ops.Get(PLACE), scope)
    if not _is_simple(ask, unit):
        body = _of_groups(ask, frame, numbers, scope)
    else:
        body = _of_everyone(ask, frame, scope) if ask.decider == "every" else _of_one(ask, frame, scope)
    unit.add(ops.Function(f"{PICK} {key[0]}: {key[1]}", (STATE, PLACE), "i32", (*held, *body)))


def _of_groups(
    ask: control.Ask, frame: PackedFrame, numbers: dict[int, int], scope: Scope
) -> tuple[ops.Statement, ...]:
    """Gathers what is legal in groups, and takes the action of the one that is drawn."""
    entry, left = scope.fresh("i32"), scope.fresh("i64")
    made = groups.gathered(ask, numbers, scope)
    nothing = ops.When(ops.Compare("==", ops.Get(groups.COUNTED), ZERO), (ops.Return(ops.Address(0)),))
    drawn = ops.Assign(left, _drawn(groups.COUNTED))
    taken = finished(ask, frame, numbers, entry, left, scope)
    return (*made, nothing, drawn, *groups.found(left, entry, scope), *taken)


def finished(
    ask: control.Ask, frame: PackedFrame, numbers: dict[int, int], entry: ops.Local, left: ops.Local, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Returns the statements that carry out the member that is `left` of a group, and return as a pick does."""
    cases: list[tuple[ops.Statement, ...]] = []
    for action in ask.actions:
        inner = scope.within(action.clause)
        given: list[ops.Statement] = []
        if ask.actor is not None:
            given.append(ops.Assign(inner.bind(ask.actor), ops.Load(ops.Get(entry), 8, 8)))
        cases.append((*given, *groups.bound(action, entry, left, inner), *_done(action, frame, inner)))
    number = plus(ops.Load(ops.Get(entry), 0, 8), -numbers[id(ask.actions[0])])
    taken = cases[0] if len(cases) == 1 else (ops.Switch(ops.Shortened(number), tuple(cases), (ops.Trap(0),)),)
    listed = () if len(cases) == 1 else (ops.Return(ops.Address(0)),)
    return (*taken, *listed)


def _of_one(ask: control.Ask, frame: PackedFrame, scope: Scope) -> tuple[ops.Statement, ...]:
    """Counts what one may do, and takes the action at the place that is drawn."""
    body: list[ops.Statement] = []
    if ask.actor is not None:
        assert ask.who is not None
        body.append(ops.Assign(scope.bind(ask.actor), scope.held(ask.who)))
    many, left = scope.fresh("i64"), scope.fresh("i64")
    counted, found = _counted(ask, many, scope)
    nothing = ops.Compare("==", ops.Get(many), ZERO)
    body += [
        ops.Assign(many, ZERO),
        *counted,
        ops.When(nothing, (scope.trap("no action"),)),
        ops.Assign(left, _drawn(many)),
    ]
    for action, mask in found:
        body += _taken(action, frame, mask, left, scope)
    return tuple(body)


def _of_everyone(ask: control.Ask, frame: PackedFrame, scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the statements for several players in turn, of whom each needs an action unless the ask is `if able`."""
    assert ask.actor is not None
    assert ask.who is not None
    actor, who = ask.actor, ask.who
    many, left, before = (scope.fresh("i64") for _ in range(3))

    def count(_: ops.Expression) -> tuple[ops.Statement, ...]:
        counted, _found = _counted(ask, many, scope)
        if ask.if_able is not None:
            return counted
        nothing = ops.When(ops.Compare("==", ops.Get(many), ops.Get(before)), (scope.trap("no action"),))
        return ops.Assign(before, ops.Get(many)), *counted, nothing

    def take(_: ops.Expression) -> tuple[ops.Statement, ...]:
        again: list[ops.Statement] = []
        for action in ask.actions:
            mask = None
            for choice in action.choices:
                mask = scope.fresh("i64")
                again.append(ops.Assign(mask, scope.within(action.clause).held(choice.domain)))
            again += _taken(action, frame, mask, left, scope)
        return tuple(again)

    listed = ops.Return(ops.Address(0))
    return (
        ops.Assign(many, ZERO),
        *over(who, actor, scope, Loop(count)),
        ops.When(ops.Compare("==", ops.Get(many), ZERO), (listed,)),
        ops.Assign(left, _drawn(many)),
        *over(who, actor, scope, Loop(take)),
        listed,
    )


def _counted(
    ask: control.Ask, many: ops.Local, scope: Scope
) -> tuple[tuple[ops.Statement, ...], list[tuple[control.Action, ops.Local | None]]]:
    """Returns the statements that add how much may be done, and each action with the mask of what it may be done to."""
    body: list[ops.Statement] = []
    found: list[tuple[control.Action, ops.Local | None]] = []
    for action in ask.actions:
        inner = scope.within(action.clause)
        more: ops.Expression = ONE
        mask = None
        for choice in action.choices:
            mask = scope.fresh("i64")
            body.append(ops.Assign(mask, inner.held(choice.domain)))
            more = ops.Unary("ones", ops.Get(mask))
        body.append(ops.Assign(many, ops.Binary("+", ops.Get(many), more)))
        found.append((action, mask))
    return tuple(body), found


def _drawn(many: ops.Local) -> ops.Expression:
    """Returns a place among so many; where there is one, nothing is drawn."""
    drawn = ops.Call("below", (ops.Get(many),), "i64")
    return ops.Choose(ops.Compare(">", ops.Get(many), ONE), drawn, ZERO, "i64")


def _taken(
    action: control.Action, frame: PackedFrame, mask: ops.Local | None, left: ops.Local, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Carries out the action, if it is the one at the place that is `left`; else takes its members off that."""
    inner = scope.within(action.clause)
    if mask is None:
        first = ops.Compare("==", ops.Get(left), ZERO)
        return ops.When(first, _done(action, frame, inner)), ops.Assign(left, plus(ops.Get(left), -1))
    (choice,) = action.choices
    form = groups.mask_of(choice, scope.unit)
    assert form is not None
    members = ops.Unary("ones", ops.Get(mask))
    chosen = plus(member_at(ops.Get(mask), ops.Get(left), scope.unit), form.low)
    here = (ops.Assign(inner.bind(choice.var), chosen), *_done(action, frame, inner))
    inside = ops.Compare("<", ops.Get(left), members)
    return ops.When(inside, here), ops.Assign(left, ops.Binary("-", ops.Get(left), members))


def _done(action: control.Action, frame: PackedFrame, scope: Scope) -> tuple[ops.Statement, ...]:
    """Carries out an action whose arguments are bound, and returns."""
    goes_on = carried_out(frame, action, scope)
    return (
        ops.Assign(LISTED, ops.Address(0)),
        *frames.popped(scope),
        ops.Return(ops.Choose(goes_on, ops.Address(1), ops.Address(AT_REST), "i32")),
    )
