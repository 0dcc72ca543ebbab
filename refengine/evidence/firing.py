"""Promises about play in `evidence.toml`: the number of times that a clause fires when a game is checked.

They stand in the table `fires`, which is written by hand: how often is often enough is nothing that a program finds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from refengine.evidence.mutation import FIRES
from refengine.evidence.promises import EVIDENCE, for_nothing
from refengine.resolve.toml_text import parse_toml
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.text import SourceText, read_source

CLAUSE: Final = "clause that play can fire"
NONE: Final = "all of them stand in what `refengine check --format json` says of coverage"

MOST: Final = 10_000
"""The greatest number of times that can be promised."""


def fires_in(
    folders: Iterable[Path], paths: Iterable[str]
) -> tuple[dict[str, int], tuple[Diagnostic, ...], dict[str, SourceText]]:
    """Returns how often clauses are to fire by what these folders promise, of which all has to hold.

    `paths` are those of the clauses that play can fire. A file that cannot be read is told of elsewhere.
    """
    known = tuple(paths)
    promised: dict[str, int] = {}
    found: list[Diagnostic] = []
    texts: dict[str, SourceText] = {}
    for folder in folders:
        file = folder / EVIDENCE
        source = read_source(file, file.as_posix())[0] if os.path.lexists(file) else None
        if source is not None:
            read, wrong = read_fires(source, known)
            promised |= {path: max(times, promised.get(path, 0)) for path, times in read.items()}
            found += wrong
            texts |= {source.path: source} if wrong else {}
    return promised, tuple(found), texts


def read_fires(source: SourceText, paths: Iterable[str]) -> tuple[Mapping[str, int], tuple[Diagnostic, ...]]:
    """Returns what a file promises of play, with diagnostics; a file that is no TOML is told of elsewhere."""
    text, _ = parse_toml(source)
    if text is None or FIRES not in text.data:
        return {}, ()
    table = text.data[FIRES]
    if not isinstance(table, dict):
        return {}, (_unclear(text.value(FIRES)),)
    known = tuple(paths)
    promised: dict[str, int] = {}
    found: list[Diagnostic] = []
    for path, times in table.items():
        if path not in known:
            found.append(for_nothing(CLAUSE, path, text.key(FIRES, path), known, NONE))
        elif not isinstance(times, int) or isinstance(times, bool) or not 1 <= times <= MOST:
            found.append(_unclear(text.value(FIRES, path)))
        else:
            promised[path] = times
    return promised, tuple(found)


def _unclear(span: Span) -> Diagnostic:
    hint = f'as in `"phase.action" = 100`, a number from 1 to {MOST:,}'
    return Diagnostic("E0866", "for each clause it is promised how often it fires", span, hint=hint)
