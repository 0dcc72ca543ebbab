"""Bars of a phase, as bars of an action that begins with entering it: the parameters replaced by what it is told.

INVARIANT: nothing that a bar binds hides what an argument reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from refengine.ir.control import Barred, LetIn
from refengine.ir.domain import Option, SetOf
from refengine.ir.expressions import Binding, Expr, If, Local, Nothing, SetArith, SetLiteral, TruthLiteral
from refengine.ir.traverse import rewrite, walk


def barring(
    bars: Sequence[Barred], params: Sequence[Local], args: Sequence[Expr], named: Sequence[LetIn] = ()
) -> tuple[Barred, ...]:
    """Returns the bars of a phase that is told these arguments; what they were named before, they stand for."""
    meant: dict[Local, Expr] = {}
    for each in named:
        meant[each.var] = _put(_with_own_names(each.value, each.var.name), meant)
    told = {param: _as_one_of(param, _put(arg, meant)) for param, arg in zip(params, args, strict=True)}
    return tuple(_told(each, told) for each in bars)


def _told(bar: Barred, told: Mapping[Local, Expr]) -> Barred:
    own = (_with_own_names(each, bar.clause.path) for each in bar.conditions)
    return evolve(bar, conditions=tuple(_put(each, told) for each in own))


def _with_own_names(expr: Expr, owner: str) -> Expr:
    """Returns the expression with names for what it binds that nobody can write, and that nothing else has."""
    bound = {node.var for node in walk(expr) if isinstance(node, Binding)}
    return _put(expr, {each: Local(f"{each.name} in {owner}", each.domain) for each in bound})


def _as_one_of(param: Local, arg: Expr) -> Expr:
    """Returns the argument as an expression of the domain of a parameter, where that is another sort of value."""
    wanted = param.domain
    if isinstance(wanted, Option) and not isinstance(arg.domain, Option):
        return If(TruthLiteral(value=True), arg, Nothing(wanted), wanted)
    if isinstance(wanted, SetOf) and arg.domain != wanted:
        return SetArith("union", arg, SetLiteral((), wanted), wanted)
    return arg


def _put(expr: Expr, places: Mapping[Local, Expr]) -> Expr:
    return rewrite(expr, lambda node: places.get(node, node) if isinstance(node, Local) else node)
