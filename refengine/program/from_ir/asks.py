"""Decisions: the functions that list what is legal, and the one that carries a legal action out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.circles import PointKey
from refengine.ir.domain import Piece
from refengine.ir.exits import leaves
from refengine.ir.simplify import TRUE, conjunction, negation
from refengine.ir.traverse import free_locals
from refengine.program import ops
from refengine.program.from_ir import frames
from refengine.program.from_ir.loops import Loop, over, over_held
from refengine.program.from_ir.points import SETTLE, STATE, clause_of, function_of, legal_of
from refengine.program.from_ir.settled_conditions import chosen_before
from refengine.program.from_ir.unit import MOST_OFFERED, Scope, Unit, both
from refengine.program.storage.forms import Addressed, Mask
from refengine.program.storage.packed import PackedFrame
from refengine.program.unfit import Unfit

OFFERED: Final = ops.Global("offered", "i32")
"""The number of legal actions that are listed."""

TOTAL: Final = ops.Global("total", "i64")
"""The sum of their weights."""

UNEVEN: Final = ops.Global("uneven", "i32")
"""Whether any of the weights is other than 1."""

HEAD: Final = 3
"""The numbers in front of an action's arguments: which action it is, the seat (or -1), the weight."""

PLACE: Final = ops.Local("place", "i32")
MANY, NEXT, WEIGHTS = ops.Local("many", "i32"), ops.Local("next", "i32"), ops.Local("weights", "i64")
"""While a list is made: how many are on it, where the next one goes, the sum of weights if any may be uneven."""
ONE = ops.Number(1)


def asks_of(game: model.Game) -> Iterator[tuple[PointKey, control.Script, control.Ask]]:
    """Yields every decision of a game with its point."""
    for script in (game.setup, *game.phases):
        for point in script.points:
            for way in leaves(point.exit):
                if isinstance(way, control.Ask):
                    yield (script.name, point.name), script, way


def actions_of(game: model.Game) -> list[tuple[PointKey, control.Ask, control.Action]]:
    """Returns every action of a game, in order: its number is its place here."""
    return [(key, ask, action) for key, _, ask in asks_of(game) for action in ask.actions]


def stride_of(unit: Unit) -> int:
    """Returns the bytes of an entry of the list."""
    return 8 * (HEAD + max((len(action.choices) for _, _, action in actions_of(unit.game)), default=0))


def add_asks(unit: Unit) -> None:
    """Adds the functions."""
    unit.memory.tables["offered"] = unit.memory.room(MOST_OFFERED * stride_of(unit))
    numbers = {id(action): number for number, (_, _, action) in enumerate(actions_of(unit.game))}
    for key, script, ask in asks_of(unit.game):
        _add_legal(unit, key, script, ask, numbers)
    _add_all_legal(unit)
    _add_take(unit)


# ---- WHAT IS LEGAL


def _add_legal(unit: Unit, key: PointKey, script: control.Script, ask: control.Ask, numbers: dict[int, int]) -> None:
    point = next(each for each in script.points if each.name == key[1])
    scope = Scope(unit, clause_of(script, point), ops.Get(STATE))
    held = frames.bound(unit.packed.waiting(key), ops.Get(PLACE), scope)
    start = (
        ops.Assign(MANY, ops.Address(0)),
        ops.Assign(NEXT, ops.Address(unit.memory.tables["offered"])),
        ops.Assign(WEIGHTS, ops.Number(0)),
        ops.Assign(UNEVEN, ops.Address(0)),
    )
    body: tuple[ops.Statement, ...]
    if ask.actor is None:
        body = _plays(ask, ops.Number(-1), numbers, scope)
    elif ask.decider == "one":
        assert ask.who is not None
        given = ops.Assign(scope.bind(ask.actor), scope.held(ask.who))
        body = (given, *_plays(ask, ops.Get(scope.locals[ask.actor]), numbers, scope))
    else:
        body = _of_everyone(ask, numbers, scope)
    if ask.decider != "every" and ask.if_able is None:
        nothing = ops.SameAddress(ops.Get(MANY), ops.Address(0))
        body = (*body, ops.When(nothing, (scope.trap("no action"),)))
    weights = ops.Get(WEIGHTS) if may_weigh(ask, unit) else ops.Widened(ops.Get(MANY))
    end = (ops.Assign(OFFERED, ops.Get(MANY)), ops.Assign(TOTAL, weights), ops.Return(ops.Get(MANY)))
    code = (*held, *start, *body, *end)
    unit.add(ops.Function(legal_of(key), (STATE, PLACE), "i32", code))


