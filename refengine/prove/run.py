"""Goals decided: from the cache, or by processes that each run the solver; what was done stays when it is interrupted.

INVARIANT: what comes of a batch of goals depends on the batch alone, so the processes may take them in any order.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache

from attrs import field, frozen

from refengine.evidence.ledger import Answer
from refengine.ir.game import Game
from refengine.prove.cache import Answers
from refengine.smt.goal import Decision, Goal, Limits

Dump = Callable[[str, str], None]
"""Takes the name of a file and the query in it, in SMT-LIB 2."""

Goals = tuple[Goal, ...]
Decide = Callable[[Game, Goals, Limits, Dump | None], tuple[Decision, ...]]
"""Decides goals that belong together, in their order."""

Clock = Callable[[], float]

DIED = "the solver broke off"


@frozen
class Prover:
    """How the goals of a game are found, which of them are decided together, and how.

    `solver` gives the function that decides; it loads the solver, and is called only where something is to be proved.
    """

    goals: Callable[[Game], Goals]
    batches: Callable[[Goals], tuple[Goals, ...]]
    solver: Callable[[], Decide]


def _no_time() -> float:
    return 0.0


@frozen
class Watch:
    """Who is told how it goes: `start` a piece of work of so many steps, `step` so many are done, `clock` the time."""

    start: Callable[[str, int], None] = lambda _name, _total: None
    step: Callable[[int], None] = lambda _number: None
    clock: Clock = _no_time


@frozen
class Work:
    """What is to be decided. `jobs` processes do it; with 0 it is done here, and waits for nobody.

    `dump` gets every query: then nothing is taken from the cache, since what is kept has no queries.
    """

    game: Game
    goals: tuple[Goal, ...]
    limits: Limits = field(factory=Limits)
    jobs: int = 0
    dump: Dump | None = None


@frozen
class Proved:
    """The answers, in the order of the goals, and the goals that were not reached before it was interrupted."""

    answers: tuple[Answer, ...]
    missing: tuple[Goal, ...] = ()
    interrupted: bool = False

    @property
    def kept(self) -> int:
        """How many answers were known from an earlier run."""
        return sum(each.kept for each in self.answers)


def prove(work: Work, prover: Prover, answers: Answers, watch: Watch | None = None) -> Proved:
    """Decides every goal. An interruption leaves what was done until then."""
    watch = watch or Watch()
    found: dict[Goal, Answer] = {}
    interrupted = False
    try:
        found.update(_known(work, answers))
        left = tuple(each for each in work.goals if each not in found)
        if left:
            watch.start(f"{work.game.name}: proofs", len(left))
            for batch in _decided(work, prover.batches(left), prover.solver(), watch.clock):
                for answer in batch:
                    answers.write(answer)
                    found[answer.decision.goal] = answer
                watch.step(len(batch))
    except KeyboardInterrupt:
        interrupted = True
    done = tuple(found[each] for each in work.goals if each in found)
    return Proved(done, tuple(each for each in work.goals if each not in found), interrupted)


def _known(work: Work, answers: Answers) -> Iterator[tuple[Goal, Answer]]:
    if work.dump is None:
        for goal in work.goals:
            answer = answers.read(goal)
            if answer is not None:
                yield goal, answer


# ---- ONE BATCH


@frozen
class _Task:
    """Goals for whatever process; `clock` is there because a process has none of its own. `game` is a pickle."""

    decide: Decide
    game: bytes
    goals: Goals
    limits: Limits
    clock: Clock
    dumps: bool


_Result = tuple[tuple[Answer, ...], tuple[tuple[str, str], ...]]
"""Answers, and the names and texts of the queries that were made for them."""


@lru_cache(maxsize=2)
def _loaded(game: bytes) -> Game:
    """The same object for every goal of a game, so that the prover may keep what it worked out for one before."""
    loaded: Game = pickle.loads(game)  # noqa: S301 - made by the process that asks
    return loaded


def _run(task: _Task) -> _Result:
    queries: list[tuple[str, str]] = []

    def keep(name: str, text: str) -> None:
        queries.append((name, text))

    began = task.clock()
    decisions = task.decide(_loaded(task.game), task.goals, task.limits, keep if task.dumps else None)
    return _timed(decisions, max(0.0, task.clock() - began)), tuple(queries)


def _timed(decisions: tuple[Decision, ...], seconds: float) -> tuple[Answer, ...]:
    """The time of a batch, shared out by what the solver spent on each goal; it is not known better."""
    spent = [each.rlimit for each in decisions]
    whole = sum(spent)
    parts = [each / whole if whole else 1 / len(decisions) for each in spent]
    return tuple(Answer(each, seconds * part) for each, part in zip(decisions, parts, strict=True))


# ---- IN PROCESSES


def _decided(work: Work, batches: Sequence[Goals], decide: Decide, clock: Clock) -> Iterator[tuple[Answer, ...]]:
    game = pickle.dumps(work.game)
    tasks = [_Task(decide, game, each, work.limits, clock, dumps=work.dump is not None) for each in batches]
    results = (_run(each) for each in tasks) if work.jobs == 0 else _in_processes(tasks, work.jobs)
    for answers, queries in results:
        for name, text in queries:
            if work.dump is not None:
                work.dump(name, text)
        yield answers


def _in_processes(tasks: Sequence[_Task], jobs: int) -> Iterator[_Result]:
    """The answers as they come. If a process dies, what was under way is tried again, each batch alone."""
    left = deque(tasks)
    while left:
        under_way: list[_Task] = []
        try:
            yield from _pooled(left, under_way, jobs)
        except BrokenProcessPool:
            for task in under_way:
                yield from _alone(task)


def _alone(task: _Task) -> Iterator[_Result]:
    try:
        yield from _pooled(deque([task]), [], 1)
    except BrokenProcessPool:
        yield tuple(Answer(Decision(each, "unknown", DIED)) for each in task.goals), ()


def _pooled(left: deque[_Task], under_way: list[_Task], jobs: int) -> Iterator[_Result]:
    """Takes the tasks out of `left`, into `under_way` and out of it again; few are handed out ahead."""
    others = {*multiprocessing.active_children()}
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(left)), mp_context=context, initializer=_ignore_interrupts)
    waiting: dict[Future[_Result], _Task] = {}
    try:
        while left or waiting:
            while left and len(waiting) < 2 * jobs:
                under_way.append(left.popleft())
                waiting[pool.submit(_run, under_way[-1])] = under_way[-1]
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                result = each.result()
                under_way.remove(waiting.pop(each))
                yield result
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()


def _ignore_interrupts() -> None:
    """The first process is the one that stops."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
