"""Rows of tables, read against the fields of what is printed in them: a kind or a component."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from refengine.ir import game
from refengine.resolve import errors as name_errors
from refengine.resolve.table_data import Row, TableData, check_columns
from refengine.source.limits import beyond
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types.context import Context
from refengine.types.datum import field_data, fixed_datum, keys_of

Tables = Mapping[str, TableData]


def tables_of(made: tree.Kind | tree.Component | tree.Relation) -> tuple[str, ...]:
    """Returns the names of the tables that something comes from, those that modules add rows in last."""
    more = () if isinstance(made, tree.Relation) else made.rows
    return () if made.table is None else (made.table.text, *(each.text for each in more))


def _table_data(ctx: Context, table: tree.Name, tables: Tables) -> TableData | None:
    """Returns the data of a table; None when it is not declared, or when the loader found it missing or faulty."""
    return tables.get(table.text) if table.text in ctx.symbols.tables else None


@frozen
class PrintedRow:
    """A row of a table with the name of what it prints, and where that is written."""

    name: str
    row: Row
    span: Span


def printed_rows(ctx: Context, node: tree.Kind | tree.Component, tables: Tables) -> list[PrintedRow] | None:
    """Returns the rows of the table that something comes from, and of those modules add; None if one is missing."""
    found: list[PrintedRow] = []
    for table in () if node.table is None else (node.table, *node.rows):
        data = _table_data(ctx, table, tables)
        if data is None:
            return None
        for number, row in enumerate(data.rows, start=1):
            name = row.cells.get("id") or f"{table.text}_{number}"
            found.append(PrintedRow(name, row, row.spans.get("id", table.span)))
    return found


def rows_of(
    ctx: Context,
    node: tree.Kind | tree.Component,
    fields: tuple[game.Field, ...] | None,
    tables: Tables,
    *,
    of_piece: bool,
) -> list[tuple[str, tuple[game.Datum, ...]]] | None:
    """Reads the rows against the fields; in a table without a column what has a default is as that says."""
    for table in () if node.table is None else (node.table, *node.rows):
        if table.text not in ctx.symbols.tables:
            ctx.report(name_errors.unknown_name("table", table.text, table.span, tuple(ctx.symbols.tables)))
        ctx.used_tables.add(table.text)
    rows = printed_rows(ctx, node, tables)
    ctx.lacks_names = ctx.lacks_names or rows is None
    if rows is None or fields is None or node.table is None:
        return None
    if not within_cells(ctx, node.table.text, fields, len(rows), node.table.span):
        return None
    defaults = _defaults(ctx, node.fields, fields)
    needed = _columns(ctx, [each for each in fields if each.name not in defaults])
    optional = _columns(ctx, [each for each in fields if each.name in defaults])
    for table in (node.table, *node.rows):
        there = tables[table.text].columns
        begun = [each for each in fields if each.name in defaults and {*_columns(ctx, [each])}.intersection(there)]
        wrong = check_columns(tables[table.text], ("id", *needed, *_columns(ctx, begun)), optional, table.span)
        faulty = tuple(each for each in wrong if each.severity == "error")
        ctx.found.extend(faulty or wrong)
        if faulty:
            return None

    def datum(row: Row, field: game.Field) -> game.Datum:
        if field.name in defaults and row.cells.keys().isdisjoint(_columns(ctx, [field])):
            return defaults[field.name]
        return field_data(ctx, row, field, of_piece=of_piece)

    return [(each.name, tuple(datum(each.row, field) for field in fields)) for each in rows]


def _defaults(ctx: Context, nodes: tuple[tree.Field, ...], fields: tuple[game.Field, ...]) -> Mapping[str, game.Datum]:
    """Returns the values of fields for which nothing is printed, by their names."""
    given = {each.name.text: each.default for each in nodes if each.default is not None}
    return {each.name: fixed_datum(ctx, given[each.name], each) for each in fields if each.name in given}


def within_cells(ctx: Context, name: str, fields: Iterable[game.Field], rows: int, span: Span) -> bool:
    """Returns whether what is printed, row by row, is no more than the limit, which is reported."""
    cells = rows * sum(1 if each.index is None else len(keys_of(ctx, each.index)) for each in fields)
    if cells > ctx.limits.cells:
        ctx.report(beyond("cells", ctx.limits.cells, f"the cells of `{name}` are", cells, span))
    return cells <= ctx.limits.cells


def _columns(ctx: Context, fields: Iterable[game.Field]) -> tuple[str, ...]:
    found: list[str] = []
    for each in fields:
        found.extend([each.name] if each.index is None else [f"{each.name}_{key}" for key in keys_of(ctx, each.index)])
    return tuple(found)
