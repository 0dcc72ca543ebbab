"""The front end in memory: texts of rules and tables in, a game and what was found out."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from refengine.ir.game import Game
from refengine.resolve.modules import Layer, put_together
from refengine.resolve.symbols import collect
from refengine.resolve.table_data import TableData, parse_table
from refengine.source.diagnostic import Diagnostic, sorted_unique
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.parser import parse
from refengine.types.elaborate import elaborate_game


def compile_texts(
    sources: Mapping[str, str], tables: Mapping[str, str] | None = None
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game of these files, by name; `tables` hold CSV, by name of the table."""
    files, found = parse_texts(sources)
    if any(each.severity == "error" for each in found):
        return None, sorted_unique(found)
    game, more = elaborate_files(files, tables or {})
    return game, sorted_unique((*found, *more))


def parse_texts(sources: Mapping[str, str]) -> tuple[list[tree.File], list[Diagnostic]]:
    files: list[tree.File] = []
    found: list[Diagnostic] = []
    for name, text in sources.items():
        file, wrong = parse(SourceText(name, text))
        found.extend(wrong)
        files.extend([file] if file is not None else [])
    return files, found


def elaborate_files(
    files: list[tree.File], tables: Mapping[str, str], below: Sequence[Layer] = ()
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game of these files, or of `below` with them, if they are a module."""
    whole, alone = put_together([*below, Layer(tuple(files))])
    symbols, found = collect(whole)
    found = (*alone, *found)
    data: dict[str, TableData] = {}
    for name, text in tables.items():
        table, wrong = parse_table(SourceText(f"{name}.csv", text))
        found = (*found, *wrong)
        data.update({name: table} if table is not None else {})
    game, more = elaborate_game(symbols, data, Span("game.rules", 0, 0))
    return game, (*found, *more)


def texts_of(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The rules of a folder, by file, and its tables, by name."""
    rules = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.rules"))}
    tables = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.csv"))}
    return rules, tables
