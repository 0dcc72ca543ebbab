"""Expressions of the IR as expressions of the middle language, node for node.

INVARIANT: what is not evaluated in the rules (after a false part of `and`) is not worked out either.
"""

from __future__ import annotations

from collections.abc import Callable

from refengine.ir import expressions as ir
from refengine.ir.domain import Record, SetOf, Truth
from refengine.program import ops
from refengine.program.from_ir import binders, grids, numbers, records, set_questions, sets, spots
from refengine.program.from_ir.cells import plus, read
from refengine.program.from_ir.printed_data import printed
from refengine.program.from_ir.unit import Lowering, Scope, both, member_address
from refengine.program.storage.forms import GREATEST, NOTHING
from refengine.program.unfit import Unfit


def held(expr: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns the value of an expression; a truth is 0 or 1."""
    if isinstance(expr, ir.Formula):
        return ops.Widened(truth(expr, scope))
    unit = scope.unit
    match expr:
        # ---- leaves
        case ir.TruthLiteral(value=value):
            return ops.Number(int(value))
        case ir.Number(value=value):
            if abs(value) > GREATEST:
                raise Unfit("a number beyond 10^18")
            return ops.Number(value)
        case ir.Member(index=index) | ir.Printed(index=index):
            return ops.Number(index)
        case ir.Nothing():
            return ops.Number(NOTHING)
        case ir.Local():
            return ops.Get(scope.locals[expr])
        case ir.Configured(name=name):
            raise ValueError(f"{name} is not folded away")
        # ---- reading the state
        case ir.ReadVariable(name=name):
            variable = unit.packed.variables[name]
            member = None if expr.key is None else scope.held(expr.key)
            return read(member_address(scope.state, variable.offset, member, variable.stride), variable.form, scope)
        case ir.Contents() | ir.SetLiteral() | ir.AllMembers() | ir.NumbersBetween() | ir.SetArith():
            return sets.collected(expr, scope)
        case ir.First():
            return sets.first(expr, scope)
        case ir.Rest():
            return sets.rest(expr, scope)
        case ir.TokensOn(token=token, holder=holder):
            packed = unit.packed.tokens[token, holder]
            return ops.Load(
                *member_address(scope.state, packed.offset, scope.held(expr.key), packed.width), packed.width
            )
        case ir.Supply(token=token):
            return supply(token, scope)
        # ---- places
        case ir.PlaceAt(zone=zone):
            first = unit.packed.first_place(zone)
            return ops.Number(first) if expr.key is None else plus(scope.held(expr.key), first)
        case ir.Located():
            return located(expr, scope)
        # ---- data
        case ir.FieldOf():
            return records.field_of(expr, scope) if isinstance(expr.of.domain, Record) else printed(expr, scope)
        case ir.MakeRecord():
            return records.made(expr, scope)
        # ---- grids
        case ir.CellAt():
            return grids.cell_at(expr, scope)
        case ir.Toward():
            return grids.toward(expr, scope)
        case ir.CellsBy() | ir.CellsOf() | ir.SpotsOf() | ir.SpotsTaken():
            return sets.gone_through(expr, expr.domain.inner, scope)
        case ir.CellOf(zone=zone):
            return grids.cell_of(zone, expr.piece, scope)
        case ir.TurnAt():
            return grids.turn_at(expr, scope)
        case ir.SpotAt():
            return spots.spot_at(expr, scope)
        case ir.CellOfSpot():
            return spots.cell_of_spot(expr.of, scope)
        case ir.PartOfSpot():
            return spots.part_of_spot(expr.of, scope)
        case ir.TurnOfSpot():
            return spots.turn_of_spot(expr.of, scope)
        case ir.Neighbour(step=step, kind=kind):
            size = unit.forms.kinds[kind]
            return ops.Binary("%", plus(scope.held(expr.of), size + step), ops.Number(size))
        case ir.Around(kind=kind):
            turned = ops.Binary("+", scope.held(expr.of), scope.held(expr.by))
            return ops.Binary("%", turned, ops.Number(unit.forms.kinds[kind]))
        case ir.CallValue():
            found = called(expr, scope)
            return ops.Widened(found) if isinstance(expr.domain, Truth) else found
        case ir.Unwrap():
            return _checked(expr.inner, lambda option: ops.Compare("==", option, ops.Number(NOTHING)), "absent", scope)
        case ir.Narrow():
            return numbers.narrowed(expr, scope)
        case ir.NonZero():
            return _checked(
                expr.inner, lambda divisor: ops.Compare("==", divisor, ops.Number(0)), "divided by 0", scope
            )
        case ir.Among(members=members):

            def is_another(member: ops.Expression) -> ops.Expression:
                return both([ops.Compare("!=", member, ops.Number(each)) for each in members])

            return _checked(expr.inner, is_another, "never lies there", scope)
        # ---- numbers
        case ir.Arith():
            return numbers.arithmetic(expr, scope)
        case ir.If(domain=domain):
            form = unit.forms.held(domain)
            yes, no = scope.held_as(expr.then, form), scope.held_as(expr.otherwise, form)
            return ops.Choose(scope.truth(expr.condition), yes, no, unit.type_of(domain))
        # ---- binders
        case ir.HowMany() | ir.SumOf() | ir.Extreme() | ir.Filter() | ir.Image() | ir.The():
            return binders.gathered(expr, scope)
        case ir.Before():
            return scope.looking_back().held(expr.inner)
        case ir.Under() | ir.Replacing() | ir.Exchanging() | ir.Fails():
            raise TypeError(f"{type(expr).__name__} belongs to claims, and no program works it out")


def truth(expr: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns whether a condition holds, as an i32."""
    if not isinstance(expr, ir.Formula):
        return _truth_of_term(expr, scope)
    match expr:
        case ir.Equal():
            if isinstance(expr.left.domain, SetOf) and isinstance(expr.right.domain, SetOf):
                return set_questions.same_sets(expr.left, expr.right, scope)
            return ops.Compare("==", scope.held(expr.left), scope.held(expr.right))
        case ir.Less(strict=strict):
            return ops.Compare("<" if strict else "<=", scope.held(expr.left), scope.held(expr.right))
        case ir.Contains():
            return set_questions.contains(expr.item, expr.set, scope)
        case ir.InRange():
            return set_questions.between(expr.item, expr.low, expr.high, scope)
        case ir.IsEmpty():
            return set_questions.is_empty(expr.set, scope)
        case ir.Not():
            return ops.Negated(truth(expr.inner, scope))
        case ir.And(parts=parts):
            return both([scope.truth(each) for each in parts])
        case ir.Or(parts=parts):
            found = scope.truth(parts[-1]) if parts else ops.Address(0)
            for each in reversed(parts[:-1]):
                found = ops.Either(scope.truth(each), found)
            return found
        case ir.Exists() | ir.ForAll():
            return binders.quantified(expr, scope)


def _checked(
    inner: ir.Expr, is_wrong: Callable[[ops.Expression], ops.Expression], what: str, scope: Scope
) -> ops.Expression:
    """Returns a value that has no meaning under a condition: then it is a fault."""
    value = scope.fresh("i64")
    given = ops.Assign(value, scope.held(inner))
    return ops.Do((given, ops.When(is_wrong(ops.Get(value)), (scope.trap(what),))), ops.Get(value))


def _truth_of_term(expr: ir.Expr, scope: Scope) -> ops.Expression:
    match expr:
        case ir.TruthLiteral(value=value):
            return ops.Address(int(value))
        case ir.If():
            return ops.Choose(scope.truth(expr.condition), scope.truth(expr.then), scope.truth(expr.otherwise), "i32")
        case ir.CallValue():
            return called(expr, scope)
        case ir.Before():
            return scope.looking_back().truth(expr.inner)
        case _:
            return ops.Shortened(scope.held(expr))


def called(expr: ir.CallValue, scope: Scope) -> ops.Expression:
    """Returns the call of a value's function, or for a let of the value what is remembered of it."""
    if not scope.lets or expr not in scope.lets:
        return _call(expr, scope)
    kept, known = scope.lets[expr]
    first = ops.When(
        ops.Negated(ops.Get(known)), (ops.Assign(kept, _call(expr, scope)), ops.Assign(known, ops.Address(1)))
    )
    return ops.Do((first,), ops.Get(kept))


def _call(expr: ir.CallValue, scope: Scope) -> ops.Expression:
    unit, value = scope.unit, scope.unit.values[expr.name]
    args = tuple(
        scope.held_as(each, unit.forms.held(param.domain)) for param, each in zip(value.params, expr.args, strict=True)
    )
    state = () if expr.name in unit.stateless else (scope.state,)
    return ops.Call(f"value {expr.name}", (*state, *args), result_of(value.domain, unit.type_of(value.domain)))


def result_of(domain: object, type_: ops.Type) -> ops.Type:
    """Returns the type of what a value's function gives: a truth is an i32."""
    return "i32" if isinstance(domain, Truth) else type_


def supply(token: str, scope: Scope) -> ops.Expression:
    """Returns the limit minus what lies out."""
    declared = next(each for each in scope.unit.game.tokens if each.name == token)
    left = scope.held(declared.limit)
    for packed in scope.unit.packed.tokens.values():
        if packed.token.name == token:
            for key in range(packed.size):
                lies = ops.Load(scope.state, packed.offset + key * packed.width, packed.width)
                left = ops.Binary("-", left, lies)
    return left


def located(expr: ir.Located, scope: Scope) -> ops.Expression:
    """Returns the member of a family in which a piece lies, as a place."""
    if expr.zone in scope.unit.packed.grids:
        return plus(grids.cell_of(expr.zone, expr.piece, scope), scope.unit.packed.first_place(expr.zone))
    if expr.zone in scope.unit.packed.spreads:
        return _located_on(expr, scope)
    packed = scope.unit.packed.zones[expr.zone]
    piece, key, found = scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i64")
    stored = read(member_address(scope.state, packed.offset, ops.Get(key), packed.stride), packed.form, scope)
    hit = ops.When(
        set_questions.is_in(ops.Get(piece), stored, packed.form, scope),
        (ops.Assign(found, plus(ops.Get(key), packed.first)),),
    )
    going = ops.Both(
        ops.Compare("<", ops.Get(found), ops.Number(0)), ops.Compare("<", ops.Get(key), ops.Number(packed.size))
    )
    return ops.Do(
        (
            ops.Assign(piece, scope.held(expr.piece)),
            ops.Assign(key, ops.Number(0)),
            ops.Assign(found, ops.Number(-1)),
            ops.While(going, (hit, ops.Assign(key, plus(ops.Get(key), 1)))),
            ops.When(ops.Compare("<", ops.Get(found), ops.Number(0)), (scope.trap("lies nowhere"),)),
        ),
        ops.Get(found),
    )


def _located_on(expr: ir.Located, scope: Scope) -> ops.Expression:
    """Returns the first spot on which a piece lies, as a place."""
    spread = scope.unit.packed.spreads[expr.zone]
    piece, found = scope.fresh("i64"), scope.fresh("i64")

    def look(spot: ops.Expression) -> tuple[ops.Statement, ...]:
        there = read((spots.found_at(spread, spot, scope.state), 0), spread.form, scope)
        hit = set_questions.is_in(ops.Get(piece), there, spread.form, scope)
        return (ops.When(hit, (ops.Assign(found, plus(spot, spread.first)),)),)

    until = ops.Compare(">=", ops.Get(found), ops.Number(0))
    return ops.Do(
        (
            ops.Assign(piece, scope.held(expr.piece)),
            ops.Assign(found, ops.Number(-1)),
            *spots.over_spread(spread, scope, until, look),
            ops.When(ops.Compare("<", ops.Get(found), ops.Number(0)), (scope.trap("lies nowhere"),)),
        ),
        ops.Get(found),
    )


LOWERING = Lowering(held, truth, sets.held_as)
