"""`simultaneously`: everything is worked out in the state before, and kept; then it is written.

All pieces are taken before any is put, and all tokens; two writes to one cell are a fault. What happens once in any
case is kept in locals, all else in a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from attrs import define, field

from refengine.ir import control, expressions as ir
from refengine.ir.commuting import in_turn
from refengine.ir.traverse import walk
from refengine.program import ops
from refengine.program.from_ir.branches import branches
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.loops import Loop, binding_over
from refengine.program.from_ir.moves import boards_of, put_placed, take_placed
from refengine.program.from_ir.unit import MOST_KEPT, Scope
from refengine.program.from_ir.writes import (
    add_member,
    add_number,
    get,
    owned,
    paid_by_supply,
    pay,
    set_variable,
)
from refengine.program.from_ir.zones import placed_at, put, take
from refengine.program.storage.forms import Addressed

ENTRY: Final = 48
"""The bytes of an entry: the number of the effect, and five numbers that are its own."""

KEPT: Final = ops.Global("kept", "i32")
"""The address behind the last entry."""

ONE: Final = ops.Number(1)

Planned = control.Change
Move = tuple[int, control.MovePiece, Scope]
Numbers = Callable[[int], ops.Expression]
"""The numbers that are kept of an effect that comes to pass, by their place."""

Body = Callable[[Numbers], tuple[ops.Statement, ...]]
"""The statements for an effect that comes to pass."""


@define
class PendingEffects:
    """The effects that may come to pass, by number; each leaves entries in the list that begins at `start`.

    One that comes to pass once in any case has its numbers in locals; `compared` are the variables of which it has to
    be known whether one cell is written twice, by entries of the list alone, and those `in_turn` are written in the
    order of the entries.
    """

    start: int
    compared: frozenset[str]
    in_turn: frozenset[str]
    effects: list[tuple[Planned, Scope]] = field(factory=list)
    single: dict[int, list[ops.Local]] = field(factory=dict)

    def number(self, effect: Planned, scope: Scope) -> int:
        """Returns the number of an effect, which is lowered in this scope."""
        self.effects.append((effect, scope))
        return len(self.effects) - 1

    @property
    def listed(self) -> int:
        """The number of effects that leave entries in the list."""
        return len(self.effects) - len(self.single)


def simultaneously(body: tuple[control.Effect, ...], scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the statements for effects that all happen at once."""
    pending = PendingEffects(scope.unit.memory.tables["kept"], _compared(body), in_turn(body))
    planned = _planned(body, scope, pending, once=True)
    start = (ops.Assign(KEPT, ops.Address(pending.start)),) if pending.listed else ()
    return (*start, *planned, *_written(pending))


def _compared(body: tuple[control.Effect, ...]) -> frozenset[str]:
    """Returns the variables that are set, and written by another effect besides."""
    writes = [each for each in walk(body) if isinstance(each, control.Write)]
    several = Counter(each.name for each in writes)
    return frozenset(each.name for each in writes if isinstance(each, control.SetVariable) and several[each.name] > 1)


def _planned(
    body: tuple[control.Effect, ...], scope: Scope, pending: PendingEffects, *, once: bool = False
) -> tuple[ops.Statement, ...]:
    return tuple(statement for each in body for statement in _plan(each, scope, pending, once=once))


