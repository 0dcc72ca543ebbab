"""The whole front end on one screen: the files of a game folder become one typed game of the IR.

    read -> parse -> collect names -> load the rulebook and tables -> elaborate -> check citations and labels

INVARIANT: a pass returns a value and diagnostics; only here are they put together. Later passes do not run on a rule
set that an earlier one refused, so that one mistake is told once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from attrs import field, frozen

from refengine.ir.game import Game
from refengine.ir.names import known_names
from refengine.resolve.folder import GameFolder
from refengine.resolve.labels import Labels, check_labels, parse_labels
from refengine.resolve.rulebook import Rulebook, check_citations, parse_rulebook
from refengine.resolve.symbols import collect
from refengine.resolve.tables import load_tables
from refengine.source.citation import Citing
from refengine.source.diagnostic import Diagnostic, sorted_unique
from refengine.source.limits import LIMITS, Limits
from refengine.source.span import Span
from refengine.source.text import Files, SourceText, read_source
from refengine.syntax import tree
from refengine.syntax.citations import citing
from refengine.syntax.parser import parse
from refengine.types.elaborate import elaborate_game
from refengine.types.text_errors import not_bodies

T = TypeVar("T")
Parser = Callable[[SourceText], tuple[T | None, tuple[Diagnostic, ...]]]


@frozen
class Compiled:
    """The result of compiling a folder: the game if nothing was an error, the diagnostics, and the texts.

    `cited` is every citation of its files, with what rests on it.
    """

    folder: GameFolder
    game: Game | None
    rulebook: Rulebook | None
    labels: Labels
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, SourceText] = field(eq=False, repr=False)
    limits: Limits = LIMITS
    cited: tuple[Citing, ...] = field(default=(), eq=False, repr=False)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that stop the work."""
        return tuple(each for each in self.diagnostics if each.severity == "error")


def compile_folder(
    folder: GameFolder,
    tables: Mapping[str, Path] | None = None,
    beside: tuple[SourceText, ...] = (),
    limits: Limits = LIMITS,
    disk: Files | None = None,
    parsed: Parser[tree.File] = parse,
) -> Compiled:
    """Runs every pass over a game folder; `tables` are files that take the place of the folder's own.

    What stands `beside` its files is read as if it were one of them. What makes more than `limits` is an error. Each
    file is read once, from `disk`; `parsed` says what `parse` says of it.
    """
    disk = disk or Files()
    texts: dict[str, SourceText] = {each.path: each for each in beside}
    found: list[Diagnostic] = []
    files = _files(folder, disk, texts, found, parsed)
    for path in folder.texts:
        file = _read(path, parsed, disk, texts, found)
        found.extend(() if file is None else not_bodies(file))
        files.extend(() if file is None else (file,))
    for each in beside:
        file, wrong = parsed(each)
        found.extend(wrong)
        files.extend(() if file is None else (file,))
    cited = tuple(each for file in files for each in citing(file))
    readable = all(each.severity != "error" for each in found)
    rulebook = _read(folder.rulebook, parse_rulebook, disk, texts, found)
    labels = _read(folder.labels, parse_labels, disk, texts, found) if folder.labels is not None else None
    game = None
    if readable:
        symbols, wrong = collect(files)
        found.extend(wrong)
        data, wrong = load_tables(folder, symbols, tables or {}, texts, limits, disk)
        found.extend(wrong)
        first = folder.rules[0].as_posix() if folder.rules else beside[0].path
        game, wrong = elaborate_game(symbols, data, Span(first, 0, 0), limits)
        found.extend(wrong)
        if rulebook is not None:
            found.extend(check_citations(rulebook, [each.citation for each in cited]))
    if any(each.severity == "error" for each in found):
        game = None
    if game is not None and labels is not None and not tables:  # a replaced table brings names of its own
        found.extend(check_labels(labels, known_names(game)))
    return Compiled(folder, game, rulebook, labels or Labels(), sorted_unique(found), texts, limits, cited)


def _files(
    folder: GameFolder, disk: Files, texts: dict[str, SourceText], found: list[Diagnostic], parsed: Parser[tree.File]
) -> list[tree.File]:
    files = (_read(path, parsed, disk, texts, found) for path in (*folder.rules, *folder.claims))
    return [file for file in files if file is not None]


def _read(
    path: Path, parser: Parser[T], disk: Files, texts: dict[str, SourceText], found: list[Diagnostic]
) -> T | None:
    """Returns the result of a parser on a file; None for one that cannot be read."""
    source, wrong = read_source(path, path.as_posix(), disk)
    found.extend(wrong)
    if source is None:
        return None
    texts[source.path] = source
    value, more = (None, ()) if wrong else parser(source)
    found.extend(more)
    return value
