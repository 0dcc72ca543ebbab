"""Canonical states: of all states that differ by seats alone the one whose bytes come first.

Every change of seats is made of a state, and the least of what comes is kept. So two states have one canonical state
exactly when a change of seats makes one of the other, as `explore.canonical` has it for the reference engine.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from refengine.ir.domain import Domain, Enum, Option, Place, SetOf
from refengine.ir.seats import SEATS, names_seats
from refengine.program import ops
from refengine.program.from_ir import frames, records, words
from refengine.program.from_ir.cells import plus, read, write
from refengine.program.from_ir.stored_states import WORD
from refengine.program.from_ir.unit import Scope, Unit
from refengine.program.storage.forms import NOTHING, Array, Form, Mask, RecordForm, Scalar
from refengine.program.unfit import Unfit

CANONICAL: Final = "canonical"
"""The function that writes the canonical state of one at an address to another address."""

MOST_SEATS: Final = 6
"""The greatest number of seats; of more there are too many changes."""

STATE, TO, CHANGE, AT, END = (ops.Local(name, "i32") for name in ("state", "to", "change", "at", "end"))
ZERO: Final = ops.Number(0)


def add_canonical(unit: Unit, size: int) -> None:
    """Adds the function, for states that are so many bytes with what fills them up to words."""
    seats = unit.forms.kinds[SEATS]
    if seats > MOST_SEATS:
        raise Unfit(f"states that differ by seats alone, of more than {MOST_SEATS} seats")
    if unit.packed.grids or unit.packed.spreads:
        raise Unfit("states that differ by seats alone, on boards")
    changes = b"".join(bytes(each) for each in list(permutations(range(seats)))[1:])
    table = unit.memory.table("changes of seats", lambda: changes)
    scratch = ops.Address(unit.memory.room(size))
    unit.add(_changed(unit, size))
    unit.add(_less(size))
    less = ops.Call("less", (scratch, ops.Get(TO)), "i32")
    each = (
        ops.Run(ops.Call("change seats", (ops.Get(STATE), scratch, ops.Get(AT)), None)),
        ops.When(less, (ops.Copy(ops.Get(TO), scratch, ops.Address(size)),)),
        ops.Assign(AT, ops.Plus(ops.Get(AT), ops.Address(seats))),
    )
    body = (
        ops.Copy(ops.Get(TO), ops.Get(STATE), ops.Address(size)),
        ops.Assign(AT, ops.Address(table)),
        ops.Assign(END, ops.Address(table + len(changes))),
        ops.While(ops.Negated(ops.SameAddress(ops.Get(AT), ops.Get(END))), each),
    )
    unit.add(ops.Function(CANONICAL, (STATE, TO), None, body))


def _less(size: int) -> ops.Function:
    """Returns whether a state comes before another one, word for word."""
    one, other = ops.Local("one", "i32"), ops.Local("other", "i32")
    first, second = ops.Local("first", "i64"), ops.Local("second", "i64")
    body: list[ops.Statement] = []
    for offset in range(0, size, WORD):
        decided = ops.Return(ops.Compare("<u", ops.Get(first), ops.Get(second)))
        body += [
            ops.Assign(first, ops.Load(ops.Get(one), offset, WORD)),
            ops.Assign(second, ops.Load(ops.Get(other), offset, WORD)),
            ops.When(ops.Compare("!=", ops.Get(first), ops.Get(second)), (decided,)),
        ]
    return ops.Function("less", (one, other), "i32", (*body, ops.Return(ops.Address(0))))


# ---- A CHANGE OF SEATS


def _changed(unit: Unit, size: int) -> ops.Function:
    """Returns the function that writes a state with its seats changed; `CHANGE` is where each one's new seat stands."""
    packed, seats = unit.packed, unit.forms.kinds[SEATS]
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    body: list[ops.Statement] = [ops.Copy(ops.Get(TO), ops.Get(STATE), ops.Address(size))]
    for zone in packed.zones.values():
        if zone.zone.index == SEATS:
            for seat in range(seats):
                body += _member(zone.offset, zone.stride, seat, zone.form, None, scope)
                if zone.order is not None:
                    body += _member(zone.order.offset, zone.order.stride, seat, zone.order.form, None, scope)
    for variable in packed.variables.values():
        domain = variable.variable.domain if names_seats(variable.variable.domain, unit.game) else None
        for key in range(variable.size):
            if variable.variable.index == SEATS:
                body += _member(variable.offset, variable.stride, key, variable.form, domain, scope)
            elif domain is not None:
                at = variable.offset + key * variable.stride
                body += _value((ops.Get(TO), at), at, variable.form, domain, scope)
    for token in packed.tokens.values():
        if token.holder == SEATS:
            for seat in range(seats):
                there = ops.Load(ops.Get(STATE), token.offset + seat * token.width, token.width)
                body.append(ops.Store(_of_seat(token.offset, token.width, seat), 0, token.width, there))
    body += _stack(scope)
    return ops.Function("change seats", (STATE, TO, CHANGE), None, tuple(body))


