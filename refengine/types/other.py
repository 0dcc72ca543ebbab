"""`other` in front of what is bound: another one than what is bound already, as in `some other d in duel` beside `c`.

It stands for the condition `d != c`, and for nothing else. Which name is meant has to be plain: where several of its
domain are bound, as two players, nobody can say whether it is one of them or both.
"""

from __future__ import annotations

from refengine.ir.domain import Domain, Option, Piece
from refengine.syntax import tree
from refengine.types import other_errors
from refengine.types.context import Context, Scope
from refengine.types.domains import describe


def other_condition(ctx: Context, scope: Scope, binder: tree.Binder, domain: Domain) -> tree.Expr | None:
    """Returns the condition of a binder with `other`, in a scope that has not bound its name yet.

    None, which is reported, where not just one name of the domain is bound, or where pieces are alike, so that another
    one and the same one are one value.
    """
    bound = [name for name in dict.fromkeys(scope.bound()) if _may_be_the_same(scope, name, domain)]
    if isinstance(domain, Piece) and ctx.are_alike(domain.component):
        ctx.report(other_errors.other_of_alike(domain.component, binder.span))
        return None
    if len(bound) != 1:
        ctx.report(other_errors.other_than_what(binder.name.text, describe(domain), bound, binder.span))
        return None
    span = binder.span
    differs = tree.Compare("!=", tree.NameRef(binder.name, span), tree.NameRef(tree.Name(bound[0], span), span), span)
    return differs if binder.condition is None else tree.And(differs, binder.condition, span)


def _may_be_the_same(scope: Scope, name: str, domain: Domain) -> bool:
    found = scope.lookup(name)
    return found is not None and (found.domain.inner if isinstance(found.domain, Option) else found.domain) == domain
