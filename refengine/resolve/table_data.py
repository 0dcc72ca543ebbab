"""Tables of printed data: cards, cities, tiles; from CSV, or from TOML with a `[[row]]` for each row.

INVARIANT: every row has a cell (maybe an empty one) for every column; columns and ids are names and there once.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath

from attrs import frozen

from refengine.resolve.csv_text import CsvCell, parse_csv
from refengine.resolve.name_form import is_name
from refengine.resolve.toml_form import TABLES, Form, ValueForm, check_form, is_text, wrong_value
from refengine.resolve.toml_text import TomlText, parse_toml
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.limits import LIMITS, Limits
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean
from refengine.source.text import SourceText, read_source

MAX_NUMBER = 10**18
"""The greatest number printed; a number of a million digits would be an attack."""

ID = "id"
"""The column by which rows are named, if there is one."""

CELL = ValueForm(
    "a text without invisible characters, a whole number, `true` or `false`",
    lambda value: value == "" or is_text(value) or (isinstance(value, int) and abs(value) < MAX_NUMBER),
)


@frozen
class Row:
    """One row: the text of each cell and its place, by column, and the line on which the row starts."""

    cells: Mapping[str, str]
    line: int
    spans: Mapping[str, Span]


@frozen
class TableData:
    """A table as it stands in its file; `path` is what the user calls the file."""

    path: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    column_spans: Mapping[str, Span]


@frozen
class _Record:
    """A row whose cells have not been held against the columns."""

    cells: tuple[CsvCell, ...]
    span: Span


def load_table(path: Path, shown: str, limits: Limits = LIMITS) -> tuple[TableData | None, tuple[Diagnostic, ...]]:
    """Returns the table in a file; none if anything is wrong with it."""
    source, diagnostics = read_source(path, shown)
    return (None, diagnostics) if source is None or diagnostics else parse_table(source, limits)


def parse_table(source: SourceText, limits: Limits = LIMITS) -> tuple[TableData | None, tuple[Diagnostic, ...]]:
    """Returns the table in a text, whose name says in which form it is written; none if anything is wrong with it."""
    match PurePath(source.path).suffix.lower():
        case ".csv":
            return _from_csv(source, limits)
        case ".toml":
            return _from_toml(source, limits)
        case _:
            return None, (_unknown_form(source.path),)


def check_columns(
    table: TableData, required: Iterable[str], optional: Iterable[str], where: Span
) -> tuple[Diagnostic, ...]:
    """Returns diagnostics of the columns that the table lacks, or has beyond what the rules ask for at `where`."""
    required, optional = tuple(dict.fromkeys(required)), tuple(dict.fromkeys(optional))
    asked = {*required, *optional}
    missing = [column for column in required if column not in table.columns]
    unknown = [column for column in table.columns if column not in asked]
    return (
        *(_missing_column(table, column, did_you_mean(column, unknown), where) for column in missing),
        *(_unknown_column(table, column, did_you_mean(column, asked - {*table.columns}), where) for column in unknown),
    )


def _from_csv(source: SourceText, limits: Limits) -> tuple[TableData | None, tuple[Diagnostic, ...]]:
    records, broken = parse_csv(source)
    if broken:
        return None, broken
    if len(records) < 2:
        return None, (_empty(source.path),)
    header, *body = (_Record(cells, cells[0].span.to(cells[-1].span)) for cells in records)
    ragged = tuple(
        _ragged(
            record.span, f"the row has {_cells(len(record.cells))}, the header has {len(header.cells)}", header.span
        )
        for record in body
        if len(record.cells) != len(header.cells)
    )
    return _table(source, header.cells, body, ragged, limits.rows)


def _from_toml(source: SourceText, limits: Limits) -> tuple[TableData | None, tuple[Diagnostic, ...]]:
    text, broken = parse_toml(source)
    if text is None:
        return None, broken
    if text.data in ({}, {"row": []}):
        return None, (_empty(source.path),)
    malformed = tuple(check_form(text, (), text.data, Form({"row": TABLES})))
    if malformed:
        return None, malformed
    rows = text.data["row"]
    if not any(rows):
        return None, (_empty(source.path),)
    wrong = tuple(
        wrong_value(text.value("row", index, key), key, CELL)
        for index, row in enumerate(rows)
        for key, value in row.items()
        if not CELL.accepts(value)
    )
    if wrong:
        return None, wrong
    header = tuple(CsvCell(column, text.key("row", 0, column)) for column in rows[0])
    body = [_Record(_toml_cells(text, index, rows[0]), text.key("row", index)) for index in range(len(rows))]
    return _table(source, header, body, tuple(_uneven(text)), limits.rows)


def _toml_cells(text: TomlText, index: int, columns: Iterable[str]) -> tuple[CsvCell, ...]:
    row = text.data["row"][index]
    return tuple(CsvCell(_written(row[key]), text.value("row", index, key)) for key in columns if key in row)


def _uneven(text: TomlText) -> Iterator[Diagnostic]:
    """Rows with other keys than the first has."""
    first = text.data["row"][0]
    place = text.key("row", 0)
    for index, row in enumerate(text.data["row"]):
        for key in first.keys() - row.keys():
            yield _ragged(text.key("row", index), f"the row has no `{key}`, the first row has one", place)
        for key in row.keys() - first.keys():
            yield _ragged(text.key("row", index, key), f"the row has a `{key}`, the first row has none", place)


def _written(value: object) -> str:
    return unicodedata.normalize("NFC", str(value).lower() if isinstance(value, bool) else str(value))


def _table(
    source: SourceText, header: tuple[CsvCell, ...], body: list[_Record], diagnostics: tuple[Diagnostic, ...], rows: int
) -> tuple[TableData | None, tuple[Diagnostic, ...]]:
    """Returns the table of either form, unless something was found wrong in it."""
    diagnostics = (*diagnostics, *_bad_columns(header))
    if len(body) > rows:
        diagnostics = (*diagnostics, _too_many_rows(body[rows].span, len(body), rows))
    if diagnostics:
        return None, diagnostics
    columns = tuple(cell.text for cell in header)
    made = tuple(_row(source, columns, record) for record in body)
    bad_ids = tuple(_bad_ids(made)) if ID in columns else ()
    if bad_ids:
        return None, bad_ids
    return TableData(source.path, columns, made, {cell.text: cell.span for cell in header}), ()


def _row(source: SourceText, columns: tuple[str, ...], record: _Record) -> Row:
    by_column = dict(zip(columns, record.cells, strict=True))
    return Row(
        {column: cell.text for column, cell in by_column.items()},
        source.position(record.span.start)[0],
        {column: cell.span for column, cell in by_column.items()},
    )


def _bad_columns(header: tuple[CsvCell, ...]) -> Iterator[Diagnostic]:
    first: dict[str, Span] = {}
    for cell in header:
        if not is_name(cell.text):
            hint = "put commas between the columns" if ";" in cell.text else None
            yield _no_name(cell, "column", hint)
        elif cell.text in first:
            yield _duplicate_column(cell, first[cell.text])
        first.setdefault(cell.text, cell.span)


def _bad_ids(rows: tuple[Row, ...]) -> Iterator[Diagnostic]:
    first: dict[str, Span] = {}
    for row in rows:
        cell = CsvCell(row.cells[ID], row.spans[ID])
        if not is_name(cell.text):
            yield _no_name(cell, "row", None)
        elif cell.text in first:
            yield _duplicate_id(cell, first[cell.text])
        first.setdefault(cell.text, cell.span)


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _unknown_form(shown: str) -> Diagnostic:
    hint = "the name of the file ends in `.csv` or `.toml`"
    return Diagnostic("E0805", f"`{shown}` is not a table in a form that is read", None, hint=hint)


def _empty(shown: str) -> Diagnostic:
    hint = "a table has the names of its columns and one row or more"
    return Diagnostic("E0807", f"the table `{shown}` has no rows", None, hint=hint)


def _ragged(span: Span, message: str, header: Span) -> Diagnostic:
    hint = "write one cell for each column, with a comma between; an empty one is written as nothing"
    return Diagnostic("E0808", message, span, (Label(header, "the columns are these"),), hint)


def _duplicate_column(cell: CsvCell, first: Span) -> Diagnostic:
    labels, hint = (Label(first, "it is here"),), "give one of the two another name"
    return Diagnostic("E0809", f"there is a column `{cell.text}` already", cell.span, labels, hint)


def _no_name(cell: CsvCell, what: str, hint: str | None) -> Diagnostic:
    rule = "a name is a letter, then letters, digits and `_`"
    return Diagnostic("E0810", f"a {what} cannot be called `{cell.text}`", cell.span, hint=hint or rule)


def _duplicate_id(cell: CsvCell, first: Span) -> Diagnostic:
    hint = "give each row an id of its own"
    return Diagnostic("E0811", f"there is a row `{cell.text}` already", cell.span, (Label(first, "it is here"),), hint)


def _too_many_rows(span: Span, count: int, most: int) -> Diagnostic:
    hint = f"if it is the right file, `--limit rows={count}` raises the limit"
    return Diagnostic("E0812", f"the table has {count} rows, and {most} at most are read", span, hint=hint)


def _missing_column(table: TableData, column: str, meant: str | None, where: Span) -> Diagnostic:
    hint = f"the columns are {', '.join(f'`{each}`' for each in table.columns)}"
    if meant:
        hint = f"did you mean it by `{meant}`?"
    header = table.column_spans[meant or table.columns[0]]
    return Diagnostic(
        "E0813", f"the table has no column `{column}`", where, (Label(header, "the columns are here"),), hint
    )


def _unknown_column(table: TableData, column: str, meant: str | None, where: Span) -> Diagnostic:
    hint = f"did you mean `{meant}`?" if meant else "remove it, or use it in the rules"
    labels = (Label(where, "the table is used here"),)
    return Diagnostic("W0801", f"the rules do not use the column `{column}`", table.column_spans[column], labels, hint)
