"""The part of a check that proves: goals decided, counterexamples told, all of it held against what is promised.

INVARIANT: what stands in the ledger depends on the rules, the limits and, for what was only tested, on the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from attrs import evolve, field, frozen

from refengine.check.cited import Reader
from refengine.check.explorations import Explorations, Explorer
from refengine.check.play import Results
from refengine.check.refuted import failure_of
from refengine.check.report import Failure, Known, Ledger, Statement, Verdict, counted
from refengine.check.visited import in_words, visited
from refengine.check.words import Words
from refengine.evidence.compare import Change, Explored as Gone, compare, updated
from refengine.evidence.exhaustive import with_scopes
from refengine.evidence.ledger import Entry, Found, entries, in_order, level_of, tested
from refengine.evidence.level import Level
from refengine.evidence.promised import EVIDENCE, Statement as Named, gone, read_promised
from refengine.ir import game as model
from refengine.loading import Cache, game_hash
from refengine.pipeline import Compiled
from refengine.prove.cache import Answers
from refengine.prove.engines import Engines
from refengine.prove.run import Proved, Prover, Watch, Work, prove
from refengine.prove.told import Shown, show
from refengine.resolve.labels import Labels
from refengine.smt.goal import SOMEWHERE, Decision, Goal, Limits
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText, read_source

INDUCTION = frozenset({"bounded", "unknown"})
"""With these a counterexample is one to an induction: nothing is refuted by it."""

TOLD = frozenset({"refuted", "not found", "vacuous"})
"""Of these the counterexample is a failure."""

_SAID = {"legal": "sight", "turn": "sight", "view": "sight"}
"""What play calls otherwise than the prover."""

_WHOLE = frozenset({"sight", "conservation"})
"""Of these play has one statement, and the prover one for each part."""


@frozen
class Proving:
    """What is proved, and how far. `whole`: nothing was left out, so that what is not found is gone.

    With `update` it is held against what is found now, and not against what was promised before.
    """

    prover: Prover
    limits: Limits = field(factory=Limits)
    jobs: int = 0
    players: int | None = None
    whole: bool = True
    update: bool = False
    seed: int = 0
    words: Words = field(factory=lambda: Words(Labels()))
    keep: Cache = field(factory=Cache)


@frozen
class Proofs:
    """What came of it: the ledger, what is refuted, and whether all promises are kept."""

    ledger: Ledger
    failures: tuple[Failure, ...]
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, SourceText]
    verdict: Verdict
    interrupted: bool


def prove_game(
    compiled: Compiled,
    game: model.Game,
    proving: Proving,
    reader: Reader,
    stated: Sequence[Statement],
    results: Results,
    watch: Watch,
) -> Proofs:
    """Proves what there is to prove of a game, and holds it against what is promised."""
    goals = tuple(each for each in proving.prover.goals(game) if proving.players in {None, each.players})
    work = Work(game, goals, proving.limits, proving.jobs)
    answers = Answers(game_hash(game), proving.limits, folder=proving.keep)
    proved = prove(work, proving.prover, answers, watch)
    shown = seen_of(Engines(game, proving.keep), proved, answers)
    decided = entries(proved.answers, proving.limits.steps, proved.missing, contradicted(shown))
    explorer = Explorer(game, proving.players, proving.keep)
    explored = Explorations() if proved.interrupted else explorer.explore(watch, reader, proving.words)
    interrupted = proved.interrupted or explored.interrupted
    known = with_play(with_scopes(decided, explored.wholes), stated, results.games)
    found = in_order((*_laws(game, stated), *explored.entries, *known))
    source, before, wrong = read_file(compiled.folder.path)
    promised = updated(found, before) if proving.update else before
    wrong = () if proving.update else wrong
    whole = proving.whole and not interrupted
    gone_through: Gone = "all" if explored.all_explored and not interrupted else "some"
    if not explorer.asked_for_all:
        gone_through = "asked"
    changes = compare(found, promised, whole=whole, played=bool(results.games), explored=gone_through)
    lost = tuple((each.kind, each.name) for each in changes if each.sort == "gone")
    if source is not None:
        wrong = (*wrong, *gone(source, lost, (each.statement for each in found)))
    by_name = {(each.kind, each.name): each for each in changes}
    ledger = Ledger(
        rows=tuple(row_of(each, reader, proving.seed, by_name[each.statement]) for each in found),
        changes=tuple(str(each) for each in changes if each.sort in {"fell", "open", "rose"}),
        inductions=inductions_of(shown, reader, proving.seed),
        promised=before,
        update=updated(found, before),
        kept=proved.kept,
        asked=len(goals),
    )
    return Proofs(
        ledger,
        (*failures_of(proved, shown, reader), *explored.failures),
        (*wrong, *explored.diagnostics),
        {} if source is None else {source.path: source},
        _verdict(found, changes, (*wrong, *explored.diagnostics), interrupted=interrupted),
        interrupted,
    )


def failures_of(proved: Proved, shown: Mapping[Goal, Shown], reader: Reader) -> tuple[Failure, ...]:
    """What is refuted, and where engine and prover disagree; a statement once, and what other goals of it are alike.

    A witness that is there for some number of players need not be there for all.
    """
    witnesses = [each.decision for each in proved.answers if each.decision.goal.kind in SOMEWHERE]
    there = {each.goal.statement for each in witnesses if each.verdict == "found"}
    elsewhere = {each.goal for each in witnesses if each.verdict == "not found" and each.goal.statement in there}
    wrong = [
        shown.get(each.decision.goal) or Shown(each.decision)
        for each in proved.answers
        if each.decision.goal not in elsewhere
    ]
    return _once([each for each in wrong if each.decision.verdict in TOLD or each.disagrees], reader)


def inductions_of(shown: Mapping[Goal, Shown], reader: Reader, seed: int) -> tuple[Failure, ...]:
    """The positions from which an induction fails, and whether random play comes to them."""
    failing = [each for each in shown.values() if each.decision.verdict in INDUCTION and not each.disagrees]
    stood = {
        each.decision.goal: each.replayed.stood[0]
        for each in _first(failing)
        if each.replayed is not None and each.replayed.stood
    }
    met = visited(tuple(stood.values()), seed)
    return _once(failing, reader, dict(zip(stood, map(in_words, met), strict=True)))


def witnesses_of(shown: Mapping[Goal, Shown], reader: Reader) -> tuple[Failure, ...]:
    """What was found."""
    return _once([each for each in shown.values() if each.decision.verdict == "found" and not each.disagrees], reader)


def _key(decision: Decision) -> tuple[str, str, str]:
    return (*decision.goal.statement, decision.verdict)


def _first(several: Iterable[Shown]) -> tuple[Shown, ...]:
    """The first of each statement; those that disagree all, since none may be overlooked."""
    first: dict[tuple[object, ...], Shown] = {}
    for each in several:
        first.setdefault((*_key(each.decision), each.disagrees), each)
    return tuple(first.values())


def _once(
    several: Sequence[Shown], reader: Reader, noted: Mapping[Goal, str] = MappingProxyType({})
) -> tuple[Failure, ...]:
    """Each statement once, with what is noted of it."""
    found: list[Failure] = []
    for each in _first(several):
        goal = each.decision.goal
        notes = [noted[goal]] if goal in noted else []
        alike = [one.decision.goal for one in several if _key(one.decision) == _key(each.decision) and one is not each]
        if alike:
            others = dict.fromkeys(f"{one.players} players{', ' + one.within if one.within else ''}" for one in alike)
            notes.append(f"likewise with {'; '.join(others)}")
        found.append(failure_of(each, reader, tuple(notes)))
    return tuple(found)


def shown_of(engines: Engines, decisions: Iterable[Decision]) -> dict[Goal, Shown]:
    """Every counterexample replayed, by its goal; the first of each statement is made small too."""
    found: dict[Goal, Shown] = {}
    seen: set[tuple[str, str, str]] = set()
    for each in decisions:
        if each.counterexample is not None:
            found[each.goal] = show(engines, each, small=_key(each) not in seen)
            seen.add(_key(each))
    return found


def seen_of(engines: Engines, proved: Proved, answers: Answers, *, witnesses: bool = False) -> dict[Goal, Shown]:
    """As `shown_of`, but for what the engine agreed with in an earlier run, if nobody wants to see it.

    Seen is what is refuted, what an induction fails from and, with `witnesses`, what was found: that is replayed every
    time, and so is everything with which no engine ever agreed. What it agrees with now is kept in `answers`.
    """
    wanted = TOLD | INDUCTION | ({"found"} if witnesses else frozenset())
    asked = [each for each in proved.answers if not each.confirmed or each.decision.verdict in wanted]
    shown = shown_of(engines, (each.decision for each in asked))
    for each in asked:
        seen = shown.get(each.decision.goal)
        if seen is not None and seen.confirmed is not each.confirmed:
            answers.write(evolve(each, confirmed=seen.confirmed))
    return shown


def contradicted(shown: Mapping[Goal, Shown]) -> frozenset[Goal]:
    """The goals of which engine and prover say different things."""
    return frozenset(goal for goal, each in shown.items() if each.disagrees)


def _laws(game: model.Game, stated: Iterable[Statement]) -> tuple[Entry, ...]:
    """The laws, which are held against all the data that there are."""
    clauses = {each.name: each.clause for each in game.laws}
    found: list[Entry] = []
    for each in stated:
        if each.kind == "law":
            verdict: Found = "holds" if each.verdict == "holds" else "refuted"
            clause = clauses[each.name]
            over = ("the printed data",)
            found.append(Entry("law", each.name, verdict, level_of(verdict), how=over, cites=clause.cites))
    return tuple(found)


def with_play(found: Iterable[Entry], stated: Iterable[Statement], games: int) -> tuple[Entry, ...]:
    """The entries with what play says: what it broke is refuted (if it was proved, a disagreement), the rest tested."""
    broken = {(_SAID.get(each.kind, each.kind), each.name) for each in stated if each.verdict == "violated"}
    kinds = {kind for kind, _ in broken}
    result: list[Entry] = []
    for each in found:
        alike = each.statement in broken or (each.kind in _WHOLE and each.kind in kinds)
        if not alike:
            # A fault says of no obligation which it was, so that none counts as tested where there is one.
            result.extend([each] if each.kind == "obligation" and "fault" in kinds else tested([each], games))
        elif each.level.order >= level_of("proved").order:
            result.append(evolve(each, verdict="disagreement", level=level_of("disagreement")))
        else:
            result.append(evolve(each, verdict="refuted", level=level_of("refuted")))
    return tuple(result)


def read_file(folder: Path) -> tuple[SourceText | None, dict[Named, Level], tuple[Diagnostic, ...]]:
    """What is promised of a game; a game without such a file promises nothing."""
    path = folder / EVIDENCE
    if not path.exists():
        return None, {}, ()
    source, wrong = read_source(path, path.as_posix())
    if source is None or wrong:
        return source, {}, wrong
    promised, wrong = read_promised(source)
    return source, promised, wrong


# ---- ROWS


def row_of(entry: Entry, reader: Reader, seed: int, change: Change | None = None) -> Known:
    """An entry in the reader's terms."""
    level = str(entry.level)
    if entry.level.name == "tested":
        level = f"tested ({counted(entry.level.extent, 'game')}, seed {seed})"
    elif entry.explored is not None:
        level = f"exhaustive (scope {entry.explored[0]}: {counted(entry.explored[1], 'state')})"
    return Known(
        kind=entry.kind,
        name=entry.name,
        verdict=entry.verdict,
        level=entry.level.name,
        evidence=level,
        players=entry.players,
        how=entry.how,
        rests_on=entry.rests_on,
        rlimit=entry.rlimit,
        queries=entry.queries,
        seconds=entry.seconds,
        basis=reader.all_of(str(each) for each in entry.cites),
        place=reader.place(entry.span),
        at=reader.place(entry.at),
        promised=None if change is None or change.promised is None else str(change.promised),
        change="new" if change is None else change.sort,
    )


def _verdict(
    found: Iterable[Entry], changes: Sequence[Change], wrong: Sequence[Diagnostic], *, interrupted: bool
) -> Verdict:
    """The worst of it."""
    rows = tuple(found)
    if any(each.verdict == "disagreement" for each in rows):
        return "executors disagree"
    if any(each.severity == "error" for each in wrong):
        return "bad input"
    if any(each.failed for each in rows) or any(each.sort == "fell" for each in changes):
        return "violated"
    return "inconclusive" if interrupted or any(each.sort == "open" for each in changes) else "holds"
