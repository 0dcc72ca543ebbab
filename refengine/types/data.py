"""Printed data: kinds, records, components with their pieces, tokens and tables, read against their declared fields."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import product, takewhile
from math import prod

import attrs

from refengine.ir import game
from refengine.ir.domain import COUNT, Domain, Enum, Option, Record, SetOf
from refengine.ir.expressions import Configured, Expr, Number
from refengine.ir.seating import seats_of
from refengine.ir.work import MANY, Work
from refengine.resolve import errors as name_errors
from refengine.source.limits import beyond
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context
from refengine.types.datum import datum_of, datum_text, for_keys, members_of, without_unsaid
from refengine.types.domains import describe, domain_of, fits, numbers_of
from refengine.types.families import box_name
from refengine.types.printed_data import Tables, printed_rows, rows_of, tables_of, within_cells
from refengine.types.values import clause

TABLES = "E08"
"""The beginning of the codes of what is wrong with a table."""

TABLE_MARKS = ("reconstructed", "sample")


def declare_data(ctx: Context, tables: Tables) -> tuple[game.Table, ...]:
    """Enters kinds, records, components and tokens; first what members and pieces are called, which data may name."""
    for kind in ctx.symbols.of_sort(tree.Kind):
        _members(ctx, kind, tables)
    for component in ctx.symbols.of_sort(tree.Component):
        _component(ctx, component, tables)
    for kind in ctx.symbols.of_sort(tree.Kind):
        _printed(ctx, kind, tables)
    finished = {each.name.text: _finished(ctx, each, tables) for each in ctx.symbols.of_sort(tree.Component)}
    ctx.components = {name: each for name, each in finished.items() if each is not None}
    for record in ctx.symbols.of_sort(tree.Record):
        _record(ctx, record)
    _no_record_in_itself(ctx)
    for token in ctx.symbols.of_sort(tree.Token):
        _token(ctx, token)
    return tuple(_table(ctx, node) for node in ctx.symbols.tables.values())


def _table(ctx: Context, node: tree.Table) -> game.Table:
    marks = tuple(mark.text for mark in node.marks)
    for mark in node.marks:
        if mark.text not in TABLE_MARKS:
            ctx.report(errors.unknown_mark(mark.text, mark.span, TABLE_MARKS))
    name, of = node.name.text, ctx.symbols.of_sort
    listed: tuple[tree.Kind | tree.Component | tree.Relation, ...]
    listed = (*of(tree.Kind), *of(tree.Component), *of(tree.Relation))
    makes = tuple(each.name.text for each in listed if name in tables_of(each))
    return game.Table(name, "reconstructed" in marks, clause(name, node.cite, node.name.span), makes)


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
    """Returns the kind or component whose members key a family."""
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


# ---- RECORDS


def _record(ctx: Context, node: tree.Record) -> None:
    fields = _fields(ctx, node.fields)
    for field in node.fields:
        if field.index is not None:
            ctx.report(errors.family(field.name.text, field.name.span, wants_key=False))
            fields = None
    if fields is not None:
        ctx.records[node.name.text] = game.Record(
            node.name.text, fields, clause(node.name.text, node.cite, node.name.span)
        )


def _no_record_in_itself(ctx: Context) -> None:
    inside = {
        name: {each.name for field in record.fields for each in _parts(field.domain) if isinstance(each, Record)}
        for name, record in ctx.records.items()
    }
    try:
        TopologicalSorter(inside).prepare()
    except CycleError as error:
        circle = tuple(reversed(error.args[1][1:]))
        ctx.report(name_errors.cyclic("record", circle, ctx.symbols.named[circle[0]].name.span))


def _parts(domain: Domain) -> tuple[Domain, ...]:
    match domain:
        case Option(inner=inner) | SetOf(inner=inner):
            return _parts(inner)
        case _:
            return (domain,)


# ---- TABLES


def _members(ctx: Context, node: tree.Kind, tables: Tables) -> None:
    """Enters a kind with its members, so that the data of all kinds can name them."""
    _check_mark(ctx, node.mark)
    head = clause(node.name.text, node.cite, node.name.span)
    members = tuple(dict.fromkeys(member.text for member in node.members))
    if node.table is not None:
        printed = printed_rows(ctx, node, tables)
        if printed is None:
            return
        first: dict[str, Span] = {}
        for each in printed:
            if each.name in first:
                ctx.lacks_names = True
                ctx.report(name_errors.declared_twice(each.name, each.span, first[each.name]))
            first.setdefault(each.name, each.span)
        members = tuple(first)
    ctx.kinds[node.name.text] = game.Kind(node.name.text, members, node.ring, (), (), head)


def _printed(ctx: Context, node: tree.Kind, tables: Tables) -> None:
    """Reads the data of a kind from a table."""
    if node.table is None:
        return
    fields = _fields(ctx, node.fields)
    rows = rows_of(ctx, node, fields, tables, of_piece=False)
    if rows is None:
        ctx.faulty_kinds.add(node.name.text)
    if fields is not None and rows is not None and node.name.text in ctx.kinds:
        data = tuple(data for _, data in rows)
        ctx.kinds[node.name.text] = attrs.evolve(ctx.kinds[node.name.text], fields=fields, rows=data)


def _check_mark(ctx: Context, mark: tree.Name | None) -> None:
    if mark is not None and mark.text != "open":
        ctx.report(errors.unknown_mark(mark.text, mark.span, ("open",)))


# ---- COMPONENTS


def _component(ctx: Context, node: tree.Component, tables: Tables) -> None:
    """Enters a component with its pieces, without what stands in its table, and with one datum for each total map."""
    _check_mark(ctx, node.mark)
    name = node.name.text
    fields = _fields(ctx, node.fields)
    pieces: list[game.PieceRow] = []
    places: list[Span] = []
    good = fields is not None
    if node.table is not None:
        rows = printed_rows(ctx, node, tables)
        pieces.extend(game.PieceRow(each.name, (), 1) for each in rows or ())
        places.extend(each.span for each in rows or ())
        good = good and rows is not None
    keys = _key_fields(node)
    ctx.unsaid[name] = () if fields is None else _unsaid(ctx, node, fields, keys)
    for copies in node.copies:
        made = None if fields is None else _copies(ctx, node, copies, fields, keys)
        new = [each for each in made or () if not _joins_its_like(each, pieces, places, copies.span)]
        pieces.extend(new)
        places.extend(copies.span for _ in new)
        good = good and made is not None
    if good and not pieces:
        ctx.report(errors.no_pieces(name, node.name.span))
        good = False
    if not good or fields is None or not _distinct_pieces(ctx, pieces, places):
        return
    start = node.starts_in.text if node.starts_in is not None else box_name(name)
    head = clause(name, node.cite, node.name.span)
    table = node.table.text if node.table is not None else None
    ctx.components[name] = game.Component(name, fields, keys, tuple(pieces), start, table, head)


def _finished(ctx: Context, node: tree.Component, tables: Tables) -> game.Component | None:
    """Returns a component with the data of its table, and with a datum for each key of its total maps."""
    made = ctx.components.get(node.name.text)
    fields = None if made is None else made.fields
    rows = [] if node.table is None else rows_of(ctx, node, fields, tables, of_piece=True)
    if made is None or rows is None:
        return None
    if not within_cells(ctx, made.name, made.fields, len(made.pieces) - len(rows), node.name.span):
        return None
    printed = [game.PieceRow(name, data, 1) for name, data in rows]
    for row in made.pieces[len(rows) :]:
        data = tuple(for_keys(ctx, each, datum) for each, datum in zip(made.fields, row.data, strict=True))
        printed.append(attrs.evolve(row, data=data))
    if all(any(seat > ctx.fewest for seat in seats_of(fields or (), each.data)) for each in printed):
        ctx.report(errors.no_pieces_for(made.name, ctx.fewest, node.name.span))
    return attrs.evolve(made, pieces=tuple(printed))


def _joins_its_like(row: game.PieceRow, pieces: list[game.PieceRow], places: list[Span], span: Span) -> bool:
    """Adds more of a piece that another file prints to those, and returns whether there is any."""
    for at, (other, place) in enumerate(zip(pieces, places, strict=True)):
        if (other.name, other.data) == (row.name, row.data) and place.path != span.path:
            pieces[at] = attrs.evolve(other, copies=other.copies + row.copies)
            return True
    return False


def _distinct_pieces(ctx: Context, pieces: list[game.PieceRow], places: list[Span]) -> bool:
    seen: dict[str, Span] = {}
    for piece, span in zip(pieces, places, strict=True):
        if piece.name in seen:
            ctx.report(name_errors.printed_twice(piece.name, span, seen[piece.name]))
            return False
        seen[piece.name] = span
    return True


def _key_fields(node: tree.Component) -> tuple[str, ...]:
    """Returns the fields whose values name a piece; those by which only the pieces of a module differ come last."""
    return tuple(dict.fromkeys((*_naming(_own_copies(node)), *_naming(node.copies))))


def _own_copies(node: tree.Component) -> tuple[tree.Copies, ...]:
    """Returns the lines that stand in the declaration; those of a module stand in another file."""
    return tuple(each for each in node.copies if each.span.path == node.name.span.path)


def _naming(lines: tuple[tree.Copies, ...]) -> tuple[str, ...]:
    """Returns the fields in `of each`, then those in which the lines differ."""
    each = dict.fromkeys(word.text for copies in lines for word in copies.each)
    fixed = dict.fromkeys(one.name.text for copies in lines for one in copies.fixed)
    if each and len(lines) == 1:
        return tuple(each)
    return tuple({**each, **fixed})


def _unsaid(
    ctx: Context, node: tree.Component, fields: tuple[game.Field, ...], keys: tuple[str, ...]
) -> tuple[game.Datum, ...]:
    """Returns the data of those last key fields by which only the pieces of a module differ, as all others have them.

    So each piece of the base has the name that it has without the module.
    """
    own = _own_copies(node)
    usual = {each.name.text: each for each in own[0].fixed} if own else {}
    usual |= {each.name.text: each.default for each in node.fields if each.default is not None}
    by_name, more = {each.name: each for each in fields}, keys[len(_naming(own)) :]
    last = [*takewhile(lambda key: key in usual and key in by_name, reversed(more))]
    return tuple(datum_of(ctx, usual[key], by_name[key]) for key in reversed(last))


def _copies(
    ctx: Context, node: tree.Component, copies: tree.Copies, fields: tuple[game.Field, ...], keys: tuple[str, ...]
) -> list[game.PieceRow] | None:
    name = node.name.text
    by_name = {each.name: each for each in fields}
    given = {each.name.text: each.default for each in node.fields if each.default is not None}
    written = [*copies.each, *(fixed.name for fixed in copies.fixed)]
    for word in written:
        if word.text not in by_name:
            ctx.report(errors.unknown_field(f"`{name}`", word.text, word.span, tuple(by_name)))
            return None
    said = {word.text for word in written}
    missing = [each for each in by_name if each not in said and each not in given]
    if missing:
        ctx.report(errors.no_value(name, missing[0], copies.span))
        return None
    defaults = [given[each] for each in by_name if each in given and each not in said]
    fixed = {each.name.text: datum_of(ctx, each, by_name[each.name.text]) for each in (*copies.fixed, *defaults)}
    if copies.number == 0:
        ctx.report(errors.no_copies(name, copies.span))
        return None
    if not _within_pieces(ctx, name, copies, by_name):
        return None
    choices: list[tuple[game.Datum, ...]] = []
    for word in copies.each:
        field = by_name[word.text]
        values = None if field.index is not None else members_of(ctx, field.domain)
        if values is None:
            if not _has_lost_its_table(ctx, field.domain):
                ctx.report(errors.not_an_index(word.text, word.span))
            return None
        choices.append(values)
    named_by = tuple(key for key in keys if key in by_name)
    rows: list[game.PieceRow] = []
    for combination in product(*choices):
        data = {**dict(zip((word.text for word in copies.each), combination, strict=True)), **fixed}
        named = without_unsaid([data[key] for key in named_by], len(keys), ctx.unsaid[name])
        text = " ".join(map(datum_text, named)) or name
        rows.append(game.PieceRow(text, tuple(data[each] for each in by_name), copies.number or 1))
    return rows


def _has_lost_its_table(ctx: Context, domain: Domain) -> bool:
    return isinstance(domain, Enum) and domain.kind != "player" and domain.kind not in ctx.kinds


def _within_pieces(ctx: Context, name: str, copies: tree.Copies, fields: Mapping[str, game.Field]) -> bool:
    """Returns whether a line prints no more pieces than the limit leaves, which is reported."""
    printed = sum(row.copies for each in ctx.components.values() for row in each.pieces)
    sizes = {**{each.name: len(each.members) for each in ctx.kinds.values()}, "player": ctx.seats}
    values = (Work(sizes).values(fields[word.text].domain) for word in copies.each)
    combinations = prod(each for each in values if each < MANY)  # what has no end is refused for that
    number = (copies.number or 1) * combinations
    if printed + number > ctx.limits.pieces:
        ctx.report(beyond("pieces", ctx.limits.pieces, f"with `{name}` the pieces are", printed + number, copies.span))
    return printed + number <= ctx.limits.pieces


# ---- TOKENS


def _token(ctx: Context, node: tree.Token) -> None:
    holders: dict[str, tree.Name] = {}
    for holder in node.holders:
        index = family_index(ctx, tree.Index("on", holder, holder.span))
        if index is None:
            return
        if index in holders:
            ctx.report(name_errors.listed_twice(index, holder.span, holders[index].span))
        holders.setdefault(index, holder)
    limit = configured_number(ctx, node.limit)
    if limit == Number(0):
        ctx.report(errors.no_limit(node.name.text, node.limit.span))
    if limit is not None:
        head = clause(node.name.text, node.cite, node.name.span)
        ctx.tokens[node.name.text] = game.Token(node.name.text, tuple(holders), limit, head)


def configured_number(ctx: Context, written: tree.IntLit | tree.NameRef) -> Expr | None:
    """Returns a number that is written or that an option or a question with numbers gives."""
    if isinstance(written, tree.IntLit):
        return Number(written.value)
    wide = numbers_of(ctx, written)
    domain = None if wide is None else domain_of(ctx, wide)
    if domain is None:
        return None
    if not fits(domain, COUNT):
        hint = "write a number from 0 on, or let the range where it is declared begin at 0"
        ctx.report(errors.mismatch(describe(domain), "a count", written.span, hint))
        return None
    is_option = isinstance(ctx.symbols.lookup(written.name.text), tree.Option)
    return Configured("option" if is_option else "question", written.name.text, domain)
