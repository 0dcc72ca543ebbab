"""One piece of play: games of one setting, played in whatever process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from refengine.check.plan import Planned
from refengine.engine.fault import Fault, IllegalAction
from refengine.engine.trace import Trace, trace_of
from refengine.ir import game as model
from refengine.loading import make_game
from refengine.testing.campaign import Plan, campaign, failures_of
from refengine.testing.coverage import Coverage, rules_of
from refengine.testing.directed import direct
from refengine.testing.failure import Failure
from refengine.testing.result import CampaignResult
from refengine.testing.saved import again

if TYPE_CHECKING:
    from refengine.engine.game import Game

DISAGREE = "disagreement"
"""The sort of a failure in which two executors of the same rules part ways."""

LEAST = 2_000
"""So many steps directed play may take in any case."""

SHRINKING = 4_000
"""So many steps may be played to make one trace short; each piece of play shrinks what it finds."""

BUDGET = 40
"""Directed play of a setting may take so many steps for each random game that it had."""


@frozen
class Work:
    """Games number `first` to `first + games - 1` of a setting."""

    game: model.Game
    planned: Planned
    games: int
    first: int
    seed: int


@frozen
class Done:
    """What came of a piece of play in a setting. `replayed` saved traces were played again, `saved` is such a file."""

    planned: Planned
    directed: bool
    result: CampaignResult
    replayed: int = 0
    saved: str | None = None


def play_at_random(work: Work) -> Done:
    """Plays games at random; what the setup fires counts once."""
    configuration = work.planned.configuration
    plain = make_game(work.game, configuration)
    explaining = make_game(work.game, configuration, explain=True)
    plan = Plan(games=work.games, seed=work.seed, first=work.first, budget=SHRINKING)
    setup = Coverage()
    try:
        with explaining.recording() as record:
            explaining.initial()
        setup = Coverage(played=dict.fromkeys(record.fired(), 1))
        result = campaign(plain, plan, explaining)
    except (Fault, IllegalAction):  # in the explaining build alone: the campaign tells of faults in the other
        result = _disagreeing(campaign(plain, plan), plain, explaining)
    return Done(work.planned, directed=False, result=evolve(result, coverage=result.coverage.merge(setup)))


def _disagreeing(result: CampaignResult, plain: Game, explaining: Game) -> CampaignResult:
    """The result, with the failure of the two builds to agree."""
    trace = trace_of(plain, [plain.initial()], [])
    clause = explaining.description.phases[0].clause
    failure = Failure(DISAGREE, clause, "the explaining build breaks off where the other goes on", trace)
    return evolve(result, failures=(*result.failures, failure))


def play_directed(
    game: model.Game,
    planned: Planned,
    known: Coverage,
    *,
    times: int,
    games: int,
    seed: int,
    settled: frozenset[str],
) -> tuple[Done | None, Coverage]:
    """Plays until each rule of a setting fired so often, in whatever setting; and all that is known to have fired."""
    explaining = make_game(game, planned.configuration, explain=True)
    rules = [each for each in rules_of(explaining.description) if each not in settled]
    rare = known.below(rules, times)
    if not rare:
        return None, known
    found = direct(explaining, times=times, budget=max(LEAST, BUDGET * games), seed=seed, rules=rare, known=known)
    failures: tuple[Failure, ...] = ()
    if found.failures:
        plain = make_game(game, planned.configuration)
        failures = tuple(_confirmed(plain, each) for each in failures_of(plain, found))
    result = CampaignResult(games=found.games, steps=found.steps, longest=found.longest, failures=failures)
    return Done(planned, directed=True, result=result), found.coverage


def _confirmed(plain: Game, failure: Failure) -> Failure:
    """The failure, which was found in the explaining build, if the plain build fails likewise."""
    if again(plain, failure.trace).verdict == "fails":
        return failure
    message = f"the explaining build says {failure.sort}, the other does not"
    return evolve(failure, sort=DISAGREE, message=message)


def replay_saved(game: model.Game, planned: Planned, name: str, trace: Trace) -> Done | None:
    """Plays a saved trace of this setting again; one that is no trace of these rules any more says nothing."""
    playable = make_game(game, planned.configuration)
    found = again(playable, trace)
    if found.verdict == "stale":
        return None
    failures: tuple[Failure, ...] = ()
    broken = found.replay.fault
    if found.verdict == "fails" and broken is not None:
        failures = (Failure("fault", broken.clause, broken.message, trace),)
    elif found.verdict == "fails":
        breach = next(
            (each for _, each in found.replay.breaches if (each.kind, each.clause.path) == trace.violates),
            found.replay.breaches[-1][1],
        )
        failures = (Failure(breach.kind, breach.clause, "", trace),)
    return Done(planned, directed=False, result=CampaignResult(failures=failures), replayed=1, saved=name)
