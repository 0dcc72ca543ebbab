"""Properties as functions: invariants of states and of steps, measures; and the outcome."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from attrs import frozen

from refengine.ir import control, game as model
from refengine.ir.simplify import conjunction
from refengine.program import ops
from refengine.program.from_ir import frames, sets
from refengine.program.from_ir.cells import plus, read
from refengine.program.from_ir.memo import parts_read
from refengine.program.from_ir.stamps import BEGUN, is_unwritten
from refengine.program.from_ir.unit import CLOCK, Scope, Unit, both
from refengine.program.storage.forms import Mask
from refengine.program.unfit import Unfit

BEFORE: Final = ops.Local("before", "i32")
AFTER: Final = ops.Local("after", "i32")
FIRST: Final = ops.Local("first", "i32")
YES, NO = ops.Return(ops.Address(1)), ops.Return(ops.Address(0))
OVER: Final = "outcome"

Named = tuple[str, str]
"""The field of a game in which something that has to hold stands, and its name there."""


@frozen
class Property:
    """A property that has to hold: `function` says whether it does, over a step and after it."""

    kind: str
    name: str
    function: str


def named(each: model.Invariant | model.Measure) -> Named:
    """Returns the field and the name of something that has to hold."""
    return ("invariants" if isinstance(each, model.Invariant) else "measures"), each.name


def properties_of(game: model.Game) -> tuple[Property, ...]:
    """Returns the properties of a game, in the order in which they are asked; conservation holds by construction."""
    invariants = [
        Property("step invariant" if each.step else "invariant", each.name, f"holds {each.name}")
        for each in game.invariants
    ]
    return (*invariants, *(Property("measure", each.name, f"falls {each.name}") for each in game.measures))


def add_properties(unit: Unit, asked: AbstractSet[Named] | None = None) -> None:
    """Adds the functions, and those that ask all of them: the number of the first that is broken, from 1, or 0.

    All are asked, whatever is broken: one that has no answer is a fault, as in the reference engine. If only some are
    to be `asked`, functions of the others are made all the same: what cannot be packed is refused, asked or not.
    """
    listed = properties_of(unit.game)
    first: list[ops.Statement] = []
    later: list[ops.Statement] = []

    def ask(each: model.Invariant | model.Measure, number: int, *, at_first: bool) -> None:
        known = listed[number - 1]
        if asked is None or named(each) in asked:
            later.append(_asked(known.function, number))
            first.extend([_asked(known.function, number)] if at_first else [])

    for number, (each, known) in enumerate(zip(unit.game.invariants, listed, strict=False), start=1):
        _add_invariant(unit, each, known.function)
        ask(each, number, at_first=not each.step)
    for number, (measure, known) in enumerate(
        zip(unit.game.measures, listed[len(unit.game.invariants) :], strict=True), start=len(unit.game.invariants) + 1
    ):
        _add_measure(unit, measure, known.function)
        ask(measure, number, at_first=False)
    for name, asking in (("broken at first", first), ("broken by step", later)):
        none = ops.Assign(FIRST, ops.Address(0))
        unit.add(ops.Function(name, (BEFORE, AFTER), "i32", (none, *asking, ops.Return(ops.Get(FIRST)))))


def _asked(function: str, number: int) -> ops.Statement:
    call = ops.Call(function, (ops.Get(BEFORE), ops.Get(AFTER)), "i32")
    unless_known = ops.When(ops.Negated(ops.Get(FIRST)), (ops.Assign(FIRST, ops.Address(number)),))
    return ops.When(ops.Negated(call), (unless_known,))


def _scope(unit: Unit, clause: control.Clause) -> Scope:
    return Scope(unit, clause, ops.Get(AFTER), ops.Get(BEFORE))


def _not_at(phases: tuple[str, ...], state: ops.Expression, scope: Scope) -> ops.Expression:
    """Returns whether none of some phases decides in a state."""
    looking = Scope(scope.unit, scope.clause, state)
    some = ops.Compare("!=", frames.depth(looking), ops.Number(0))
    return ops.Negated(ops.Both(some, frames.is_of_some(phases, frames.top(looking), looking)))


def _add_invariant(unit: Unit, each: model.Invariant, name: str) -> None:
    scope = _scope(unit, each.clause)
    body: list[ops.Statement] = []
    told = ops.Get(BEFORE) if each.step else ops.Get(AFTER)
    if each.phases:
        body.append(ops.When(_not_at(each.phases, told, scope), (YES,)))
    if each.during is not None:
        body += _while_running(each.during, told, scope)
    holds = scope.truth(each.condition)
    parts = parts_read(each.condition, unit)
    if not parts or each.during is not None:
        body.append(ops.Return(holds))
    elif each.step:
        body += _kept(holds, parts, unit)
    else:
        still = [_played(unit), is_unwritten(parts, BEGUN, unit)]
        if each.phases:
            still.append(ops.Negated(_not_at(each.phases, ops.Get(BEFORE), scope)))
        body += [ops.When(both(still), (YES,)), ops.Return(holds)]
    unit.add(ops.Function(name, (BEFORE, AFTER), "i32", tuple(body)))


def _played(unit: Unit) -> ops.Expression:
    return ops.SameAddress(ops.Get(AFTER), ops.Address(unit.memory.tables["state"]))


def _kept(holds: ops.Expression, parts: tuple[ops.Global, ...], unit: Unit) -> tuple[ops.Statement, ...]:
    """Returns whether a step invariant holds.

    Where nothing that it reads is written in a step, it holds of each step after that in which nothing is either.
    """
    table, since, here = unit.memory.room(8), ops.Local("since", "i64"), ops.Address(0)
    return (
        ops.Assign(since, ops.Load(here, table, 8)),
        ops.When(both([_played(unit), is_unwritten(parts, since, unit)]), (YES,)),
        ops.When(ops.Negated(holds), (NO,)),
        ops.When(both([_played(unit), is_unwritten(parts, BEGUN, unit)]), (ops.Store(here, table, 8, ops.Get(CLOCK)),)),
        YES,
    )


def _while_running(during: model.During, state: ops.Expression, scope: Scope) -> list[ops.Statement]:
    """Binds what the innermost frame of a phase holds; where it is not running there is nothing to hold."""
    looking = Scope(scope.unit, scope.clause, state, numbers=scope.numbers)
    left, place, found = scope.fresh("i64"), scope.fresh("i32"), scope.fresh("i32")
    step = (
        ops.Assign(left, plus(ops.Get(left), -1)),
        ops.Assign(place, frames.slot(ops.Get(left), looking)),
        ops.Assign(found, frames.is_of(during.phase, ops.Get(place), looking)),
    )
    going = ops.Both(ops.Negated(ops.Get(found)), ops.Compare(">", ops.Get(left), ops.Number(0)))
    body: list[ops.Statement] = [
        ops.Assign(left, frames.depth(looking)),
        ops.Assign(place, ops.Address(0)),
        ops.Assign(found, ops.Address(0)),
        ops.While(going, step),
        ops.When(ops.Negated(ops.Get(found)), (YES,)),
    ]
    for param in during.params:
        held = {
            (each.offset, each.form)
            for frame in scope.unit.packed.frames
            if frame.key[0] == during.phase
            for each in frame.held
            if each.local == param
        }
        of_phase = [frame for frame in scope.unit.packed.frames if frame.key[0] == during.phase]
        if len(held) != 1 or not all(any(each.local == param for each in frame.held) for frame in of_phase):
            raise Unfit(f"what `{during.phase}` is told lies at different places")
        ((offset, form),) = held
        body.append(ops.Assign(scope.bind(param), read((ops.Get(place), offset), form, looking)))
    return body


def _add_measure(unit: Unit, each: model.Measure, name: str) -> None:
    """Returns whether the terms fall, the first that changes deciding; a measure never falls below 0."""
    scope = _scope(unit, each.clause)
    body: list[ops.Statement] = []
    if each.phases:
        body.append(ops.When(_not_at(each.phases, ops.Get(BEFORE), scope), (YES,)))
    if each.guards:
        spared = ops.Negated(scope.looking_back().truth(conjunction(each.guards)))
        body.append(ops.When(spared, (YES,)))
    for term in each.terms:
        then, now = scope.fresh("i64"), scope.fresh("i64")
        falls = ops.Both(ops.Compare(">=", ops.Get(now), ops.Number(0)), ops.Compare("<", ops.Get(now), ops.Get(then)))
        body += [
            ops.Assign(then, scope.looking_back().held(term)),
            ops.Assign(now, scope.held(term)),
            ops.When(ops.Compare("!=", ops.Get(then), ops.Get(now)), (ops.Return(falls),)),
        ]
    unit.add(ops.Function(name, (BEFORE, AFTER), "i32", (*body, NO)))


def add_outcome(unit: Unit) -> None:
    """Adds the function that writes the scores and the winners, as a mask; whether there is an outcome."""
    state, to = ops.Local("state", "i32"), ops.Local("to", "i32")
    declared = unit.game.outcome
    if declared is None:
        unit.add(ops.Function(OVER, (state, to), "i32", (NO,)))
        return
    scope = Scope(unit, declared.clause, ops.Get(state))
    seats = unit.forms.kinds["player"]
    body: list[ops.Statement] = [
        ops.When(ops.Compare("!=", frames.depth(scope), ops.Number(0)), (NO,)),
    ]
    for seat in range(seats):
        body.append(ops.Assign(scope.bind(declared.player), ops.Number(seat)))
        body.append(ops.Store(ops.Get(to), 8 * seat, 8, scope.held(declared.score)))
    form = sets.form_of(declared.winners, scope)
    if not isinstance(form, Mask):
        raise Unfit("more than 64 seats")
    body.append(ops.Store(ops.Get(to), 8 * seats, 8, scope.held(declared.winners)))
    unit.add(ops.Function(OVER, (state, to), "i32", (*body, YES)))
