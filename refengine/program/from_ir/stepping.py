"""Steps led from outside, one call each: an action is taken by its place, and what is legal next is counted.

Where what is legal is counted in groups, nothing is listed: a place is looked up in them. Whoever wants to know which
action stands at a place has it listed, in the same order.

INVARIANT: whoever puts another state in the place of the one that is led on has what is legal there counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from refengine.ir import control
from refengine.ir.circles import PointKey
from refengine.program import ops
from refengine.program.from_ir import frames, groups
from refengine.program.from_ir.asks import OFFERED, PLACE, actions_of, asks_of
from refengine.program.from_ir.picks import AT_REST, finished
from refengine.program.from_ir.playing import Addresses
from refengine.program.from_ir.points import LISTED, SETTLE, STATE, clause_of, legal_of
from refengine.program.from_ir.stamps import ALL_WRITTEN
from refengine.program.from_ir.unit import ARENA, ARENA_START, MOST_OFFERED, Scope, Unit

GROUPED: Final = ops.Global("grouped", "i32")
"""Whether what is legal was counted in groups; else it is listed."""

COUNT: Final = "all counted"
"""The function that counts what is legal in a state, in groups where it can."""

TAKE: Final = "take at place"
"""The function that carries out the action at a place, of what was counted or listed last."""

NUMBER: Final = ops.Local("number", "i32")
IN_GROUPS, IN_A_LIST = ops.Assign(GROUPED, ops.Address(1)), ops.Assign(GROUPED, ops.Address(0))
NO_LIST: Final = ops.Assign(LISTED, ops.Address(0))


def add_stepping(unit: Unit, found: Addresses) -> None:
    """Adds the functions that are called from outside: `count` looks at a state, `advance` takes a step."""
    grouped = [(key, script, ask) for key, script, ask in asks_of(unit.game) if groups.is_grouped(ask, unit)]
    if grouped:
        groups.add_room(unit, [ask for _, _, ask in grouped])
    numbers = {id(action): number for number, (_, _, action) in enumerate(actions_of(unit.game))}
    for key, script, ask in grouped:
        _add_count(unit, key, script, ask, numbers)
        _add_take(unit, key, script, ask, numbers)
    keys = frozenset(key for key, _, _ in grouped)
    _add_all_counted(unit, keys)
    _add_take_at_place(unit, found, keys)
    state, before = ops.Address(found.state), ops.Address(found.before)
    afresh = ops.Assign(ARENA, ops.Get(ARENA_START))
    counted = ops.Return(ops.Call(COUNT, (state,), "i32"))
    unit.add(ops.Function("count", (), "i32", (afresh, ALL_WRITTEN, counted), exported=True))
    copy = ops.Copy(before, state, ops.Address(unit.packed.size))
    take = ops.Run(ops.Call(TAKE, (state, ops.Get(NUMBER)), None))
    # What `if able` has listed is what is legal in the state that it leads to.
    known = ops.When(ops.Get(LISTED), (IN_A_LIST, ops.Return(ops.Get(OFFERED))))
    body = (afresh, copy, NO_LIST, take, known, afresh, counted)
    unit.add(ops.Function("advance", (NUMBER,), "i32", body, exported=True))


# ---- ONE DECISION


def _scope(unit: Unit, key: PointKey, script: control.Script) -> tuple[Scope, tuple[ops.Statement, ...]]:
    point = next(each for each in script.points if each.name == key[1])
    scope = Scope(unit, clause_of(script, point), ops.Get(STATE))
    return scope, tuple(frames.bound(unit.packed.waiting(key), ops.Get(PLACE), scope))


def _count_of(key: PointKey) -> str:
    return f"count {key[0]}: {key[1]}"


def _take_of(key: PointKey) -> str:
    return f"take {key[0]}: {key[1]}"


def _add_count(unit: Unit, key: PointKey, script: control.Script, ask: control.Ask, numbers: dict[int, int]) -> None:
    """Adds the function that counts what is legal at a decision; more than a list has room for is a trap here too."""
    scope, held = _scope(unit, key, script)
    full = ops.Compare(">", ops.Get(groups.COUNTED), ops.Number(MOST_OFFERED))
    many = ops.Shortened(ops.Get(groups.COUNTED))
    body = (
        *held,
        *groups.gathered(ask, numbers, scope),
        ops.When(full, (scope.trap("more legal actions than are listed", fault=False),)),
        IN_GROUPS,
        ops.Assign(OFFERED, many),
        ops.Return(many),
    )
    unit.add(ops.Function(_count_of(key), (STATE, PLACE), "i32", body))


def _add_take(unit: Unit, key: PointKey, script: control.Script, ask: control.Ask, numbers: dict[int, int]) -> None:
    """Adds the function that carries out the action at a place of a decision."""
    scope, held = _scope(unit, key, script)
    entry, left = scope.fresh("i32"), ops.Local("left", "i64")
    taken = finished(ask, unit.packed.waiting(key), numbers, entry, left, scope)
    body = (*held, *groups.found(left, entry, scope), *taken)
    unit.add(ops.Function(_take_of(key), (STATE, PLACE, left), "i32", body))


# ---- WHEREVER CONTROL STANDS


def _by_frame(unit: Unit, cases: Mapping[PointKey, tuple[ops.Statement, ...]], scope: Scope) -> ops.Statement:
    """Returns the statement that does what the last frame asks for, which stands at the place."""
    asking = {each.number: each.key for each in unit.packed.frames if each.asks}
    listed = tuple(
        cases.get(asking[number], ()) if number in asking else () for number in range(len(unit.packed.frames) + 1)
    )
    unknown: tuple[ops.Statement, ...] = (ops.Trap(0),)
    number = ops.Shortened(frames.number_of(ops.Get(PLACE), scope))
    return ops.Switch(number, tuple(each or unknown for each in listed), unknown)


def _add_all_counted(unit: Unit, grouped: frozenset[PointKey]) -> None:
    """Adds the function that counts what is legal in a state; nothing is where the game is over."""
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    over = ops.Compare("==", frames.depth(scope), ops.Number(0))
    cases: dict[PointKey, tuple[ops.Statement, ...]] = {}
    for key, _, _ in asks_of(unit.game):
        name = _count_of(key) if key in grouped else legal_of(key)
        many = ops.Return(ops.Call(name, (scope.state, ops.Get(PLACE)), "i32"))
        cases[key] = (many,) if key in grouped else (IN_A_LIST, many)
    none = (IN_A_LIST, ops.Assign(OFFERED, ops.Address(0)), ops.Return(ops.Address(0)))
    body = (ops.When(over, none), ops.Assign(PLACE, frames.top(scope)), _by_frame(unit, cases, scope))
    unit.add(ops.Function(COUNT, (STATE,), "i32", body))


def _add_take_at_place(unit: Unit, found: Addresses, grouped: frozenset[PointKey]) -> None:
    """Adds the function that carries out the action at a place."""
    scope, done = Scope(unit, unit.game.clause, ops.Get(STATE)), ops.Local("done", "i32")
    entry = ops.Plus(ops.Times(ops.Get(NUMBER), ops.Address(found.stride)), ops.Address(found.offered))
    listed = ops.Run(ops.Call("take", (scope.state, entry), None))
    is_known = ops.Compare("<u", ops.Widened(ops.Get(NUMBER)), ops.Widened(ops.Get(OFFERED)))
    if not grouped:
        unit.add(ops.Function(TAKE, (STATE, NUMBER), None, (ops.When(is_known, (listed,), (ops.Trap(0),)),)))
        return
    given = (scope.state, ops.Get(PLACE), ops.Widened(ops.Get(NUMBER)))
    cases = {key: (ops.Assign(done, ops.Call(_take_of(key), given, "i32")),) for key in grouped}
    goes_on = ops.SameAddress(ops.Get(done), ops.Address(AT_REST - 1))
    from_groups = (
        ops.Assign(PLACE, frames.top(scope)),
        _by_frame(unit, cases, scope),
        ops.Run(ops.Call(SETTLE, (scope.state, goes_on), None)),
    )
    taken = ops.When(ops.Get(GROUPED), from_groups, (listed,))
    unit.add(ops.Function(TAKE, (STATE, NUMBER), None, (ops.When(is_known, (taken,), (ops.Trap(0),)),)))
