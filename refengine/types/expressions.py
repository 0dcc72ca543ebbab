"""Expressions: from what was written to typed IR, with what is needed passed down and what was found passed up.

A node that is faulty is reported once and gives None; None silences what contains it.
"""

from __future__ import annotations

from refengine.ir.domain import COUNT, PLAYER, TRUTH, Domain, Option, SetOf
from refengine.ir.expressions import (
    And,
    Before,
    Binding,
    Equal,
    Exists,
    Expr,
    Extreme,
    Filter,
    ForAll,
    HowMany,
    If,
    Image,
    IsEmpty,
    Less,
    NonZero,
    Not,
    Nothing,
    Number,
    NumbersBetween,
    Or,
    Origin,
    SetArith,
    SetLiteral,
    SumOf,
    The,
    TruthLiteral,
)
from refengine.ir.interval import never_zero
from refengine.syntax import tree
from refengine.types import arithmetic, errors, families, grids, names, turns
from refengine.types.binders import elaborate_binder
from refengine.types.comparisons import elaborate_compare, elaborate_member, negate
from refengine.types.context import Context, Scope
from refengine.types.domains import as_number, coerce, describe, interval, join, never_the_same, numeric, strip
from refengine.types.reachability import elaborate_reaches
from refengine.types.running import elaborate_running, elaborate_times
from refengine.types.seats import seat
from refengine.types.what_if import elaborate_what_if


def elaborate(ctx: Context, scope: Scope, node: tree.Expr, expected: Domain | None = None) -> Expr | None:
    """Returns the typed expression, or None if something was reported; `expected` only helps names that need it."""
    match node:
        case tree.Bracket():
            return elaborate(ctx, scope, node.inner, expected)
        case tree.TruthLit(value=value):
            return TruthLiteral(value)
        case tree.IntLit():
            return _int(ctx, node, expected)
        case tree.NoneLit(word=word):
            if isinstance(expected, Option):
                return Nothing(expected)
            if expected is None:
                ctx.report(errors.needs_a_domain(word, node.span))
            else:
                hint = f"declare what may be nothing with `or {node.word}`, or name one that there is"
                ctx.report(errors.mismatch("nothing", describe(expected), node.span, hint))
            return None
        case tree.NameRef(name=name):
            return names.elaborate_name(ctx, scope, name, expected)
        case tree.Call(name=tree.Name(text="min" | "max")):
            return _nearer_end(ctx, scope, node)
        case tree.Call():
            return names.elaborate_call(ctx, scope, node, elaborate)
        case tree.KeyLiteral():
            return names.elaborate_key_literal(ctx, node, expected)
        case tree.FieldOf():
            return names.elaborate_field(ctx, scope, node, elaborate)
        case tree.Of():
            return families.elaborate_of(ctx, scope, node, expected, elaborate)
        case tree.On():
            return families.elaborate_on(ctx, scope, node.token, node.key, elaborate)
        case tree.Turned() | tree.TurnedBack():
            return turns.elaborate_turned(ctx, scope, node, expected, elaborate)
        case tree.CellLit() | tree.Toward():
            return grids.elaborate_cell(ctx, scope, node, elaborate)
        case tree.Before():
            return _before(ctx, scope, node, expected)
        case tree.UnderReading() | tree.UnderPlayers() | tree.AfterReplacing() | tree.AfterExchange() | tree.IsFault():
            return elaborate_what_if(ctx, scope, node, expected, elaborate)
        case tree.SetLit() | tree.RangeLit() | tree.AllOf():
            return _set(ctx, scope, node, expected)
        case tree.TimesRunning(call=call):
            return elaborate_times(ctx, scope, call, elaborate)
        case tree.Negative() | tree.Arith() | tree.NumberOf() | tree.Fold():
            return _number(ctx, scope, node, expected)
        case tree.IfElse():
            return _if_else(ctx, scope, node, expected)
        case tree.The():
            return _the(ctx, scope, node, expected)
        case _:
            return _truth(ctx, scope, node)


