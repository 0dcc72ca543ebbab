"""The part of a check that proves: goals decided, counterexamples told, all of it held against what is promised.

INVARIANT: what stands in the ledger depends on the rules, the limits and, for what was only tested, on the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from attrs import evolve, field, frozen

from refengine.check.counterexamples import (
    answers_that_stand,
    any_data,
    contradicted_goals,
    failures_of,
    inductions_of,
    of_all_players,
    row_of,
    seen_of,
)
from refengine.check.explorations import SMALL, Explorations, Explorer
from refengine.check.leaks import LEAKS, leaking_phases, phase_of, without_excluded
from refengine.check.play import PlayResults
from refengine.check.report import Failure, Ledger, Statement, Verdict
from refengine.compiled import Compilation
from refengine.evidence.compare import Explored as Gone, StatementChange, compare, kept_promises
from refengine.evidence.exhaustive import with_scopes
from refengine.evidence.ledger import Entry, Found, entries, in_order, level_of, with_tests
from refengine.evidence.promises import Statement as Named, all_promises, promises_in, vanished_statements
from refengine.evidence.support import without_fallen
from refengine.ir import game as model
from refengine.prove.cache import Answers
from refengine.prove.engines import Engines
from refengine.prove.run import ProofTask, Prover, StartedProofs, started_proofs
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.labels import Labels
from refengine.smt.goal import Limits
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText
from refengine.source.watch import Watch
from refengine.source.workers import LOCAL, Crew

_LOOKED_AT = frozenset({"invariant", "step invariant", "measure"})
"""The kinds of statements that are looked at in games that a module plays, too."""

_WHOLE = frozenset({"conservation"})
"""The kinds of which play has a single statement, where the prover has one for each part."""


@frozen
class ProofOptions:
    """The options of a proof: the prover, its limits, and which goals.

    `whole`: every statement was asked, so a promised one that is missing has left the rules. `update`: this run's
    results are promised instead of compared with older promises. Scopes of at most this many `states` are explored.
    """

    prover: Prover
    limits: Limits = field(factory=Limits)
    jobs: int = 0
    crew: Crew = LOCAL
    players: int | None = None
    whole: bool = True
    update: bool = False
    seed: int = 0
    words: Words = field(factory=lambda: Words(Labels()))
    keep: Cache = field(factory=Cache)
    states: int = SMALL


@frozen
class Proofs:
    """The results of proving: the ledger, what is refuted, and whether all promises are kept.

    `stated` and `broken` is what play says, but for what is proved not to come up.
    """

    ledger: Ledger
    failures: tuple[Failure, ...]
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, SourceText]
    verdict: Verdict
    interrupted: bool
    stated: tuple[Statement, ...]
    broken: tuple[Failure, ...]


@frozen
class RunningProofs:
    """Proofs that are being sought."""

    proving: ProofOptions
    begun: StartedProofs


@contextmanager
def under_way(game: model.Game, proving: ProofOptions | None, watch: Watch) -> Iterator[RunningProofs | None]:
    """Starts to prove what there is to prove of a game, in several processes; yields None without `proving`."""
    if proving is None:
        yield None
        return
    goals = tuple(each for each in proving.prover.goals(game) if proving.players in {None, each.players})
    work = ProofTask(game, goals, proving.limits, proving.jobs, crew=proving.crew)
    answers = Answers(game, proving.limits, folder=proving.keep)
    with started_proofs(work, proving.prover, answers, watch) as found:
        yield RunningProofs(proving, found)


def prove_game(
    compiled: Compilation,
    game: model.Game,
    sought: RunningProofs,
    reader: Reader,
    stated: Sequence[Statement],
    broken: Sequence[Failure],
    results: PlayResults,
) -> Proofs:
    """Waits for the proofs of a game, and holds what comes of them against what is promised, and what play broke."""
    proving, work = sought.proving, sought.begun
    proved = work.finish()
    if proving.players is not None and game.players[0] < game.players[1]:
        proved = of_all_players(proved)
    engines = Engines(game, proving.keep)
    shown = seen_of(engines, proved, work.answers)
    decided = entries(
        answers_that_stand(proved.answers, shown), proving.limits.steps, proved.missing, contradicted_goals(shown)
    )
    explorer = Explorer(game, proving.players, proving.keep, proving.states)
    explored = Explorations() if proved.interrupted else explorer.explore(work.watch, reader, proving.words)
    interrupted = proved.interrupted or explored.interrupted
    proofs = tuple(with_scopes(decided, explored.wholes))
    contradicts = _contradicts(game, results.broken(game))
    kept, said = without_excluded(game, proofs, broken, stated, results.broken(game, spoken_of=False))
    known = with_play(proofs, said, results.games, contradicts, leaking_phases(game, kept), results.games_in_module)
    found = without_fallen(in_order((*_laws(game, stated), *explored.entries, *known)))
    source, before, wrong = promises_in(compiled.folder.path)
    before = {**before, **all_promises(each.path for each in compiled.folder.alone)}
    promised = kept_promises(found, before) if proving.update else before
    wrong = () if proving.update else wrong
    whole = proving.whole and not interrupted
    gone_through: Gone = "all" if explored.all_explored and not interrupted else "some"
    if not explorer.asked_for_all:
        gone_through = "asked"
    changes = compare(found, promised, whole=whole, played=bool(results.games), explored=gone_through)
    lost = tuple((each.kind, each.name) for each in changes if each.sort == "gone")
    if source is not None:
        wrong = (*wrong, *vanished_statements(source, lost, (each.statement for each in found)))
    by_name = {(each.kind, each.name): each for each in changes}
    data = any_data(game)
    ledger = Ledger(
        rows=tuple(row_of(each, reader, proving.seed, by_name[each.statement], data) for each in found),
        changes=tuple(str(each) for each in changes if each.sort in {"fell", "open", "rose"}),
        inductions=inductions_of(engines, shown, reader, proving.seed),
        promised=before,
        update=kept_promises(found, before),
        kept=proved.kept,
        asked=len(work.work.goals),
    )
    return Proofs(
        ledger,
        (*failures_of(proved, shown, reader), *explored.failures),
        (*wrong, *explored.diagnostics),
        {} if source is None else {source.path: source},
        _verdict(found, changes, (*wrong, *explored.diagnostics), interrupted=interrupted),
        interrupted,
        tuple(said),
        tuple(kept),
    )


def _laws(game: model.Game, stated: Iterable[Statement]) -> tuple[Entry, ...]:
    """Returns the laws, which are held against all the data that there are."""
    clauses = {each.name: each.clause for each in game.laws}
    found: list[Entry] = []
    for each in stated:
        if each.kind == "law":
            said: dict[str, Found] = {"holds": "holds", "vacuous": "vacuous"}
            verdict = said.get(each.verdict, "refuted")
            clause = clauses[each.name]
            over = ("the printed data",)
            found.append(Entry("law", each.name, verdict, level_of(verdict), how=over, cites=clause.cites))
    return tuple(found)


def _contradicts(game: model.Game, broken: Iterable[Named]) -> frozenset[Named]:
    """Returns kind and name of what play broke where the prover speaks of the setting; sort and path are given."""
    invariants = {each.clause.path: each.name for each in game.invariants}
    clauses = {**invariants, **{each.clause.path: each.name for each in game.measures}}
    return frozenset(
        ("sight", phase_of(game, path)) if sort in LEAKS else (sort, clauses.get(path, path)) for sort, path in broken
    )


def with_play(
    found: Iterable[Entry],
    stated: Iterable[Statement],
    games: int,
    contradicts: frozenset[Named],
    leaks: frozenset[str] = frozenset(),
    in_module: int = 0,
) -> tuple[Entry, ...]:
    """Returns the entries with what play says: what it broke is refuted, the rest tested.

    `leaks` says where it gives secrets away.

    Engine and prover disagree if what was proved is among what play `contradicts`: what it broke in a setting of which
    the prover speaks. It speaks of no incomplete reading. In games `in_module` only what has to hold is looked at.
    """
    against = {kind for kind, _ in contradicts}
    broken = {(each.kind, each.name) for each in stated if each.verdict == "violated"}
    broken |= {("sight", phase) for phase in leaks}
    kinds = {kind for kind, _ in broken}
    result: list[Entry] = []
    for each in found:
        alike = each.statement in broken or (each.kind in _WHOLE and each.kind in kinds)
        if not alike:
            # A fault in play does not say which obligation failed, so after any fault no obligation counts as tested.
            many = games + in_module if each.kind in _LOOKED_AT else games
            result.extend([each] if each.kind == "obligation" and "fault" in kinds else with_tests([each], many))
        elif each.level.order >= level_of("proved").order and (
            each.statement in contradicts or (each.kind in _WHOLE and each.kind in against)
        ):
            result.append(evolve(each, verdict="disagreement", level=level_of("disagreement")))
        else:
            result.append(evolve(each, verdict="refuted", level=level_of("refuted")))
    return tuple(result)


def _verdict(
    found: Iterable[Entry], changes: Sequence[StatementChange], wrong: Sequence[Diagnostic], *, interrupted: bool
) -> Verdict:
    """Returns the worst verdict of what was found."""
    rows = tuple(found)
    if any(each.verdict == "disagreement" for each in rows):
        return "executors disagree"
    if any(each.severity == "error" for each in wrong):
        return "bad input"
    if any(each.failed for each in rows) or any(each.sort == "fell" for each in changes):
        return "violated"
    return "inconclusive" if interrupted or any(each.sort == "open" for each in changes) else "holds"
