"""Calls of values: arguments, and what a value of a phase reads of what that is told.

A value `of` a phase has those of the phase's parameters that it reads behind its own. Where they are bound, in the
phase and in its other values, they are given by themselves; elsewhere `VALUE of PHASE(...)` says them.
"""

from __future__ import annotations

from refengine.ir.domain import Domain
from refengine.ir.expressions import CallValue, Expr
from refengine.syntax import tree
from refengine.types import errors, phase_parameter_errors as of_phase_errors
from refengine.types.context import Context, Elaborate, Scope, Signature
from refengine.types.domains import coerce, describe


def value_call(ctx: Context, scope: Scope, call: tree.Call, expr: Elaborate) -> Expr | None:
    """Returns a value with its arguments."""
    signature = ctx.values[call.name.text]
    if not _is_told(ctx, scope, call.name, signature):
        return None
    args = arguments(ctx, scope, call, tuple(each.domain for each in signature.own), expr)
    if args is None or signature.result is None:
        return None
    return CallValue(call.name.text, (*args, *signature.lifted), signature.result)


def called_by_name(ctx: Context, scope: Scope, name: tree.Name) -> Expr | None:
    """Returns a value without arguments."""
    signature = ctx.values[name.text]
    if not _is_told(ctx, scope, name, signature):
        return None
    if signature.own:
        takes = tuple(describe(each.domain) for each in signature.own)
        ctx.report(errors.argument_count(name.text, takes, 0, name.span))
        return None
    return None if signature.result is None else CallValue(name.text, signature.lifted, signature.result)


def _is_told(ctx: Context, scope: Scope, name: tree.Name, signature: Signature) -> bool:
    if signature.phase is None:
        return True
    if scope.is_told_as(signature.phase) and all(scope.lookup(each.name) == each for each in signature.lifted):
        return True
    ctx.report(of_phase_errors.told_nothing(name.text, signature.phase, name.span))
    return False


def called_of_phase(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    """Elaborates `VALUE of PHASE(...)`: a value of a phase, as if the phase had these arguments."""
    signature = ctx.values[node.name.text]
    told = tree.Call(node.key.name, (), node.key.span) if isinstance(node.key, tree.NameRef) else node.key
    if not isinstance(told, tree.Call) or told.name.text != signature.phase:
        ctx.report(of_phase_errors.not_its_phase(node.name.text, signature.phase, node.key.span))
        return None
    params = ctx.phases[told.name.text].params
    given = arguments(ctx, scope, told, tuple(each.domain for each in params), expr)
    call = tree.Call(node.name, node.args, node.name.span)
    own = arguments(ctx, scope, call, tuple(each.domain for each in signature.own), expr)
    if given is None or own is None or signature.result is None:
        return None
    lifted = (arg for param, arg in zip(params, given, strict=True) if param in signature.lifted)
    return CallValue(node.name.text, (*own, *lifted), signature.result)


def arguments(
    ctx: Context, scope: Scope, call: tree.Call, wanted: tuple[Domain, ...], expr: Elaborate
) -> tuple[Expr, ...] | None:
    """Returns the arguments of a call, each as one of its parameter's domain."""
    if len(call.args) != len(wanted):
        takes = tuple(describe(domain) for domain in wanted)
        ctx.report(errors.argument_count(call.name.text, takes, len(call.args), call.span))
        return None
    given: list[Expr] = []
    for arg, domain in zip(call.args, wanted, strict=True):
        one = expr(ctx, scope, arg, domain)
        fitted = None if one is None else coerce(ctx, one, domain, arg.span)
        if fitted is not None:
            given.append(fitted)
    return tuple(given) if len(given) == len(wanted) else None
