"""CSV files (RFC 4180) with the place of each cell, which the library that reads CSV does not tell."""

import re

from attrs import frozen

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.text import SourceText

CELL = re.compile(r' *+(?:"(?P<quoted>(?:[^"]|"")*+)" *+|(?P<plain>[^,"\n]*+))(?=,|\n|\Z)')
"""Blanks around a cell are there for the eye; within quotes they count."""

BLANK = re.compile(r" *+(?:\n|\Z)")


@frozen
class CsvCell:
    """The text of a cell, and its place."""

    text: str
    span: Span


def parse_csv(source: SourceText) -> tuple[tuple[tuple[CsvCell, ...], ...], tuple[Diagnostic, ...]]:
    """Returns the records of a CSV file, the header among them; empty lines are none."""
    records: list[tuple[CsvCell, ...]] = []
    position = 0
    while position < len(source.text):
        if blank := BLANK.match(source.text, position):
            position = blank.end()
            continue
        record: list[CsvCell] = []
        while match := CELL.match(source.text, position):
            record.append(_cell(source.path, match))
            position = match.end() + 1
            if not source.text.startswith(",", match.end()):
                break
        else:
            return tuple(records), (_bad_quote(source, position),)
        records.append(tuple(record))
    return tuple(records), ()


def _cell(path: str, match: re.Match[str]) -> CsvCell:
    written = match[0].strip(" ")
    start = match.start() + len(match[0]) - len(match[0].lstrip(" "))
    quoted = match["quoted"]
    text = written if quoted is None else quoted.replace('""', '"')
    return CsvCell(text, Span(path, start, start + len(written)))


def _bad_quote(source: SourceText, position: int) -> Diagnostic:
    """The cell at `position` is none, so it has a quote before it ends."""
    quote = source.text.index('"', position)
    return Diagnostic(
        "E0806",
        "the quotes of this cell do not fit together",
        Span(source.path, quote, quote + 1),
        hint="quotes stand around a whole cell, and a quote within them is written twice",
    )
