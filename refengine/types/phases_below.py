"""The phases below the one in which an example begins: it has to be plain where they go on, and with what.

What the inner phase is told has to be what the outer one tells it, where that can be read off the text: where it is
worked out from nothing but what the outer one was told, and no `go` leads to the inner one with something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from refengine.ir.control import Enter, Go, Script
from refengine.ir.entries import gone_to, places
from refengine.ir.exits import leaves
from refengine.ir.expressions import Expr, Local, Member, Number, TruthLiteral
from refengine.ir.simplify import Folding
from refengine.ir.traverse import rewrite
from refengine.syntax import tree
from refengine.types import control_errors
from refengine.types.context import Context


def goes_on_at(ctx: Context, scripts: Sequence[Script], inner: str, outer: tree.Call) -> str | None:
    """Returns the point at which a phase goes on when one that it entered is done; what is not plain is reported."""
    script = next((each for each in scripts if each.name == outer.name.text), None)
    if script is None or all(each.name != inner for each in scripts):
        return None  # that there is no such phase is said elsewhere
    found = places(script, inner, scripts)
    if len(found) != 1:
        if ctx.lacks_ways:
            return None
        ctx.report(control_errors.no_place_below(inner, script.name, len(found), outer.span))
        return None
    (point,) = (each for each in script.points if each.name == found[0])
    more = [each.name for each in point.params if each not in script.params]
    if more:
        ctx.report(control_errors.more_held(inner, script.name, more, outer.span))
        return None
    return point.name


def misfits(
    ctx: Context, scripts: Sequence[Script], inner: tuple[str, Sequence[Expr]], outer: tuple[str, Sequence[Expr]]
) -> tuple[int, ...]:
    """Returns the numbers of those arguments with which the outer phase, told what it was, never enters the inner one.

    `inner` and `outer` are names of phases and what they are told. An argument of which that is not plain is not among
    them.
    """
    by_name = {each.name: each for each in scripts}
    name, args = inner
    script, around = by_name.get(name), by_name.get(outer[0])
    if script is None or around is None or isinstance(ctx.symbols.lookup(around.name), tree.Text):
        return ()
    told = dict(zip(around.params, outer[1], strict=True))
    entered = [leaf for point in around.points for leaf in leaves(point.exit) if isinstance(leaf, Enter)]
    direct = [leaf for leaf in entered if leaf.phase == name]
    sizes = {"player": ctx.seats} | {each.name: len(each.members) for each in ctx.kinds.values()}
    folding = Folding(sizes, {})
    return tuple(
        number
        for number, arg in enumerate(args)
        if direct
        and _is_kept(script, number, by_name)
        and all(_differ(arg, folding.expression(_with(told, leaf.args[number]))) for leaf in direct)
    )


def _with(told: Mapping[Local, Expr], expr: Expr) -> Expr:
    return rewrite(expr, lambda node: told.get(node, node) if isinstance(node, Local) else node)


def _is_kept(script: Script, number: int, scripts: Mapping[str, Script]) -> bool:
    """Returns whether a phase that takes its own place, by `go`, tells itself then what it was told."""
    return all(
        where == script.name and leaf.args[number] == script.params[number]
        for where, leaf in _going(script.name, scripts)
        if leaf.phase == script.name
    )


def _going(phase: str, scripts: Mapping[str, Script]) -> Iterator[tuple[str, Go]]:
    """Yields every `go` in what may take the place of a phase, and in the phase itself, with where it stands."""
    for each in gone_to(phase, scripts):
        for point in scripts[each].points if each in scripts else ():
            for leaf in leaves(point.exit):
                if isinstance(leaf, Go):
                    yield each, leaf


def _differ(one: Expr, other: Expr) -> bool:
    """Returns whether both are written out, and are not the same."""
    literals = Member | Number | TruthLiteral
    return isinstance(one, literals) and isinstance(other, literals) and one != other
