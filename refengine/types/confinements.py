"""Typed confinements: claims of which phases enter others, or take tokens from those who hold them."""

from __future__ import annotations

from refengine.ir.claims import Confinement, EnterNothing, OnlyEnter, OnlyMove, OnlyMoveWorkedOut
from refengine.ir.control import Clause
from refengine.ir.expressions import Expr
from refengine.syntax import tree
from refengine.syntax.to_text.expressions import expression
from refengine.types.context import Context
from refengine.types.expressions import elaborate
from refengine.types.tokens import token_selection
from refengine.types.values import clause, phase_scope

PLAYERS = "player"


def confinements(ctx: Context) -> tuple[Confinement, ...]:
    """Returns the confinements whose names are declared; of the others it is reported what is not."""
    found = [_confinement(ctx, each) for each in ctx.symbols.claims.values() if isinstance(each, tree.Confinement)]
    return tuple(each for each in found if each is not None)


def _confinement(ctx: Context, node: tree.Confinement) -> Confinement | None:
    head = clause(node.name.text, node.cite, node.name.span)
    if node.worked_out is not None:
        return _worked_out(ctx, node, node.worked_out, head)
    phases = _declared(ctx, node.phases, tree.Phase, tree.Text)
    if not node.others:
        return None if phases is None else EnterNothing(node.name.text, phases, head)
    if node.holder is None:
        entered = _declared(ctx, node.others, tree.Phase, tree.Text)
        return None if phases is None or entered is None else OnlyEnter(node.name.text, phases, entered, head)
    tokens = _declared(ctx, node.others, tree.Token)
    is_holder = _is_holder(ctx, node.holder)
    if phases is None or tokens is None or not is_holder:
        return None
    return OnlyMove(node.name.text, phases, tokens, node.holder.text, head)


def _worked_out(ctx: Context, node: tree.Confinement, token: tree.Call, head: Clause) -> Confinement | None:
    """Returns the confinement of a token that phases work out of what they are told."""
    told: list[tuple[str, Expr]] = []
    tokens: tuple[str, ...] = ()
    for name in node.phases:
        signature, phase = ctx.phase(name), ctx.symbols.lookup(name.text)
        if signature is None or not isinstance(phase, tree.Phase | tree.Text):
            continue
        found = token_selection(ctx, phase_scope(ctx, phase), token, elaborate)
        if found is not None and found.said is not None:
            told.append((name.text, found.said))
            tokens = found.tokens
    assert node.holder is not None
    if not _is_holder(ctx, node.holder) or len(told) < len(node.phases):
        return None
    return OnlyMoveWorkedOut(node.name.text, tuple(told), expression(token), tokens, node.holder.text, head)


def _is_holder(ctx: Context, name: tree.Name) -> bool:
    return name.text == PLAYERS or ctx.declared(name, tree.Kind, tree.Component) is not None


def _declared(
    ctx: Context,
    names: tuple[tree.Name, ...],
    *sorts: type[tree.Phase | tree.Text | tree.Token | tree.Kind | tree.Component],
) -> tuple[str, ...] | None:
    """Returns the names, if each is that of a declaration of one of these sorts; of the others it is reported."""
    found = [ctx.declared(each, *sorts) for each in names]
    return None if None in found else tuple(each.text for each in names)
