"""Bars of a phase as terms: that none stands is owed by what enters it, where that is no action which they bar."""

from __future__ import annotations

from collections.abc import Mapping

from refengine.ir import control, expressions as ir
from refengine.ir.obligations import Owed
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import Value


def scope_if_unbarred(
    world: World, script: control.Script, args: tuple[ir.Expr, ...], owes: ir.Origin | None, scope: TermScope
) -> TermScope:
    """Returns the scope of what goes on to a phase only if none of its bars stands in the way, which may be owed."""
    if owes is None or not script.bars:
        return scope
    given = zip(script.params, args, strict=True)
    told = {param: world.widened(arg, param.domain, scope) for param, arg in given}
    for bar in script.bars:
        standing = bar_stands(world, bar, told, scope)
        scope.owe(Owed.UNBARRED, owes, standing)
        scope = scope.given(world.terms.not_(standing))
    return scope


def bar_stands(world: World, bar: control.Barred, told: Mapping[ir.Local, Value], scope: TermScope) -> Bool:
    """Returns whether a bar stands in the way of a phase that is told so."""
    return world.truth(ir.And(bar.conditions), scope.bound(told).within(bar.clause.path))
