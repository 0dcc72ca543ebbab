"""Printed data: kinds, records, components with their pieces, tokens and tables, read against their declared fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from refengine.ir import game
from refengine.ir.domain import Domain, Enum, Option, Range, SetOf, Truth
from refengine.ir.expressions import Configured, Expr, Number
from refengine.resolve import errors as name_errors
from refengine.resolve.table_data import Row, TableData, check_columns
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context
from refengine.types.domains import describe, domain_of
from refengine.types.names import box_of
from refengine.types.values import clause

Tables = Mapping[str, TableData]


def declare_data(ctx: Context, tables: Tables) -> tuple[game.Table, ...]:
    """Enters kinds, records, components and tokens, in this order: later ones name earlier ones."""
    for kind in ctx.symbols.of_sort(tree.Kind):
        assert isinstance(kind, tree.Kind)
        _kind(ctx, kind, tables)
    for record in ctx.symbols.of_sort(tree.Record):
        assert isinstance(record, tree.Record)
        fields = _fields(ctx, record.fields)
        if fields is not None:
            head = clause(record.name.text, record.cite, record.name.span)
            ctx.records[record.name.text] = game.Record(record.name.text, fields, head)
    for component in ctx.symbols.of_sort(tree.Component):
        assert isinstance(component, tree.Component)
        _component(ctx, component, tables)
    for token in ctx.symbols.of_sort(tree.Token):
        assert isinstance(token, tree.Token)
        _token(ctx, token)
    return tuple(_table(ctx, node) for node in ctx.symbols.tables.values())


def _table(ctx: Context, node: tree.Table) -> game.Table:
    marks = tuple(mark.text for mark in node.marks)
    for mark in node.marks:
        if mark.text != "reconstructed":
            ctx.report(errors.unknown_mark(mark.text, mark.span, ("reconstructed",)))
    return game.Table(node.name.text, "reconstructed" in marks, clause(node.name.text, node.cite, node.name.span))


def _fields(ctx: Context, nodes: tuple[tree.Field, ...]) -> tuple[game.Field, ...] | None:
    found: dict[str, game.Field] = {}
    good = True
    for node in nodes:
        domain = domain_of(ctx, node.type)
        index = None if node.index is None else family_index(ctx, node.index)
        if node.name.text in found:
            first = next(each.name.span for each in nodes if each.name.text == node.name.text)
            ctx.report(name_errors.declared_twice(node.name.text, node.name.span, first))
        elif domain is not None and (node.index is None or index is not None):
            found[node.name.text] = game.Field(node.name.text, domain, index)
            continue
        good = False
    return tuple(found.values()) if good else None


def family_index(ctx: Context, index: tree.Index) -> str | None:
    """The kind or component whose members key a family."""
    word = index.kind.text
    ctx.used.add(word)
    if word == "player":
        return word
    match ctx.symbols.lookup(word):
        case tree.Kind() | tree.Component():
            return word
        case None:
            known = ("player", *(n for n, d in ctx.symbols.named.items() if isinstance(d, tree.Kind | tree.Component)))
            ctx.report(name_errors.unknown_name("kind", word, index.kind.span, known))
        case _:
            ctx.report(errors.not_an_index(word, index.kind.span))
    return None


def members_of(ctx: Context, domain: Domain) -> tuple[game.Datum, ...] | None:
    """The printed values of a finite domain, None when it is not finite or not printed."""
    match domain:
        case Truth():
            return (False, True)
        case Range(low=low, high=high):
            return tuple(range(low, high + 1))
        case Enum(kind="player"):
            return tuple(str(seat) for seat in range(1, ctx.players[1] + 1))
        case Enum(kind=kind) if kind in ctx.kinds:
            return ctx.kinds[kind].members
        case Option(inner=inner):
            values = members_of(ctx, inner)
            return None if values is None else (None, *values)
        case _:
            return None


# ---- TABLES


def _kind(ctx: Context, node: tree.Kind, tables: Tables) -> None:
    head = clause(node.name.text, node.cite, node.name.span)
    if node.table is None:
        members = tuple(dict.fromkeys(member.text for member in node.members))
        ctx.kinds[node.name.text] = game.Kind(node.name.text, members, node.ring, (), (), head)
        return
    fields = _fields(ctx, node.fields)
    rows = _rows(ctx, node.table, fields, tables, needs_id=True)
    if fields is None or rows is None:
        return
    names = tuple(name for name, _ in rows)
    ctx.kinds[node.name.text] = game.Kind(
        node.name.text, names, node.ring, fields, tuple(data for _, data in rows), head
    )


def _rows(
    ctx: Context, table: tree.Name, fields: tuple[game.Field, ...] | None, tables: Tables, *, needs_id: bool
) -> list[tuple[str, tuple[game.Datum, ...]]] | None:
    data = tables.get(table.text)
    if data is None or fields is None:
        return None  # the table is missing or faulty, which the loader reported
    columns = _columns(ctx, fields)
    missing = check_columns(data, ("id", *columns) if needs_id else columns, () if needs_id else ("id",), table.span)
    ctx.found.extend(missing)
    if any(each.severity == "error" for each in missing):
        return None
    rows: list[tuple[str, tuple[game.Datum, ...]]] = []
    for number, row in enumerate(data.rows, start=1):
        cells = tuple(_field_data(ctx, row, each) for each in fields)
        rows.append((row.cells.get("id") or f"{table.text}_{number}", cells))
    return rows


def _columns(ctx: Context, fields: Iterable[game.Field]) -> tuple[str, ...]:
    found: list[str] = []
    for each in fields:
        found.extend([each.name] if each.index is None else [f"{each.name}_{key}" for key in _keys(ctx, each.index)])
    return tuple(found)


def _keys(ctx: Context, index: str) -> tuple[str, ...]:
    if index in ctx.components:
        return tuple(row.name for row in ctx.components[index].pieces)
    return tuple(str(key) for key in members_of(ctx, Enum(index)) or ())


def _field_data(ctx: Context, row: Row, each: game.Field) -> game.Datum:
    if each.index is None:
        return _cell(ctx, row, each.name, each.domain)
    return tuple(_cell(ctx, row, f"{each.name}_{key}", each.domain) for key in _keys(ctx, each.index))


def _cell(ctx: Context, row: Row, column: str, domain: Domain) -> game.Datum:
    datum = read_datum(ctx, row.cells[column], domain)
    if datum is _FAULTY:
        ctx.report(errors.bad_cell(row.cells[column], column, describe(domain), row.spans[column]))
    return None if datum is _FAULTY else datum


_FAULTY = "\0"


def read_datum(ctx: Context, text: str, domain: Domain) -> game.Datum:
    """The text of a cell as printed data; `_FAULTY` when it is not of the domain."""
    text = text.strip()
    match domain:
        case Truth():
            return {"true": True, "false": False}.get(text, _FAULTY)
        case Range(low=low, high=high):
            number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
            return number if number is not None and low <= number <= high else _FAULTY
        case Option(inner=inner):
            return None if text in ("", "none", "nobody") else read_datum(ctx, text, inner)
        case SetOf(inner=inner):
            return tuple(read_datum(ctx, part, inner) for part in text.split())
        case _:
            known = members_of(ctx, domain)
            return text if known is not None and text in known else _FAULTY


# ---- COMPONENTS


def _component(ctx: Context, node: tree.Component, tables: Tables) -> None:
    name = node.name.text
    fields = _fields(ctx, node.fields)
    keys: tuple[str, ...] = ()
    pieces: list[game.PieceRow] = []
    good = fields is not None
    if fields is not None and node.table is not None:
        rows = _rows(ctx, node.table, fields, tables, needs_id=True)
        pieces.extend(game.PieceRow(row, data, 1) for row, data in rows or ())
        good = rows is not None
    elif node.table is not None:
        good = False
    for copies in node.copies:
        if fields is None:
            break
        keys = keys or tuple(each.text for each in copies.each)
        made = _copies(ctx, copies, fields)
        if made is None:
            good = False
        else:
            pieces.extend(made)
    if good and not pieces:
        ctx.report(errors.no_pieces(name, node.name.span))
        good = False
    if good and fields is not None:
        _distinct_pieces(ctx, node, pieces)
        start = node.starts_in.text if node.starts_in is not None else box_of(name)
        head = clause(name, node.cite, node.name.span)
        table = node.table.text if node.table is not None else None
        ctx.components[name] = game.Component(name, fields, keys, tuple(pieces), start, table, head)


def _distinct_pieces(ctx: Context, node: tree.Component, pieces: list[game.PieceRow]) -> None:
    seen: set[str] = set()
    for piece in pieces:
        if piece.name in seen:
            ctx.report(name_errors.declared_twice(piece.name, node.name.span, node.name.span))
            return
        seen.add(piece.name)


def _copies(ctx: Context, copies: tree.Copies, fields: tuple[game.Field, ...]) -> list[game.PieceRow] | None:
    by_name = {each.name: each for each in fields}
    known = tuple(by_name)
    named = [*copies.each, *(fixed.name for fixed in copies.fixed)]
    for word in named:
        if word.text not in by_name:
            ctx.report(errors.unknown_field("the component", word.text, word.span, known))
            return None
    missing = [each for each in known if each not in {word.text for word in named}]
    if missing:
        ctx.report(errors.no_pieces(missing[0], copies.span))
        return None
    fixed = {each.name.text: _fixed(ctx, each, by_name[each.name.text].domain) for each in copies.fixed}
    choices: list[tuple[game.Datum, ...]] = []
    for word in copies.each:
        values = members_of(ctx, by_name[word.text].domain)
        if values is None:
            ctx.report(errors.not_an_index(word.text, word.span))
            return None
        choices.append(values)
    rows: list[game.PieceRow] = []
    for combination in product(*choices):
        data = {**dict(zip((word.text for word in copies.each), combination, strict=True)), **fixed}
        text = " ".join(_shown(data[word.text]) for word in named)
        rows.append(game.PieceRow(text, tuple(data[each] for each in known), copies.number or 1))
    return rows


def _shown(datum: game.Datum) -> str:
    return "none" if datum is None else str(datum).lower() if isinstance(datum, bool) else str(datum)


def _fixed(ctx: Context, fixed: tree.Fixed, domain: Domain) -> game.Datum:
    return fixed_datum(ctx, fixed, domain)


def fixed_datum(ctx: Context, fixed: tree.Fixed, domain: Domain) -> game.Datum:
    """The data of `field VALUE` after `with`."""
    text = str(fixed.value) if isinstance(fixed.value, int) else fixed.value.text
    datum = read_datum(ctx, text, domain)
    if datum is _FAULTY:
        ctx.report(errors.bad_cell(text, fixed.name.text, describe(domain), fixed.span))
        return None
    return datum


# ---- TOKENS


def _token(ctx: Context, node: tree.Token) -> None:
    holders: list[str] = []
    for holder in node.holders:
        index = family_index(ctx, tree.Index("on", holder, holder.span))
        if index is None:
            return
        holders.append(index)
    limit = configured_number(ctx, node.limit)
    if limit is not None:
        head = clause(node.name.text, node.cite, node.name.span)
        ctx.tokens[node.name.text] = game.Token(node.name.text, tuple(holders), limit, head)


def configured_number(ctx: Context, written: tree.IntLit | tree.NameRef) -> Expr | None:
    """A number that is written or that an option or a question with numbers gives."""
    if isinstance(written, tree.IntLit):
        return Number(written.value)
    word = written.name.text
    ctx.used.add(word)
    match ctx.symbols.lookup(word):
        case tree.Option(type=tree.TypeRange() as wide):
            domain = domain_of(ctx, wide)
            return None if domain is None else Configured("option", word, domain)
        case tree.Question(type=tree.TypeRange() as wide):
            domain = domain_of(ctx, wide)
            return None if domain is None else Configured("question", word, domain)
        case _:
            ctx.report(errors.bad_range(written.span))
            return None


def first_of(ctx: Context, domain: Domain) -> game.Datum:
    """The first printed value of a domain: what a made-up piece has where an example does not say."""
    values = members_of(ctx, domain)
    return values[0] if values else None
