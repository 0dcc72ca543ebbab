"""Binders as loops: quantifiers, counts, sums, extremes, filters and `the`."""

from __future__ import annotations

from refengine.ir import expressions as ir
from refengine.ir.simplify import negation
from refengine.program import ops
from refengine.program.from_ir import set_questions, sets, words
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.loops import Loop, binding_over, settled_members
from refengine.program.from_ir.numbers import MANY, bounds, within_greatest
from refengine.program.from_ir.unit import Scope
from refengine.program.storage.forms import GREATEST, Word

TRUE = ir.TruthLiteral(value=True)


def quantified(expr: ir.Exists | ir.ForAll, scope: Scope) -> ops.Expression:
    """Returns whether some, or all, of what is bound has the body.

    What comes behind the one that decides is not asked.
    """
    seeks = isinstance(expr, ir.Exists)
    body = expr.body if seeks else negation(expr.body)
    members = settled_members(expr.binding, scope, body)
    if members is not None:
        return ops.Compare("!=" if seeks else "==", members.members, ops.Number(0))
    found = scope.fresh("i32")
    loop = Loop(lambda _: (ops.Assign(found, ops.Address(1)),), until=ops.Get(found))
    run = binding_over(expr.binding, scope, loop, body)
    hit: ops.Expression = ops.Get(found)
    return ops.Do((ops.Assign(found, ops.Address(0)), *run), hit if seeks else ops.Negated(hit))


def gathered(expr: ir.Aggregate, scope: Scope) -> ops.Expression:
    """Returns the value of an aggregate."""
    match expr:
        case ir.HowMany(binding=ir.Binding(domain=domain, condition=condition)) if condition == TRUE:
            return set_questions.how_many(domain, scope)
        case ir.HowMany(binding=binding):
            members = settled_members(binding, scope)
            if members is not None:
                return words.many(members.members, members.form, scope)
            count = scope.fresh("i64")
            run = binding_over(binding, scope, Loop(lambda copies: (_add(count, copies),)))
            return ops.Do((ops.Assign(count, ops.Number(0)), *run), ops.Get(count))
        case ir.SumOf():
            return _sum(expr, scope)
        case ir.Extreme():
            return _extreme(expr, scope)
        case ir.Filter():
            return sets.filtered(expr, scope)
        case ir.Image():
            return sets.image(expr, scope)
        case ir.The():
            return _the(expr, scope)


def _add(to: ops.Local, amount: ops.Expression) -> ops.Statement:
    return ops.Assign(to, ops.Binary("+", ops.Get(to), amount))


def _sum(expr: ir.SumOf, scope: Scope) -> ops.Expression:
    total = scope.fresh("i64")
    of = bounds(expr.term)
    is_safe = of is not None and max(map(abs, of)) * MANY < GREATEST

    def more(copies: ops.Expression) -> tuple[ops.Statement, ...]:
        term = scope.held(expr.term)
        if is_safe:
            return (_add(total, term if copies == ops.Number(1) else ops.Binary("*", term, copies)),)
        # Copies are added one by one, so that what is too large is seen.
        once = ops.Assign(total, within_greatest(ops.Binary("+", ops.Get(total), ops.Get(one)), scope))
        step = ops.Assign(left, plus(ops.Get(left), -1))
        given = (ops.Assign(one, term), ops.Assign(left, copies))
        return (*given, ops.While(ops.Compare(">", ops.Get(left), ops.Number(0)), (once, step)))

    one, left = scope.fresh("i64"), scope.fresh("i64")
    return ops.Do((ops.Assign(total, ops.Number(0)), *binding_over(expr.binding, scope, Loop(more))), ops.Get(total))


def _extreme(expr: ir.Extreme, scope: Scope) -> ops.Expression:
    best, term, found = scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i32")
    better = ops.Compare(">" if expr.op == "highest" else "<", ops.Get(term), ops.Get(best))

    def look(_: ops.Expression) -> tuple[ops.Statement, ...]:
        take = ops.When(ops.Either(ops.Negated(ops.Get(found)), better), (ops.Assign(best, ops.Get(term)),))
        return ops.Assign(term, scope.held(expr.term)), take, ops.Assign(found, ops.Address(1))

    run = binding_over(expr.binding, scope, Loop(look))
    nothing = ops.When(ops.Negated(ops.Get(found)), (scope.trap("of nothing"),))
    start = (ops.Assign(best, ops.Number(0)), ops.Assign(found, ops.Address(0)))
    return ops.Do((*start, *run, nothing), ops.Get(best))


def _the(expr: ir.The, scope: Scope) -> ops.Expression:
    binding = expr.binding
    if binding.condition == TRUE and isinstance(binding.domain, ir.Contents):
        form = sets.form_of(binding.domain, scope)
        if isinstance(form, Word):
            return _the_only(expr, scope.held(binding.domain), form, scope)
    settled = settled_members(binding, scope)
    if settled is not None:
        return _the_only(expr, settled.members, settled.form, scope)
    only, found = scope.fresh("i64"), scope.fresh("i32")

    def look(_: ops.Expression) -> tuple[ops.Statement, ...]:
        each = ops.Get(scope.locals[binding.var])
        another = ops.Both(ops.Get(found), ops.Compare("!=", ops.Get(only), each))
        return (
            ops.When(another, (scope.trap("`the` finds several"),)),
            ops.Assign(only, each),
            ops.Assign(found, ops.Address(1)),
        )

    start = (ops.Assign(only, ops.Number(0)), ops.Assign(found, ops.Address(0)))
    run = (*start, *binding_over(binding, scope, Loop(look)))
    if expr.otherwise is None:
        nothing = ops.When(ops.Negated(ops.Get(found)), (scope.trap("`the` finds nothing"),))
        return ops.Do((*run, nothing), ops.Get(only))
    return ops.Do(run, ops.Choose(ops.Get(found), ops.Get(only), scope.held(expr.otherwise), "i64"))


def _the_only(expr: ir.The, members: ops.Expression, form: Word, scope: Scope) -> ops.Expression:
    """Returns the only one of a word, in however many copies."""
    word = scope.fresh("i64")
    several = ops.Compare("!=", words.without_lowest(ops.Get(word), form), ops.Number(0))
    given = (ops.Assign(word, members), ops.When(several, (scope.trap("`the` finds several"),)))
    one = plus(words.lowest(ops.Get(word), form), form.low)
    nothing = ops.Compare("==", ops.Get(word), ops.Number(0))
    if expr.otherwise is None:
        return ops.Do((*given, ops.When(nothing, (scope.trap("`the` finds nothing"),))), one)
    return ops.Do(given, ops.Choose(nothing, scope.held(expr.otherwise), one, "i64"))
