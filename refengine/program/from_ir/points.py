"""Points as functions on a state: effects, then the exit; and the driver, which runs frames until somebody is asked.

A function gives 0 when somebody is asked or the game is over, and 1 when the last frame is to go on.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from refengine.ir import control, expressions as ir
from refengine.ir.circles import PointKey
from refengine.ir.decisions import branch_decisions
from refengine.ir.simplify import FALSE
from refengine.program import ops
from refengine.program.from_ir import frames
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.effects import effects
from refengine.program.from_ir.unit import Scope, Unit, both
from refengine.program.from_ir.writes import owned
from refengine.program.storage.packed import PackedFrame

STATE: Final = ops.Local("state", "i32")
AT_REST, GO_ON = ops.Return(ops.Address(0)), ops.Return(ops.Address(1))

MAX_POINTS: Final = 10_000
"""The greatest number of frames that run by themselves without anybody being asked; as the reference engine has it."""

NO_REST: Final = "nobody is asked: an endless loop?"
"""The words for a stop where so many frames have run by themselves."""

SETTLE: Final = "settle"

LISTED: Final = ops.Global("listed", "i32")
"""Whether what is legal is listed already: it was when it was looked whether anybody is able to do anything."""


def function_of(key: PointKey) -> str:
    """Returns the name of a point's function."""
    return f"point {key[0]}: {key[1]}"


def legal_of(key: PointKey) -> str:
    """Returns the name of the function that lists what is legal at a point."""
    return f"legal {key[0]}: {key[1]}"


def add_points(unit: Unit) -> None:
    """Adds the functions of all points, and the driver."""
    for script in (unit.game.setup, *unit.game.phases):
        for point in script.points:
            _add_point(unit, script, point)
    _add_driver(unit)


def clause_of(script: control.Script, point: control.Point) -> control.Clause:
    """Returns the clause of a point: that of the action it belongs to, or its own, else of its script."""
    for each in script.points:
        if isinstance(each.exit, control.Ask):
            for action in each.exit.actions:
                if action.entry == point.name:
                    return action.clause
    return point.clause or script.clause


def _add_point(unit: Unit, script: control.Script, point: control.Point) -> None:
    scope = Scope(unit, clause_of(script, point), ops.Get(STATE))
    params = tuple(scope.bind(each) for each in point.params)
    body = (*effects(point.effects, scope), *_leave(point.exit, (script.name, point.name), scope))
    unit.add(ops.Function(function_of((script.name, point.name)), (STATE, *params), "i32", body))


# ---- EXITS