def _plan(each: control.Effect, scope: Scope, pending: PendingEffects, *, once: bool) -> tuple[ops.Statement, ...]:
    """Returns the statements that keep what an effect will do; `once` where it comes to pass once in any case."""
    match each:
        case control.Each(binding=binding, body=inner):

            def again(copies: ops.Expression) -> tuple[ops.Statement, ...]:
                if copies == ops.Number(1):
                    return _planned(inner, scope, pending)
                left = scope.fresh("i64")
                step = ops.Assign(left, plus(ops.Get(left), -1))
                going = ops.Compare(">", ops.Get(left), ops.Number(0))
                return ops.Assign(left, copies), ops.While(going, (*_planned(inner, scope, pending), step))

            return binding_over(binding, scope, Loop(again))
        case control.When(then=then, otherwise=otherwise):
            test = scope.truth(each.condition)
            return (ops.When(test, _planned(then, scope, pending), _planned(otherwise, scope, pending)),)
        case control.Branches():
            return branches(each, scope, lambda case, inside: _planned(case, inside, pending))
        case control.Simultaneous(body=inner):
            return _planned(inner, scope, pending, once=once)
        case control.LetIn(var=var):
            held = owned(each.value, scope.unit.forms.held(var.domain), scope)
            return (ops.Assign(scope.bind(var), held),)
        case control.MovePiece():
            numbers = [scope.held(each.piece), scope.held(each.source), scope.held(each.target)]
            if each.amount is not None or each.turned is not None:
                numbers.append(ONE if each.amount is None else scope.held(each.amount))
            if each.turned is not None:
                numbers.append(scope.held(each.turned))
            return _keep(each, numbers, scope, pending, once=once)
        case control.MoveTokens(source=from_, target=to):
            ends = [ops.Number(0) if end is None else scope.held(end[1]) for end in (from_, to)]
            return _keep(each, [scope.held(each.amount), *ends], scope, pending, once=once)
        case control.SetVariable(name=name):
            form = scope.unit.packed.variables[name].form
            held = owned(each.value, form, scope)
            return _keep(
                each,
                [_key(each.key, scope), ops.Widened(held) if isinstance(form, Addressed) else held],
                scope,
                pending,
                once=once,
            )
        case control.AddNumber():
            return _keep(each, [_key(each.key, scope), scope.held(each.amount)], scope, pending, once=once)
        case control.AddMember():
            return _keep(each, [_key(each.key, scope), scope.held(each.item)], scope, pending, once=once)


def _key(key: ir.Expr | None, scope: Scope) -> ops.Expression:
    return ops.Number(0) if key is None else scope.held(key)


def _keep(
    each: Planned, numbers: list[ops.Expression], scope: Scope, pending: PendingEffects, *, once: bool
) -> tuple[ops.Statement, ...]:
    number, held = pending.number(each, scope), [scope.fresh("i64") for _ in numbers]
    given = tuple(ops.Assign(local, worked_out) for local, worked_out in zip(held, numbers, strict=True))
    if once and not _is_listed(each, scope, pending):
        pending.single[number] = held
        return given
    last = pending.start + (MOST_KEPT - 1) * ENTRY
    full = ops.Compare(">u", ops.Widened(ops.Get(KEPT)), ops.Number(last))
    here = ops.Get(KEPT)
    return (
        *given,
        ops.When(full, (scope.trap("more at once than is foreseen", fault=False),)),
        ops.Store(here, 0, 8, ops.Number(number)),
        *(ops.Store(here, 8 + 8 * place, 8, ops.Get(local)) for place, local in enumerate(held)),
        ops.Assign(KEPT, ops.Plus(here, ops.Address(ENTRY))),
    )


def _is_listed(each: Planned, scope: Scope, pending: PendingEffects) -> bool:
    """Returns whether an effect leaves an entry though it comes to pass once.

    It leaves one where its turn among others has to be known.
    """
    if isinstance(each, control.MovePiece):
        return each.component in scope.unit.forms.sequences
    return isinstance(each, control.Write) and each.name in pending.compared | pending.in_turn


# ---- WRITING


