"""Values of the rules: each at each argument in each state is worked out once, and is a constant from then on.

What is looked at are the cases and exceptions as they are written, not the decision list of the engine: that none
applies, that two overlap or contradict each other has to be seen here.
"""

from __future__ import annotations

from typing import cast

from attrs import evolve, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.decisions import in_force_order
from refengine.ir.obligations import Owed
from refengine.smt.encode.calls import CallAnswer, identity
from refengine.smt.encode.regions import class_of
from refengine.smt.encode.scope import SOFT, Faults, PathCondition, TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.term import Bool, Term
from refengine.smt.terms.value import PieceValue, Value


def called(world: World, call: ir.CallValue, scope: TermScope) -> Value:
    """Returns the result of a call, and adds what may fail in it."""
    value = world.declared[call.name]
    args = tuple(world.widened(each, param.domain, scope) for each, param in zip(call.args, value.params, strict=True))
    for param, arg in zip(value.params, args, strict=True):
        world.owe_seat(param.domain, arg, scope)
    answer = call_answer(world, value, args, scope)
    for obligation, fails in answer.faults.items():
        scope.faults.add(obligation, world.terms.and_(scope.way.whole(world.terms), fails))
    return answer.value


def call_answer(world: World, value: model.Value, args: tuple[Value, ...], scope: TermScope) -> CallAnswer:
    """Returns the constant that stands for a value at its arguments, and what may fail in it."""
    key = (
        value.name,
        world.chosen(value.name),
        world.asked.key_of(world.reads(value.name), scope.state),
        scope.state.from_start,  # which says what cell is meant by one that is written
        *map(identity, args),
    )
    known = world.asked.answers.get(key)
    if known is None:
        known = _work_out(world, value, args, scope)
        if world.settle is not None:
            known = world.settle(value, args, scope, known)
        world.asked.answers[key] = known
    if world.using:
        world.using[-1].append(known)
    return known


def _work_out(world: World, value: model.Value, args: tuple[Value, ...], scope: TermScope) -> CallAnswer:
    terms = world.terms
    faults = Faults(terms)
    inner = TermScope(
        terms, scope.state, None, dict(zip(value.params, args, strict=True)), PathCondition(None, True), faults,  # noqa: FBT003
        value.clause.path,
    )  # fmt: skip
    world.using.append([])
    found = _body(world, value, inner)
    uses = tuple(world.using.pop())
    shown = ", ".join(_shown(world, param, each) for param, each in zip(value.params, args, strict=True))
    hint = f"{value.name}({shown})" if shown else value.name
    named = world.values.named(value.domain, hint, found)
    fails = {
        obligation: terms.named_truth(f"{hint} fails: {obligation.owed.value}", terms.any(conditions))
        for obligation, conditions in faults.found.items()
    }
    kept = {obligation: each for obligation, each in fails.items() if each is not False}
    return CallAnswer(named, kept, args, scope.state, uses)


def _shown(world: World, param: ir.Local, arg: Value) -> str:
    if isinstance(arg, PieceValue) and isinstance(arg.index, Term):
        return repr(arg.index)
    return world.values.told(param.domain, arg)


def _body(world: World, value: model.Value, scope: TermScope) -> Value:
    match value.body:
        case model.Single(result=result):
            return world.widened(result, value.domain, scope)
        case model.General():
            return _general(world, value, value.body, scope)
        case model.Cases(cases=cases):
            return _cases(world, value, cases, scope)
        case model.Sums(clauses=clauses):
            return _sum(world, value, clauses, scope)
        case model.Joined():
            return class_of(world, value, value.body, scope)


def _applies(world: World, guards: tuple[ir.Expr, ...], scope: TermScope) -> Bool:
    return world.truth(ir.And(guards), scope)