def _before(ctx: Context, scope: Scope, node: tree.Before, expected: Domain | None) -> Expr | None:
    """Returns what was so before a step; the state before that is known to nobody."""
    if not ctx.in_step:
        ctx.report(errors.before_outside(node.span, within=ctx.in_before))
    outer, ctx.in_step, ctx.in_before = (ctx.in_step, ctx.in_before), False, ctx.in_step or ctx.in_before
    one = elaborate(ctx, scope, node.inner, expected)
    ctx.in_step, ctx.in_before = outer
    return None if one is None else Before(one)


def truth(ctx: Context, scope: Scope, node: tree.Expr) -> Expr | None:
    """Returns an expression that must be a truth."""
    one = elaborate(ctx, scope, node, TRUTH)
    return None if one is None else coerce(ctx, one, TRUTH, node.span)


def of_domain(ctx: Context, scope: Scope, node: tree.Expr, domain: Domain) -> Expr | None:
    """Returns an expression that must be of a domain."""
    one = elaborate(ctx, scope, node, domain)
    return None if one is None else coerce(ctx, one, domain, node.span)


def number(ctx: Context, scope: Scope, node: tree.Expr) -> Expr | None:
    """Returns an expression that must be a number."""
    one = elaborate(ctx, scope, node, COUNT)
    return None if one is None else as_number(ctx, one, node.span)


def _nearer_end(ctx: Context, scope: Scope, node: tree.Call) -> Expr | None:
    """Returns the smaller or the greater of two numbers, in the smallest interval known to hold it."""
    if len(node.args) != 2:
        ctx.report(errors.argument_count(node.name.text, ("a number", "a number"), len(node.args), node.span))
        return None
    one, other = (number(ctx, scope, each) for each in node.args)
    if one is None or other is None:
        return None
    (low, high), (least, most) = arithmetic.ends(one.domain), arithmetic.ends(other.domain)
    if node.name.text == "min":
        return If(Less(one, other, strict=False), one, other, numeric(min(low, least), min(high, most)))
    return If(Less(one, other, strict=False), other, one, numeric(max(low, least), max(high, most)))


def _int(ctx: Context, node: tree.IntLit, expected: Domain | None) -> Expr | None:
    if strip(expected) != PLAYER:
        return Number(node.value)
    if not 1 <= node.value <= ctx.seats:
        ctx.report(errors.no_such_player(node.value, ctx.seats, node.span))
        return None
    return seat(ctx, node.value, node.span)


# ---- SETS


def _set(ctx: Context, scope: Scope, node: tree.Expr, expected: Domain | None) -> Expr | None:
    match node:
        case tree.SetLit(items=items):
            wanted = strip(expected.inner) if isinstance(expected, SetOf) else None
            if not items and wanted is None:
                ctx.report(errors.needs_a_domain("{}", node.span))
                return None
            done = [elaborate(ctx, scope, item, wanted) for item in items]
            found = [one for one in done if one is not None]
            if len(found) < len(items):
                return None
            inner = wanted
            if inner is None:
                inner = found[0].domain
                for one, item in zip(found[1:], items[1:], strict=True):
                    joined = join(inner, one.domain)
                    if joined is None:
                        never_the_same(ctx, one.domain, inner, item.span)
                        return None
                    inner = joined
                inner = inner.inner if isinstance(inner, Option) else inner  # what may be absent is owed to be there
            fitted = [coerce(ctx, one, inner, item.span) for one, item in zip(found, items, strict=True)]
            parts = tuple(one for one in fitted if one is not None)
            return SetLiteral(parts, SetOf(inner)) if len(parts) == len(items) else None
        case tree.RangeLit():
            ends = number(ctx, scope, node.low), number(ctx, scope, node.high)
            if ends[0] is None or ends[1] is None:
                return None
            lowest, highest = arithmetic.ends(ends[0].domain)[0], arithmetic.ends(ends[1].domain)[1]
            return NumbersBetween(ends[0], ends[1], SetOf(numeric(lowest, max(lowest, highest))))
        case tree.AllOf(binder=binder, term=None):
            binding = elaborate_binder(ctx, scope.inner(), binder, elaborate)
            return None if binding is None else Filter(binding, SetOf(binding.var.domain))
        case tree.AllOf(binder=binder) if node.term is not None:
            return _image(ctx, scope, binder, node.term, expected)
        case _:
            raise TypeError(node)


