"""Typed confinements: claims of which phases enter others, or take tokens from those who hold them."""

from __future__ import annotations

from refengine.ir.claims import Confinement, EnterNothing, OnlyEnter, OnlyMove
from refengine.syntax import tree
from refengine.types.context import Context
from refengine.types.values import clause

PLAYERS = "player"


def confinements(ctx: Context) -> tuple[Confinement, ...]:
    """The confinements whose names are declared; of the others it is reported what is not."""
    found = [_confinement(ctx, each) for each in ctx.symbols.claims.values() if isinstance(each, tree.Confinement)]
    return tuple(each for each in found if each is not None)


def _confinement(ctx: Context, node: tree.Confinement) -> Confinement | None:
    head = clause(node.name.text, node.cite, node.name.span)
    phases = _declared(ctx, node.phases, tree.Phase, tree.Text)
    if not node.others:
        return None if phases is None else EnterNothing(node.name.text, phases, head)
    if node.holder is None:
        entered = _declared(ctx, node.others, tree.Phase, tree.Text)
        return None if phases is None or entered is None else OnlyEnter(node.name.text, phases, entered, head)
    tokens = _declared(ctx, node.others, tree.Token)
    is_holder = node.holder.text == PLAYERS or _declared(ctx, (node.holder,), tree.Kind, tree.Component) is not None
    if phases is None or tokens is None or not is_holder:
        return None
    return OnlyMove(node.name.text, phases, tokens, node.holder.text, head)


def _declared(
    ctx: Context,
    names: tuple[tree.Name, ...],
    *sorts: type[tree.Phase | tree.Text | tree.Token | tree.Kind | tree.Component],
) -> tuple[str, ...] | None:
    """The names, if each is that of a declaration of one of these sorts; of the others it is reported."""
    found = [ctx.declared(each, *sorts) for each in names]
    return None if None in found else tuple(each.text for each in names)
