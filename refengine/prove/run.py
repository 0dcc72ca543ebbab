"""Goals decided: from the cache, or by processes that each run the solver; what was done stays when it is interrupted.

INVARIANT: what comes of a batch of goals depends on the batch alone, so the processes may take them in any order.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, reduce
from typing import Final

from attrs import define, evolve, field, frozen

from refengine.evidence.ledger import GoalAnswer
from refengine.evidence.support import goals_rested_on, supported, wanting_text
from refengine.ir.bare import without_wording
from refengine.ir.game import Game
from refengine.ir.left_out import OutsideSlice
from refengine.ir.open_texts import has_bodies
from refengine.ir.slices import Slices
from refengine.prove.cache import DIED, Answers
from refengine.prove.processes import Processes
from refengine.prove.slices import STATED_OF_STATES, asked_of, left_out_at_first, left_out_but_for, slice_for
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.solving.memory import Memory
from refengine.source.watch import Clock, Watch
from refengine.source.workers import LOCAL, Crew

Dump = Callable[[str, str], None]
"""Takes the name of a file and the query in it, in SMT-LIB 2."""

FEW: Final = 12
"""The number of tasks that were decided before of other rules of this game, for which one more process is worth it."""

Goals = tuple[Goal, ...]
Decide = Callable[[Game, Goals, Limits, Dump | None, Memory], tuple[Decision, ...]]
"""Decides goals that belong together, in their order; a memory has what the solver is known to answer."""


@frozen
class Prover:
    """A prover: how the goals of a game are found, which of them are decided together, and how.

    `solver` gives the function that decides; it loads the solver, and is called only where something is to be proved.
    """

    goals: Callable[[Game], Goals]
    batches: Callable[[Goals], tuple[Goals, ...]]
    solver: Callable[[], Decide]


@frozen
class ProofTask:
    """The goals of a game that are to be decided, and how.

    `jobs` of a crew do it; with 0 it is done here, and waits for nobody.

    `dump` gets every query: then nothing is taken from the cache, since what is kept has no queries.
    """

    game: Game
    goals: tuple[Goal, ...]
    limits: Limits = field(factory=Limits)
    jobs: int = 0
    dump: Dump | None = None
    crew: Crew = LOCAL


@frozen
class ProofResults:
    """The answers, in the order of the goals, and the goals that were not reached before it was interrupted.

    Each is as weak as its weakest support.
    """

    answers: tuple[GoalAnswer, ...]
    missing: tuple[Goal, ...] = ()
    interrupted: bool = False
    supports: tuple[GoalAnswer, ...] = ()
    """The answers about what these rest on and was not asked for."""

    @property
    def kept(self) -> int:
        """The number of answers that were known from an earlier run."""
        return sum(each.kept for each in self.answers)


def prove(work: ProofTask, prover: Prover, answers: Answers, watch: Watch | None = None) -> ProofResults:
    """Decides every goal, and what the answers rest on. An interruption leaves what was done until then."""
    with started_proofs(work, prover, answers, watch) as proving:
        return proving.finish()


def _supports(
    work: ProofTask, prover: Prover, answers: Answers, watch: Watch, found: tuple[GoalAnswer, ...]
) -> ProofResults:
    """Decides the goals on which some answers rest, and on which those rest in turn, that were not asked for."""
    supports: tuple[GoalAnswer, ...] = ()
    while goals := goals_rested_on((*found, *supports), prover.goals(work.game)):
        with started_proofs(evolve(work, goals=goals), prover, answers, watch) as proving:
            more = proving.decided()
        supports += more.answers
        if more.interrupted:
            return ProofResults(supports, interrupted=True)
    return ProofResults(supports)


@contextmanager
def started_proofs(
    work: ProofTask, prover: Prover, answers: Answers, watch: Watch | None = None
) -> Iterator[StartedProofs]:
    """Begins to decide goals: several processes do it from now on, a single one as soon as it is waited for.

    Whoever leaves before they have finished stops them.
    """
    found = dict(_known(work, prover, answers))
    left = tuple(each for each in work.goals if each not in found)
    proving = StartedProofs(work, prover, answers, watch or Watch(), left, found)
    try:
        if work.jobs > 1:
            proving.begin()
        yield proving
    finally:
        proving.stop()


@define
class StartedProofs:
    """Goals that are being decided: those that are `left`, and what was `found` of the others."""

    work: ProofTask
    prover: Prover
    answers: Answers
    watch: Watch
    left: Goals
    found: dict[Goal, GoalAnswer]
    _tasks: list[_Task] | None = None
    _processes: Processes[_Task, _Result] | None = None

    def begin(self) -> None:
        """Hands the goals out, if others are to decide them."""
        self._tasks = list(self._batches()) if self.left else []
        if self._tasks and self.work.jobs:
            self._processes = Processes(_run, _died, self._tasks, _most(self._tasks, self.work.jobs), self.work.crew)

    def _batches(self) -> Iterator[_Task]:
        games: dict[bool, bytes] = {}
        decide, dumps = self.prover.solver(), self.work.dump is not None
        for each in _together(self.work, self.prover, self.left):
            whatever = any(goal.texts == "any" for goal in each)
            if whatever not in games:
                games[whatever] = pickle.dumps(asked_of(self.work.game, each))
            known, again = (b"", False) if dumps else self.answers.recall(each)
            yield _Task(
                decide, games[whatever], each, self.work.limits, self.watch.clock,
                dumps=dumps, known=known, again=again, trail=() if dumps else self.answers.trail(each),
            )  # fmt: skip

    def finish(self) -> ProofResults:
        """Waits for all that is left, and decides what the answers rest on."""
        done = self.decided()
        if done.interrupted:
            return evolve(done, answers=supported(done.answers))
        more = _supports(self.work, self.prover, self.answers, self.watch, done.answers)
        if not more.interrupted:
            done, more = self._as_given(done, more)
        whole = supported(done.answers, more.answers)
        return evolve(done, answers=whole, supports=more.answers, interrupted=done.interrupted or more.interrupted)

    def _as_given(self, done: ProofResults, more: ProofResults) -> tuple[ProofResults, ProofResults]:
        """Asks again with the texts as they are what does not hold whatever they say, and what rests on that."""
        if not has_bodies(self.work.game):
            return done, more
        again = wanting_text((*done.answers, *more.answers))
        if not again:
            return done, more
        goals = tuple(evolve(each, texts="given") for each in again)
        with started_proofs(evolve(self.work, goals=goals), self.prover, self.answers, self.watch) as proving:
            found = proving.decided()
        better = {evolve(each.decision.goal, texts=""): each for each in found.answers}

        def replaced(listed: tuple[GoalAnswer, ...]) -> tuple[GoalAnswer, ...]:
            return tuple(
                better.get(evolve(each.decision.goal, texts=""), each) if each.decision.goal in again else each
                for each in listed
            )

        done = evolve(done, answers=replaced(done.answers), interrupted=found.interrupted)
        known = replaced(more.answers)
        if found.interrupted:
            return done, evolve(more, answers=known)
        others = _supports(self.work, self.prover, self.answers, self.watch, (*done.answers, *known))
        return done, evolve(others, answers=(*known, *others.answers))

    def decided(self) -> ProofResults:
        """Waits for all that is left, and lets go of the processes. An interruption leaves what was done until then."""
        interrupted, wanted = False, {*self.left}
        try:
            if self._tasks is None:
                self.begin()
            if self.left:
                self.watch.start(f"{self.work.game.name}: proofs", len(self.left))
            for result in self._results():
                self._take(result)
                self.watch.step(sum(each.decision.goal in wanted for each in result.answers))
        except KeyboardInterrupt:
            interrupted = True
        self.stop()
        goals = self.work.goals
        done = tuple(_in_play(self.work.game, self.found[each]) for each in goals if each in self.found)
        return ProofResults(done, tuple(each for each in goals if each not in self.found), interrupted)

    def stop(self) -> None:
        """Stops the processes; what they have done by now is kept."""
        if self._processes is not None:
            for result in self._processes.stop():
                self._take(result)
            self._processes = None

    def _results(self) -> Iterator[_Result]:
        if self._processes is not None:
            yield from self._processes.results()
        else:
            yield from map(_run, self._tasks or ())

    def _take(self, result: _Result) -> None:
        for name, text in result.queries:
            if self.work.dump is not None:
                self.work.dump(name, text)
        self.answers.write(result.answers, result.trail)
        if result.asked and self.work.dump is None:
            self.answers.remember([each.decision.goal for each in result.answers], result.asked)
        for answer in result.answers:
            self.found[answer.decision.goal] = answer


def _known(work: ProofTask, prover: Prover, answers: Answers) -> Iterator[tuple[Goal, GoalAnswer]]:
    """Yields the answers of earlier runs; of goals that would be decided together all or none."""
    wanted = {*work.goals}
    for batch in _together(work, prover, work.goals) if work.dump is None else ():
        for answer in answers.read(batch) or ():
            if answer.decision.goal in wanted:
                yield answer.decision.goal, answer


def _together(work: ProofTask, prover: Prover, wanted: Goals) -> Iterator[Goals]:
    """Yields the goals decided together with some that are wanted, whoever else is wanted: they share what is spent.

    Whoever dumps queries gets only those that he asks for.
    """
    left = dict.fromkeys(wanted)
    listed = prover.goals(work.game) if work.dump is None else ()
    if any(each.texts == "given" for each in wanted):
        listed += tuple(evolve(each, texts="given") for each in listed if each.texts)
    for batch in prover.batches(listed):
        if any(each in left for each in batch):
            yield batch
            for each in batch:
                left.pop(each, None)
    yield from prover.batches(tuple(left))


def _in_play(rules: Game, answer: GoalAnswer) -> GoalAnswer:
    """Returns an answer about so many steps counts nothing where in play a text ends in fewer of them.

    What is asked of the prover is a game in which the table ends every open text, which is a step of its own.
    """
    decision = answer.decision
    if decision.verdict != "bounded" or not any(each.ends_by_itself for each in rules.texts):
        return answer
    how = f"{decision.how}, if every open text is ended by the table; in play some end sooner"
    return evolve(answer, decision=evolve(decision, verdict="unknown", how=how, steps=0))


# ---- ONE BATCH


@frozen
class _Task:
    """Goals for whatever process; `clock` is there because a process has none of its own. `game` is a pickle.

    `known` is what the solver answered an earlier run, as a memory writes it, `again` if that was about this game;
    `trail` is what is known to be read beyond the least slice, so that nobody has to find out once more.
    """

    decide: Decide
    game: bytes
    goals: Goals
    limits: Limits
    clock: Clock
    dumps: bool
    known: bytes = b""
    again: bool = False
    trail: tuple[str, ...] = ()


@frozen
class _Result:
    """Answers, the names and texts of the queries that were made for them, and what had to be added to the slice.

    `asked` is what the solver answered, as a memory writes it.
    """

    answers: tuple[GoalAnswer, ...]
    queries: tuple[tuple[str, str], ...] = ()
    trail: tuple[str, ...] = ()
    asked: bytes = b""


def _most(tasks: Sequence[_Task], jobs: int) -> int:
    """Returns how many processes are worth their start, `jobs` at most: each does again what others do, too.

    What was decided before of this game is mostly asked of what is known, in little time.
    """
    again = sum(each.again for each in tasks)
    return min(jobs, max(1, len(tasks) - again + again // FEW))


@lru_cache(maxsize=2)
def _loaded(game: bytes) -> Slices:
    """Returns the game taken apart, which is the same for every goal, so that it is done once."""
    return Slices(without_wording(pickle.loads(game)))  # noqa: S301 - made by the process that asks


def _run(task: _Task) -> _Result:
    """Decides goals from the least slice that holds all that is read."""
    queries: list[tuple[str, str]] = []

    def keep(name: str, text: str) -> None:
        queries.append((name, text))

    began = task.clock()
    slices, trail, memory = _loaded(task.game), [*task.trail], Memory.read(task.known)
    left_out = reduce(left_out_but_for, trail, left_out_at_first(slices.whole, task.goals))
    while True:
        game = slice_for(slices, task.goals, left_out).game
        memory.rules = slice_for(slices, task.goals, left_out | STATED_OF_STATES).digest
        try:
            decisions = task.decide(game, task.goals, task.limits, keep if task.dumps else None, memory)
        except OutsideSlice as more:
            queries.clear()
            trail.append(more.field)
            left_out = left_out_but_for(left_out, more.field)
            continue
        answers = _timed(decisions, max(0.0, task.clock() - began))
        return _Result(answers, tuple(queries), tuple(trail), memory.written())


def _timed(decisions: tuple[Decision, ...], seconds: float) -> tuple[GoalAnswer, ...]:
    """Returns the time of a batch, shared out by what the solver spent on each goal; it is not known better."""
    spent = [each.rlimit for each in decisions]
    whole = sum(spent)
    parts = [each / whole if whole else 1 / len(decisions) for each in spent]
    return tuple(GoalAnswer(each, seconds * part) for each, part in zip(decisions, parts, strict=True))


def _died(task: _Task) -> _Result:
    return _Result(tuple(GoalAnswer(Decision(each, "unknown", DIED)) for each in task.goals))