def _image(ctx: Context, scope: Scope, binder: tree.Binder, term: tree.Expr, expected: Domain | None) -> Expr | None:
    """Elaborates `all E for B`, a set; an option cannot be in a set, so it is owed that it holds something."""
    inner = scope.inner()
    binding = elaborate_binder(ctx, inner, binder, elaborate)
    wanted = expected.inner if isinstance(expected, SetOf) else None
    one = elaborate(ctx, inner, term, wanted) if binding is not None else None
    if binding is None or one is None:
        return None
    of = wanted or strip(one.domain)
    if of is None:
        ctx.report(errors.needs_a_domain("none", term.span))
        return None
    fitted = coerce(ctx, one, of, term.span)
    return None if fitted is None else Image(fitted, binding, SetOf(of))


# ---- NUMBERS


def _number(ctx: Context, scope: Scope, node: tree.Expr, expected: Domain | None) -> Expr | None:
    match node:
        case tree.Negative():
            one = number(ctx, scope, node.inner)
            return None if one is None else arithmetic.negative(one)
        case tree.Arith(op=op):
            if op in "+-" and isinstance(expected, SetOf):
                return _set_arith(ctx, scope, node, expected)
            first = elaborate(ctx, scope, node.left)
            if first is not None and isinstance(first.domain, SetOf) and op in "+-":
                return _set_arith(ctx, scope, node, _both_hold(ctx, scope, node.right, first.domain))
            ends = None if first is None else as_number(ctx, first, node.left.span), number(ctx, scope, node.right)
            if ends[0] is None or ends[1] is None:
                return None
            divisor = ends[1]
            if op in ("div", "mod"):
                if interval(divisor.domain) == (0, 0):
                    ctx.report(errors.divides_by_0(node.right.span))
                    return None
                if not never_zero(divisor):
                    divisor = NonZero(divisor, Origin(node.right.span))
            return arithmetic.arith(op, ends[0], divisor)
        case tree.NumberOf(binder=binder):
            binding = elaborate_binder(ctx, scope.inner(), binder, elaborate)
            return None if binding is None else HowMany(binding)
        case tree.Fold(op=op, binder=binder):
            inner_scope = scope.inner()
            binding = elaborate_binder(ctx, inner_scope, binder, elaborate)
            one = number(ctx, inner_scope, node.term) if binding is not None else None
            if binding is None or one is None:
                return None
            if op == "sum":
                return SumOf(one, binding, arithmetic.total(one.domain))
            return Extreme(op, one, binding, one.domain, Origin(node.span))
        case _:
            raise TypeError(node)


def _both_hold(ctx: Context, scope: Scope, right: tree.Expr, first: SetOf) -> SetOf:
    """Returns the domain of two sets where nothing else says it: of numbers the range that holds those of both."""
    if interval(first.inner) is None or (isinstance(right, tree.SetLit) and not right.items):
        return first
    second = elaborate(ctx, scope, right)
    joined = None if second is None else join(first, second.domain)
    return joined if isinstance(joined, SetOf) else first


def _set_arith(ctx: Context, scope: Scope, node: tree.Arith, domain: SetOf) -> Expr | None:
    sides = of_domain(ctx, scope, node.left, domain), of_domain(ctx, scope, node.right, domain)
    if sides[0] is None or sides[1] is None:
        return None
    return SetArith("union" if node.op == "+" else "minus", sides[0], sides[1], domain)


# ---- CHOICES


