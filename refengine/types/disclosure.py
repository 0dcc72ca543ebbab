"""Visibility of what a phase is told, where its parameters say who sees it."""

from __future__ import annotations

from refengine.ir.domain import PLAYER
from refengine.ir.expressions import Equal, Local
from refengine.ir.traverse import free_locals
from refengine.ir.visibility import EVERYONE, NOBODY, HeldParameter, Seen
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context, Scope
from refengine.types.expressions import truth


def told_to(ctx: Context, params: tuple[tree.Param, ...], locals_: tuple[Local, ...]) -> tuple[HeldParameter, ...]:
    """Returns who sees those parameters that say it; a player whom the phase is told of can be named."""
    found: list[HeldParameter] = []
    for param, local in zip(params, locals_, strict=True):
        seen = None if param.seen is None else _seen(ctx, param.seen, params, locals_)
        if seen is not None:
            found.append(HeldParameter(local, seen))
    return tuple(found)


def kept_throughout(
    ctx: Context, phase: str, params: tuple[Local, ...], told: tuple[HeldParameter, ...]
) -> tuple[Local, ...]:
    """Returns the parameters that a phase holds as long as it runs.

    An invariant speaks of them, or it hangs on them who sees others.
    """
    durings = (each.during for each in ctx.symbols.invariants.values())
    spoken_of = {name.text for each in durings if each and each.phase.text == phase for name in each.params}
    asked = frozenset[Local]().union(*(free_locals(each.seen.condition) for each in told))
    return tuple(local for local in params if local in asked or local.name in spoken_of)


def _seen(ctx: Context, node: tree.Seen, params: tuple[tree.Param, ...], locals_: tuple[Local, ...]) -> Seen | None:
    if node.condition is not None:
        scope = Scope()
        scope.names |= {local.name: (local, param.name.span) for param, local in zip(params, locals_, strict=True)}
        viewer = scope.bind(ctx, node.by, PLAYER)
        condition = truth(ctx, scope, node.condition)
        return None if condition is None else Seen("each", viewer, None, condition)
    word = node.by.text
    if word in {"everyone", "nobody"}:
        return EVERYONE if word == "everyone" else NOBODY
    players = {local.name: local for local in locals_ if local.domain == PLAYER}
    if word in players:
        viewer = Local("the viewer", PLAYER)  # a name that cannot be written
        return Seen("each", viewer, None, Equal(viewer, players[word]))
    ctx.report(errors.unknown_mark(word, node.by.span, ("everyone", "nobody", *players)))
    return None
