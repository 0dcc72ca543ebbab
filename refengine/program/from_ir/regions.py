"""Regions: the class in which something lies, by what each is joined with."""

from __future__ import annotations

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import SetOf, Spot
from refengine.program import ops
from refengine.program.from_ir import lists, set_questions, sets, words
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.classes import class_table, looked_up
from refengine.program.from_ir.loops import Loop, over, over_held
from refengine.program.from_ir.unit import ARENA, Scope
from refengine.program.storage.forms import ListForm, Mask, Sequence
from refengine.program.unfit import Unfit

ZERO, ONE = ops.Number(0), ops.Number(1)


def join_body(value: model.Value, scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the body of the function of a region's value; a spot that is not there is joined with none."""
    body = value.body
    assert isinstance(body, model.Joined)
    assert isinstance(body.joins.domain, SetOf)
    form = scope.unit.forms.set_of(body.joins.domain.inner)
    if isinstance(form, Mask):
        return *_both_ways(body, scope), *_mask(body, form, scope)
    if isinstance(form, Sequence):
        raise Unfit(f"region `{body.joins.name}`: a region of pieces that may lie in an order")
    if not isinstance(form, ListForm):
        raise Unfit(f"region `{body.joins.name}`: a region of more than 64 members")
    start = ops.Get(scope.locals[body.start])
    alone: tuple[ops.Statement, ...] = ()
    if isinstance(body.joins.domain.inner, Spot):
        only = scope.fresh("i32")
        there = scope.truth(ir.Contains(body.start, body.binding.domain))
        one = (ops.Assign(only, lists.new(1)), lists.added(only, start, form), ops.Return(ops.Get(only)))
        alone = (ops.When(ops.Negated(there), one),)
    known = class_table(value, scope.unit)
    if known is not None:
        alone = (*looked_up(known, scope.locals[body.start], scope.unit, scope.state), *alone)
    return *alone, *_both_ways(body, scope), *_list(body, form, scope)


def _both_ways(body: model.Joined, scope: Scope) -> tuple[ops.Statement, ...]:
    """Sees of every member that what it is joined with is joined with it, where the rules do not say so already."""
    if body.evident and scope.unit.sharing.cannot_fault(body.joins):
        return ()
    other = scope.unnamed(body.binding.var.domain)
    form = sets.form_of(body.joins, scope)

    mark = scope.fresh("i32")

    def look(_: ops.Expression) -> tuple[ops.Statement, ...]:
        def back(_: ops.Expression) -> tuple[ops.Statement, ...]:
            mutual = set_questions.is_in(
                ops.Get(scope.locals[body.binding.var]), _joins(body, scope.locals[other], scope), form, scope
            )
            return (ops.When(ops.Negated(mutual), (scope.trap("joined one way only"),)),)

        return *over(body.joins, other, scope, Loop(back)), ops.Assign(ARENA, ops.Get(mark))

    everything = scope.held(body.binding.domain)
    own = scope.fresh(scope.unit.type_of(body.binding.domain.domain))
    form_of_all = sets.form_of(body.binding.domain, scope)
    loop = over_held(ops.Get(own), form_of_all, body.binding.var, scope, Loop(look))
    return ops.Assign(own, everything), ops.Assign(mark, ops.Get(ARENA)), *loop


def _joins(body: model.Joined, member: ops.Local, scope: Scope) -> ops.Expression:
    """Returns the set of what a member is joined with."""
    var = scope.unnamed(body.binding.var.domain)
    scope.locals[var] = member
    (arg,) = body.joins.args
    assert arg == body.binding.var
    return scope.held(ir.CallValue(body.joins.name, (var,), body.joins.domain))


def _mask(body: model.Joined, form: Mask, scope: Scope) -> tuple[ops.Statement, ...]:
    found, left, member = scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i64")
    more = scope.fresh("i64")
    bit = ops.Binary("<<", ONE, plus(ops.Get(scope.locals[body.start]), -form.low))
    new = ops.Binary("&", _joins(body, member, scope), ops.Binary("^", ops.Get(found), ops.Number(-1)))
    step = (
        ops.Assign(member, plus(ops.Unary("lowest", ops.Get(left)), form.low)),
        ops.Assign(left, words.without_lowest(ops.Get(left), form)),
        ops.Assign(more, new),
        ops.Assign(found, ops.Binary("|", ops.Get(found), ops.Get(more))),
        ops.Assign(left, ops.Binary("|", ops.Get(left), ops.Get(more))),
    )
    going = ops.Compare("!=", ops.Get(left), ZERO)
    return (
        ops.Assign(found, bit),
        ops.Assign(left, ops.Get(found)),
        ops.While(going, step),
        ops.Return(ops.Get(found)),
    )


def _list(body: model.Joined, form: ListForm, scope: Scope) -> tuple[ops.Statement, ...]:
    """Goes through what is found in the order in which it was, and puts it in order beside."""
    found, ordered = scope.fresh("i32"), scope.fresh("i32")
    member, next_, at, end = scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i32"), scope.fresh("i32")
    new = ops.Load(ops.Get(at), 0, lists.WORD)
    other = scope.fresh("i64")
    add = (lists.pushed(found, ops.Get(other)), lists.added(ordered, ops.Get(other), form))
    look = (
        ops.Assign(other, new),
        ops.When(ops.Negated(lists.has(ops.Get(ordered), ops.Get(other), form)), add),
        lists.step(at),
    )
    place = ops.Plus(ops.Get(found), ops.Shortened(ops.Binary("<<", ops.Get(next_), ops.Number(3))))
    start = ops.Get(scope.locals[body.start])
    step = (
        ops.Assign(member, ops.Load(place, lists.HEAD, lists.WORD)),
        ops.Assign(next_, plus(ops.Get(next_), 1)),
        *lists.each_of(_joins(body, member, scope), at, end, None, look),
    )
    return (
        ops.Assign(found, lists.new()),
        ops.Assign(ordered, lists.new()),
        lists.pushed(found, start),
        lists.added(ordered, start, form),
        ops.Assign(next_, ZERO),
        ops.While(ops.Compare("<", ops.Get(next_), lists.many(ops.Get(found))), step),
        ops.Return(ops.Get(ordered)),
    )