def _if_else(ctx: Context, scope: Scope, node: tree.IfElse, expected: Domain | None) -> Expr | None:
    condition = truth(ctx, scope, node.condition)
    then = elaborate(ctx, scope, node.then, expected)
    wanted = expected if expected is not None or then is None else then.domain
    otherwise = elaborate(ctx, scope, node.otherwise, wanted)
    if condition is None or then is None or otherwise is None:
        return None
    domain = join(then.domain, otherwise.domain)
    if domain is None:
        never_the_same(ctx, otherwise.domain, then.domain, node.otherwise.span)
        return None
    return If(condition, then, otherwise, domain)


def _the(ctx: Context, scope: Scope, node: tree.The, expected: Domain | None) -> Expr | None:
    binding = elaborate_binder(ctx, scope.inner(), node.binder, elaborate)
    if binding is None:
        return None
    if node.otherwise is None:
        return The(binding, None, binding.var.domain, Origin(node.span))
    wanted = expected or (
        Option(binding.var.domain) if isinstance(node.otherwise, tree.NoneLit) else binding.var.domain
    )
    otherwise = elaborate(ctx, scope, node.otherwise, wanted)
    if otherwise is None:
        return None
    domain = join(binding.var.domain, otherwise.domain)
    if domain is None:
        never_the_same(ctx, otherwise.domain, binding.var.domain, node.otherwise.span)
        return None
    return The(binding, otherwise, domain, Origin(node.span))


# ---- TRUTHS


def _truth(ctx: Context, scope: Scope, node: tree.Expr) -> Expr | None:
    match node:
        case tree.Not():
            one = truth(ctx, scope, node.inner)
            return None if one is None else Not(one)
        case tree.And():
            parts = truth(ctx, scope, node.left), truth(ctx, scope, node.right)
            return None if parts[0] is None or parts[1] is None else And(_flat(And, parts[0]) + _flat(And, parts[1]))
        case tree.Or():
            parts = truth(ctx, scope, node.left), truth(ctx, scope, node.right)
            return None if parts[0] is None or parts[1] is None else Or(_flat(Or, parts[0]) + _flat(Or, parts[1]))
        case tree.Implies():
            parts = truth(ctx, scope, node.left), truth(ctx, scope, node.right)
            return None if parts[0] is None or parts[1] is None else Or((Not(parts[0]), parts[1]))
        case tree.Compare():
            return elaborate_compare(ctx, scope, node, elaborate)
        case tree.Member():
            return elaborate_member(ctx, scope, node, elaborate)
        case tree.IsEmpty(negated=negated):
            one = elaborate(ctx, scope, node.inner)
            if one is not None and not isinstance(one.domain, SetOf):
                ctx.report(errors.not_a_set(describe(one.domain), node.inner.span))
                return None
            return None if one is None else negate(IsEmpty(one), negated=negated)
        case tree.IsRunning():
            return elaborate_running(ctx, scope, node, elaborate)
        case tree.Reaches():
            return elaborate_reaches(ctx, scope, node, elaborate)
        case tree.Quantified():
            return _quantified(ctx, scope, node)
        case _:
            raise TypeError(node)


def _flat(node_class: type[And | Or], expr: Expr) -> tuple[Expr, ...]:
    return expr.parts if isinstance(expr, node_class) else (expr,)


def _quantified(ctx: Context, scope: Scope, node: tree.Quantified) -> Expr | None:
    inner = scope.inner()
    binding = elaborate_binder(ctx, inner, node.binder, elaborate)
    body = truth(ctx, inner, node.body) if binding is not None else None
    if binding is None or body is None:
        return None
    both = Binding(
        binding.var,
        binding.domain,
        body
        if binding.condition == TruthLiteral(value=True)
        else And((*_flat(And, binding.condition), *_flat(And, body))),
    )
    match node.quantifier:
        case "every":
            return ForAll(binding, body)
        case "some":
            return Exists(binding, body)
        case "no":
            return Not(Exists(binding, body))
        case "exactly":
            return Equal(HowMany(both), Number(node.many or 0))
        case "at most":
            return Less(HowMany(both), Number(node.many or 0), strict=False)
        case "at least":
            return Less(Number(node.many or 0), HowMany(both), strict=False)
