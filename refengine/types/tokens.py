"""Tokens: on what holds them, in the supply, and on their way.

A token that is worked out, of those of a kind, becomes a case for each member that may lie there; that it is one of
them is owed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import frozen

from refengine.ir import control
from refengine.ir.domain import COUNT, Domain, Enum
from refengine.ir.expressions import Among, Equal, Expr, If, Member, Number, Origin, Supply, TokensOn
from refengine.resolve import errors as name_errors
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, token_errors
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import coerce, describe, index_domain, strip

T = TypeVar("T")

# ---- WHICH TOKEN


@frozen
class TokenSelection:
    """The tokens that may be meant: the members of a kind, of which `said` says which; or one, and nothing is said."""

    word: str
    tokens: tuple[str, ...]
    said: Expr | None
    span: Span

    def holders(self, ctx: Context) -> tuple[str, ...]:
        """Returns the holders on which any of them lies, each once."""
        return tuple(dict.fromkeys(holder for each in self.tokens for holder in ctx.tokens[each].holders))


def is_token_kind(ctx: Context, domain: Domain | None) -> bool:
    """Returns whether the members of a domain are tokens."""
    match strip(domain):
        case Enum(kind=kind):
            return kind in ctx.symbols.token_kinds.values()
        case _:
            return False


def is_worked_out(ctx: Context, scope: Scope, word: str) -> bool:
    """Returns whether a bare word stands for a token without being the name of one."""
    local = scope.lookup(word)
    if local is not None:
        return is_token_kind(ctx, local.domain)
    match ctx.symbols.lookup(word):
        case tree.Variable(index=None) if word in ctx.variables:
            return is_token_kind(ctx, ctx.variables[word].domain)
        case tree.Value(params=()) if word in ctx.values:
            return is_token_kind(ctx, ctx.values[word].result)
        case _:
            return False


def token_selection(ctx: Context, scope: Scope, node: tree.Expr, expr: Elaborate) -> TokenSelection | None:
    """Returns the token that an expression names or works out; None, which is reported, if it is none."""
    if isinstance(node, tree.NameRef) and isinstance(ctx.symbols.lookup(node.name.text), tree.Token):
        return known(ctx, node.name)
    found = expr(ctx, scope, node, None)
    if found is None:
        return None
    if not is_token_kind(ctx, found.domain):
        hint = name_errors.there_are(ctx.tokens) or "declare one: `token NAME on each NAME, limit 9 per ...`"
        ctx.report(errors.mismatch(describe(found.domain), "a token", node.span, hint))
        return None
    return one_of(ctx, found, node.span)


def known(ctx: Context, name: tree.Name) -> TokenSelection | None:
    """Returns a token by its name; None if its declaration is faulty."""
    ctx.used.add(name.text)
    return TokenSelection(name.text, (name.text,), None, name.span) if name.text in ctx.tokens else None


def one_of(ctx: Context, said: Expr, span: Span) -> TokenSelection | None:
    """Returns a token of a kind that an expression says; None if a member of the kind is faulty."""
    domain = strip(said.domain)
    if not isinstance(domain, Enum) or domain.kind not in ctx.kinds:
        return None
    members = ctx.kinds[domain.kind].members
    ctx.used.update(members)
    if any(each not in ctx.tokens for each in members):
        return None
    fitted = coerce(ctx, said, domain, span)
    if isinstance(fitted, Member):
        name = members[fitted.index]
        return TokenSelection(name, (name,), None, span)
    return None if fitted is None else TokenSelection(domain.kind, members, fitted, span)


# ---- WHAT HOLDS IT


def holder(
    ctx: Context, scope: Scope, token: TokenSelection, key: tree.Expr, expr: Elaborate
) -> tuple[str, Expr] | None:
    """Returns the holder of a token: its kind or component, and which one; None, which is reported, if it is none."""
    holders = token.holders(ctx)
    first = expr(ctx, scope, key, index_domain(ctx, _likely(ctx, key, holders)))
    if first is None:
        return None
    for each in holders:
        wanted = index_domain(ctx, each)
        if strip(first.domain) == wanted:
            fitted = coerce(ctx, first, wanted, key.span)
            return None if fitted is None else (each, fitted)
    ctx.report(token_errors.wrong_holder(token.word, holders, key.span, of_a_kind=token.said is not None))
    return None


def _likely(ctx: Context, key: tree.Expr, holders: tuple[str, ...]) -> str:
    """Returns the holder that a bare word or number could be meant as; a literal tells nothing of its domain itself."""
    for each in holders:
        match key:
            case tree.IntLit() if each == "player":
                return each
            case tree.NameRef(name=name) if each in ctx.kinds and name.text in ctx.kinds[each].members:
                return each
            case tree.NameRef(name=name) if each in ctx.components:
                if any(row.name == name.text for row in ctx.components[each].pieces):
                    return each
            case tree.KeyLiteral() if each in ctx.components:
                return each
            case _:
                pass
    return holders[0]


# ---- HOW MANY


def on(ctx: Context, scope: Scope, token: TokenSelection, key: tree.Expr, expr: Elaborate) -> Expr | None:
    """Returns how many of a token lie on something."""
    found = holder(ctx, scope, token, key, expr)
    if found is None:
        return None
    kind, where = found
    return _counted(token, _bearable(ctx, token, (kind,)), lambda each: TokensOn(each, kind, where))


def supply(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    """Returns how many of a token lie on nothing."""
    match node.key:
        case tree.NameRef(name=name) if isinstance(ctx.symbols.lookup(name.text), tree.Token):
            token = known(ctx, name)
        case tree.NameRef(name=name) if ctx.symbols.lookup(name.text) is None and scope.lookup(name.text) is None:
            if not scope.is_faulty(name.text):
                ctx.report(name_errors.unknown_name("token", name.text, name.span, tuple(ctx.tokens)))
            return None
        case _:
            token = token_selection(ctx, scope, node.key, expr)
    return None if token is None else _counted(token, token.tokens, Supply)


def _bearable(ctx: Context, token: TokenSelection, holders: Sequence[str]) -> tuple[str, ...]:
    """Returns those of the tokens that may lie on each of some holders."""
    return tuple(each for each in token.tokens if all(one in ctx.tokens[each].holders for one in holders))


def _counted(token: TokenSelection, among: tuple[str, ...], count: Callable[[str], Expr]) -> Expr:
    nothing: Expr = Number(0)
    return _by_token(token, among, count, nothing, lambda test, then, other: If(test, then, other, COUNT))


# ---- MOVES


def moved(
    ctx: Context, scope: Scope, node: tree.MoveSeveral, token: TokenSelection, amount: Expr, expr: Elaborate
) -> tuple[control.Effect, ...] | None:
    """Returns a move of tokens: one effect, or one of several by which token it is."""
    ends = [_end(ctx, scope, token, each, expr) for each in (node.source, node.target)]
    if ends[0] is None or ends[1] is None:
        return None
    source, target = ends[0][0], ends[1][0]
    among = _bearable(ctx, token, [each[0] for each in (source, target) if each is not None])
    if not among:
        ctx.report(token_errors.never_on_both(token.word, node.span))
        return None
    origin = Origin(node.span, node.cite)

    def move(name: str) -> tuple[control.Effect, ...]:
        return (control.MoveTokens(name, amount, source, target, origin),)

    nothing: tuple[control.Effect, ...] = ()
    return _by_token(token, among, move, nothing, lambda test, then, other: (control.When(test, then, other),))


def _end(
    ctx: Context, scope: Scope, token: TokenSelection, node: tree.Expr, expr: Elaborate
) -> tuple[tuple[str, Expr] | None] | None:
    match node:
        case tree.NameRef(name=tree.Name(text="supply")):
            return (None,)
        case _:
            found = holder(ctx, scope, token, node, expr)
            return None if found is None else (found,)


# ---- BY CASES


def _by_token(
    token: TokenSelection,
    among: tuple[str, ...],
    one: Callable[[str], T],
    nothing: T,
    either: Callable[[Expr, T, T], T],
) -> T:
    """Makes the same of each token that may be meant, as the cases of which token it is.

    If there are others in the kind, the first case owes that it is none of those, for which there is nothing: so what
    is worked out behind the fault breaks off for nothing else.
    """
    if token.said is None:
        return one(token.tokens[0])
    assert isinstance(token.said.domain, Enum)
    kind, places = token.said.domain.kind, tuple(map(token.tokens.index, among))
    every = len(among) == len(token.tokens)
    first = token.said if every else Among(token.said, places, Origin(token.span))
    sides = (first, *(token.said for _ in places[1:]))
    cases = [
        (Equal(side, Member(kind, place)), one(each)) for side, place, each in zip(sides, places, among, strict=True)
    ]
    found = cases.pop()[1] if every and len(cases) > 1 else nothing
    for test, then in reversed(cases):
        found = either(test, then, found)
    return found
