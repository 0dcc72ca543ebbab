"""The whole check of one game: examples decided, games played, laws and coverage, put together into a report.

INVARIANT: the report depends on the rules, the options and the seed; not on the number of processes, nor on the clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal

from attrs import evolve, field, frozen

from refengine.check.boards import with_boards
from refengine.check.changed_examples import without_changed
from refengine.check.coverage import coverage_of, no_difference, no_rules, rules_of
from refengine.check.examples import ExampleResults, decide_examples
from refengine.check.explorations import SMALL
from refengine.check.failures import Speaker
from refengine.check.memory import CheckMemory
from refengine.check.plan import PlannedSetting, plan
from refengine.check.play import Campaigns, PlayResults
from refengine.check.precedents import check_precedents
from refengine.check.promised_play import promised_of, short_promises
from refengine.check.proofs import ProofOptions, RunningProofs, prove_game, under_way
from refengine.check.reading_differences import idle_readings
from refengine.check.reconstruction import reconstructed_data
from refengine.check.report import (
    Counts,
    ExamplesDecided,
    Failure,
    GameReport,
    Statement,
    Timing,
    Verdict,
    Wording,
    worst,
)
from refengine.check.statements import check_laws, gaps, played_parts
from refengine.check.wording import check_wording
from refengine.compiled import Compilation
from refengine.ir import game as model
from refengine.ir.configuration import open_answers
from refengine.loading import make_game
from refengine.prove.run import Prover
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.rulings.standing import PrecedentStanding
from refengine.runtime.random_games import MOST_STEPS, RandomGames
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText
from refengine.source.watch import Watch
from refengine.source.workers import LOCAL, Crew
from refengine.testing.campaign import PlayPlan
from refengine.testing.failure import DISAGREE

Part = Literal["wording", "laws", "examples", "precedents", "play", "coverage", "proofs"]

PARTS: Final[tuple[Part, ...]] = ("wording", "laws", "examples", "precedents", "play", "coverage", "proofs")


@frozen
class Options:
    """The options of a check: its parts, how much is played and proved, by whom, and with which caches.

    `saved` holds name and text of each saved trace; `least` is the number of steps that is worth a further process.

    After `enough` steps no further game begins in a setting. Without a `prover` nothing is proved. `provers` are the
    processes that do it; with 0 it is done here. `wording` are the texts of rulebooks by their ids, if there are
    any. `promised` is how often clauses are to fire; it is read beside the game. For each random game a module plays so
    `many` others, which needs one that runs modules; with `both` some are compared with the reference engine. Scopes
    of at most so many `states` are explored.
    """

    traces: int = 100
    directed: int = 20
    seed: int = 0
    jobs: int = 1
    crew: Crew = LOCAL
    parts: frozenset[Part] = frozenset(PARTS)
    players: int | None = None
    edition: str | None = None
    saved: tuple[tuple[str, str], ...] = ()
    least: int = 0
    limit: int = MOST_STEPS
    prover: Prover | None = None
    provers: int = 0
    update: bool = False
    keep: Cache = field(factory=Cache)
    enough: int | None = None
    wording: Mapping[str, SourceText] = field(factory=dict)
    promised: Mapping[str, int] = field(factory=dict)
    many: int = 0
    both: bool = False
    states: int = SMALL

    @property
    def whole(self) -> bool:
        """Returns whether nothing is left out."""
        return self.parts >= {*PARTS} and self.players is None and self.edition is None


Opened = Callable[[GameReport], None]
"""A listener called with the report on a game when its examples are decided, before anything is played or proved."""


def check(
    compiled: Compilation, options: Options, words: Words, watch: Watch | None = None, opened: Opened | None = None
) -> GameReport:
    """Checks one compiled game."""
    if compiled.game is None:
        return without_play(compiled)
    planned, wrong = plan(compiled.game, options.players, options.edition)
    if wrong:
        return without_play(compiled, wrong)
    promised, wrong, texts = promised_of(compiled, rules_of(compiled.game, compiled.folder.all_claims))
    if wrong:
        return without_play(evolve(compiled, texts={**compiled.texts, **texts}), wrong)
    if options.edition is None and options.directed:
        options = evolve(options, promised=promised)
    return _check(compiled, compiled.game, planned, options, words, watch or Watch(), opened or (lambda _: None))


def without_play(compiled: Compilation, wrong: tuple[Diagnostic, ...] = (), *, interrupted: bool = False) -> GameReport:
    """Returns the report on a game that was not played: its rules, or what is asked of it, are not in order."""
    bad = compiled.game is None or bool(wrong)
    verdict: Verdict = "bad input" if bad else "inconclusive"
    path = compiled.folder.path.as_posix()
    found = (*compiled.diagnostics, *wrong)
    return GameReport(compiled.folder.name, path, verdict, found, compiled.texts, interrupted=interrupted)


def _check(
    compiled: Compilation, game: model.Game, planned: tuple[PlannedSetting, ...], options: Options, words: Words,
    watch: Watch, opened: Opened,
) -> GameReport:  # fmt: skip
    with under_way(game, _proving(options, words), watch) as sought:
        return _checked(compiled, game, planned, options, words, watch, opened, sought)


def _proving(options: Options, words: Words) -> ProofOptions | None:
    """Returns the options of the proof; None if nothing is to be proved."""
    if "proofs" not in options.parts or options.prover is None:
        return None
    return ProofOptions(
        options.prover,
        jobs=options.provers,
        crew=options.crew,
        players=options.players,
        whole=options.whole,
        update=options.update,
        seed=options.seed,
        words=words,
        keep=options.keep,
        states=options.states,
    )


def _checked(
    compiled: Compilation, game: model.Game, planned: tuple[PlannedSetting, ...], options: Options, words: Words,
    watch: Watch, opened: Opened, sought: RunningProofs | None,
) -> GameReport:  # fmt: skip
    began = watch.clock()
    reader = Reader(compiled.rulebook, compiled.texts)
    speaker = Speaker(game, reader, words)
    kept = CheckMemory(game, options.keep)
    statements: list[Statement] = []
    failures: list[Failure] = []
    decided: ExampleResults | None = None
    results = PlayResults()
    wording: Wording | None = None
    if "wording" in options.parts and compiled.rulebook is not None and compiled.rulebook.id in options.wording:
        text = options.wording[compiled.rulebook.id]
        wording, broken = check_wording(compiled.rulebook.own, compiled.cited, text, reader)
        failures += broken
    if "laws" in options.parts:
        stated, broken = check_laws(game, [each.configuration for each in planned], reader, words, kept)
        statements += stated
        failures += broken
    if "examples" in options.parts:
        explaining = partial(make_game, explain=True)
        decided = decide_examples(game, explaining, reader, words, open_answers(game), kept)
        if compiled.folder.base is not None:
            decided = without_changed(compiled, game, decided, reader, options.keep)
        failures += decided.failures
    standing: tuple[PrecedentStanding, ...] = ()
    if "precedents" in options.parts:
        standing, broken = check_precedents(compiled)
        failures += broken
    opened(
        evolve(
            without_play(compiled),
            counts=_counts(compiled, game),
            examples=None if decided is None else _decided(decided, game),
            precedents=standing,
            failures=tuple(with_boards(compiled, game, each, words) for each in failures),
        )
    )
    playing = watch.clock()
    plays = bool({"play", "coverage"} & options.parts)
    if plays:
        campaigns = Campaigns(
            game,
            PlayPlan(RandomGames(range(options.traces), options.seed, options.limit), enough=options.enough),
            options.directed,
            options.jobs,
            options.least,
            options.saved,
            no_rules(game, compiled.folder.all_claims),
            kept,
            options.promised,
            options.crew,
            options.many,
            options.both,
        )
        results = campaigns.run(planned, watch)
        stated, broken = played_parts(game, results, speaker, options.seed)
        statements += stated
        failures += broken
    compares = "coverage" in options.parts and not results.interrupted
    jobs = options.jobs if results.steps >= options.least else 1
    same = no_difference(game, options.players, options.seed, jobs, kept, options.crew) if compares else ()
    played = watch.clock()
    coverage = None
    if "coverage" in options.parts:
        coverage = coverage_of(
            compiled, game, reader,
            fired=results.coverage,
            examples=Counter(decided.fired if decided is not None else ()),
            settings=tuple(each.configuration for each in planned if each.gap is None),
            same=idle_readings(game, same, kept, jobs, options.crew),
            gaps=gaps(results, reader),
            wanted=options.directed if results.games else 0,
            promised=options.promised if results.games and not results.interrupted else {},
        )  # fmt: skip
        failures += short_promises(coverage)
    proofs = None
    began_proving = watch.clock()
    if sought is not None and not results.interrupted:
        proofs = prove_game(compiled, game, sought, reader, statements, failures, results)
        statements, failures = list(proofs.stated), [*proofs.broken, *proofs.failures]
    return GameReport(
        name=compiled.folder.name,
        path=compiled.folder.path.as_posix(),
        verdict=worst([_verdict(failures, results, options, decided), *([] if proofs is None else [proofs.verdict])]),
        diagnostics=compiled.diagnostics if proofs is None else (*compiled.diagnostics, *proofs.diagnostics),
        texts=compiled.texts if proofs is None else {**compiled.texts, **proofs.texts},
        counts=_counts(compiled, game),
        examples=None if decided is None else _decided(decided, game),
        precedents=standing,
        limit=options.limit,
        played=results.played(),
        in_module=results.in_module(),
        statements=tuple(statements),
        ledger=None if proofs is None else proofs.ledger,
        coverage=coverage,
        reconstructed=reconstructed_data(game, compiled.folder.all_claims, reader),
        wording=wording,
        failures=tuple(with_boards(compiled, game, each, words) for each in failures),
        interrupted=results.interrupted or (proofs is not None and proofs.interrupted),
        timing=Timing(0.0, played - playing, watch.clock() - began, watch.clock() - began_proving),
    )


def _verdict(
    failures: list[Failure], results: PlayResults, options: Options, decided: ExampleResults | None
) -> Verdict:
    """Returns "violated" as soon as anything broke; nothing is known where play was asked for and none took place.

    Nor is it where an example rests on a text that nobody has.
    """
    if any(each.kind == DISAGREE for each in failures):
        return "executors disagree"
    if failures:
        return "violated"
    wanted = bool({"play", "coverage"} & options.parts)
    if decided is not None and decided.undetermined:
        return "inconclusive"
    if results.interrupted or (wanted and not results.games):
        return "inconclusive"
    return "holds"


def _counts(compiled: Compilation, game: model.Game) -> Counts:
    statements = () if compiled.rulebook is None else tuple(compiled.rulebook.statements.values())
    return Counts(
        files=len(compiled.folder.all_rules),
        clauses=len(rules_of(game, compiled.folder.all_claims)),
        statements=len(statements),
        normative=sum(each.normative for each in statements),
        rulings=0 if compiled.rulebook is None else len(compiled.rulebook.rulings),
    )


def _decided(decided: ExampleResults, game: model.Game) -> ExamplesDecided:
    numbers = decided.examples, decided.expectations, len(decided.failures)
    return ExamplesDecided(*numbers, decided.undetermined, decided.changed, tuple(each.name for each in game.examples))
