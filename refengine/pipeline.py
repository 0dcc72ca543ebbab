"""The whole front end on one screen: the files of a game folder become one typed game of the IR.

    read -> parse -> put modules into their base -> collect names -> load the rulebook and tables -> elaborate
         -> check citations and labels

INVARIANT: a pass returns a value and diagnostics; only here are they put together. Later passes do not run on a rule
set that an earlier one refused, so that one mistake is told once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from attrs import evolve

from refengine.compiled import Compilation
from refengine.ir.names import known_names
from refengine.resolve.folder import GameFolder, parts_of
from refengine.resolve.labels import Labels, check_labels, cited_from, parse_labels, with_base as with_labels
from refengine.resolve.modules import Layer, check_heads, cited_files, put_together
from refengine.resolve.rulebook import Rulebook, check_citations, parse_rulebook, with_base as with_index
from refengine.resolve.symbols import collect
from refengine.resolve.tables import load_tables
from refengine.source.diagnostic import Diagnostic, sorted_unique
from refengine.source.limits import LIMITS, Limits
from refengine.source.span import Span
from refengine.source.text import Files, SourceText, read_source
from refengine.syntax import tree
from refengine.syntax.citations import citing
from refengine.syntax.parser import parse
from refengine.types.elaborate import elaborate_knowing
from refengine.types.later_lines import GameKnowledge
from refengine.types.text_errors import not_bodies

__all__ = ["Compilation", "compile_folder", "compile_knowing"]

T = TypeVar("T")
Parser = Callable[[SourceText], tuple[T | None, tuple[Diagnostic, ...]]]


def compile_folder(
    folder: GameFolder,
    tables: Mapping[str, Path] | None = None,
    beside: tuple[SourceText, ...] = (),
    limits: Limits = LIMITS,
    disk: Files | None = None,
    parsed: Parser[tree.File] = parse,
) -> Compilation:
    """Runs every pass over a game folder; `tables` are files that take the place of the folder's own.

    What stands `beside` its files is read as if it were one of them. What makes more than `limits` is an error. Each
    file is read once, from `disk`; `parsed` says what `parse` says of it.
    """
    return compile_knowing(folder, tables, beside, limits, disk, parsed)[0]


def compile_knowing(
    folder: GameFolder,
    tables: Mapping[str, Path] | None = None,
    beside: tuple[SourceText, ...] = (),
    limits: Limits = LIMITS,
    disk: Files | None = None,
    parsed: Parser[tree.File] = parse,
) -> tuple[Compilation, GameKnowledge | None]:
    """Returns the compiled folder, and what has to be known to read more lines of examples; None where it is faulty."""
    disk = disk or Files()
    texts: dict[str, SourceText] = {each.path: each for each in beside}
    found: list[Diagnostic] = []
    layers = [Layer(_files(each, disk, texts, found, parsed), each.no_base) for each in folder.layers]
    more: list[tree.File] = []
    for path in folder.texts:
        file = _read(path, parsed, disk, texts, found)
        found.extend(() if file is None else not_bodies(file))
        more.extend(() if file is None else (file,))
    for each in beside:
        file, wrong = parsed(each)
        found.extend(wrong)
        more.extend(() if file is None else (file,))
    layers[-1] = evolve(layers[-1], files=(*layers[-1].files, *more))
    readable = not _errors(found)
    indexes = [_read(each.rulebook, parse_rulebook, disk, texts, found) for each in folder.layers]
    if readable:
        wrong = check_heads(layers, indexes)
        found.extend(wrong)
        readable = not wrong
    together = folder.name if folder.alone else None
    rulebook, labels = _rulebook(layers, indexes, together), _labels(layers, folder, disk, texts, found)
    cited = tuple(each for file in cited_files(layers, together) for each in citing(file))
    game = known = None
    if readable:
        files, wrong = put_together(layers, together)
        found.extend(wrong)
        symbols, wrong = collect(files)
        found.extend(wrong)
        data, wrong = load_tables(folder, symbols, tables or {}, texts, limits, disk)
        found.extend(wrong)
        first = next(
            iter(each.as_posix() for each in (*folder.rules, *folder.all_rules)), beside[0].path if beside else ""
        )
        game, known, wrong = elaborate_knowing(symbols, data, Span(first, 0, 0), limits)
        found.extend(wrong)
        if rulebook is not None:
            found.extend(check_citations(rulebook, [each.citation for each in cited]))
    if _errors(found):
        game = known = None
    apart = folder.files_of_bases  # what is doubtful there is told when the base alone is checked
    if game is not None and not tables:  # a replaced table brings names of its own
        texts_of_index = () if rulebook is None else rulebook.labelled
        found.extend(check_labels(labels, known_names(game).union(texts_of_index), apart))
    told = (each for each in found if each.severity == "error" or each.span is None or each.span.path not in apart)
    given = dict(tables or {})
    parts = parts_of(folder, given, disk)
    return Compilation(folder, game, rulebook, labels, sorted_unique(told), texts, limits, cited, given, parts), known


def _errors(found: Iterable[Diagnostic]) -> bool:
    return any(each.severity == "error" for each in found)


def _files(
    folder: GameFolder, disk: Files, texts: dict[str, SourceText], found: list[Diagnostic], parsed: Parser[tree.File]
) -> tuple[tree.File, ...]:
    files = (_read(path, parsed, disk, texts, found) for path in (*folder.rules, *folder.claims))
    return tuple(file for file in files if file is not None)


def _rulebook(
    layers: Sequence[Layer], indexes: Sequence[Rulebook | None], together: str | None = None
) -> Rulebook | None:
    """Returns the index of a game, or that of a module with those of its bases; None if one of them is faulty.

    What several modules come to `together` has that of the last, in which it too is cited by its name.
    """
    whole, name = indexes[0], layers[0].name
    for layer, index in zip(layers[1:], indexes[1:], strict=True):
        whole = None if whole is None or index is None else with_index(index, name, whole)
        name = layer.name
    if together is not None and whole is not None:
        empty = evolve(whole, id=together, statements={}, rulings={}, inherited=frozenset())
        return with_index(empty, name, whole)
    return whole


def _labels(
    layers: Sequence[Layer], folder: GameFolder, disk: Files, texts: dict[str, SourceText], found: list[Diagnostic]
) -> Labels:
    """Returns the labels of a game, or those of a module with those of its bases."""
    whole, below = Labels(), ""
    for layer, each in zip(layers, folder.layers, strict=True):
        whole = cited_from(whole, below)
        labels = None if each.labels is None else _read(each.labels, parse_labels, disk, texts, found)
        if labels is not None:
            whole, wrong = with_labels(labels, whole)
            found.extend(wrong)
        below = layer.name
    return cited_from(whole, below) if folder.alone else whole


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
