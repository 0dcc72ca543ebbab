"""Names, calls, keys, fields and literals of pieces: what a word stands for where it is written."""

from __future__ import annotations

from collections.abc import Sequence

from refengine.ir import game
from refengine.ir.domain import PLAYER, Domain, Enum, Option, Piece, Place, Range, Record
from refengine.ir.expressions import (
    AllMembers,
    CallValue,
    Configured,
    Contents,
    Expr,
    FieldOf,
    MakeRecord,
    Member,
    Neighbour,
    Number,
    Origin,
    PlaceAt,
    Printed,
    ReadVariable,
    Supply,
    TokensOn,
    TruthLiteral,
    Unwrap,
)
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import SORTS, MemberOf
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import coerce, describe


def strip(domain: Domain | None) -> Domain | None:
    """The domain inside an option."""
    return domain.inner if isinstance(domain, Option) else domain


# ---- BARE NAMES


def elaborate_name(ctx: Context, scope: Scope, name: tree.Name, expected: Domain | None) -> Expr | None:
    """A bare name: a local, a declared thing without a key, a member, or a piece from a table."""
    local = scope.lookup(name.text)
    if local is not None:
        return local
    wanted = strip(expected)
    if isinstance(wanted, Enum) and (member := _member(ctx, name.text, wanted.kind)) is not None:
        return member
    if isinstance(wanted, Piece) and (piece := _printed(ctx, name.text, wanted.component)) is not None:
        return piece
    if name.text == "player":
        return AllMembers(PLAYER)
    if name.text == "box" and isinstance(wanted, Place):
        return PlaceAt(box_of(wanted.component), None, wanted.component)
    declared = ctx.symbols.lookup(name.text)
    if declared is None:
        return _undeclared(ctx, scope, name, wanted)
    ctx.used.add(name.text)
    return _declared(ctx, name, declared, wanted)


def box_of(component: str) -> str:
    """The name of the zone in which the pieces of a component lie that are nowhere else."""
    return f"box of {component}"


def _undeclared(ctx: Context, scope: Scope, name: tree.Name, wanted: Domain | None) -> Expr | None:
    owners = ctx.symbols.members.get(name.text, [])
    if isinstance(wanted, Enum) and owners:
        ctx.report(errors.mismatch(_of_kinds(owners), describe(wanted), name.span))
        return None
    if len(owners) == 1 and _known_owner(ctx, owners[0].owner):
        return _member(ctx, name.text, owners[0].owner)
    if len(owners) > 1:
        ctx.report(name_errors.ambiguous(name.text, name.span, tuple(each.owner for each in owners)))
        return None
    for kind in ctx.kinds.values():
        if name.text in kind.members:
            return Member(kind.name, kind.members.index(name.text))
    for component in ctx.components:
        if (piece := _printed(ctx, name.text, component)) is not None:
            return piece
    ctx.report(name_errors.unknown_name("name", name.text, name.span, (*scope.bound(), *ctx.symbols.words())))
    return None


def _of_kinds(owners: Sequence[MemberOf]) -> str:
    return " or ".join(f"a `{each.owner}`" for each in owners)


def _known_owner(ctx: Context, owner: str) -> bool:
    return owner in ctx.kinds or owner in ctx.questions


def _member(ctx: Context, word: str, kind: str) -> Expr | None:
    if kind in ctx.kinds and word in ctx.kinds[kind].members:
        ctx.used.add(kind)
        return Member(kind, ctx.kinds[kind].members.index(word))
    if kind in ctx.questions:
        names = [reading.name for reading in ctx.questions[kind].readings]
        if word in names:
            return Member(kind, names.index(word))
    return None


def _printed(ctx: Context, word: str, component: str) -> Expr | None:
    for index, row in enumerate(ctx.components[component].pieces if component in ctx.components else ()):
        if row.name == word:
            return Printed(component, index)
    return None


def _declared(ctx: Context, name: tree.Name, declared: object, wanted: Domain | None) -> Expr | None:
    word = name.text
    match declared:
        case tree.Variable() if word in ctx.variables:
            variable = ctx.variables[word]
            if variable.index is not None:
                ctx.report(errors.family(word, wants_key=True, span=name.span))
                return None
            return ReadVariable(word, None, variable.domain)
        case tree.Zone() if word in ctx.zones:
            zone = ctx.zones[word]
            if isinstance(wanted, Place):
                if zone.index is not None:
                    ctx.report(errors.family(word, wants_key=True, span=name.span))
                    return None
                return PlaceAt(word, None, zone.component)
            return Contents(word, None, zone.component)
        case tree.Option() if word in ctx.options:
            return Configured("option", word, ctx.options[word].domain)
        case tree.Question() if word in ctx.questions:
            return Configured("question", word, ctx.questions[word].domain)
        case tree.Value() if word in ctx.values:
            signature = ctx.values[word]
            if signature.params:
                ctx.report(errors.argument_count(word, len(signature.params), 0, name.span))
                return None
            assert signature.result is not None
            return CallValue(word, (), signature.result)
        case tree.Kind() if word in ctx.kinds:
            return AllMembers(Enum(word))
        case tree.Component() if word in ctx.components:
            return AllMembers(Piece(word))
        case tree.Token() | tree.Record() | tree.Phase():
            ctx.report(name_errors.wrong_sort(name.text, SORTS[type(declared)], "value", name.span))
        case _:
            pass  # its declaration is faulty, which was reported there
    return None


