"""Goals decided here or in processes, kept from run to run, and what is left when it is interrupted."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from attrs import evolve, field, frozen

from refengine.ir.game import Game
from refengine.ir.left_out import is_left_out
from refengine.ir.slices import Slices
from refengine.prove.cache import DIED, Answers
from refengine.prove.run import Decide, Dump, ProofTask, prove
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.solving.memory import Memory
from refengine.source.cache import Cache
from refengine.source.watch import Watch
from tests.prove.duel import Dies, Says, goal

R = TypeVar("R")
SAYS = Says()


def answers(game: Game, keep: Cache, limits: Limits | None = None, *, fresh: bool = False) -> Answers:
    return Answers(game, limits or Limits(), fresh=fresh, folder=keep)


@frozen
class Stops(Says):
    """Whoever waits loses patience when it comes to one of them."""

    name: str = "nobody_takes"

    def one(self, goal: Goal, dump: Dump | None) -> Decision:
        if goal.name == self.name:
            raise KeyboardInterrupt
        return super().one(goal, dump)


@frozen
class Refuses(Says):
    """It must not be asked."""

    def one(self, goal: Goal, dump: Dump | None) -> Decision:
        raise AssertionError(goal, dump)


def test_every_goal_is_answered_in_its_order(game: Game, kept: Cache) -> None:
    goals = SAYS.goals(game)
    proved = prove(ProofTask(game, goals), SAYS.prover(), answers(game, kept))
    assert [each.decision.goal for each in proved.answers] == list(goals)
    assert [each.decision.verdict for each in proved.answers] == [each.verdict for each in SAYS.decisions]
    assert (proved.missing, proved.interrupted, proved.kept) == ((), False, 0)


@pytest.mark.slow
def test_processes_say_the_same(game: Game, kept: Cache, tmp_path: Path) -> None:
    work = ProofTask(game, SAYS.goals(game))
    here = prove(work, SAYS.prover(), answers(game, kept))
    there = prove(evolve(work, jobs=2), SAYS.prover(), answers(game, Cache(tmp_path / "other")))
    assert [each.decision for each in there.answers] == [each.decision for each in here.answers]


@pytest.mark.slow
def test_a_solver_that_breaks_off_costs_only_its_own_goals(game: Game, kept: Cache) -> None:
    dies = Dies()
    proved = prove(ProofTask(game, dies.goals(game), jobs=2), dies.prover(), answers(game, kept))
    unknown = {each.decision.goal.name for each in proved.answers if each.decision.how == DIED}
    assert unknown == {"one_taker", "always_calm"}  # both are claims, which are decided together
    assert len(proved.answers) == len(dies.decisions)


def test_answers_are_kept(game: Game, kept: Cache) -> None:
    work = ProofTask(game, SAYS.goals(game))
    first = prove(work, SAYS.prover(), answers(game, kept))
    asked: list[Goal] = []

    @frozen
    class Counts(Says):
        def one(self, goal: Goal, dump: Dump | None) -> Decision:
            asked.append(goal)
            return super().one(goal, dump)

    second = prove(work, Counts().prover(), answers(game, kept))
    assert [each.decision for each in second.answers] == [each.decision for each in first.answers]
    assert asked == []  # what came of a limit comes of it again
    assert second.kept == len(work.goals)


def test_what_is_known_to_be_read_is_there_at_once(game: Game, kept: Cache) -> None:
    """A claim that needs invariants is begun with them when one of these was changed, and without where that is new."""
    begun: list[bool] = []

    @frozen
    class Reads(Says):
        def decide(
            self, game: Game, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None, memory: Memory
        ) -> tuple[Decision, ...]:
            begun.append(is_left_out(game.invariants))
            for each in game.invariants:
                assert not each.step
            return super().decide(game, goals, limits, dump, memory)

    work, calm = ProofTask(game, (goal("claim", "always_calm"),)), SAYS.only("always_calm").decisions
    first = prove(work, Reads(calm).prover(), answers(game, kept))
    assert begun == [True, False]
    fewer = evolve(game, invariants=game.invariants[:1])
    again = prove(evolve(work, game=fewer), Reads(calm).prover(), answers(fewer, kept))
    assert begun == [True, False, False]
    assert [each.decision for each in again.answers] == [each.decision for each in first.answers]
    assert answers(fewer, kept).read(work.goals) is not None
    assert answers(evolve(game, invariants=()), kept).read(work.goals) is None
    calmer = evolve(game, values=tuple(evolve(each, clause=evolve(each.clause, cites=())) for each in game.values))
    prove(evolve(work, game=calmer), Reads(calm).prover(), answers(calmer, kept))
    assert begun == [True, False, False, True, False]  # of other values it may read something else


class Inline:
    """Workers that are nobody: a task is done as it is handed out."""

    died: tuple[type[Exception], ...] = ()

    def submit(self, do: Callable[..., R], *given: Any) -> Future[R]:
        done: Future[R] = Future()
        done.set_result(do(*given))
        return done

    def giving_way(self, do: Callable[..., R]) -> Callable[..., R]:
        return do

    def stop(self) -> None:
        pass


@frozen
class Crew:
    """It knows how many were wanted."""

    wanted: list[int] = field(factory=list)

    def workers(self, most: int, *, giving_way: bool = False) -> Inline:  # noqa: ARG002 - as of any crew
        self.wanted.append(most)
        return Inline()


def test_nobody_is_hired_for_little_that_is_known(game: Game, kept: Cache) -> None:
    """Several work on what was never asked; where little is left, and most of that is known, one does."""

    @frozen
    class Remembers(Says):
        def decide(
            self, game: Game, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None, memory: Memory
        ) -> tuple[Decision, ...]:
            memory.keep(b"asked", "unsat")
            return super().decide(game, goals, limits, dump, memory)

    crew, said = Crew(), Remembers()
    work = ProofTask(game, said.goals(game), jobs=3, crew=crew)
    first = prove(work, said.prover(), answers(game, kept))
    edited = evolve(game, players=(2, 4))
    again = prove(evolve(work, game=edited), said.prover(), answers(edited, kept))
    assert [each.decision for each in again.answers] == [each.decision for each in first.answers]
    assert again.kept == 0
    assert crew.wanted == [3, 1]


def test_a_game_that_was_never_asked_begins_with_what_another_was_answered(game: Game, kept: Cache) -> None:
    """A module begins with what its base was answered; what a game was answered itself comes first."""
    found: list[tuple[str, list[object]]] = []

    @frozen
    class Remembers(Says):
        def decide(
            self, game: Game, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None, memory: Memory
        ) -> tuple[Decision, ...]:
            found.append((game.name, sorted(memory.known.values())))
            memory.keep(game.name.encode(), game.name)
            return super().decide(game, goals, limits, dump, memory)

    goals, calm = (goal("claim", "always_calm"),), SAYS.only("always_calm").decisions

    def begins_with(name: str, most: int) -> list[object]:
        """Its rules are others each time, so that it is asked."""
        named = evolve(game, name=name, players=(2, most))
        prove(ProofTask(named, goals), Remembers(calm).prover(), answers(named, kept))
        name, known = found.pop()
        assert not found
        return known

    assert begins_with("duel", 2) == []
    assert begins_with("duel_by_night", 3) == ["duel"]
    assert begins_with("duel_at_sea", 4) == ["duel_by_night"]
    assert begins_with("duel", 5) == ["duel"]
    assert kept.folder is not None
    for each in kept.folder.glob("*.last"):
        kept.write(each.name, b"../\0")
    assert begins_with("duel_on_ice", 6) == []


def test_another_question_has_another_answer(game: Game, kept: Cache) -> None:
    one = goal("claim", "always_calm")
    work = ProofTask(game, (one,))
    prove(work, SAYS.only("always_calm").prover(), answers(game, kept))
    assert answers(game, kept).read((one,)) is not None
    assert answers(game, kept, fresh=True).read((one,)) is None
    assert answers(game, kept, Limits(rlimit=7)).read((one,)) is None
    assert answers(game, kept, Limits(steps=7)).read((one,)) is None
    assert answers(game, kept).read((evolve(one, players=3),)) is None
    assert answers(game, kept).read((evolve(one, part="x"),)) is None
    assert answers(game, kept).read((one, goal("claim", "one_taker"))) is None
    assert answers(evolve(game, claims=()), kept).read((one,)) is None


def test_what_is_decided_together_is_so_whoever_asks(game: Game, kept: Cache) -> None:
    """What goals share is spent by all of them, so one that is asked for alone has the answer that it has among others."""
    asked: list[Goal] = []

    @frozen
    class Counts(Says):
        def one(self, goal: Goal, dump: Dump | None) -> Decision:
            asked.append(goal)
            return super().one(goal, dump)

    one = goal("claim", "always_calm")
    alone = prove(ProofTask(game, (one,)), Counts().prover(), answers(game, kept))
    assert [each.decision.goal for each in alone.answers] == [one]
    assert {each.kind for each in asked} == {"claim"}
    assert len(asked) == 3
    everything = prove(ProofTask(game, SAYS.goals(game)), Counts().prover(), answers(game, kept))
    assert everything.kept == 3
    assert len(asked) == len(SAYS.decisions)


def test_an_answer_is_told_of_the_goal_as_it_now_stands(game: Game, kept: Cache) -> None:
    bare = goal("claim", "always_calm")
    prove(ProofTask(game, (bare,)), SAYS.only("always_calm").prover(), answers(game, kept))
    (cited,) = SAYS.only("always_calm").goals(game)
    found = answers(game, kept).read((cited,))
    assert found is not None
    assert found[0].decision.goal.cites == cited.cites != ()


def test_a_damaged_cache_is_no_cache(game: Game, kept: Cache) -> None:
    work = ProofTask(game, (goal("claim", "always_calm"),))
    prove(work, SAYS.prover(), answers(game, kept))
    assert kept.folder is not None
    for file in kept.folder.iterdir():
        for content in (b"", b"nonsense", pickle.dumps("something else"), pickle.dumps((1, 2.0))):
            kept.write(file.name, content)
            assert prove(work, SAYS.prover(), answers(game, kept)).kept == 0


def test_a_game_that_was_kept_asks_the_same_questions(game: Game) -> None:
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
    assert Slices(again).without(()).digest == Slices(game).without(()).digest
    assert Slices(evolve(game, examples=(), claims=())).without(()).digest != Slices(game).without(()).digest


def test_queries_are_handed_out_and_nothing_is_taken_from_the_cache(game: Game, kept: Cache) -> None:
    queries: dict[str, str] = {}
    work = ProofTask(game, SAYS.goals(game), dump=queries.__setitem__)
    prove(evolve(work, dump=None), SAYS.prover(), answers(game, kept))
    prove(work, SAYS.prover(), answers(game, kept))
    assert len(queries) == len(work.goals)
    assert set(queries.values()) == {"(check-sat)"}


def test_an_interruption_leaves_what_was_done(game: Game, kept: Cache) -> None:
    stops = Stops()
    proved = prove(ProofTask(game, stops.goals(game)), stops.prover(), answers(game, kept))
    assert proved.interrupted
    assert [each.decision.goal.kind for each in proved.answers] == ["claim"] * 3
    assert [each.name for each in proved.missing] == [each.goal.name for each in stops.decisions[3:]]
    assert prove(ProofTask(game, stops.goals(game)[:3]), Refuses().prover(), answers(game, kept)).kept == 3


def test_progress_and_time_are_those_of_whoever_watches(game: Game, kept: Cache) -> None:
    told: list[object] = []
    ticks = count()
    watch = Watch(lambda name, total: told.append((name, total)), told.append, clock=lambda: float(next(ticks)))
    proved = prove(ProofTask(game, SAYS.goals(game)), SAYS.prover(), answers(game, kept), watch)
    assert told[0] == ("duel: proofs", 8)
    assert sum(each for each in told[1:] if isinstance(each, int)) == 8
    claims = [each.seconds for each in proved.answers if each.decision.goal.kind == "claim"]
    assert claims == [pytest.approx(1000 / 1500), pytest.approx(500 / 1500), 0.0]  # a second, by what the solver spent
    before = len(told)
    prove(ProofTask(game, SAYS.goals(game)[:2]), SAYS.prover(), answers(game, kept), watch)
    assert len(told) == before  # nothing is to be done


def test_the_solver_is_not_loaded_where_all_is_known(game: Game, kept: Cache) -> None:
    goals = SAYS.goals(game)[:3]
    prove(ProofTask(game, goals), SAYS.prover(), answers(game, kept))

    def solver() -> Decide:
        raise AssertionError

    prover = evolve(SAYS.prover(), solver=solver)
    assert prove(ProofTask(game, goals), prover, answers(game, kept)).kept == 3


def test_a_process_takes_its_time_from_a_clock_that_can_be_sent() -> None:
    sent = pickle.loads(pickle.dumps(time.perf_counter))  # noqa: S301 - our own
    assert sent is time.perf_counter
