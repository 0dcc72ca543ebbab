"""Names, calls, keys, fields and literals of pieces: what a word stands for where it is written."""

from __future__ import annotations

from refengine.ir import game
from refengine.ir.domain import PLAYER, TRUTH, Domain, Enum, Option, Piece, Place, Record, SetOf, Spot
from refengine.ir.expressions import (
    AllMembers,
    And,
    Binding,
    Configured,
    Contains,
    Contents,
    Equal,
    Expr,
    FieldOf,
    Local,
    MakeRecord,
    Member,
    Number,
    Origin,
    PartOfSpot,
    PlaceAt,
    Printed,
    ReadVariable,
    SetLiteral,
    The,
    TruthLiteral,
    Unwrap,
)
from refengine.ir.relations import is_declared
from refengine.ir.traverse import walk
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import SORTS
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, families, grids, seats, spots
from refengine.types.calls import arguments, called_by_name, value_call
from refengine.types.classes import classes
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.conversions import things_of
from refengine.types.datum import datum_text, without_unsaid
from refengine.types.domains import coerce, describe, index_domain, strip

# ---- BARE NAMES


def elaborate_name(ctx: Context, scope: Scope, name: tree.Name, expected: Domain | None) -> Expr | None:
    """Returns a bare name: a local, a declared thing without a key, a member, or a piece from a table."""
    local = scope.lookup(name.text)
    if local is not None:
        return local
    wanted = strip(expected)
    if isinstance(wanted, Enum) and (member := _member(ctx, name.text, wanted.kind)) is not None:
        return member
    if isinstance(wanted, Piece) and (piece := _printed(ctx, name.text, wanted.component, name.span)) is not None:
        return piece
    if name.text == "player":
        return AllMembers(PLAYER)
    if name.text == "box":
        return families.box(ctx, name, wanted)
    declared = ctx.symbols.lookup(name.text)
    if declared is None:
        return _undeclared(ctx, scope, name, wanted)
    ctx.used.add(name.text)
    if isinstance(declared, tree.Value) and name.text in ctx.values:
        return called_by_name(ctx, scope, name)
    return _declared(ctx, name, declared, wanted)


def _undeclared(ctx: Context, scope: Scope, name: tree.Name, wanted: Domain | None) -> Expr | None:
    owners = _owners(ctx, name.text)
    if isinstance(wanted, Enum) and owners:
        found = " or ".join(f"a `{each}`" for each in owners)
        ctx.report(errors.mismatch(found, describe(wanted), name.span, things_of(ctx, wanted)))
        return None
    if len(owners) > 1:
        ctx.report(name_errors.ambiguous(name.text, name.span, owners))
        return None
    if owners:
        return _member(ctx, name.text, owners[0]) or _printed(ctx, name.text, owners[0], name.span)
    if name.text not in ctx.symbols.members and not ctx.lacks_names and not scope.is_faulty(name.text):
        known = (*scope.bound(), *ctx.symbols.words(), *(each for kind in ctx.kinds.values() for each in kind.members))
        kind = ctx.kinds.get(wanted.kind) if isinstance(wanted, Enum) else None
        hint = None if kind is None else name_errors.there_are(kind.members)
        ctx.report(name_errors.unknown_name("name", name.text, name.span, known, hint))
    return None


def _owners(ctx: Context, word: str) -> tuple[str, ...]:
    """Returns the kinds and questions that have a member of this name; where none has, components with such pieces."""
    kinds = (each.name for each in ctx.kinds.values() if word in each.members)
    questions = (q.name for q in ctx.questions.values() if any(each.name == word for each in q.readings))
    components = (each for each in ctx.components if _is_printed(ctx, word, each))
    return (*kinds, *questions) or tuple(components)


def _member(ctx: Context, word: str, kind: str) -> Expr | None:
    if kind in ctx.kinds and word in ctx.kinds[kind].members:
        ctx.used.add(kind)
        return Member(kind, ctx.kinds[kind].members.index(word))
    if kind in ctx.questions:
        names = [reading.name for reading in ctx.questions[kind].readings]
        if word in names:
            return Member(kind, names.index(word))
    return None


def _printed(ctx: Context, word: str, component: str, span: Span) -> Expr | None:
    for index, row in enumerate(ctx.components[component].pieces if component in ctx.components else ()):
        if row.name == word:
            return seats.piece(ctx, ctx.components[component], index, span)
    return None


def _is_printed(ctx: Context, word: str, component: str) -> bool:
    return component in ctx.components and any(row.name == word for row in ctx.components[component].pieces)


