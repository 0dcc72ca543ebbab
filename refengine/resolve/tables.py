"""The tables that a rule set names: its own, or files that take their place."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from refengine.resolve.folder import LABELS, RULEBOOK, TABLES, GameFolder
from refengine.resolve.symbols import Symbols
from refengine.resolve.table_data import TableData, parse_table
from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import LIMITS, Limits
from refengine.source.suggest import did_you_mean
from refengine.source.text import Files, SourceText, read_source
from refengine.syntax import tree

NO_TABLES: Final = frozenset({RULEBOOK, LABELS, "evidence.toml", "drawing.toml"})
"""The files of a folder that are something else, where there is another one for a table of that name."""


def load_tables(
    folder: GameFolder,
    symbols: Symbols,
    given: Mapping[str, Path],
    texts: dict[str, SourceText],
    limits: Limits = LIMITS,
    files: Files | None = None,
) -> tuple[Mapping[str, TableData], tuple[Diagnostic, ...]]:
    """Returns the tables that kinds, components and relations are made from; each text is entered in `texts`.

    Without one of them what hangs on it is not known, so `symbols` are not sound.
    """
    made_from = [table for each in symbols.of_sort(tree.Kind) for table in (each.table, *each.rows)]
    made_from += [table for each in symbols.of_sort(tree.Component) for table in (each.table, *each.rows)]
    made_from += [each.table for each in symbols.of_sort(tree.Relation)]
    wanted = {table.text for table in made_from if table is not None and table.text in symbols.tables}
    found = [_unknown_table(name, wanted) for name in sorted(set(given) - wanted)]
    data: dict[str, TableData] = {}
    for name in sorted(wanted):
        path = given.get(name)
        if path is None:
            path, *others = _own(_declaring(folder, symbols.tables[name]), name)
            found.extend(_two_files(symbols.tables[name], path, each) for each in others)
        source, wrong = read_source(path, path.as_posix(), files)
        found.extend(wrong)
        if source is None:
            continue
        texts[source.path] = source
        if not wrong:
            table, wrong = parse_table(source, limits)
            found.extend(wrong)
            data.update({name: table} if table is not None else {})
    symbols.sound = symbols.sound and len(data) == len(wanted)
    return data, tuple(found)


def _declaring(folder: GameFolder, table: tree.Table) -> GameFolder:
    """Returns the folder whose rules declare a table: the table lies beside them."""
    bases = (each for each in folder.bases if any(path.as_posix() == table.span.path for path in each.rules))
    return next(bases, folder)


def _own(folder: GameFolder, name: str) -> list[Path]:
    """Returns the files of a table that are there; if none is, the one that is missing."""
    paths = [folder.tables / f"{name}{ending}" for ending in TABLES]
    there = [path for path in paths if os.path.exists(path)]  # noqa: PTH110 - too long a name is none
    return [path for path in there if path.name not in NO_TABLES] or there[:1] or paths[:1]


def _two_files(table: tree.Table, path: Path, other: Path) -> Diagnostic:
    message = f"the table `{table.name.text}` has two files: `{path.name}` and `{other.name}`"
    return Diagnostic("E0814", message, table.name.span, hint="keep the one that says what is printed")


def _unknown_table(name: str, known: set[str]) -> Diagnostic:
    nearest = did_you_mean(name, known)
    hint = f"did you mean `{nearest}`?" if nearest else "its tables: " + (", ".join(sorted(known)) or "none")
    return Diagnostic("E0835", f"the game has no table `{name}`", None, hint=hint)