# ---- CALLS


def elaborate_call(ctx: Context, scope: Scope, call: tree.Call, expr: Elaborate) -> Expr | None:
    """A value, a record or a piece with its arguments."""
    word = call.name.text
    declared = ctx.symbols.lookup(word)
    if declared is None:
        known = tuple(
            n for n, d in ctx.symbols.named.items() if isinstance(d, tree.Value | tree.Record | tree.Component)
        )
        ctx.report(name_errors.unknown_name("value", word, call.name.span, known))
        return None
    ctx.used.add(word)
    match declared:
        case tree.Value() if word in ctx.values:
            signature = ctx.values[word]
            args = arguments(ctx, scope, call, tuple(p.domain for p in signature.params), expr)
            assert signature.result is not None
            return None if args is None else CallValue(word, args, signature.result)
        case tree.Record() if word in ctx.records:
            record = ctx.records[word]
            args = arguments(ctx, scope, call, tuple(f.domain for f in record.fields), expr)
            return None if args is None else MakeRecord(word, args, Record(word))
        case tree.Component() if word in ctx.components:
            component = ctx.components[word]
            keys = tuple(f.domain for f in component.fields if f.name in component.key_fields)
            args = arguments(ctx, scope, call, keys, expr)
            return None if args is None else _by_key(ctx, component, args, call.span)
        case tree.Value() | tree.Record() | tree.Component():
            return None
        case other:
            ctx.report(name_errors.wrong_sort(word, SORTS[type(other)], "value", call.name.span))
            return None


def arguments(
    ctx: Context, scope: Scope, call: tree.Call, wanted: tuple[Domain, ...], expr: Elaborate
) -> tuple[Expr, ...] | None:
    """The arguments of a call, each as one of its parameter's domain."""
    if len(call.args) != len(wanted):
        ctx.report(errors.argument_count(call.name.text, len(wanted), len(call.args), call.span))
        return None
    given: list[Expr] = []
    for arg, domain in zip(call.args, wanted, strict=True):
        one = expr(ctx, scope, arg, domain)
        fitted = None if one is None else coerce(ctx, one, domain, arg.span)
        if fitted is not None:
            given.append(fitted)
    return tuple(given) if len(given) == len(wanted) else None


def _by_key(ctx: Context, component: game.Component, args: tuple[Expr, ...], span: Span) -> Expr | None:
    words = tuple(_word(ctx, arg) for arg in args)
    if None not in words:
        text = " ".join(str(word) for word in words)
        for index, row in enumerate(component.pieces):
            if row.name == text:
                return Printed(component.name, index)
    ctx.report(errors.no_piece(" ".join(str(w or "?") for w in words), component.name, span))
    return None


def _word(ctx: Context, arg: Expr) -> str | None:
    match arg:
        case Number(value=value):
            return str(value)
        case TruthLiteral(value=value):
            return str(value).lower()
        case Member(kind="player", index=index):
            return str(index + 1)
        case Member(kind=kind, index=index) if kind in ctx.kinds:
            return ctx.kinds[kind].members[index]
        case _:
            return None


def elaborate_key_literal(ctx: Context, literal: tree.KeyLiteral, expected: Domain | None) -> Expr | None:
    """`Hearts 9`: the piece printed with these two key values."""
    text = f"{literal.name.text} {literal.number}"
    wanted = strip(expected)
    components = [wanted.component] if isinstance(wanted, Piece) else list(ctx.components)
    for component in components:
        if (piece := _printed(ctx, text, component)) is not None:
            ctx.used.add(component)
            return piece
    owner = components[0] if len(components) == 1 else "component"
    ctx.report(errors.no_piece(text, owner, literal.span))
    return None


# ---- KEYS