def _written(pending: PendingEffects) -> tuple[ops.Statement, ...]:
    moves: list[Move] = []
    tokens: list[tuple[int, control.MoveTokens, Scope]] = []
    writes: dict[str, list[tuple[int, control.Write, Scope]]] = {}
    for number, (each, scope) in enumerate(pending.effects):
        match each:
            case control.MovePiece():
                moves.append((number, each, scope))
            case control.MoveTokens():
                tokens.append((number, each, scope))
            case control.SetVariable() | control.AddNumber() | control.AddMember():
                writes.setdefault(each.name, []).append((number, each, scope))
    found: list[ops.Statement] = []
    for change in (_take, _put):
        for several in _together(moves):
            found += _each_of_them(
                [(number, partial(change, move, scope=scope)) for number, move, scope in several],
                pending,
                several[0][2],
            )
    for number, payment, scope in tokens:
        if payment.source is not None:
            found += _each_kept(number, pending, scope, partial(_pay, payment, scope=scope))
    for number, payment, scope in sorted(tokens, key=lambda one: one[1].source is None):
        if payment.target is not None or payment.source is None:
            found += _each_kept(number, pending, scope, partial(_get, payment, scope=scope))
    for name, listed in writes.items():
        if any(isinstance(each, control.SetVariable) and number not in pending.single for number, each, _ in listed):
            found += _once(listed, pending)
        bodies: list[tuple[int, Body]] = [
            (number, partial(_write, each, scope=scope)) for number, each, scope in listed
        ]
        for one_by_one in [bodies] if name in pending.in_turn else [[each] for each in bodies]:
            found += _each_of_them(one_by_one, pending, listed[0][2])
    return tuple(found)


def _together(moves: list[Move]) -> list[list[Move]]:
    """Returns moves in lists of those that one loop makes: all, where none is to or from a board.

    Pieces that may come to lie in an order are put one after the other as it was said, whatever effect says it.
    """
    if moves and not any(boards_of(move.component, scope.unit) for _, move, scope in moves):
        return [moves]
    found: list[list[Move]] = []
    in_order: dict[str, list[Move]] = {}
    for each in moves:
        _, move, scope = each
        if move.component not in scope.unit.forms.sequences:
            found.append([each])
        elif move.component in in_order:
            in_order[move.component].append(each)
        else:
            in_order[move.component] = [each]
            found.append(in_order[move.component])
    return found


def _each_kept(number: int, pending: PendingEffects, scope: Scope, body: Body) -> tuple[ops.Statement, ...]:
    """Returns statements for each time that one effect comes to pass."""
    return _each_of_them([(number, body)], pending, scope)