def _of_seat(offset: int, stride: int, seat: int) -> ops.Expression:
    """Returns the address of what the new seat of a seat has of a family."""
    new = ops.Load(ops.Get(CHANGE), seat, 1)
    distance = ops.Shortened(ops.Binary("*", new, ops.Number(stride)))
    return ops.Plus(ops.Plus(ops.Get(TO), ops.Address(offset)), distance)


def _member(
    offset: int, stride: int, seat: int, form: Form, domain: Domain | None, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Moves what a seat has to its new seat, with the seats that it names changed, if it does."""
    target, source = scope.fresh("i32"), ops.Plus(ops.Get(STATE), ops.Address(offset + seat * stride))
    given = ops.Assign(target, _of_seat(offset, stride, seat))
    if domain is None:
        return given, ops.Copy(ops.Get(target), source, ops.Address(stride))
    return given, *_value((ops.Get(target), 0), offset + seat * stride, form, domain, scope)


def _stack(scope: Scope) -> tuple[ops.Statement, ...]:
    """Changes the seats in what frames hold, one frame after the other."""
    packed = scope.unit.packed
    number, place, target = scope.fresh("i64"), scope.fresh("i32"), scope.fresh("i32")
    cases: list[tuple[ops.Statement, ...]] = [()]
    for frame in packed.frames:
        case: list[ops.Statement] = []
        for each in frame.held:
            if names_seats(each.local.domain, scope.unit.game):
                held = read((ops.Get(place), each.offset), each.form, scope)
                case += _stored((ops.Get(target), each.offset), held, each.form, each.local.domain, scope)
        cases.append(tuple(case))
    if not any(cases):
        return ()
    here = ops.Minus(ops.Get(place), ops.Get(STATE))
    going = ops.Compare("<", ops.Get(number), frames.depth(scope))
    look = (
        ops.Assign(place, frames.slot(ops.Get(number), scope)),
        ops.Assign(target, ops.Plus(ops.Get(TO), here)),
        ops.Switch(ops.Shortened(frames.number_of(ops.Get(place), scope)), tuple(cases), (ops.Trap(0),)),
        ops.Assign(number, plus(ops.Get(number), 1)),
    )
    return ops.Assign(number, ZERO), ops.While(going, look)


# ---- VALUES


def _value(
    target: tuple[ops.Expression, int], offset: int, form: Form, domain: Domain, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Writes a value of the state with its seats changed."""
    return _stored(target, read((ops.Get(STATE), offset), form, scope), form, domain, scope)


def _stored(
    target: tuple[ops.Expression, int], held: ops.Expression, form: Form, domain: Domain, scope: Scope
) -> tuple[ops.Statement, ...]:
    old, new = scope.fresh("i64"), scope.fresh("i64")
    if isinstance(form, Scalar):
        is_option = isinstance(domain, Option)
        inner = domain.inner if isinstance(domain, Option) else domain
        changed = _seat_changed(old, new, inner, scope)
        if is_option:
            changed = (ops.When(ops.Compare("!=", ops.Get(old), ops.Number(NOTHING)), changed),)
        return (
            ops.Assign(old, held),
            ops.Assign(new, ops.Get(old)),
            *changed,
            *write(target, form, ops.Get(new), scope),
        )
    if isinstance(form, RecordForm):
        return (
            ops.Assign(new, held),
            *_record(old, new, form, scope),
            *write(target, form, ops.Get(new), scope),
        )
    assert isinstance(domain, SetOf)
    if isinstance(form, Mask):
        return _mask(target, held, form, domain.inner, scope)
    assert isinstance(form, Array)
    return _array(target, held, form, domain.inner, scope)


def _record(old: ops.Local, new: ops.Local, form: RecordForm, scope: Scope) -> tuple[ops.Statement, ...]:
    """Changes the seats in the fields of the record `new`, if there is one."""
    found: list[ops.Statement] = []
    for field in form.fields:
        if names_seats(field.domain, scope.unit.game):
            if not isinstance(field.form, Scalar):
                raise Unfit(f"states that differ by seats alone, with seats in `{field.name}` of a record")
            inner = field.domain.inner if isinstance(field.domain, Option) else field.domain
            value = scope.fresh("i64")
            changed = _seat_changed(old, value, inner, scope)
            if field.form.option:
                changed = (ops.When(ops.Compare("!=", ops.Get(old), ops.Number(NOTHING)), changed),)
            found += (
                ops.Assign(old, records.value_of(ops.Get(new), field, scope)),
                ops.Assign(value, ops.Get(old)),
                *changed,
                ops.Assign(new, records.with_value(ops.Get(new), field, value, scope)),
            )
    there = ops.Compare("!=", ops.Get(new), ops.Number(NOTHING))
    return (ops.When(there, tuple(found)),) if form.option else tuple(found)


def _seat_changed(old: ops.Local, new: ops.Local, domain: Domain, scope: Scope) -> tuple[ops.Statement, ...]:
    """Gives `new` what a seat, or a place of one, is after the change."""
    if isinstance(domain, Enum):
        return (ops.Assign(new, _new_seat(ops.Get(old))),)
    assert isinstance(domain, Place)
    found: list[ops.Statement] = []
    for zone in scope.unit.packed.zones.values():
        if zone.zone.index == SEATS and zone.zone.component == domain.component:
            seat = plus(ops.Get(old), -zone.first)
            inside = ops.Compare("<u", seat, ops.Number(zone.size))
            found.append(ops.When(inside, (ops.Assign(new, plus(_new_seat(seat), zone.first)),)))
    return tuple(found)


def _new_seat(seat: ops.Expression) -> ops.Expression:
    return ops.Load(ops.Plus(ops.Get(CHANGE), ops.Shortened(seat)), 0, 1)


def _mask(
    target: tuple[ops.Expression, int], held: ops.Expression, form: Mask, inner: Domain, scope: Scope
) -> tuple[ops.Statement, ...]:
    left, made, old, new = (scope.fresh("i64") for _ in range(4))
    each = (
        ops.Assign(old, plus(words.lowest(ops.Get(left), form), form.low)),
        ops.Assign(left, words.without_lowest(ops.Get(left), form)),
        ops.Assign(new, ops.Get(old)),
        *_seat_changed(old, new, inner, scope),
        ops.Assign(
            made,
            ops.Binary("|", ops.Get(made), words.in_lane(ops.Number(1), plus(ops.Get(new), -form.low), form)),
        ),
    )
    return (
        ops.Assign(left, held),
        ops.Assign(made, ZERO),
        ops.While(ops.Compare("!=", ops.Get(left), ZERO), each),
        *write(target, form, ops.Get(made), scope),
    )


def _array(
    target: tuple[ops.Expression, int], held: ops.Expression, form: Array, inner: Domain, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Moves the byte of each thing to that of what it is after the change."""
    source, number, old, new = scope.fresh("i32"), scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i64")
    base, offset = target
    there = ops.Load(ops.Plus(ops.Get(source), ops.Shortened(ops.Get(number))), 0, 1)
    place = ops.Plus(base, ops.Shortened(plus(ops.Get(new), -form.low)))
    each = (
        ops.Assign(old, plus(ops.Get(number), form.low)),
        ops.Assign(new, ops.Get(old)),
        *_seat_changed(old, new, inner, scope),
        ops.Store(place, offset, 1, there),
        ops.Assign(number, plus(ops.Get(number), 1)),
    )
    going = ops.Compare("<", ops.Get(number), ops.Number(form.size))
    return ops.Assign(source, held), ops.Assign(number, ZERO), ops.While(going, each)
