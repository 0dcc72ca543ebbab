"""`refengine explore`: every state of a game at a scope."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from attrs import evolve

from refengine import __version__
from refengine.bulk.errors import ExecutorsDiffer
from refengine.cli.errors import Refused
from refengine.cli.exploration import ExploredScope, told_data, told_text
from refengine.cli.games import ENGLISH, GameAdditions, compiled_game, pairs, words_in
from refengine.cli.limits import limits_and
from refengine.cli.options import Flag, Integer, Pairs, Positive
from refengine.cli.progress import progress
from refengine.cli.prover import cores
from refengine.cli.scopes import chosen_scopes
from refengine.compiled import Compilation
from refengine.engine.trace import write_trace
from refengine.explore.memory import explore_unless_known
from refengine.explore.result import ExplorationResult
from refengine.explore.run import DEFAULT_LIMIT, Engine, ExplorationSettings
from refengine.ir.claims import SmallScope
from refengine.ir.configuration import Configuration, configure
from refengine.report.citations import Reader
from refengine.report.envelope import as_text, head
from refengine.report.words import Words
from refengine.source.diagnostic import Diagnostic
from refengine.source.files import write_file
from refengine.source.render import render
from refengine.source.watch import Watch
from refengine.testing.saved_traces import file_name


def explore(
    game: Path,
    *,
    scope: str | None = None,
    players: Integer | None = None,
    keep: Pairs = (),
    alike: Flag = False,
    all_orders: Flag = False,
    limit: Pairs = (),
    force: Flag = False,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    jobs: Positive | None = None,
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
    engine: Engine = "reference",
    save: Path | None = None,
    fresh: Flag = False,
    lang: str = ENGLISH,
) -> int:
    """Explore a game at a scope: every state and step, each checked against all that has to hold.

    What was explored is remembered: the same again is answered at once. `refengine check` and `refengine prove` explore
    scopes of few states by themselves (`--states`).

    Exit codes: 0 all explored and all holds, 1 violated, 2 bad input or a scope too large, 3 not explored whole.

    Args:
        game: The folder of the game.
        scope: A scope that the game declares; all of them, if nothing is said.
        players: A scope made on the spot: how many play; the fewest, if not given.
        keep: Its pieces: the first N as in `--keep COMPONENT=N`, or those with a field as in `--keep Card.rank=1..4`;
            may be repeated.
        alike: States that differ by seats alone count once, where the rules treat seats alike.
        all_orders: Choices made at once and in secret are taken in every order, not only in that of seats.
        limit: Give up after so many states; refuse a scope that is estimated to have more. As
            `--limit NAME=N` it raises a limit on how much the rules may make; may be repeated.
        force: Begin whatever the estimate says.
        edition: By an edition.
        reading: By a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: With an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        jobs: How many threads a module searches in, where there are many states; all cores, if not given.
        format: Text for people or JSON for programs.
        engine: Search in the reference engine, or in a WebAssembly module, which finds the same many times as fast, or
            in both, compared (exit code 4 where they differ; nothing that is known from an earlier run is believed).
        save: A folder for the ways to what is broken, as traces.
        fresh: Explore anew what is known from an earlier run.
        lang: The language of names and sentences.
    """
    limits, states = limits_and(limit, DEFAULT_LIMIT)
    compiled = compiled_game(
        game, {name: Path(file) for name, file in pairs("--table", table).items()}, limits, GameAdditions(texts, module)
    )
    words = words_in(lang, [compiled])
    scopes = chosen_scopes(compiled, scope, players, keep, alike=alike)
    configurations = [_configured(compiled, each, edition, reading, option) for each in scopes]
    told: list[ExploredScope] = []
    with progress() as bar:
        for each, configuration in zip(scopes, configurations, strict=True):
            settings = ExplorationSettings(
                states, force, all_orders, configuration, engine=engine, jobs=jobs or cores()
            )
            assert compiled.game is not None
            watch = Watch(bar.start, bar.step, _tell)
            try:
                found = explore_unless_known(compiled.game, each, watch, settings, fresh=fresh or engine == "both")
            except ExecutorsDiffer as differ:
                raise Refused([differ.diagnostic], compiled.texts, 4) from differ
            told.append(ExploredScope(each, found, {}))
            if found.ended == "interrupted":
                break
    if save is not None:
        told = [ExploredScope(each.scope, each.found, _saved(each, save)) for each in told]
    _print(compiled, told, words, format)
    return _exit_code([each.found for each in told])


def _tell(said: Diagnostic) -> None:
    print(render([said], {}), end="", file=sys.stderr)


def _configured(
    compiled: Compilation, scope: SmallScope, edition: str | None, readings: Iterable[str], options: Iterable[str]
) -> Configuration:
    assert compiled.game is not None
    chosen, given = pairs("--reading", readings), pairs("--option", options)
    configuration, wrong = configure(compiled.game, scope.players, chosen, given, edition)
    if configuration is None:
        raise Refused(wrong, compiled.texts)
    return configuration


def _saved(told: ExploredScope, folder: Path) -> dict[tuple[str, str], str]:
    """Writes the trace of everything that is broken; the file of each."""
    files: dict[tuple[str, str], str] = {}
    for breach in told.breaches:
        if not breach.trace.states:
            continue  # a game that cannot begin: there is nothing to play again
        trace = evolve(breach.trace, kept=told.found.kept)
        path = folder / file_name(trace)
        unwritten = write_file(path, write_trace(trace), own_folder=True)
        if unwritten is not None:
            raise Refused([unwritten])
        files[breach.key] = path.as_posix()
    return files


def _print(compiled: Compilation, told: list[ExploredScope], words: Words, form: str) -> None:
    name = compiled.folder.name
    if form == "json":
        print(as_text({**head(__version__), "game": name, "scopes": [told_data(each) for each in told]}))
    else:
        reader = Reader(compiled.rulebook, compiled.texts, words)
        print("\n\n".join(told_text(name, each, reader, words) for each in told))
    problems = [problem for each in told for problem in each.found.problems]
    if problems:
        sys.stdout.flush()
        print(render(problems, compiled.texts), end="", file=sys.stderr)


def _exit_code(found: list[ExplorationResult]) -> int:
    if any(each.problems for each in found):
        return 2
    if any(each.violations or each.faults for each in found):
        return 1
    return 0 if all(each.complete for each in found) else 3
