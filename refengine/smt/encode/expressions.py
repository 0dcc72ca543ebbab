"""Expressions of the IR as terms, node for node in the order of `engine.emit.expressions`.

INVARIANT: a partial node owes what it needs under exactly the conditions under which the rules evaluate it; what it
comes to where that fails is anything.
"""

from __future__ import annotations

from typing import cast

from attrs import evolve

from refengine.ir import domain as d, expressions as ir, game as model
from refengine.ir.interval import fits, never_zero
from refengine.ir.obligations import Owed
from refengine.smt.encode import binders, cells, sets, values as calls, what_if
from refengine.smt.encode.scope import Faults, TermScope
from refengine.smt.encode.world import Configuration, Fewer, World
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import OptionValue, RecordValue, Value
from refengine.smt.terms.values import Values
from refengine.smt.unsupported import SPOT, Unsupported


def world_of(game: model.Game, values: Values, configuration: Configuration, fewer: Fewer) -> World:
    """Returns the game as the prover reads it; `game` has its seats folded in, and no more."""
    return World(game, values, configuration, encode, fewer)


def encode(world: World, expr: ir.Expr, scope: TermScope) -> Value:
    """Returns the value of any expression."""
    if isinstance(expr, ir.Formula):
        return truth(world, expr, scope)
    terms = world.terms
    match expr:
        # ---- leaves
        case ir.TruthLiteral(value=value) | ir.Number(value=value):
            return value
        case ir.Member(index=index):
            return index
        case ir.Printed(component=component, index=index):
            return world.values.printed[component][index]
        case ir.Nothing():
            return OptionValue(present=False, inner=None)
        case ir.Local():
            return scope.locals[expr]
        case ir.Configured(what=what, name=name):
            return world.configuration[what, name]
        # ---- reading the state
        case ir.ReadVariable(name=name, domain=domain):
            return world.at_key(expr.key, scope.state.variables[name], domain, scope)
        case ir.Contents() | ir.SetLiteral() | ir.AllMembers() | ir.NumbersBetween() | ir.SetArith() | ir.Rest():
            return sets.as_set(world, expr, scope)
        case ir.First():
            return sets.first(world, expr, scope)
        case ir.TokensOn(token=token, holder=holder):
            return world.at_key(expr.key, scope.state.tokens[token, holder], d.COUNT, scope)
        case ir.Supply(token=token):
            return world.supply(token, scope)
        # ---- places
        case ir.PlaceAt(zone=zone):
            if expr.key is None:
                return world.layout.code(zone, 0)
            return terms.add(world.layout.code(zone, 0), world.key(expr.key, scope))
        case ir.CellAt() | ir.Toward() | ir.CellOf():
            return cells.cell(world, expr, scope)
        case ir.CellsBy() | ir.CellsOf():
            return cells.cells(world, expr, scope)
        case ir.TurnAt():
            return cells.turn(world, expr, scope)
        case ir.SpotsOf() | ir.SpotsTaken() | ir.SpotAt() | ir.CellOfSpot() | ir.PartOfSpot() | ir.TurnOfSpot():
            raise Unsupported(SPOT)
        case ir.Located():
            return world.located(expr, scope)
        # ---- data
        case ir.FieldOf():
            return world.field_of(expr, scope)
        case ir.MakeRecord(record=record, fields=fields):
            told = world.values.records[record].fields
            return RecordValue(
                tuple(
                    world.values.coerced(each.domain, want.domain, encode(world, each, scope))
                    for want, each in zip(told, fields, strict=True)
                )
            )
        case ir.Neighbour(step=step, kind=kind):
            of = world.number(expr.of, scope)
            world.owe_seat(expr.of.domain, of, scope)
            return world.neighbour(of, step, len(world.values.kinds[kind].members))
        case ir.Around(kind=kind):
            size = len(world.values.kinds[kind].members)
            return world.around(world.number(expr.of, scope), world.number(expr.by, scope), size)
        case ir.CallValue():
            return calls.called(world, expr, scope)
        case ir.Unwrap(origin=origin):
            option = encode(world, expr.inner, scope)
            if not isinstance(option, OptionValue):
                return option
            scope.owe(Owed.PRESENT, origin, terms.not_(option.present))
            return world.values.some(expr.domain) if option.inner is None else option.inner
        case ir.Narrow(domain=domain, origin=origin):
            if fits(expr.inner, domain):
                return encode(world, expr.inner, scope)
            number = world.number(expr.inner, scope)
            world.in_range(number, domain, origin, scope)
            return number
        case ir.NonZero() if never_zero(expr.inner):
            return encode(world, expr.inner, scope)
        case ir.NonZero(origin=origin):
            number = world.number(expr.inner, scope)
            scope.owe(Owed.DIVISOR, origin, terms.equal(number, 0))
            return number
        case ir.Among(members=members, origin=origin):
            member = world.number(expr.inner, scope)
            scope.owe(Owed.HOLDER, origin, terms.not_(terms.any([terms.equal(member, each) for each in members])))
            return member
        # ---- numbers
        case ir.Arith(op=op):
            one, other = world.number(expr.left, scope), world.number(expr.right, scope)
            return world.arithmetic(op, one, other)
        case ir.If(domain=domain):
            test = truth(world, expr.condition, scope)
            first = world.widened(expr.then, domain, scope.given(test))
            second = world.widened(expr.otherwise, domain, scope.given(terms.not_(test)))
            return world.values.choose(domain, test, first, second)
        # ---- binders
        case ir.HowMany() | ir.SumOf() | ir.Extreme() | ir.Filter() | ir.Image() | ir.The():
            return binders.gathered(world, expr, scope)
        case ir.Before():
            assert scope.before is not None
            return encode(world, expr.inner, scope.at(scope.before))
        case ir.Fails():
            inside = Faults(terms)
            encode(world, expr.inner, evolve(scope, faults=inside))
            return inside.any()  # cases that overlap and exceptions that clash give no answer either
        case ir.Under() | ir.Replacing() | ir.Exchanging():
            return what_if.encode(world, expr, scope)


def truth(world: World, expr: ir.Expr, scope: TermScope) -> Bool:
    """Returns the truth of a condition."""
    if not isinstance(expr, ir.Formula):
        return cast("Bool", encode(world, expr, scope))
    terms = world.terms
    match expr:
        case ir.Equal():
            return world.equal(expr.left, expr.right, scope)
        case ir.Less(strict=strict):
            one, other = world.number(expr.left, scope), world.number(expr.right, scope)
            return terms.less(one, other) if strict else terms.at_most(one, other)
        case ir.Contains():
            return sets.contains(world, expr.item, expr.set, scope)
        case ir.InRange():
            least, number, most = (world.number(each, scope) for each in (expr.low, expr.item, expr.high))
            return terms.and_(terms.at_most(least, number), terms.at_most(number, most))
        case ir.IsEmpty():
            return sets.is_empty(world, expr.set, scope)
        case ir.Not():
            return terms.not_(truth(world, expr.inner, scope))
        case ir.And(parts=parts):
            found: list[Bool] = []
            for part in parts:
                found.append(truth(world, part, scope))
                scope = scope.given(found[-1])
            return terms.all(found)
        case ir.Or(parts=parts):
            found = []
            for part in parts:
                found.append(truth(world, part, scope))
                scope = scope.given(terms.not_(found[-1]))
            return terms.any(found)
        case ir.Exists() | ir.ForAll():
            return binders.quantified(world, expr, scope)
