"""Sight: who decides, and the view of a seat, cut inside the program: what is hidden is not in the bytes that leave it.

A view is a copy of the state in which all that the seat does not see is zero, and in front of it what is seen at all
and how much lies in each place. So equal views are equal bytes. What is seen `ir.sight` says.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from refengine.ir import control
from refengine.ir.visibility import Seen
from refengine.program import ops
from refengine.program.from_ir import frames, sets
from refengine.program.from_ir.asks import PLACE, asks_of
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.points import STATE, clause_of
from refengine.program.from_ir.stamps import ALL_WRITTEN
from refengine.program.from_ir.unit import ARENA, ARENA_START, Scope, Unit
from refengine.program.from_ir.zones import count_lying
from refengine.program.storage.forms import Form, Mask, RecordForm, Scalar, bytes_of
from refengine.program.storage.packed import PackedFrame, PackedVariable, PackedZone
from refengine.program.unfit import Unfit

VIEW: Final = "view"
SEATS: Final = "seats"
COUNT: Final = 4
"""The number of bytes of how much lies in a place."""

VIEWER: Final = ops.Local("viewer", "i64")
ONE: Final = ops.Number(1)
NOBODY: Final = ops.Number(0)
AFRESH: Final[tuple[ops.Statement, ...]] = (ops.Assign(ARENA, ops.Get(ARENA_START)), ALL_WRITTEN)
"""The state may be another, and sets have all their room."""


@frozen
class ViewLayout:
    """The layout of a view at an `address`: offsets of its parts. A flag is a byte: 1 where something is shown.

    There is a flag and a count for each place that is neither a cell of a grid nor a spot, as everybody sees those, a
    flag for each cell of a variable, and `held` flags for each slot of the stack, in the order in which a frame holds
    things.
    """

    address: int
    places: int
    counts: int
    cells: int
    frames: int
    held: int
    state: int
    size: int


def cut_of(unit: Unit) -> ViewLayout:
    """Returns the layout of the views of a program, with room for one."""
    packed = unit.packed
    places = sum(each.size for each in packed.zones.values())
    cells = sum(each.size for each in packed.variables.values())
    held = max((len(each.held) for each in packed.frames), default=0)
    counts = -(-places // COUNT) * COUNT
    flags = counts + COUNT * places
    slots = flags + cells
    state = -(-(slots + held * packed.deepest) // 8) * 8
    size = state + packed.size
    return ViewLayout(unit.memory.room(size), 0, counts, flags, slots, held, state, size)


def add_sight(unit: Unit, state: int) -> ViewLayout:
    """Adds the functions that say who decides in the state at an address, and what a seat sees of it."""
    cut = cut_of(unit)
    _add_seats(unit, state)
    _add_view(unit, cut, state)
    return cut


# ---- WHO DECIDES


def _add_seats(unit: Unit, state: int) -> None:
    """Adds the function that returns the deciding players as a mask; 0 if chance, the table or nobody decides."""
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    asking = {unit.packed.waiting(key).number: (key, script, ask) for key, script, ask in asks_of(unit.game)}
    cases = [(ops.Return(NOBODY),) if each not in asking else () for each in range(len(unit.packed.frames) + 1)]
    for number, (key, script, ask) in asking.items():
        point = next(each for each in script.points if each.name == key[1])
        inner = Scope(unit, clause_of(script, point), ops.Get(STATE), numbers=scope.numbers)
        held = frames.bound(unit.packed.waiting(key), ops.Get(PLACE), inner)
        cases[number] = (*held, ops.Return(_deciding(ask, inner)))  # type: ignore[assignment]
    over = ops.Compare("==", frames.depth(scope), ops.Number(0))
    body = (
        ops.When(over, (ops.Return(NOBODY),)),
        ops.Assign(PLACE, frames.top(scope)),
        ops.Switch(ops.Shortened(frames.number_of(ops.Get(PLACE), scope)), tuple(cases), (ops.Trap(0),)),
    )
    unit.add(ops.Function("who decides", (STATE,), "i64", body))
    call = ops.Call("who decides", (ops.Address(state),), "i64")
    unit.add(ops.Function(SEATS, (), "i64", (*AFRESH, ops.Return(call)), exported=True))


def _deciding(ask: control.Ask, scope: Scope) -> ops.Expression:
    if ask.who is None:
        return NOBODY
    if ask.decider == "one":
        return ops.Binary("<<", ONE, scope.held(ask.who))
    if not isinstance(sets.form_of(ask.who, scope), Mask):
        raise Unfit("more than 64 seats")
    return scope.held(ask.who)


# ---- WHAT IS SEEN


def _add_view(unit: Unit, cut: ViewLayout, state: int) -> None:
    scope = Scope(unit, unit.game.clause, ops.Address(state))
    body: list[ops.Statement] = [
        *AFRESH,
        ops.Clear(ops.Address(cut.address), ops.Address(cut.size)),
        ops.Copy(ops.Address(cut.address + cut.state), scope.state, ops.Address(unit.packed.size)),
    ]
    for zone in unit.packed.zones.values():
        body += _zone(zone, cut, scope)
    first = 0
    for variable in unit.packed.variables.values():
        body += _variable(variable, first, cut, scope)
        first += variable.size
    body += _stack(cut, scope)
    unit.add(ops.Function(VIEW, (VIEWER,), None, tuple(body), exported=True))


def _each(index: str | None, size: int, key: ops.Local, body: list[ops.Statement]) -> list[ops.Statement]:
    """Returns the statements for each key of a family, or for the one of what is none."""
    start = ops.Assign(key, ops.Number(0))
    if index is None:
        return [start, *body]
    step = ops.Assign(key, plus(ops.Get(key), 1))
    return [start, ops.While(ops.Compare("<", ops.Get(key), ops.Number(size)), (*body, step))]


def _at(address: int, key: ops.Local, stride: int = 1) -> ops.Expression:
    """Returns the address of a member of something that begins at an address."""
    return ops.Shortened(ops.Binary("+", ops.Binary("*", ops.Get(key), ops.Number(stride)), ops.Number(address)))


def _zone(zone: PackedZone, cut: ViewLayout, scope: Scope) -> list[ops.Statement]:
    key, form = scope.fresh("i64", "key"), zone.form
    inner = scope.within(zone.zone.clause)
    there = _at(cut.address + cut.state + zone.offset, key, zone.stride)
    number = count_lying(there, form, inner)
    is_own = _is_own(zone.zone.index, key)
    flag = ops.Store(_at(cut.address + cut.places + zone.first, key), 0, 1, ONE)
    counted = ops.Store(_at(cut.address + cut.counts + COUNT * zone.first, key, COUNT), 0, COUNT, number)
    hidden: tuple[ops.Statement, ...] = (ops.Clear(there, ops.Address(zone.stride)),)
    if zone.order is not None:
        order = _at(cut.address + cut.state + zone.order.offset, key, zone.order.stride)
        hidden = (*hidden, ops.Clear(order, ops.Address(zone.order.stride)))
    seen = _sees(zone.zone.seen, is_own, key, None, inner)
    return _each(zone.zone.index, zone.size, key, [counted, ops.When(seen, (flag,), hidden)])


def _variable(variable: PackedVariable, first: int, cut: ViewLayout, scope: Scope) -> list[ops.Statement]:
    told, key = variable.variable, scope.fresh("i64", "key")
    there = _at(cut.address + cut.state + variable.offset, key, variable.stride)
    flag = ops.Store(_at(cut.address + cut.cells + first, key), 0, 1, ONE)
    seen = _sees(told.seen, _is_own(told.index, key), key, told.during, scope.within(told.clause))
    hidden = ops.Clear(there, ops.Address(variable.stride))
    flagged = _flagged(flag, told.seen, there, variable.form)
    return _each(told.index, variable.size, key, [ops.When(seen, flagged, (hidden,))])


def _is_own(index: str | None, key: ops.Local) -> ops.Expression:
    return ops.Compare("==", ops.Get(key), ops.Get(VIEWER)) if index == "player" else ops.Address(0)


def _stack(cut: ViewLayout, scope: Scope) -> list[ops.Statement]:
    """Returns the frames one after the other: of each, what it holds."""
    packed, number, slot = scope.unit.packed, scope.fresh("i64", "number"), scope.fresh("i32", "slot")
    to, flags = scope.fresh("i32", "to"), scope.fresh("i32", "flags")
    cases = [_frame(None, to, flags, slot, scope)]
    cases += [_frame(each, to, flags, slot, scope) for each in packed.frames]
    what = ops.Shortened(frames.number_of(ops.Get(slot), scope))
    body: list[ops.Statement] = [
        ops.Assign(slot, frames.slot(ops.Get(number), scope)),
        ops.Assign(to, _at(cut.address + cut.state + packed.stack, number, packed.slot)),
        ops.Assign(flags, _at(cut.address + cut.frames, number, cut.held)),
        ops.Switch(what, tuple(cases), (ops.Trap(0),)),
        ops.Assign(number, plus(ops.Get(number), 1)),
    ]
    going = ops.Compare("<", ops.Get(number), frames.depth(scope))
    return [ops.Assign(number, ops.Number(0)), ops.While(going, tuple(body))]


def _frame(
    frame: PackedFrame | None, to: ops.Local, flags: ops.Local, slot: ops.Local, scope: Scope
) -> tuple[ops.Statement, ...]:
    if frame is None:
        return (ops.Trap(0),)
    game = scope.unit.game
    script = next(each for each in (game.setup, *game.phases) if each.name == frame.key[0])
    inner = scope.within(script.clause)
    seen = [script.who_sees(each.local, frame.key[1]) for each in frame.held]
    conditions = any(each.by == "each" for each in seen)
    body: list[ops.Statement] = [*frames.bound(frame, ops.Get(slot), inner)] if conditions else []
    for place, (each, told) in enumerate(zip(frame.held, seen, strict=True)):
        flag = ops.Store(ops.Get(flags), place, 1, ONE)
        there = ops.Plus(ops.Get(to), ops.Address(each.offset))
        hidden = ops.Clear(there, ops.Address(bytes_of(each.form)))
        flagged = _flagged(flag, told, there, each.form)
        body.append(ops.When(_sees(told, ops.Address(0), None, None, inner), flagged, (hidden,)))
    return tuple(body)


def _flagged(flag: ops.Statement, seen: Seen, there: ops.Expression, form: Form) -> tuple[ops.Statement, ...]:
    """Returns the statements that set the flag of what is seen.

    A view shows nothing of an absent value, as of what is hidden. Where it hangs on the state who sees it, the flag
    would tell the two apart, and with that something of the state.
    """
    if seen.by != "each" or not isinstance(form, Scalar | RecordForm) or not form.option:
        return (flag,)
    is_there = ops.Load(there, 0, form.width if isinstance(form, Scalar) else 1)
    return (ops.When(ops.Compare("!=", is_there, ops.Number(0)), (flag,)),)


def _sees(seen: Seen, is_own: ops.Expression, key: ops.Local | None, lasts: str | None, scope: Scope) -> ops.Expression:
    """Returns whether the viewer sees something, as `ir.sight.seen_outright` and the condition of the rules have it."""
    found: ops.Expression
    match seen.by:
        case "everyone":
            return ops.Address(1)
        case "nobody":
            found = ops.Address(0)
        case "owner":
            found = is_own
        case "each":
            found = _on_condition(seen, key, scope)
    for phase in (lasts, seen.during):
        if phase is not None:
            found = ops.Either(ops.Negated(_is_running(phase, scope)), found)
    return found


def _on_condition(seen: Seen, key: ops.Local | None, scope: Scope) -> ops.Expression:
    assert seen.condition is not None
    bound: list[ops.Statement] = []
    for local, value in ((seen.viewer, VIEWER), (seen.owner, key)):
        if local is not None and value is not None:
            bound.append(ops.Assign(scope.bind(local), ops.Get(value)))
    return ops.Do(tuple(bound), scope.truth(seen.condition))


def _is_running(phase: str, scope: Scope) -> ops.Expression:
    """Returns whether a phase is on the stack, by a function of its own."""
    name = f"running {phase}"
    if name not in scope.unit.functions:
        inner = Scope(scope.unit, scope.clause, ops.Get(STATE))
        number = inner.fresh("i64", "number")
        here = frames.is_of(phase, frames.slot(ops.Get(number), inner), inner)
        body = (
            ops.Assign(number, ops.Number(0)),
            ops.While(
                ops.Compare("<", ops.Get(number), frames.depth(inner)),
                (
                    ops.When(here, (ops.Return(ops.Address(1)),)),
                    ops.Assign(number, plus(ops.Get(number), 1)),
                ),
            ),
            ops.Return(ops.Address(0)),
        )
        scope.unit.add(ops.Function(name, (STATE,), "i32", body))
    return ops.Call(name, (scope.state,), "i32")