def _declared(ctx: Context, name: tree.Name, declared: object, wanted: Domain | None) -> Expr | None:
    word = name.text
    match declared:
        case tree.Variable() if word in ctx.variables:
            variable = ctx.variables[word]
            if variable.index is not None:
                ctx.report(errors.family(word, name.span, wants_key=True))
                return None
            return ReadVariable(word, None, variable.domain)
        case tree.Zone() if word in ctx.zones:
            zone = ctx.zones[word]
            if isinstance(wanted, Place):
                if zone.index is not None:
                    ctx.report(errors.family(word, name.span, wants_key=True))
                    return None
                return PlaceAt(word, None, zone.component)
            return Contents(word, None, zone.component)
        case tree.Option() if word in ctx.options:
            return Configured("option", word, ctx.options[word].domain)
        case tree.Question() if word in ctx.questions:
            return Configured("question", word, ctx.questions[word].domain)
        case tree.Kind() if word in ctx.kinds:
            return AllMembers(Enum(word))
        case tree.Component() if word in ctx.components:
            return AllMembers(Piece(word))
        case tree.Region():
            return classes(ctx, word)
        case tree.Part():
            return spots.all_spots(ctx, word)
        case tree.Token() if word in ctx.symbols.token_kinds:
            return _member(ctx, word, ctx.symbols.token_kinds[word])
        case tree.Token() | tree.Record() | tree.Phase() | tree.Text() | tree.Relation():
            hints = {
                tree.Token: f"write `{word} on ...`",
                tree.Record: f"write `{word}(...)`",
                tree.Relation: f"write `{word}(..., ...)`",
            }
            hint = hints.get(type(declared), f"whether it is entered and not left is asked by `{word} is running`")
            ctx.report(name_errors.wrong_sort(word, SORTS[type(declared)], "value", name.span, hint))
        case _:
            pass  # its declaration is faulty, which was reported there
    return None


# ---- CALLS


def elaborate_call(ctx: Context, scope: Scope, call: tree.Call, expr: Elaborate) -> Expr | None:
    """Returns a value, a record, a piece or a relation with its arguments."""
    word = call.name.text
    declared = ctx.symbols.lookup(word)
    if declared is None and word in grids.NEAR:
        return grids.elaborate_near(ctx, scope, call, expr)
    if declared is None:
        known = tuple(
            n
            for n, d in ctx.symbols.named.items()
            if isinstance(d, tree.Value | tree.Record | tree.Component | tree.Relation | tree.Part)
        )
        ctx.report(name_errors.unknown_name("value", word, call.name.span, known))
        return None
    ctx.used.add(word)
    match declared:
        case tree.Value() if word in ctx.values:
            return value_call(ctx, scope, call, expr)
        case tree.Record() if word in ctx.records:
            record = ctx.records[word]
            args = arguments(ctx, scope, call, tuple(f.domain for f in record.fields), expr)
            return None if args is None else MakeRecord(word, args, Record(word))
        case tree.Component() if word in ctx.components:
            component = ctx.components[word]
            by_name = {each.name: each.domain for each in component.fields}
            number = len(component.key_fields)
            said = len(call.args) if number - len(ctx.unsaid[word]) <= len(call.args) <= number else number
            keys = tuple(by_name[each] for each in component.key_fields[:said])
            args = arguments(ctx, scope, call, keys, expr)
            return None if args is None else _by_key(ctx, component, args, call)
        case tree.Relation() if word in ctx.relations:
            sides = Enum(ctx.relations[word].one), Enum(ctx.relations[word].other)
            args = arguments(ctx, scope, call, sides, expr)
            return None if args is None else FieldOf(args[0], ctx.relations[word].holds, args[1], TRUTH)
        case tree.Part():
            return spots.elaborate_spot(ctx, scope, call, expr)
        case tree.Value() | tree.Record() | tree.Component() | tree.Relation():
            return None
        case other:
            hint = f"write `{word}`, without brackets"
            if isinstance(other, tree.Phase | tree.Text):
                hint = f"it is entered by a statement: `enter {word}(...)`"
            if isinstance(other, tree.Zone | tree.Variable | tree.Token | tree.Region):
                hint = f"write `{word} {'on' if isinstance(other, tree.Token) else 'of'} ...`"
            ctx.report(name_errors.wrong_sort(word, SORTS[type(other)], "value", call.name.span, hint))
            return None


def _by_key(ctx: Context, component: game.Component, args: tuple[Expr, ...], call: tree.Call) -> Expr | None:
    words: list[str] = []
    for arg in args:
        word = _word(ctx, seats.compared_side(arg))
        if word is None:
            return _by_values(ctx, component, args, call)
        words.append(word)
    unsaid = tuple(map(datum_text, ctx.unsaid[component.name]))
    text = " ".join(without_unsaid(words, len(component.key_fields), unsaid)) or component.name
    found = _printed(ctx, text, component.name, call.span)
    if found is None:
        ctx.report(errors.no_piece(text, component.name, call.span, tuple(row.name for row in component.pieces)))
    return found