def _cases(world: World, value: model.Value, cases: tuple[model.Case, ...], scope: TermScope) -> Value:
    """Returns the first case that applies; that one does, and no other, is owed."""
    terms, origin = world.terms, value.clause.origin
    applies = [_applies(world, each.guards, scope) for each in cases]
    scope.owe(Owed.COVERAGE, origin, terms.not_(terms.any(applies)))
    scope.owe(Owed.OVERLAP, origin, terms.not_(terms.at_most_one(applies)))
    results: list[Value] = []
    before: Bool = False
    for each, here in zip(cases, applies, strict=True):
        way = terms.and_(here, terms.not_(before))
        results.append(world.widened(each.result, value.domain, scope.given(way)))
        before = terms.or_(before, here)
    return _first(world, value, applies, results)


def _first(world: World, value: model.Value, applies: list[Bool], results: list[Value]) -> Value:
    if not results:
        return world.values.some(value.domain)
    found = results[-1]
    for here, result in zip(reversed(applies[:-1]), reversed(results[:-1]), strict=True):
        found = world.values.choose(value.domain, here, result, found)
    return found


def _general(world: World, value: model.Value, body: model.General, scope: TermScope) -> Value:
    """Returns the first exception that applies, in order of force; what is normal where none does.

    What an exception comes to matters where it applies and none stands over it, since then those that apply have to
    agree; but it is only the first that the rules go on with.
    """
    terms = world.terms
    exceptions = in_force_order(body.exceptions)
    applies = [_applies(world, each.guards, scope) for each in exceptions]
    results: list[Value] = []
    without: list[Bool] = []
    before: Bool = False
    for each, here in zip(exceptions, applies, strict=True):
        overruled = terms.any(other for one, other in zip(exceptions, applies, strict=True) if _over(one, each))
        inside = Faults(terms)
        inner = evolve(scope.given(here).given(terms.not_(overruled)), faults=inside)
        results.append(world.widened(each.result, value.domain, inner))
        without.append(inside.whole())
        for obligation in inside.found:
            way = True if obligation.owed in SOFT else terms.not_(before)
            scope.faults.add(obligation, terms.and_(way, inside.of(obligation)))
        before = terms.or_(before, here)
    _agree(world, value, _Exceptions(exceptions, applies, results, without), scope)
    normal = world.widened(body.normally, value.domain, scope.given(terms.not_(before)))
    return _first(world, value, [*applies, True], [*results, normal])


@frozen(eq=False)
class _Exceptions:
    """Exceptions in order of force: when each applies, what it comes to, and when that is nothing."""

    listed: tuple[model.Exceptional, ...]
    applies: list[Bool]
    results: list[Value]
    without: list[Bool]


def _agree(world: World, value: model.Value, exceptions: _Exceptions, scope: TermScope) -> None:
    """Owes that two exceptions that apply, neither over the other, come to the same."""
    terms, applies, results = world.terms, exceptions.applies, exceptions.results
    for second, one in enumerate(exceptions.listed):
        for first, other in enumerate(exceptions.listed[:second]):
            if _over(one, other) or _over(other, one):
                continue
            both = terms.and_(applies[second], applies[first])
            if both is False:
                continue
            same = world.values.same(value.domain, results[first], results[second])
            agree = terms.and_(same, terms.not_(exceptions.without[second]))
            beaten = terms.any(
                here
                for each, here in zip(exceptions.listed, applies, strict=True)
                if _over(each, one) or _over(each, other)
            )
            scope.owe(Owed.AGREEMENT, value.clause.origin, terms.all((both, terms.not_(agree), terms.not_(beaten))))


def _over(one: model.Exceptional, other: model.Exceptional) -> bool:
    return other.clause.path.rpartition(".")[2] in one.over


def _sum(world: World, value: model.Value, clauses: tuple[model.Case, ...], scope: TermScope) -> Value:
    terms = world.terms
    parts = []
    for each in clauses:
        here = _applies(world, each.guards, scope)
        parts.append(terms.if_number(here, world.number(each.result, scope.given(here)), 0))
    total = terms.sum(parts)
    world.in_range(total, value.domain, value.clause.origin, scope)
    return cast("Value", total)