def _of_everyone(ask: control.Ask, numbers: dict[int, int], scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the choices of several players in secret; each has to have something, if nothing else is said."""
    assert ask.actor is not None
    assert ask.who is not None
    actor, before = ask.actor, scope.fresh("i32")

    def body(_: ops.Expression) -> tuple[ops.Statement, ...]:
        plays = _plays(ask, ops.Get(scope.locals[actor]), numbers, scope)
        if ask.if_able is not None:
            return plays
        nothing = ops.When(ops.SameAddress(ops.Get(MANY), ops.Get(before)), (scope.trap("no action"),))
        return ops.Assign(before, ops.Get(MANY)), *plays, nothing

    return over(ask.who, actor, scope, Loop(body))


def _plays(ask: control.Ask, seat: ops.Expression, numbers: dict[int, int], scope: Scope) -> tuple[ops.Statement, ...]:
    return tuple(
        statement
        for action in ask.actions
        for statement in _play(ask, action, seat, numbers[id(action)], scope.within(action.clause))
    )


def _play(
    ask: control.Ask, action: control.Action, seat: ops.Expression, number: int, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Returns the loops over one action's parameters."""
    return _chosen(ask, action, seat, number, conditions_of(action, scope.unit), [], scope)


def conditions_of(action: control.Action, unit: Unit) -> list[ir.Expr]:
    """Returns the conditions of an action: of its guards, and that none of its bars holds, part for part."""
    conditions = [unit.opened(guard.condition) for guard in action.guards]
    conditions += [unit.opened(negation(conjunction(bar.conditions))) for bar in action.bars]
    parts = [part for each in conditions for part in (each.parts if isinstance(each, ir.And) else (each,))]
    return [each for each in parts if each != TRUE]


def now_and_later(
    action: control.Action, at: int, conditions: list[ir.Expr], unit: Unit
) -> tuple[list[ir.Expr], list[ir.Expr]]:
    """Returns the conditions that are asked before the choices from one on, and those that are asked behind."""
    missing = {choice.var for choice in action.choices[at:]}
    now: list[ir.Expr] = []
    left = list(conditions)
    while left and not (free_locals(left[0]) & missing) and not may_lack_answer(action, at, unit):
        if missing and not unit.sharing.cannot_fault(left[0]):
            break
        now.append(left.pop(0))
    return now, left


def _chosen(
    ask: control.Ask,
    action: control.Action,
    seat: ops.Expression,
    number: int,
    conditions: list[ir.Expr],
    copies: list[ops.Expression],
    scope: Scope,
) -> tuple[ops.Statement, ...]:
    """Returns one loop, with what stands in it: conditions are asked as soon as they can be, in their order.

    One that may fault waits for all parameters, since where there is nothing to choose it is not asked at all.
    """
    now, left = now_and_later(action, len(copies), conditions, scope.unit)
    if len(copies) == len(action.choices):
        body = _offered(ask, action, seat, number, copies, scope)
    else:
        choice = action.choices[len(copies)]
        if isinstance(scope.unit.forms.held(choice.var.domain), Addressed):
            raise Unfit(f"`{action.name}`: a set of many things, or of pieces in an order, is chosen")
        alike = _is_alike(choice, scope.unit)
        many = scope.fresh("i64")

        members: tuple[ops.Expression, Mask] | None = None
        if not may_lack_answer(action, len(copies) + 1, scope.unit):
            members, left = settled_members(
                choice, {each.var for each in action.choices[len(copies) + 1 :]}, left, scope
            )

        def inside(each: ops.Expression) -> tuple[ops.Statement, ...]:
            known = ops.Get(many) if alike else ONE
            rest = _chosen(ask, action, seat, number, left, [*copies, known], scope)
            return (ops.Assign(many, each), *rest) if alike else rest

        if members is None:
            body = scope.loop(lambda: over(choice.domain, choice.var, scope, Loop(inside, distinct=True)))
        else:
            body = scope.loop(lambda: over_held(*members, choice.var, scope, Loop(inside, distinct=True)))
    return (ops.When(both([scope.truth(each) for each in now]), body),) if now else body


def may_lack_answer(action: control.Action, first: int, unit: Unit) -> bool:
    """Returns whether a choice from the `first` on is made from what may have no answer, before any condition."""
    return not all(unit.sharing.cannot_fault(choice.domain) for choice in action.choices[first:])


def settled_members(
    choice: control.Choice, later: set[ir.Local], conditions: list[ir.Expr], scope: Scope
) -> tuple[tuple[ops.Expression, Mask] | None, list[ir.Expr]]:
    """Returns the members that printed data let be chosen, if they say so, and the conditions that are left to ask."""
    known = list(takewhile(lambda each: not free_locals(each) & later, conditions))
    found = chosen_before(ir.Binding(choice.var, choice.domain, TRUE), tuple(known), scope)
    if found is None or not isinstance(found.form, Mask):
        return None, conditions
    return (found.members, found.form), [*found.left, *conditions[len(known) :]]


def _offered(
    ask: control.Ask,
    action: control.Action,
    seat: ops.Expression,
    number: int,
    copies: list[ops.Expression],
    scope: Scope,
) -> tuple[ops.Statement, ...]:
    """Puts one legal action at the end of the list."""
    weight, stride = scope.fresh("i64"), stride_of(scope.unit)
    likely: ops.Expression = ONE
    if ask.decider == "chance":
        for each in copies:
            if each != ONE:
                likely = each if likely == ONE else ops.Binary("*", likely, each)
        likely = likely if action.weight is None else scope.held(action.weight)
    full = ops.Compare(">=", ops.Widened(ops.Get(MANY)), ops.Number(MOST_OFFERED))
    heavy = ops.Compare(">u", ops.Get(weight), ops.Number((1 << 31) - 1))
    too_heavy = scope.trap("a weight beyond 2^31", fault=False)
    uneven = ops.When(ops.Compare("!=", ops.Get(weight), ONE), (ops.Assign(UNEVEN, ops.Address(1)),))
    args = [ops.Get(scope.locals[choice.var]) for choice in action.choices]
    add = ops.Assign(WEIGHTS, ops.Binary("+", ops.Get(WEIGHTS), ops.Get(weight)))
    return (
        ops.When(full, (scope.trap("more legal actions than are listed", fault=False),)),
        ops.Assign(weight, likely),
        *(() if likely == ONE else (ops.When(heavy, (too_heavy,)), uneven)),
        ops.Store(ops.Get(NEXT), 0, 8, ops.Number(number)),
        ops.Store(ops.Get(NEXT), 8, 8, seat),
        ops.Store(ops.Get(NEXT), 16, 8, ops.Get(weight)),
        *(ops.Store(ops.Get(NEXT), 8 * (HEAD + index), 8, each) for index, each in enumerate(args)),
        ops.Assign(NEXT, ops.Plus(ops.Get(NEXT), ops.Address(stride))),
        ops.Assign(MANY, ops.Plus(ops.Get(MANY), ops.Address(1))),
        *((add,) if may_weigh(ask, scope.unit) else ()),
    )


def may_weigh(ask: control.Ask, unit: Unit) -> bool:
    """Returns whether an action may have a weight other than 1.

    Chance weighs what is said, and how many copies there are.
    """
    return ask.decider == "chance" and any(
        action.weight is not None or any(_is_alike(choice, unit) for choice in action.choices) for action in ask.actions
    )


def _is_alike(choice: control.Choice, unit: Unit) -> bool:
    return isinstance(choice.var.domain, Piece) and unit.forms.copies[choice.var.domain.component] > 0


def _add_all_legal(unit: Unit) -> None:
    """Adds the function that lists what is legal in a state, wherever control stands."""
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    over_ = ops.Compare("==", frames.depth(scope), ops.Number(0))
    asking = {each.number: each for each in unit.packed.frames if each.asks}
    cases = tuple(
        (ops.Return(ops.Call(legal_of(asking[number].key), (scope.state, ops.Get(PLACE)), "i32")),)
        if number in asking
        else (ops.Trap(0),)
        for number in range(len(unit.packed.frames) + 1)
    )
    none = (ops.Assign(OFFERED, ops.Address(0)), ops.Assign(TOTAL, ops.Number(0)), ops.Return(ops.Address(0)))
    number = ops.Shortened(frames.number_of(ops.Get(PLACE), scope))
    body = (
        ops.When(over_, none),
        ops.Assign(PLACE, frames.top(scope)),
        ops.Switch(number, cases, (ops.Trap(0),)),
    )
    unit.add(ops.Function("all legal", (STATE,), "i32", body))


# ---- CARRYING OUT


def _add_take(unit: Unit) -> None:
    """Adds the function that carries out an action of the list."""
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    entry, more = ops.Local("entry", "i32"), ops.Local("more", "i32")
    cases = tuple(
        _carried_out(unit.packed.waiting(key), ask, action, entry, more, scope.within(action.clause))
        for key, ask, action in actions_of(unit.game)
    )
    number = ops.Shortened(ops.Load(ops.Get(entry), 0, 8))
    settle = ops.Run(ops.Call(SETTLE, (scope.state, ops.Get(more)), None))
    body = (ops.Assign(PLACE, frames.top(scope)), ops.Switch(number, cases, (ops.Trap(0),)), settle)
    unit.add(ops.Function("take", (STATE, entry), None, body))


def _carried_out(
    frame: PackedFrame, ask: control.Ask, action: control.Action, entry: ops.Local, more: ops.Local, scope: Scope
) -> tuple[ops.Statement, ...]:
    held = frames.bound(frame, ops.Get(PLACE), scope)
    given: list[ops.Statement] = []
    if ask.actor is not None:
        given.append(ops.Assign(scope.bind(ask.actor), ops.Load(ops.Get(entry), 8, 8)))
    for index, choice in enumerate(action.choices):
        assert not isinstance(scope.unit.forms.held(choice.var.domain), Addressed)
        given.append(ops.Assign(scope.bind(choice.var), ops.Load(ops.Get(entry), 8 * (HEAD + index), 8)))
    return (*held, *given, *frames.popped(scope), ops.Assign(more, carried_out(frame, action, scope)))


def carried_out(frame: PackedFrame, action: control.Action, scope: Scope) -> ops.Expression:
    """Returns the call that carries out an action of a frame, and whether the last frame is to go on.

    The locals of the frame are bound.
    """
    script = next(each for each in (scope.unit.game.setup, *scope.unit.game.phases) if each.name == frame.key[0])
    point = next(each for each in script.points if each.name == action.entry)
    args = tuple(ops.Get(scope.locals[each]) for each in point.params)
    return ops.Call(function_of((frame.key[0], action.entry)), (scope.state, *args), "i32")
