"""Expressions: from what was written to typed IR, with what is needed passed down and what was found passed up.

A node that is faulty is reported once and gives None; None silences what contains it.
"""

from __future__ import annotations

from refengine.ir.domain import COUNT, PLAYER, TRUTH, UNBOUNDED, Count, Domain, Enum, Option, Range, SetOf
from refengine.ir.expressions import (
    And,
    Arith,
    Before,
    Binding,
    Contains,
    Equal,
    Exists,
    Expr,
    Extreme,
    Filter,
    ForAll,
    HowMany,
    If,
    InRange,
    IsEmpty,
    Less,
    Member,
    Narrow,
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
from refengine.syntax import tree
from refengine.types import errors, names
from refengine.types.binders import elaborate_binder
from refengine.types.context import Context, Scope
from refengine.types.domains import coerce, describe, fits, interval, join, numeric
from refengine.types.names import strip


def elaborate(ctx: Context, scope: Scope, node: tree.Expr, expected: Domain | None = None) -> Expr | None:
    """The typed expression, or None when something was reported. `expected` helps names that need it; it is no check."""
    match node:
        case tree.Bracket(inner=inner):
            return elaborate(ctx, scope, inner, expected)
        case tree.TruthLit(value=value):
            return TruthLiteral(value)
        case tree.IntLit():
            return _int(node, expected)
        case tree.NoneLit(word=word):
            if isinstance(expected, Option):
                return Nothing(expected)
            ctx.report(errors.needs_a_domain(word, node.span))
            return None
        case tree.NameRef(name=name):
            return names.elaborate_name(ctx, scope, name, expected)
        case tree.Call():
            return names.elaborate_call(ctx, scope, node, elaborate)
        case tree.KeyLiteral():
            return names.elaborate_key_literal(ctx, node, expected)
        case tree.FieldOf():
            return names.elaborate_field(ctx, scope, node, elaborate)
        case tree.Of():
            return names.elaborate_of(ctx, scope, node, expected, elaborate)
        case tree.Before(inner=inner):
            if not ctx.in_step:
                ctx.report(errors.before_outside(node.span))
            one = elaborate(ctx, scope, inner, expected)
            return None if one is None else Before(one)
        case tree.SetLit() | tree.RangeLit() | tree.AllOf():
            return _set(ctx, scope, node, expected)
        case tree.Negative() | tree.Arith() | tree.NumberOf() | tree.Fold():
            return _number(ctx, scope, node, expected)
        case tree.IfElse():
            return _if_else(ctx, scope, node, expected)
        case tree.The():
            return _the(ctx, scope, node, expected)
        case _:
            return _truth(ctx, scope, node)


def truth(ctx: Context, scope: Scope, node: tree.Expr) -> Expr | None:
    """An expression that must be a truth."""
    one = elaborate(ctx, scope, node, TRUTH)
    return None if one is None else coerce(ctx, one, TRUTH, node.span)


def of_domain(ctx: Context, scope: Scope, node: tree.Expr, domain: Domain) -> Expr | None:
    """An expression that must be of a domain."""
    one = elaborate(ctx, scope, node, domain)
    return None if one is None else coerce(ctx, one, domain, node.span)


def number(ctx: Context, scope: Scope, node: tree.Expr) -> Expr | None:
    """An expression that must be a number."""
    one = elaborate(ctx, scope, node, COUNT)
    if one is None or interval(one.domain):
        return one
    ctx.report(errors.mismatch(describe(one.domain), "a number", node.span))
    return None


def _int(node: tree.IntLit, expected: Domain | None) -> Expr:
    if strip(expected) == PLAYER and node.value >= 1:
        return Member("player", node.value - 1)
    return Number(node.value)


# ---- SETS


def _set(ctx: Context, scope: Scope, node: tree.Expr, expected: Domain | None) -> Expr | None:
    match node:
        case tree.SetLit(items=items):
            wanted = expected.inner if isinstance(expected, SetOf) else None
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
                        ctx.report(errors.incomparable(describe(one.domain), describe(inner), item.span))
                        return None
                    inner = joined
            fitted = [coerce(ctx, one, inner, item.span) for one, item in zip(found, items, strict=True)]
            parts = tuple(one for one in fitted if one is not None)
            return SetLiteral(parts, SetOf(inner)) if len(parts) == len(items) else None
        case tree.RangeLit(low=low, high=high):
            ends = number(ctx, scope, low), number(ctx, scope, high)
            if ends[0] is None or ends[1] is None:
                return None
            one, other = interval(ends[0].domain), interval(ends[1].domain)
            assert one is not None
            assert other is not None
            inner_domain = numeric(one[0], max(one[0], other[1]))
            return NumbersBetween(ends[0], ends[1], SetOf(inner_domain))
        case tree.AllOf(binder=binder):
            binding = elaborate_binder(ctx, scope.inner(), binder, elaborate)
            return None if binding is None else Filter(binding, SetOf(binding.var.domain))
        case _:
            raise AssertionError(node)


# ---- NUMBERS


def _number(ctx: Context, scope: Scope, node: tree.Expr, expected: Domain | None) -> Expr | None:
    match node:
        case tree.Negative(inner=inner):
            one = number(ctx, scope, inner)
            return None if one is None else _arith("-", Number(0), one)
        case tree.Arith(op=op, left=left, right=right):
            if op in "+-" and isinstance(expected, SetOf):
                return _set_arith(ctx, scope, node, expected)
            first = elaborate(ctx, scope, left)
            if first is not None and isinstance(first.domain, SetOf) and op in "+-":
                return _set_arith(ctx, scope, node, first.domain)
            ends = (first if first is not None and interval(first.domain) else None), number(ctx, scope, right)
            if first is not None and ends[0] is None:
                ctx.report(errors.mismatch(describe(first.domain), "a number", left.span))
            if ends[0] is None or ends[1] is None:
                return None
            divisor = ends[1]
            if op in ("div", "mod") and not fits(divisor.domain, Range(1, UNBOUNDED)):
                divisor = Narrow(divisor, Range(1, UNBOUNDED), Origin(right.span))
            return _arith(op, ends[0], divisor)
        case tree.NumberOf(binder=binder):
            binding = elaborate_binder(ctx, scope.inner(), binder, elaborate)
            return None if binding is None else HowMany(binding)
        case tree.Fold(op=op, term=term, binder=binder):
            inner_scope = scope.inner()
            binding = elaborate_binder(ctx, inner_scope, binder, elaborate)
            one = number(ctx, inner_scope, term) if binding is not None else None
            if binding is None or one is None:
                return None
            if op == "sum":
                reach = interval(one.domain)
                assert reach is not None
                return SumOf(one, binding, COUNT if reach[0] >= 0 else Range(-UNBOUNDED, UNBOUNDED))
            return Extreme(op, one, binding, one.domain, Origin(node.span))
        case _:
            raise AssertionError(node)


def _arith(op: str, left: Expr, right: Expr) -> Expr:
    one, other = interval(left.domain), interval(right.domain)
    assert one is not None
    assert other is not None
    match op:
        case "+":
            ends = one[0] + other[0], one[1] + other[1]
            return Arith("+", left, right, numeric(*ends))
        case "-":
            ends = one[0] - other[1], one[1] - other[0]
            return Arith("-", left, right, numeric(*ends))
        case "*":
            corners = [a * b for a in one for b in other]
            return Arith("*", left, right, numeric(min(corners), max(corners)))
        case "div":
            low = max(other[0], 1)
            corners = [a // b for a in one for b in (low, max(low, other[1]))]
            return Arith("div", left, right, numeric(min(corners), max(corners)))
        case _:
            return Arith("mod", left, right, numeric(0, max(other[1] - 1, 0)))


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
        ctx.report(errors.incomparable(describe(otherwise.domain), describe(then.domain), node.otherwise.span))
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
        ctx.report(errors.incomparable(describe(otherwise.domain), describe(binding.var.domain), node.otherwise.span))
        return None
    return The(binding, otherwise, domain, Origin(node.span))


# ---- TRUTHS


def _truth(ctx: Context, scope: Scope, node: tree.Expr) -> Expr | None:
    match node:
        case tree.Not(inner=inner):
            one = truth(ctx, scope, inner)
            return None if one is None else Not(one)
        case tree.And(left=left, right=right):
            parts = truth(ctx, scope, left), truth(ctx, scope, right)
            return None if parts[0] is None or parts[1] is None else And(_flat(And, parts[0]) + _flat(And, parts[1]))
        case tree.Or(left=left, right=right):
            parts = truth(ctx, scope, left), truth(ctx, scope, right)
            return None if parts[0] is None or parts[1] is None else Or(_flat(Or, parts[0]) + _flat(Or, parts[1]))
        case tree.Implies(left=left, right=right):
            parts = truth(ctx, scope, left), truth(ctx, scope, right)
            return None if parts[0] is None or parts[1] is None else Or((Not(parts[0]), parts[1]))
        case tree.Compare():
            return _compare(ctx, scope, node)
        case tree.Member():
            return _member(ctx, scope, node)
        case tree.IsEmpty(inner=inner, negated=negated):
            one = elaborate(ctx, scope, inner)
            if one is not None and not isinstance(one.domain, SetOf):
                ctx.report(errors.not_a_set(describe(one.domain), inner.span))
                return None
            return None if one is None else _negate(IsEmpty(one), negated)
        case tree.Quantified():
            return _quantified(ctx, scope, node)
        case _:
            raise AssertionError(node)


def _flat(node_class: type[And] | type[Or], expr: Expr) -> tuple[Expr, ...]:
    return expr.parts if isinstance(expr, node_class) else (expr,)


def _negate(expr: Expr, negated: bool) -> Expr:
    return Not(expr) if negated else expr


def _leans(node: tree.Expr, ctx: Context, scope: Scope) -> bool:
    """Whether the node takes its domain from the other side of a comparison."""
    match node:
        case tree.Bracket(inner=inner):
            return _leans(inner, ctx, scope)
        case tree.IntLit() | tree.NoneLit() | tree.SetLit() | tree.KeyLiteral():
            return True
        case tree.NameRef(name=name):
            return scope.lookup(name.text) is None and ctx.symbols.lookup(name.text) is None
        case _:
            return False


def _sides(ctx: Context, scope: Scope, left: tree.Expr, right: tree.Expr) -> tuple[Expr | None, Expr | None]:
    if _leans(left, ctx, scope) and not _leans(right, ctx, scope):
        second = elaborate(ctx, scope, right)
        return elaborate(ctx, scope, left, _offered(second)) if second is not None else None, second
    first = elaborate(ctx, scope, left)
    return first, elaborate(ctx, scope, right, _offered(first)) if first is not None else None


def _offered(expr: Expr | None) -> Domain | None:
    if expr is None:
        return None
    return expr.domain if isinstance(expr.domain, Option | SetOf) else Option(expr.domain)


def _compare(ctx: Context, scope: Scope, node: tree.Compare) -> Expr | None:
    left, right = _sides(ctx, scope, node.left, node.right)
    if left is None or right is None:
        return None
    if node.op in ("=", "!=", "is", "is not"):
        if join(left.domain, right.domain) is None:
            ctx.report(errors.incomparable(describe(left.domain), describe(right.domain), node.span))
            return None
        return _negate(Equal(left, right), node.op in ("!=", "is not"))
    one, other = strip(left.domain), strip(right.domain)
    for domain, side in ((one, node.left), (other, node.right)):
        if not isinstance(domain, Range | Count | Enum):
            ctx.report(errors.no_order(describe(domain) if domain else "this", side.span))
            return None
    assert one is not None
    assert other is not None
    if join(one, other) is None:
        ctx.report(errors.incomparable(describe(one), describe(other), node.span))
        return None
    first, second = coerce(ctx, left, one, node.left.span), coerce(ctx, right, other, node.right.span)
    if first is None or second is None:
        return None
    if node.op in (">", ">="):
        first, second = second, first
    return Less(first, second, strict=node.op in ("<", ">"))


def _member(ctx: Context, scope: Scope, node: tree.Member) -> Expr | None:
    if isinstance(node.domain, tree.RangeLit):
        item = number(ctx, scope, node.item)
        ends = number(ctx, scope, node.domain.low), number(ctx, scope, node.domain.high)
        if item is None or ends[0] is None or ends[1] is None:
            return None
        return _negate(InRange(item, ends[0], ends[1]), node.negated)
    leaning = isinstance(node.domain, tree.SetLit)
    first = elaborate(ctx, scope, node.item) if leaning else None
    if leaning and first is None:
        return None
    wanted = SetOf(strip(first.domain) or first.domain) if first is not None else None
    domain = elaborate(ctx, scope, node.domain, wanted)
    if domain is None:
        return None
    if not isinstance(domain.domain, SetOf):
        ctx.report(errors.not_a_set(describe(domain.domain), node.domain.span))
        return None
    item = first if first is not None else elaborate(ctx, scope, node.item, domain.domain.inner)
    if item is None:
        return None
    if join(strip(item.domain) or item.domain, domain.domain.inner) is None:
        ctx.report(errors.incomparable(describe(item.domain), describe(domain.domain.inner), node.item.span))
        return None
    return _negate(Contains(item, domain), node.negated)


def _quantified(ctx: Context, scope: Scope, node: tree.Quantified) -> Expr | None:
    inner = scope.inner()
    binding = elaborate_binder(ctx, inner, node.binder, elaborate)
    body = truth(ctx, inner, node.body) if binding is not None else None
    if binding is None or body is None:
        return None
    both = Binding(
        binding.var,
        binding.domain,
        body if binding.condition == TruthLiteral(True) else And((*_flat(And, binding.condition), *_flat(And, body))),
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