def elaborate_of(ctx: Context, scope: Scope, node: tree.Of, expected: Domain | None, expr: Elaborate) -> Expr | None:
    """`NAME of KEY`: a member of a family, a neighbour in a ring, tokens on a holder, the supply of a token."""
    word = node.name.text
    if word in ("next", "previous"):
        return _neighbour(ctx, scope, node, expr)
    if word == "supply":
        return _supply(ctx, node)
    declared = ctx.symbols.lookup(word)
    ctx.used.add(word)
    match declared:
        case tree.Zone() if word in ctx.zones:
            zone = ctx.zones[word]
            key = _key(ctx, scope, node, zone.index, expr)
            if key is None:
                return None
            if isinstance(strip(expected), Place):
                return PlaceAt(word, key, zone.component)
            return Contents(word, key, zone.component)
        case tree.Variable() if word in ctx.variables:
            variable = ctx.variables[word]
            key = _key(ctx, scope, node, variable.index, expr)
            return None if key is None else ReadVariable(word, key, variable.domain)
        case tree.Token() if word in ctx.tokens:
            holder = _holder(ctx, scope, node, expr)
            return None if holder is None else TokensOn(word, *holder)
        case tree.Zone() | tree.Variable() | tree.Token():
            return None
        case None:
            known = tuple(
                n for n, d in ctx.symbols.named.items() if isinstance(d, tree.Zone | tree.Variable | tree.Token)
            )
            ctx.report(name_errors.unknown_name("zone or variable", word, node.name.span, known))
        case other:
            ctx.report(name_errors.wrong_sort(word, SORTS[type(other)], "zone, variable or token", node.name.span))
    return None


def index_domain(ctx: Context, index: str) -> Domain:
    """The domain of the keys of a family."""
    return Piece(index) if index in ctx.components else Enum(index)


def _key(ctx: Context, scope: Scope, node: tree.Of, index: str | None, expr: Elaborate) -> Expr | None:
    if index is None:
        ctx.report(errors.family(node.name.text, wants_key=False, span=node.span))
        return None
    wanted = index_domain(ctx, index)
    key = expr(ctx, scope, node.key, wanted)
    return None if key is None else coerce(ctx, key, wanted, node.key.span)


def _holder(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> tuple[str, Expr] | None:
    return token_holder(ctx, scope, node.name.text, node.key, expr)


def token_holder(ctx: Context, scope: Scope, token: str, key: tree.Expr, expr: Elaborate) -> tuple[str, Expr] | None:
    """What a token lies on: the holder's kind or component, and which one."""
    holders = ctx.tokens[token].holders
    first = expr(ctx, scope, key, index_domain(ctx, holders[0]))
    if first is None:
        return None
    for holder in holders:
        wanted = index_domain(ctx, holder)
        if strip(first.domain) == wanted:
            fitted = coerce(ctx, first, wanted, key.span)
            return None if fitted is None else (holder, fitted)
    ctx.report(errors.wrong_holder(token, key.span))
    return None


def _supply(ctx: Context, node: tree.Of) -> Expr | None:
    match node.key:
        case tree.NameRef(name=name) if name.text in ctx.tokens:
            ctx.used.add(name.text)
            return Supply(name.text)
        case _:
            text = node.key.name.text if isinstance(node.key, tree.NameRef) else "..."
            ctx.report(name_errors.unknown_name("token", text, node.key.span, tuple(ctx.tokens)))
            return None


def _neighbour(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    inner = expr(ctx, scope, node.key, None)
    if isinstance(node.key, tree.IntLit):
        inner = expr(ctx, scope, node.key, PLAYER)
    if inner is None:
        return None
    domain = strip(inner.domain)
    if isinstance(domain, Enum) and (domain == PLAYER or (domain.kind in ctx.kinds and ctx.kinds[domain.kind].ring)):
        fitted = coerce(ctx, inner, domain, node.key.span)
        return None if fitted is None else Neighbour(fitted, 1 if node.name.text == "next" else -1, domain.kind)
    ctx.report(errors.not_a_ring(describe(inner.domain), node.key.span))
    return None


# ---- FIELDS


def elaborate_field(ctx: Context, scope: Scope, node: tree.FieldOf, expr: Elaborate) -> Expr | None:
    """`THING.field`, of a piece, a member of a kind from a table, or a record."""
    of = expr(ctx, scope, node.of, None)
    if of is None:
        return None
    domain = of.domain
    if isinstance(domain, Option):
        of, domain = Unwrap(of, domain.inner, Origin(node.of.span)), domain.inner
    fields: tuple[game.Field, ...] = ()
    match domain:
        case Piece(component=component) if component in ctx.components:
            fields = ctx.components[component].fields
        case Enum(kind=kind) if kind in ctx.kinds:
            fields = ctx.kinds[kind].fields
        case Record(name=name) if name in ctx.records:
            fields = ctx.records[name].fields
        case _:
            pass
    for each in fields:
        if each.name == node.name.text:
            if each.index is not None:
                ctx.report(errors.family(each.name, wants_key=True, span=node.name.span))
                return None
            return FieldOf(of, each.name, None, each.domain)
    ctx.report(errors.unknown_field(describe(domain), node.name.text, node.name.span, tuple(f.name for f in fields)))
    return None