def _by_values(ctx: Context, component: game.Component, args: tuple[Expr, ...], call: tree.Call) -> Expr:
    """Returns the only piece with these key values, where some are worked out: that there is one is owed."""
    inside = {each.name for arg in args for each in walk(arg) if isinstance(each, Local)}
    name = f"{component.name}~"
    while name in inside:
        name += "~"
    among = Piece(component.name)
    piece = Local(name, among)
    by_name = {each.name: each.domain for each in component.fields}
    said: tuple[Expr, ...] = tuple(
        Equal(FieldOf(piece, key, None, by_name[key]), arg)
        for key, arg in zip(component.key_fields, args, strict=False)
    )
    if len(args) < len(component.key_fields):
        said = (*said, Contains(piece, _with_the_unsaid(ctx, component, component.key_fields[len(args) :])))
    binding = Binding(piece, AllMembers(among), said[0] if len(said) == 1 else And(said))
    return The(binding, None, among, Origin(call.span))


def _with_the_unsaid(ctx: Context, component: game.Component, keys: tuple[str, ...]) -> Expr:
    """Returns the pieces that have what the name of a piece leaves out, in the last key fields."""
    at = [each.name for each in component.fields]
    wanted = ctx.unsaid[component.name][-len(keys) :]
    rows = [[row.data[at.index(key)] for key in keys] for row in component.pieces]
    among = [Printed(component.name, index) for index, row in enumerate(rows) if (*row,) == wanted]
    return SetLiteral((*among,), SetOf(Piece(component.name)))


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
    """Elaborates `Hearts 9`: the piece printed with these two key values."""
    text = f"{literal.name.text} {literal.number}"
    wanted = strip(expected)
    components = [wanted.component] if isinstance(wanted, Piece) else list(ctx.components)
    owners = tuple(each for each in components if _is_printed(ctx, text, each))
    if len(owners) > 1:
        ctx.report(name_errors.ambiguous(text, literal.span, owners))
    elif owners:
        ctx.used.add(owners[0])
        return _printed(ctx, text, owners[0], literal.span)
    elif not ctx.lacks_names and all(each in ctx.components for each in components):
        printed = tuple(row.name for each in components for row in ctx.components[each].pieces)
        ctx.report(errors.no_piece(text, components[0] if len(components) == 1 else None, literal.span, printed))
    return None


# ---- FIELDS


def elaborate_field(ctx: Context, scope: Scope, node: tree.FieldOf, expr: Elaborate) -> Expr | None:
    """Elaborates `THING.field`, of a piece, a member of a kind from a table, or a record."""
    of = expr(ctx, scope, node.of, None)
    if of is None:
        return None
    domain = of.domain
    if isinstance(domain, Option):
        of, domain = Unwrap(of, domain.inner, Origin(node.of.span)), domain.inner
    fields: tuple[game.Field, ...] = ()
    spot = None
    if isinstance(domain, Spot):
        spot, of, domain = of, PartOfSpot(of, domain.kind), Enum(domain.kind)
    match domain:
        case Enum(kind=kind) if kind in ctx.faulty_kinds or (kind in ctx.symbols.named and kind not in ctx.kinds):
            if not isinstance(ctx.symbols.lookup(kind), tree.Question):
                return None
        case Piece(component=component) if component not in ctx.components:
            return None
        case Record(name=name) if name not in ctx.records:
            return None
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
            found = _field_at(ctx, scope, node, of, each, expr)
            return found if found is None or spot is None else spots.as_it_lies(ctx, spot, found, node.span)
    known = tuple(each.name for each in fields if is_declared(each))
    word, is_relation = node.name.text, isinstance(ctx.symbols.lookup(node.name.text), tree.Relation)
    ctx.report(errors.unknown_field(describe(domain), word, node.name.span, known, is_relation=is_relation))
    return None


def _field_at(
    ctx: Context, scope: Scope, node: tree.FieldOf, of: Expr, field: game.Field, expr: Elaborate
) -> FieldOf | None:
    """Returns the field itself, or its value at a key where it is a total map."""
    if (field.index is None) != (node.key is None):
        ctx.report(errors.family(field.name, node.name.span, wants_key=field.index is not None))
        return None
    if field.index is None or node.key is None:
        return FieldOf(of, field.name, None, field.domain)
    wanted = index_domain(ctx, field.index)
    key = expr(ctx, scope, node.key, wanted)
    fitted = None if key is None else coerce(ctx, key, wanted, node.key.span)
    return None if fitted is None else FieldOf(of, field.name, fitted, field.domain)
