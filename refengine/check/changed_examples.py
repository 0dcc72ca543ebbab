"""Examples of a base that come out otherwise under its module, with the clauses of the module that decide in them.

A module may change what a game comes to, so this is no failure; but an example that fails without the module is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Set as AbstractSet
from functools import partial

from attrs import evolve

from refengine.check.coverage import rules_of
from refengine.check.examples import ExampleResults, decide_examples
from refengine.check.report import ChangedLine, Failure
from refengine.compiled import Compilation
from refengine.ir import game as model
from refengine.ir.configuration import open_answers
from refengine.ir.control import Clause
from refengine.loading import compile_cached, make_game
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import GameFolder
from refengine.resolve.labels import Labels
from refengine.source.cache import Cache


def without_changed(
    compiled: Compilation, game: model.Game, decided: ExampleResults, reader: Reader, keep: Cache
) -> ExampleResults:
    """Returns the result of the examples of a module, in which what holds in its base alone is no failure."""
    apart = compiled.folder.files_of_bases
    failed = {each.name for each in decided.failures}
    of_base = {each.name for each in game.examples if each.name in failed and _lies_in(each.clause, apart)}
    if not of_base:
        return decided
    otherwise = of_base.difference(
        *(_failing_alone(compiled, folder, names, keep) for folder, names in _where(compiled.folder, game, of_base))
    )
    own = {each.path: each for each in rules_of(game) if not _lies_in(each, apart)}
    changed = tuple(
        ChangedLine(
            each.name,
            each.what,
            each.found,
            tuple(reader.clause(own[path]) for path in own if _decides(path, each, decided.fired_in[each.name])),
        )
        for each in decided.failures
        if each.name in otherwise
    )
    failures = tuple(each for each in decided.failures if each.name not in otherwise)
    return evolve(decided, failures=failures, changed=changed)


def _where(folder: GameFolder, game: model.Game, names: AbstractSet[str]) -> Iterator[tuple[GameFolder, set[str]]]:
    """Yields what a module stands on with the names of examples to decide in it; of several modules each is one."""
    if folder.base is not None and not folder.alone:
        yield folder.base, set(names)
        return
    for alone in {each.path: each for module in folder.alone for each in (*module.bases, module)}.values():
        files = {path.as_posix() for path in (*alone.rules, *alone.claims)}
        its = {each.name for each in game.examples if each.name in names and _lies_in(each.clause, files)}
        if its:
            yield alone, its


def _decides(path: str, failure: Failure, fired: tuple[str, ...]) -> bool:
    """Returns whether a clause fired where an example failed, or is named by what was found there.

    A bar does not fire.
    """
    return path in fired or any(f"`{path}`" in line for line in failure.found)


def _lies_in(clause: Clause, files: AbstractSet[str]) -> bool:
    return clause.origin.span is not None and clause.origin.span.path in files


def _failing_alone(compiled: Compilation, base: GameFolder, names: AbstractSet[str], keep: Cache) -> frozenset[str]:
    """Returns those of some examples that fail in a base without the module; all of them, if it is not in order.

    Of several modules each is such a base.
    """
    alone = compile_cached(base, keep=keep, limits=compiled.limits)
    if alone.game is not None and compiled.tables:
        known = {each.name for each in alone.game.tables}
        tables = {name: path for name, path in compiled.tables.items() if name in known}
        alone = compile_cached(base, tables, keep, compiled.limits)
    if alone.game is None:
        return frozenset(names)
    game = evolve(alone.game, examples=tuple(each for each in alone.game.examples if each.name in names))
    making = partial(make_game, explain=True, keep=keep)
    decided = decide_examples(game, making, Reader(None, {}), Words(Labels()), open_answers(game))
    return frozenset(each.name for each in decided.failures)