def _each_of_them(bodies: list[tuple[int, Body]], pending: PendingEffects, scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns statements for each time that some effects come to pass, first for those that do once in any case."""
    first: list[ops.Statement] = []
    for number, body in bodies:
        if number in pending.single:
            first += body(partial(_single, pending.single[number]))
    listed = [(number, body) for number, body in bodies if number not in pending.single]
    if not listed:
        return tuple(first)
    entry = scope.fresh("i32")
    own: tuple[ops.Statement, ...] = ()
    for number, body in reversed(listed):
        mine = ops.Compare("==", ops.Load(ops.Get(entry), 0, 8), ops.Number(number))
        then = body(partial(_number, ops.Get(entry)))
        own = then if not own and len(listed) == pending.listed else (ops.When(mine, then, own),)
    step = ops.Assign(entry, ops.Plus(ops.Get(entry), ops.Address(ENTRY)))
    going = ops.Negated(ops.SameAddress(ops.Get(entry), ops.Get(KEPT)))
    return (*first, ops.Assign(entry, ops.Address(pending.start)), ops.While(going, (*own, step)))


def _number(entry: ops.Expression, place: int) -> ops.Expression:
    return ops.Load(entry, 8 + 8 * place, 8)


def _single(held: list[ops.Local], place: int) -> ops.Expression:
    return ops.Get(held[place])


def _take(move: control.MovePiece, numbers: Numbers, scope: Scope) -> tuple[ops.Statement, ...]:
    many = _amount(move, numbers)
    if boards_of(move.component, scope.unit):
        return take_placed(move.component, numbers(1), numbers(0), many, scope)
    given, place = placed_at(numbers(1), move.component, scope)
    return (*given, take(place, numbers(0), many, move.component, scope))


def _put(move: control.MovePiece, numbers: Numbers, scope: Scope) -> tuple[ops.Statement, ...]:
    many = _amount(move, numbers)
    if boards_of(move.component, scope.unit):
        turn = ops.Number(0) if move.turned is None else numbers(4)
        return put_placed(move.component, numbers(2), numbers(0), many, turn, scope)
    given, place = placed_at(numbers(2), move.component, scope)
    return (*given, *put(place, numbers(0), many, move.component, scope))


def _amount(move: control.MovePiece, numbers: Numbers) -> ops.Expression:
    return ONE if move.amount is None else numbers(3)


def _pay(move: control.MoveTokens, numbers: Numbers, scope: Scope) -> tuple[ops.Statement, ...]:
    assert move.source is not None
    amount = scope.fresh("i64")
    given = ops.Assign(amount, numbers(0))
    return (given, *pay(move.token, move.source[0], numbers(1), ops.Get(amount), scope))


def _get(move: control.MoveTokens, numbers: Numbers, scope: Scope) -> tuple[ops.Statement, ...]:
    amount = scope.fresh("i64")
    found: list[ops.Statement] = [ops.Assign(amount, numbers(0))]
    if move.source is None:
        found += paid_by_supply(move.token, ops.Get(amount), scope)
    if move.target is not None:
        found += get(move.token, move.target[0], numbers(2), ops.Get(amount), scope)
    return tuple(found)


def _write(each: control.Write, numbers: Numbers, scope: Scope) -> tuple[ops.Statement, ...]:
    key = None if each.key is None else numbers(0)
    value = numbers(1)
    match each:
        case control.SetVariable(name=name):
            form = scope.unit.packed.variables[name].form
            held = ops.Shortened(value) if isinstance(form, Addressed) else value
            return set_variable(name, key, lambda _: held, scope)
        case control.AddNumber(name=name):
            return add_number(name, key, value, scope)
        case control.AddMember(name=name, present=present):
            return add_member(name, key, value, scope, present=present)


def _once(writes: Sequence[tuple[int, control.Write, Scope]], pending: PendingEffects) -> tuple[ops.Statement, ...]:
    """Checks that no two entries of these effects, of which one sets a cell, have the same key.

    The rules break off in the clause of the first that is not alone.
    """
    scope = writes[0][2]
    one, other = scope.fresh("i32"), scope.fresh("i32")
    numbers = [number for number, _, _ in writes]
    sets = [number for number, each, _ in writes if isinstance(each, control.SetVariable)]

    def is_of(some: Iterable[int], entry: ops.Local) -> ops.Expression:
        found: ops.Expression = ops.Address(0)
        for number in some:
            found = ops.Either(ops.Compare("==", ops.Load(ops.Get(entry), 0, 8), ops.Number(number)), found)
        return found

    same: ops.Expression = ops.Compare("==", _number(ops.Get(one), 0), _number(ops.Get(other), 0))
    if len(sets) < len(writes):
        same = ops.Both(same, ops.Either(is_of(sets, one), is_of(sets, other)))
    stops: tuple[ops.Statement, ...] = (scope.trap("two writes"),)
    for number, _, own in writes:
        if own.clause.path != scope.clause.path:
            stops = (ops.When(is_of([number], one), (own.trap("two writes"),)), *stops)
    clash = ops.When(ops.Both(is_of(numbers, other), same), stops)

    def step(entry: ops.Local) -> ops.Statement:
        return ops.Assign(entry, ops.Plus(ops.Get(entry), ops.Address(ENTRY)))

    def going(entry: ops.Local) -> ops.Expression:
        return ops.Negated(ops.SameAddress(ops.Get(entry), ops.Get(KEPT)))

    inner = (
        ops.Assign(other, ops.Plus(ops.Get(one), ops.Address(ENTRY))),
        ops.While(going(other), (clash, step(other))),
    )
    return (
        ops.Assign(one, ops.Address(pending.start)),
        ops.While(going(one), (ops.When(is_of(numbers, one), inner), step(one))),
    )
