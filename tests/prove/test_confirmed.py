"""What an engine agreed with is not replayed again; what it never agreed with is, every time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.check.counterexamples import contradicted_goals, seen_of
from refengine.ir.game import Game
from refengine.loading import make_game
from refengine.prove.cache import Answers
from refengine.prove.engines import Engines
from refengine.prove.narrative import ExplainedDecision
from refengine.prove.replay import ReplayResult, replay
from refengine.prove.run import ProofTask, prove
from refengine.smt.goal import Counterexample, Decision, Goal, Limits
from refengine.source.cache import Cache
from tests.prove.duel import A_TIE, DECISIONS, SECOND_WIN, Says, goal

TIE = DECISIONS["witness", "nobody_takes", 2]
NO_TIE = evolve(TIE, counterexample=evolve(A_TIE, asked=(evolve(A_TIE.asked[0], result=1),)))
"""The engine finds that nobody takes it, the prover says that somebody does."""


class Runs:
    """Runs over one cache, and the goals whose counterexamples were replayed in each."""

    def __init__(self, game: Game, keep: Cache, patch: pytest.MonkeyPatch) -> None:
        self.game = game
        self.keep = keep
        self.replayed: list[Goal] = []
        self.made = 0

        def making(*arguments: Any, **more: Any) -> Any:
            self.made += 1
            return make_game(*arguments, **more)

        for module in ("check.counterexamples", "prove.narrative"):
            patch.setattr(f"refengine.{module}.replay", self.counted)
        patch.setattr("refengine.prove.engines.make_game", making)

    def counted(self, engines: Engines, decision: Decision) -> ReplayResult | None:
        self.replayed.append(decision.goal)
        return replay(engines, decision)

    def answers(self, *, fresh: bool = False, limits: Limits | None = None) -> Answers:
        return Answers(self.game, limits or Limits(), fresh=fresh, folder=self.keep)

    def decided(self, says: Says, answers: Answers | None = None) -> None:
        """Decided and kept, and broken off before an engine is asked."""
        prove(ProofTask(self.game, says.goals(self.game)), says.prover(), answers or self.answers())

    def seen(self, *decisions: Decision, witnesses: bool = False, **more: Any) -> dict[Goal, ExplainedDecision]:
        """What is seen in a run; `replayed` and `made` are of this run alone."""
        says, answers = Says(decisions or tuple(DECISIONS.values())), self.answers(**more)
        self.replayed.clear()
        self.made = 0
        proved = prove(ProofTask(self.game, says.goals(self.game)), says.prover(), answers)
        return seen_of(Engines(self.game, self.keep), proved, answers, witnesses=witnesses)


@pytest.fixture
def runs(game: Game, kept: Cache, monkeypatch: pytest.MonkeyPatch) -> Runs:
    return Runs(game, kept, monkeypatch)


def test_what_was_confirmed_needs_no_engine(runs: Runs) -> None:
    assert runs.seen(TIE)[TIE.goal].confirmed
    assert (runs.replayed, runs.made) == ([TIE.goal], 1)
    assert runs.seen(TIE) == {}
    assert (runs.replayed, runs.made) == ([], 0)


def test_an_engine_that_confirms_what_nobody_sees_is_the_same_whatever_has_to_hold(runs: Runs) -> None:
    """Its code is kept by what it is made of; what is shown is asked of one in which all that has to hold does."""
    code = {each.name for each in folder_of(runs).glob("*.code")}
    assert runs.seen(TIE)[TIE.goal].confirmed
    made = {each.name for each in folder_of(runs).glob("*.code")} - code
    assert len(made) == 1
    assert runs.game.invariants
    runs.game = evolve(runs.game, invariants=())
    assert runs.seen(TIE, fresh=True)[TIE.goal].confirmed
    assert {each.name for each in folder_of(runs).glob("*.code")} - code == made
    assert runs.seen(TIE, fresh=True, witnesses=True)[TIE.goal].told is not None


def folder_of(runs: Runs) -> Path:
    """Where the engines of some runs are kept."""
    assert runs.keep.folder is not None
    return runs.keep.folder


def test_what_is_shown_is_replayed_every_time(runs: Runs) -> None:
    first = runs.seen(witnesses=True)
    assert set(runs.replayed) == set(first)
    assert len(first) == 4
    again = runs.seen(witnesses=True)
    assert set(again) == set(first)
    assert [each.told and each.told.scenes for each in again.values()] == [
        each.told and each.told.scenes for each in first.values()
    ]
    assert {each.decision.verdict for each in runs.seen().values()} == {"refuted", "bounded"}
    assert TIE.goal not in runs.replayed


def test_an_answer_that_no_engine_saw_is_not_confirmed(runs: Runs) -> None:
    runs.decided(Says((NO_TIE,)))
    for _ in range(2):
        assert contradicted_goals(runs.seen(NO_TIE)) == {TIE.goal}
        assert runs.replayed == [TIE.goal] * 2  # where nothing has to hold, and to tell it


def test_what_the_engine_was_not_asked_is_not_confirmed(runs: Runs) -> None:
    nothing = evolve(TIE, goal=goal("audit", "ties"), counterexample=Counterexample(A_TIE.positions, ()))
    unseen = evolve(
        TIE, goal=goal("obligation", "Play: the order of a plain `each` makes no difference"), counterexample=SECOND_WIN
    )
    for _ in range(2):
        seen = runs.seen(nothing, unseen)
        assert runs.replayed == [nothing.goal, unseen.goal] * 2
        assert not any(each.confirmed or each.disagrees for each in seen.values())


def test_another_position_is_not_confirmed_by_the_first(runs: Runs) -> None:
    runs.seen(TIE)
    assert contradicted_goals(runs.seen(NO_TIE, limits=Limits(rlimit=7))) == {TIE.goal}
    assert contradicted_goals(runs.seen(NO_TIE, fresh=True)) == {TIE.goal}
    assert contradicted_goals(runs.seen(NO_TIE)) == {TIE.goal}  # what is kept now is the new one
    runs.seen(TIE, fresh=True)
    runs.decided(Says((NO_TIE,)), runs.answers(fresh=True))
    assert contradicted_goals(runs.seen(NO_TIE)) == {TIE.goal}


def test_anew_is_replayed_anew(runs: Runs) -> None:
    runs.seen(TIE)
    assert set(runs.seen(TIE, fresh=True)) == {TIE.goal}
    assert runs.replayed == [TIE.goal]


def test_another_engine_is_asked_again(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    runs.seen(TIE)
    with monkeypatch.context() as patch:
        patch.setattr("refengine.prove.cache.package_hash", lambda: "another")
        assert set(runs.seen(TIE)) == {TIE.goal}
    assert set(runs.seen(TIE)) == {TIE.goal}  # what the other one confirmed is nothing to this one
    with monkeypatch.context() as patch:
        patch.setattr("sys.version", "another")
        assert set(runs.seen(TIE)) == {TIE.goal}


def test_what_turns_out_otherwise_is_confirmed_no_more(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    runs.seen(TIE)
    with monkeypatch.context() as patch:
        for module in ("check.counterexamples", "prove.narrative"):
            patch.setattr(f"refengine.{module}.replay", lambda engines, _: runs.counted(engines, NO_TIE))
        assert contradicted_goals(runs.seen(TIE)) == frozenset()  # nobody looks
        assert contradicted_goals(runs.seen(TIE, witnesses=True)) == {TIE.goal}
        assert contradicted_goals(runs.seen(TIE)) == {TIE.goal}
