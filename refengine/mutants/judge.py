"""A mutant put to everything that could object: examples, laws, claims and what else is proved, random play.

INVARIANT: what comes of a mutant depends on the rules, the mutant and the means alone; every bound is one of steps or
of the solver's resource units, so neither the clock nor the load of the machine has a say.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from refengine.check.examples import ExampleTask, answer, runs_of
from refengine.check.plan import PlannedSetting, plan
from refengine.check.statements import check_laws
from refengine.evidence.ledger import FAILED, level_of
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, open_answers
from refengine.ir.lines import Expect
from refengine.loading import for_a_while, make_game
from refengine.mutants.bench import Bench, RunKey
from refengine.mutants.dependents import touched_goals
from refengine.mutants.mutant import Mutant
from refengine.mutants.verdicts import MutantVerdict
from refengine.prove.cache import Answers
from refengine.prove.engines import Engines
from refengine.prove.narrative import show
from refengine.prove.run import ProofTask, Prover, prove
from refengine.runtime.random_games import MOST_STEPS, RandomGames
from refengine.smt.goal import Decision, Goal
from refengine.source.cache import Cache
from refengine.testing.campaign import PlayPlan, campaign
from refengine.testing.failure import DISAGREE
from refengine.testing.result import CampaignResult

if TYPE_CHECKING:
    from refengine.runtime.game import Game

NOWHERE = Cache(folder=None)
"""The engines of a mutant are made once and never again."""

BEST = level_of("proved")
"""As well as anything can be known."""


@frozen
class Task:
    """A mutant, for whatever process. `bench` is a pickle, the same for all."""

    bench: bytes
    mutant: Mutant


@lru_cache(maxsize=1)
def _loaded(pickled: bytes) -> Bench:
    loaded: Bench = pickle.loads(pickled)  # noqa: S301 - made by the process that asks
    return loaded


def judge(task: Task) -> MutantVerdict:
    """Puts a mutant to everything, until something objects."""
    return judge_with(_loaded(task.bench), task.mutant)


def judge_with(bench: Bench, mutant: Mutant) -> MutantVerdict:
    """Puts a mutant to everything, with a bench at hand.

    A mistake of ours in one mutant does not take the others with it.
    """
    try:
        game = bench.compile(mutant)
        if game is None:
            return MutantVerdict(mutant, "not compiled")
        with for_a_while():
            return _judged(bench, mutant, game)
    except Exception as error:  # noqa: BLE001 - told as a bug of ours, and the exit code is that of one
        return MutantVerdict(mutant, "internal error", what=f"{type(error).__name__}: {error}".splitlines()[0])


def _judged(bench: Bench, mutant: Mutant, game: model.Game) -> MutantVerdict:
    found = _by_examples(bench, mutant, game) or _by_laws(bench, mutant, game)
    if found is not None:
        return found
    proved = _by_proofs(bench, mutant, game)
    if proved.found in {"caught", "disagreement"}:
        return proved
    return _by_play(bench, mutant, game) or proved


# ---- EXAMPLES


def _by_examples(bench: Bench, mutant: Mutant, game: model.Game) -> MutantVerdict | None:
    """Returns the first example that fails, those first in which the changed clause decided something."""
    reader, words = bench.reader(mutant), bench.words()

    def explaining(configuration: Configuration) -> Game:
        return make_game(game, configuration, explain=True, keep=NOWHERE)

    made = cache(explaining)
    for asked in _in_order(bench, mutant, game):
        for failure in answer(asked, made(asked.configuration), reader, words).failures:
            return MutantVerdict(mutant, "caught", "examples", f"{failure.name} ({asked.label})", failure.what)
    return None


def key_of(asked: ExampleTask) -> RunKey:
    """Returns the key of a run of an example."""
    return asked.example.name, asked.under


def _in_order(bench: Bench, mutant: Mutant, game: model.Game) -> list[ExampleTask]:
    """Runs that the change is likely to touch come first; after that runs of one configuration stand together.

    Last come those that work out odds, which may follow a hundred thousand states where others follow one.
    """
    path = mutant.rule.path
    whole = path.partition(".")[0]

    def far(asked: ExampleTask) -> int:
        fired = bench.fired.get(key_of(asked), frozenset())
        if path in fired:
            return 0
        return 1 if any(each.partition(".")[0] == whole for each in fired) else 2

    return sorted(
        runs_of(game, open_answers(game)),
        key=lambda each: (_has_odds(each), far(each), len(each.under), repr(each.configuration)),
    )


def _has_odds(asked: ExampleTask) -> bool:
    return any(isinstance(line, Expect) and line.what == "chance" for line in asked.example.lines)


# ---- LAWS


def _by_laws(bench: Bench, mutant: Mutant, game: model.Game) -> MutantVerdict | None:
    if not game.laws:
        return None
    planned, _ = plan(game)
    configurations = [each.configuration for each in planned]
    _, failures = check_laws(game, configurations, bench.reader(mutant), bench.words())
    return next((MutantVerdict(mutant, "caught", "laws", each.name, each.what) for each in failures), None)


# ---- WHAT IS PROVED


def _by_proofs(bench: Bench, mutant: Mutant, game: model.Game) -> MutantVerdict:
    """Returns the first statement that is refuted and was not before; if there is none, those known less well."""
    prover = bench.means.prover
    weaker: list[str] = []
    if prover is not None:
        answers = Answers(game, bench.means.limits)
        for batch in _batches(prover, touched_goals(bench.game, game, prover.goals(game))):
            for answered in prove(ProofTask(game, batch, bench.means.limits), prover, answers).answers:
                decision = answered.decision
                level = level_of(decision.verdict, decision.steps or bench.means.limits.steps)
                if level.keeps(BEST):
                    continue  # whatever it was, it cannot have been more
                was = _before(bench, prover, decision.goal, evolve(decision, verdict="proved"))
                if was.verdict in FAILED or level.keeps(level_of(was.verdict, was.steps)):
                    continue
                if decision.verdict not in FAILED:
                    weaker.append(decision.goal.title)
                elif show(Engines(game, NOWHERE), decision, small=False).disagrees:
                    return MutantVerdict(mutant, "disagreement", "proofs", decision.goal.title, decision.verdict)
                else:
                    return MutantVerdict(mutant, "caught", "proofs", decision.goal.title, decision.verdict)
    return MutantVerdict(mutant, "weaker" if weaker else "survived", weaker=tuple(weaker))


def _batches(prover: Prover, goals: tuple[Goal, ...]) -> list[tuple[Goal, ...]]:
    """Returns the goals in batches decided together; the fewest goals and players first, the whole course last."""
    return sorted(prover.batches(goals), key=lambda each: (len(each) > 1, each[0].players, len(each)))


def _before(bench: Bench, prover: Prover, goal: Goal, usual: Decision) -> Decision:
    """Returns the decision of the rules themselves on a goal; `usual` if they do not have it.

    Whoever decides says of which texts it is decided: with these bodies, where it does not hold whatever they say.
    """
    answers, asked = Answers(bench.game, bench.means.limits), evolve(goal, texts="")
    batches = prover.batches(prover.goals(bench.game))
    found = [
        each.decision
        for batch in batches
        if any(evolve(one, texts="") == asked for one in batch)
        for each in prove(ProofTask(bench.game, batch, bench.means.limits), prover, answers).answers
        if evolve(each.decision.goal, texts="") == asked
    ]
    return min(found, key=lambda each: (each.verdict not in FAILED, each.goal != goal), default=usual)


# ---- PLAY


def _by_play(bench: Bench, mutant: Mutant, game: model.Game) -> MutantVerdict | None:
    """Returns the first setting in which something breaks, or a game does not end."""
    for planned in settings(game):
        longest = bench.longest.get(planned.setting.label)
        limit = MOST_STEPS if longest is None else max(1, bench.means.patience * longest)
        result = play_setting(bench, game, planned, limit)
        for failure in result.failures:
            found = "disagreement" if failure.sort == DISAGREE else "caught"
            what = f"{failure.sort} {failure.clause.path}" + (f": {failure.message}" if failure.message else "")
            return MutantVerdict(mutant, found, "play", planned.setting.label, what)  # type: ignore[arg-type]
        if result.cut and longest is not None:
            what = f"a game of more than {limit:,} steps; without the change the longest has {longest:,}"
            return MutantVerdict(mutant, "caught", "play", planned.setting.label, what, endless=True)
    return None


def settings(game: model.Game) -> Iterator[PlannedSetting]:
    """Yields the settings of play, but for those that are there to find a gap."""
    planned, wrong = plan(game)
    assert not wrong, wrong
    yield from (each for each in planned if each.gap is None)


def play_setting(bench: Bench, game: model.Game, planned: PlannedSetting, limit: int) -> CampaignResult:
    """Plays random games in a setting; what fails is not made short."""
    means = bench.means
    plain = make_game(game, planned.configuration, keep=NOWHERE)
    explaining = make_game(game, planned.configuration, explain=True, keep=NOWHERE)
    games = RandomGames(range(means.games), means.seed, limit)
    return campaign(plain, PlayPlan(games, covered=2, budget=0, enough=means.enough), explaining)
