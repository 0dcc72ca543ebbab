"""`refengine check`: everything that can be found out about games, and whether it holds."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Literal

from attrs import evolve
from cyclopts import Parameter

from refengine.bulk.code import is_installed
from refengine.bulk.errors import no_more_games
from refengine.check.explorations import SMALL
from refengine.check.report import GameReport, Report
from refengine.check.run import PARTS, Options, Part, check as check_game, without_play
from refengine.cli.counterexamples import keep, read_saved
from refengine.cli.crews import HERE, hired_crew
from refengine.cli.errors import Refused, bad_usage
from refengine.cli.evidence import evidence_before, update
from refengine.cli.games import ENGLISH, GameAdditions, compiled_games, pairs, with_bases, with_what_is_beside, words_in
from refengine.cli.limits import limits_and
from refengine.cli.options import Flag, Integer, Natural, Pairs, Positive, Seed
from refengine.cli.pages import Format, Pages, pages_of
from refengine.cli.progress import progress
from refengine.cli.prover import prover
from refengine.cli.rulebooks import texts_of
from refengine.compiled import Compilation
from refengine.report.words import Words
from refengine.resolve.folder import GameFolder, find_games
from refengine.resolve.labels import Labels
from refengine.runtime.random_games import MOST_STEPS
from refengine.source.diagnostic import Diagnostic, sorted_unique
from refengine.source.watch import Watch

SAVED = Path(".refengine")

TRACES = 100

MANY = 100
"""The number of games that a module plays for each random game of the reference engine."""

ENOUGH = 10_000
"""The number of steps after which no further game begins in a setting, if nobody says how many are to be played."""

AUTOMATIC = 30_000
"""The number of steps of play that are worth the time which further processes take to start."""


def check(
    *paths: Path,
    traces: Natural | None = None,
    directed: Natural = 20,
    limit: Pairs = (),
    states: Positive = SMALL,
    seed: Seed = 0,
    jobs: Positive | None = None,
    workers: str = HERE,
    engine: Literal["reference", "wasm", "both"] = "wasm",
    only: Annotated[tuple[Part, ...], Parameter(negative="", show_default=False)] = (),
    players: Integer | None = None,
    edition: str | None = None,
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    rulebook_text: Path | None = None,
    format: Format = "text",  # noqa: A002 - the name of the option
    lang: str = ENGLISH,
    save: Path = SAVED,
    update_evidence: Flag = False,
    changed: Flag = False,
    verbose: Flag = False,
    timing: Flag = False,
) -> int:
    """Check games: parse, decide examples, play at random, check invariants, report coverage, prove.

    Exit codes: 0 holds, 1 violated, 2 bad input or usage, 3 inconclusive, 4 executors disagree, 5 internal error.

    Args:
        paths: Folders of games, or folders in which games lie.
        traces: Games in each setting: each number of players by the defaults, by each edition, by mixed readings.
            If nothing is said, 100, or fewer where 10,000 steps are reached before; with modules the games that
            are checked share these steps.
        directed: How often each rule is to fire, at least; rules that have not fired yet pull the choices.
        limit: A game that has not ended after so many steps is cut; it never counts as finished. As
            `--limit NAME=N` it raises a limit on how much the rules may make; may be repeated.
        states: Scopes that the game declares are explored if they have at most so many states.
        seed: The same seed gives the same result, whatever the number of jobs.
        jobs: How many processes play and prove; as many as there are cores, if there is much to play.
        workers: Who does it: `local` is this machine, `dask://HOST:PORT` the cluster of a Dask scheduler.
        engine: With `wasm` modules play a hundred more random games for each one of the reference engine, of every
            setting in which nothing broke, and look at all that has to hold; with `reference` they do not. With `both`
            the first of them, as many as the reference engine played, are compared with it at every step.
        only: Leave out the other parts; may be repeated.
        players: Only this number of players.
        edition: Only this edition.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated. The game is checked
            alone, each module alone, and all of them together.
        rulebook_text: The text of the rulebook, or a folder of such texts (`ID.txt` or `ID.md`, after the index).
            What no longer reads as it was hashed is told, with the rules that rest on it.
        format: Text for people, JSON for programs, SARIF for code scanners, JUnit XML for servers of continuous
            integration, annotations for GitHub.
        lang: The language of names.
        save: The folder in which counterexamples are kept; they are played again first next time.
        update_evidence: Promise what is known now, in the `evidence.toml` of each game, and show what changes.
        changed: Print only what is otherwise than in the last run with the same options.
        verbose: Say everything, every statement by name with how it is known; if not, what is wrong comes first and
            whole, and of the rest a line for each part.
        timing: Say how long it took.
    """
    narrowed = (only, players, edition, table, texts, module, rulebook_text)
    told = (traces, directed, limit, states, seed, engine, *narrowed, lang)
    started = time.perf_counter()
    tables = {name: Path(file) for name, file in pairs("--table", table).items()}
    folders, wrong = _folders(paths or (Path(),))
    folders = with_what_is_beside(folders, GameAdditions(texts, module))
    limits, steps = limits_and(limit, MOST_STEPS)
    named = frozenset(each.path.as_posix() for each in folders)
    folders = with_bases(folders)
    compiled = compiled_games(folders, tables, limits)
    words = words_in(lang, compiled) if compiled else Words(Labels())
    compiled_in = time.perf_counter() - started
    options = Options(
        traces=TRACES if traces is None else traces, directed=directed, limit=steps, seed=seed,
        parts=frozenset(only or PARTS), players=players, edition=edition, saved=read_saved(save),
        prover=prover(), update=update_evidence, states=states,
    )  # fmt: skip
    if engine != "reference" and {"play", "coverage"} & options.parts:
        options, wrong = (
            (evolve(options, many=MANY, both=engine == "both"), wrong)
            if is_installed()
            else (options, (*wrong, no_more_games()))
        )
    if traces is None:
        options = evolve(options, enough=ENOUGH // _games_with(module))
    if rulebook_text is not None:
        options = evolve(options, wording=texts_of(compiled, rulebook_text))
    elif only and set(only) == {"wording"}:
        raise Refused([bad_usage("the wording is checked against a text", "name it with `--rulebook-text`")])
    if changed and format != "text":
        raise Refused([bad_usage("`--changed` is for people", f"leave out `--format {format}`")])
    if verbose and format != "text":
        raise Refused([bad_usage("`--verbose` is for people", "`--format json` says everything, too")])
    if update_evidence and (not options.whole or table or texts is not None or states < SMALL):
        raise Refused([bad_usage("`--update-evidence` needs the whole check", "leave out what narrows it")])
    if update_evidence and any(each.alone for each in folders):
        raise Refused([bad_usage("what several modules promise stands with each of them", "name one module")])
    before = evidence_before(Path(each) for each in named) if update_evidence else {}
    games: list[GameReport] = []

    def finished(game: GameReport) -> None:
        game = _timed(game, compiled_in) if timing else evolve(game, timing=None)
        games.append(evolve(game, failures=keep(game.failures, save)))
        pages.close(games[-1])

    with hired_crew(workers, jobs) as crew, progress() as bar:
        options = evolve(options, crew=crew.crew, jobs=crew.most, provers=crew.most)
        if jobs is None and crew.is_here:
            options = evolve(options, least=AUTOMATIC)
        pages: Pages = pages_of(
            format, changed=changed, verbose=verbose, told=told, write=bar.aside, covers="coverage" in options.parts
        )
        pages.begin(wrong)
        told_already: set[Diagnostic] = set()
        for each in compiled:
            own = evolve(words, labels=each.labels)
            watch = Watch(bar.start, bar.step, clock=time.perf_counter)
            asked = options if each.folder.path.as_posix() in named else _for_its_module(options, each)
            left = tuple(one for one in each.diagnostics if one not in told_already)  # a base tells its own
            told_already.update(left)
            finished(check_game(evolve(each, diagnostics=left), asked, own, watch, pages.open))
            if games[-1].interrupted:
                break
    for each in compiled[len(games) :]:
        finished(without_play(each, interrupted=True))
    report = Report(options.traces, seed, tuple(games), wrong)
    pages.end(report)
    if update_evidence:
        update(
            (each for each in report.games if each.path in named),
            before,
            sys.stdout if format == "text" else sys.stderr,
        )
    return report.exit_code


def _games_with(modules: Pairs) -> int:
    """Returns the number of games to check where modules are named: the base, each module, and all of them together."""
    return 1 + len(modules) + (len(modules) > 1)


def _for_its_module(options: Options, base: Compilation) -> Options:
    """Returns the options for a base that nobody named: its promises stay, and an edition may be one of the module."""
    editions = () if base.game is None else tuple(each.name for each in base.game.editions)
    return evolve(options, update=False, edition=options.edition if options.edition in editions else None)


def _timed(game: GameReport, compiled_in: float) -> GameReport:
    return game if game.timing is None else evolve(game, timing=evolve(game.timing, compile=compiled_in))


def _folders(paths: tuple[Path, ...]) -> tuple[list[GameFolder], tuple[Diagnostic, ...]]:
    """Returns every game once, in the order named; what is wrong with one path does not hide the others."""
    folders: dict[Path, GameFolder] = {}
    wrong: list[Diagnostic] = []
    for path in paths:
        found, diagnostics = find_games(path)
        wrong.extend(diagnostics)
        for folder in found:
            folders.setdefault(folder.path.resolve(), folder)
    return list(folders.values()), sorted_unique(wrong)