def _leave(exit_: control.Exit, key: PointKey, scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the end of a point's function."""
    unit = scope.unit
    match exit_:
        case control.Jump(point=point):
            return _jump((key[0], point), key, scope)
        case control.Fork(then=then, otherwise=otherwise):
            return ops.When(scope.truth(exit_.condition), _leave(then, key, scope)), *_leave(otherwise, key, scope)
        case control.ForkCases():
            return _cases(exit_, key, scope)
        case control.Ask(if_able=if_able):
            waits = frames.pushed(unit.packed.waiting(key), scope)
            if if_able is None:
                return (*waits, AT_REST)
            place = frames.top(scope)
            stuck = ops.SameAddress(ops.Call(legal_of(key), (scope.state, place), "i32"), ops.Address(0))
            back = (*frames.popped(scope), *_jump((key[0], if_able), key, scope))
            return (*waits, ops.When(stuck, back), ops.Assign(LISTED, ops.Address(1)), AT_REST)
        case control.Enter(phase=phase, args=args, then=then, looked=looked, owes=owes):
            told, given = _told(phase, args, owes, scope)
            waits = frames.pushed(unit.packed.resuming((key[0], then)), scope)
            return (*given, *waits, *_entered(_start(phase, unit, looked=looked), told, key, scope))
        case control.Go(phase=phase, args=args, owes=owes):
            told, given = _told(phase, args, owes, scope)
            return (*given, *_entered(_start(phase, unit), told, key, scope))
        case control.Done():
            nothing = ops.Compare("==", frames.depth(scope), ops.Number(0))
            return ops.When(nothing, (scope.trap("nothing below"),)), GO_ON
        case control.Abandon(phase=phase):
            return _abandon(phase, key, scope)
        case control.Over():
            return (*frames.cleared(scope), AT_REST)


def _start(phase: str, unit: Unit, *, looked: bool = False) -> PointKey:
    script = next(each for each in unit.game.phases if each.name == phase)
    return phase, script.entrance(looked=looked).name


def _called(key: PointKey, args: tuple[ops.Expression, ...], scope: Scope) -> ops.Statement:
    return ops.Return(ops.Call(function_of(key), (scope.state, *args), "i32"))


def _jump(target: PointKey, key: PointKey, scope: Scope) -> tuple[ops.Statement, ...]:
    """Goes on at another point of the script; where that would close a circle of calls, by way of the driver."""
    if (key, target) in scope.unit.returning:
        return (*frames.pushed(scope.unit.packed.resuming(target), scope), GO_ON)
    script = next(each for each in (scope.unit.game.setup, *scope.unit.game.phases) if each.name == target[0])
    point = next(each for each in script.points if each.name == target[1])
    return (_called(target, tuple(ops.Get(scope.locals[each]) for each in point.params), scope),)


def _entered(
    target: PointKey, told: dict[ir.Local, ops.Local], key: PointKey, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Goes on where a phase begins; where that would close a circle of calls, by way of the driver."""
    if (key, target) in scope.unit.returning:
        inside = evolve(scope, locals={**told})
        return (*frames.pushed(scope.unit.packed.resuming(target), inside), GO_ON)
    return (_called(target, tuple(map(ops.Get, told.values())), scope),)


def _told(
    phase: str, args: tuple[ir.Expr, ...], owes: ir.Origin | None, scope: Scope
) -> tuple[dict[ir.Local, ops.Local], tuple[ops.Statement, ...]]:
    """Returns the arguments of a phase, and the statements that work them out and see that no bar stands in the way."""
    script = next(each for each in scope.unit.game.phases if each.name == phase)
    given: list[ops.Statement] = []
    told: dict[ir.Local, ops.Local] = {}
    for param, each in zip(script.params, args, strict=True):
        told[param] = scope.fresh(scope.unit.type_of(param.domain))
        given.append(ops.Assign(told[param], owned(each, scope.unit.forms.held(param.domain), scope)))
    if owes is not None:
        inside = evolve(scope, locals={**told})
        for bar in script.bars:
            stands = [inside.within(bar.clause).truth(each) for each in bar.conditions]
            given.append(ops.When(both(stands), (scope.trap("barred"),)))
    return told, tuple(given)


def _cases(exit_: control.ForkCases, key: PointKey, scope: Scope) -> tuple[ops.Statement, ...]:
    listed = tuple((each.clause, each.guards) for each in exit_.cases)
    asked, complete = branch_decisions(scope.unit.folding, listed)
    found: list[ops.Statement] = []
    for case, guards in zip(exit_.cases, asked, strict=True):
        if guards == (FALSE,):
            continue
        inner = scope.within(case.clause)
        conditions = [inner.truth(guard) for guard in guards]
        body = _leave(case.exit, key, inner)
        if not conditions:
            return (*found, *body)
        found.append(ops.When(both(conditions), body))
    return tuple(found) if complete else (*found, scope.trap("no case applies"))


def _abandon(phase: str, key: PointKey, scope: Scope) -> tuple[ops.Statement, ...]:
    """Pops the frames down to the innermost one of a phase, and that too."""
    nothing = ops.Compare("==", frames.depth(scope), ops.Number(0))
    end = (ops.When(nothing, (scope.trap("not running"),)), GO_ON)
    if phase == key[0]:
        return end
    found = scope.fresh("i32")
    last = frames.is_of(phase, frames.top(scope), scope)
    down = (
        ops.When(nothing, (scope.trap("not running"),)),
        ops.Assign(found, last),
        *frames.popped(scope),
    )
    return ops.Assign(found, ops.Address(0)), ops.While(ops.Negated(ops.Get(found)), down), *end


# ---- THE DRIVER


def _add_driver(unit: Unit) -> None:
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    place = scope.fresh("i32")
    going_on = [each for each in unit.packed.frames if not each.asks]
    cases: list[tuple[ops.Statement, ...]] = [(ops.Trap(0),)]
    cases += [_going_on(each, place, scope) if each in going_on else (ops.Trap(0),) for each in unit.packed.frames]
    number = ops.Shortened(frames.number_of(ops.Get(place), scope))
    run = (ops.Assign(place, frames.top(scope)), ops.Switch(number, tuple(cases), (ops.Trap(0),)))
    unit.add(ops.Function("go on", (STATE,), "i32", run))
    left, more = scope.fresh("i64"), ops.Local("more", "i32")
    endless = ops.Compare("==", ops.Get(left), ops.Number(0))
    step = (
        ops.Assign(more, ops.Call("go on", (scope.state,), "i32")),
        ops.Assign(left, plus(ops.Get(left), -1)),
        ops.When(endless, (scope.trap(NO_REST),)),
    )
    unit.add(
        ops.Function(
            SETTLE, (STATE, more), None, (ops.Assign(left, ops.Number(MAX_POINTS)), ops.While(ops.Get(more), step))
        )
    )


def _going_on(frame: PackedFrame, place: ops.Local, scope: Scope) -> tuple[ops.Statement, ...]:
    held = frames.bound(frame, ops.Get(place), scope)
    args = tuple(ops.Get(scope.locals[each.local]) for each in frame.held)
    return (*held, *frames.popped(scope), _called(frame.key, args, scope))
