"""Counterexamples seen by an engine: replayed, and told as failures; entries as rows of a report.

INVARIANT: nothing is shown that an engine has not seen in this run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import evolve

from refengine.check.reachability import first_visits, in_words
from refengine.check.refutations import failure_of
from refengine.check.report import Failure, KnownStatement, quantity
from refengine.evidence.compare import StatementChange
from refengine.evidence.ledger import PLACED, Entry, GoalAnswer
from refengine.ir import game as model
from refengine.prove.cache import Answers
from refengine.prove.engines import Engines
from refengine.prove.narrative import ExplainedDecision, show
from refengine.prove.replay import confirm, replay
from refengine.prove.run import ProofResults
from refengine.report.citations import Reader
from refengine.smt.goal import SOMEWHERE, Decision, Goal

if TYPE_CHECKING:
    from refengine.runtime.game import State

INDUCTION = frozenset({"bounded", "unknown"})
"""The verdicts whose counterexample is one to an induction: nothing is refuted by it."""

TOLD = frozenset({"refuted", "not found", "vacuous"})
"""The verdicts whose counterexample is a failure."""


# ---- REPLAYED


def shown_of(engines: Engines, decisions: Iterable[Decision]) -> dict[Goal, ExplainedDecision]:
    """Returns every counterexample replayed, by its goal; the first of each statement is made small too."""
    found: dict[Goal, ExplainedDecision] = {}
    seen: set[tuple[str, str, str]] = set()
    for each in decisions:
        if each.counterexample is not None:
            found[each.goal] = show(engines, each, small=_key(each) not in seen)
            seen.add(_key(each))
    return found


def seen_of(
    engines: Engines, proved: ProofResults, answers: Answers, *, witnesses: bool = False
) -> dict[Goal, ExplainedDecision]:
    """Returns the replays of counterexamples, as `shown_of`, but not of those confirmed earlier that nobody sees.

    Seen is what is refuted, what an induction fails from and, with `witnesses`, what was found: that is replayed every
    time, and so is everything with which no engine ever agreed. What it agrees with now is kept in `answers`. Of what
    nobody sees an engine is asked in which nothing has to hold; only if it does not agree it is told in full.
    """
    wanted = TOLD | INDUCTION | ({"found"} if witnesses else frozenset())
    asked = [each for each in proved.answers if not each.confirmed or each.decision.verdict in wanted]
    unseen = [each.decision for each in asked if each.decision.verdict not in wanted and each.decision.counterexample]
    shown = {each.goal: ExplainedDecision(each, confirmed=True) for each in unseen if _is_confirmed(engines, each)}
    shown |= shown_of(engines, (each.decision for each in asked if each.decision.goal not in shown))
    for each in asked:
        seen = shown.get(each.decision.goal)
        if seen is not None and seen.confirmed is not each.confirmed:
            answers.confirm(evolve(each, confirmed=seen.confirmed))
    return shown


def _is_confirmed(engines: Engines, decision: Decision) -> bool:
    """Returns whether an engine agrees that knows nothing of what has to hold.

    Such an engine is made once for all edits of that.
    """
    told = replay(engines.unstated.of(decision.goal), decision)
    return told is not None and told.verdict == "confirmed"


def answers_that_stand(
    answers: Iterable[GoalAnswer], shown: Mapping[Goal, ExplainedDecision]
) -> tuple[GoalAnswer, ...]:
    """Returns the answers; one that shows a position which no engine can set up is not known.

    Engine and prover disagree only where both were asked the same.
    """
    found: list[GoalAnswer] = []
    for each in answers:
        seen = shown.get(each.decision.goal)
        if seen is not None and seen.is_impossible and each.decision.verdict in {*TOLD, "found"}:
            how = "no engine can set up the position that the prover shows"
            found.append(evolve(each, decision=evolve(each.decision, verdict="unknown", how=how)))
        else:
            found.append(each)
    return tuple(found)


def contradicted_goals(shown: Mapping[Goal, ExplainedDecision]) -> frozenset[Goal]:
    """Returns the goals of which engine and prover say different things."""
    return frozenset(goal for goal, each in shown.items() if each.disagrees)


def of_all_players(proved: ProofResults) -> ProofResults:
    """Returns the answers without those that another number of players, of which nobody asked, may answer otherwise.

    A position has to be somewhere, and a place has to be come to, with some number of players: that there is none with
    one of them says nothing.
    """
    return evolve(proved, answers=tuple(each for each in proved.answers if not _may_be_elsewhere(each.decision)))


def _may_be_elsewhere(decision: Decision) -> bool:
    kind, verdict = decision.goal.kind, decision.verdict
    return (kind in SOMEWHERE and verdict == "not found") or (kind in PLACED and verdict == "vacuous")


# ---- AS FAILURES


def failures_of(proved: ProofResults, shown: Mapping[Goal, ExplainedDecision], reader: Reader) -> tuple[Failure, ...]:
    """Returns what is refuted, and where engine and prover disagree; each statement once, for all its goals alike.

    A witness that is there for some number of players need not be there for all; nor need a place be come to.
    """
    witnesses = [each.decision for each in proved.answers if each.decision.goal.kind in SOMEWHERE]
    there = {each.goal.statement for each in witnesses if each.verdict == "found"}
    elsewhere = {each.goal for each in witnesses if each.verdict == "not found" and each.goal.statement in there}
    elsewhere |= _come_to_elsewhere(proved)
    wrong = [
        shown.get(each.decision.goal) or ExplainedDecision(each.decision)
        for each in proved.answers
        if each.decision.goal not in elsewhere
    ]
    told = [each for each in wrong if (each.decision.verdict in TOLD and not each.is_impossible) or each.disagrees]
    return _once(told, reader)


def _come_to_elsewhere(proved: ProofResults) -> frozenset[Goal]:
    """Returns places to which nothing comes with so many players, where with others something does."""
    placed = [each.decision for each in proved.answers if each.decision.goal.kind in PLACED]
    come = {each.goal.statement for each in placed if each.verdict != "vacuous"}
    return frozenset(each.goal for each in placed if each.verdict == "vacuous" and each.goal.statement in come)


def inductions_of(
    engines: Engines, shown: Mapping[Goal, ExplainedDecision], reader: Reader, seed: int
) -> tuple[Failure, ...]:
    """Returns the positions from which an induction fails, and whether random play comes to them."""
    failing = [
        each
        for each in shown.values()
        if (each.decision.verdict in INDUCTION and not each.disagrees) or each.is_impossible
    ]
    stood = {
        each.decision.goal: (each.replayed.stood[0], partial(_fails_from, engines.of(each.decision.goal), each))
        for each in _first(failing)
        if each.replayed is not None and each.replayed.stood
    }
    met = first_visits(tuple(stood.values()), seed)
    return _once(failing, reader, dict(zip(stood, map(in_words, met), strict=True)))


def _fails_from(engines: Engines, explained: ExplainedDecision, state: State) -> bool:
    """Returns whether an engine finds the same where play is in this state in place of the first position."""
    found, told = explained.smallest or explained.decision.counterexample, explained.replayed
    if found is None or told is None or len(told.stood) != len(found.positions):
        return False
    stood = iter((evolve(told.stood[0], state=state), *told.stood[1:]))
    again = confirm(engines, explained.decision, found, lambda _: next(stood))
    return again.verdict == told.verdict


def witnesses_of(shown: Mapping[Goal, ExplainedDecision], reader: Reader) -> tuple[Failure, ...]:
    """Returns what was found for goals that ask for a position, in the form of failures, each statement once."""
    there = [each for each in shown.values() if each.decision.verdict == "found"]
    return _once([each for each in there if not each.disagrees and not each.is_impossible], reader)


def _key(decision: Decision) -> tuple[str, str, str]:
    return (*decision.goal.statement, decision.verdict)


def _first(several: Iterable[ExplainedDecision]) -> tuple[ExplainedDecision, ...]:
    """Returns the first of each statement; those that disagree all, since none may be overlooked."""
    first: dict[tuple[object, ...], ExplainedDecision] = {}
    for each in several:
        first.setdefault((*_key(each.decision), each.disagrees), each)
    return tuple(first.values())


def _once(
    several: Sequence[ExplainedDecision], reader: Reader, noted: Mapping[Goal, str] = MappingProxyType({})
) -> tuple[Failure, ...]:
    """Returns each statement once, with what is noted of it."""
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


# ---- ROWS


def any_data(game: model.Game) -> dict[tuple[str, str], tuple[str, ...]]:
    """Returns the data that statements leave open, in words, by their kind and name."""
    invariants = {("step invariant" if each.step else "invariant", each.name): each.data for each in game.invariants}
    claims = {("witness" if each.witness else "claim", each.name): each.extent.data for each in game.claims}
    return {statement: each.words for statement, each in {**invariants, **claims}.items() if each}


def row_of(
    entry: Entry,
    reader: Reader,
    seed: int,
    change: StatementChange | None = None,
    data: Mapping[tuple[str, str], tuple[str, ...]] = MappingProxyType({}),
) -> KnownStatement:
    """Returns an entry in the reader's terms; `data` are what statements leave open, in words."""
    level = str(entry.level)
    if entry.level.name == "tested":
        level = f"tested ({quantity(entry.level.extent, 'game')}, seed {seed})"
    elif entry.explored is not None:
        level = f"exhaustive (scope {entry.explored[0]}: {quantity(entry.explored[1], 'state')})"
    return KnownStatement(
        kind=entry.kind,
        name=entry.name,
        verdict=entry.verdict,
        level=entry.level.name,
        evidence=level,
        players=entry.players,
        how=entry.how,
        unproved=entry.unproved if entry.level.name == "bounded" else (),
        rests_on=entry.rests_on,
        every_text=entry.every_text and not entry.failed,
        any_data=data.get(entry.statement, ()) if entry.level.name in {"proved", "by construction"} else (),
        rlimit=entry.rlimit,
        queries=entry.queries,
        seconds=entry.seconds,
        basis=reader.all_of(str(each) for each in entry.cites),
        place=reader.place(entry.span),
        at=reader.place(entry.at),
        promised=None if change is None or change.promised is None else str(change.promised),
        change="new" if change is None else change.sort,
    )
