"""Tasks of play: games of one setting, played in whatever process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from refengine.check.plan import PlannedSetting
from refengine.engine.noting import Notes, NotingGame, notes_of
from refengine.engine.trace import Trace
from refengine.ir import game as model
from refengine.loading import for_a_while, make_game
from refengine.runtime.fault import Fault
from refengine.testing.campaign import PlayPlan, campaign
from refengine.testing.coverage import Coverage, FiringGoal, rules_of
from refengine.testing.directed_play import direct
from refengine.testing.directed_result import DirectedFailure
from refengine.testing.failure import DISAGREE, Failure
from refengine.testing.reproduce import failure_of
from refengine.testing.result import CampaignResult
from refengine.testing.saved_traces import again

if TYPE_CHECKING:
    from refengine.runtime.game import Game

LEAST = 2_000
"""The least budget of a piece of directed play, in steps, however few its games."""

SHRINKING = 4_000
"""The number of steps that shrinking may play to make one trace short; each piece of play shrinks what it finds."""

BUDGET = 32
"""Directed play of a setting may take so many steps for each random game that it had, times `times`."""

PROMISED = 24
"""It may take so many steps for each time that a rule is promised to fire, and has not yet."""

PATIENCE = 4_000
"""Directed play of a setting ends when nothing rare fired for so many steps: another setting may do better."""

HOPELESS = 2_000
"""The same where nothing that is sought ever fired."""


@frozen
class PlayTask:
    """A task of random play: games of a setting, by a plan."""

    game: model.Game
    planned: PlannedSetting
    plan: PlayPlan


@frozen
class PlayResult:
    """The result of a task of play in a setting. `replayed` saved traces were played again, `saved` is such a file.

    `examples` are those whose positions it looked at. `notes` are of everything that it asked of what has to hold, if
    that is known. Of games that were to be played `in_module` it may say `because` of what there is none;
    so many were `compared` with the reference engine at every step.
    """

    planned: PlannedSetting
    directed: bool
    result: CampaignResult
    replayed: int = 0
    saved: str | None = None
    examples: frozenset[str] = frozenset()
    notes: tuple[Notes, ...] | None = None
    in_module: bool = False
    because: str | None = None
    compared: int = 0

    @property
    def by_reference(self) -> bool:
        """Returns whether these are random games of the reference engine."""
        return not self.directed and not self.in_module

    @property
    def reusable(self) -> tuple[Notes, ...] | None:
        """The notes of what was asked about properties; None if a failure speaks of one, so that they are of no use."""
        spoken_of = {"invariant", "step invariant", "measure", DISAGREE}
        return None if any(each.sort in spoken_of for each in self.result.failures) else self.notes


@for_a_while()
def play_at_random(work: PlayTask) -> PlayResult:
    """Plays games at random; what the setup fires by itself counts in each of them."""
    configuration = work.planned.configuration
    plain = NotingGame(make_game(work.game, configuration))
    explaining = NotingGame(make_game(work.game, configuration, explain=True))
    result = campaign(plain, evolve(work.plan, budget=SHRINKING), explaining)
    try:
        with explaining.recording() as record:
            explaining.initial()
        setup = Coverage(played=dict.fromkeys(record.fired(), result.games))
        result = evolve(result, coverage=result.coverage.merge(setup))
    except Fault:
        pass  # the campaign has told of it
    return PlayResult(work.planned, directed=False, result=result, notes=notes_of(plain, explaining))


@for_a_while()
def play_directed(
    game: model.Game,
    planned: PlannedSetting,
    known: Coverage,
    *,
    times: FiringGoal,
    games: int,
    seed: int,
    settled: frozenset[str],
) -> tuple[PlayResult | None, Coverage]:
    """Plays until each rule of a setting fired so often, in whatever setting; and all that is known to have fired."""
    explaining = NotingGame(make_game(game, planned.configuration, explain=True))
    rules = [each for each in rules_of(explaining.description) if each not in settled]
    rare = known.below(rules, times)
    if not rare:
        return None, known
    owed = sum(times.of(each) - known.count(each) for each in rare if each in times.promised)
    budget = max(LEAST, BUDGET * times.times * games, PROMISED * owed)
    found = direct(
        explaining,
        times=times, budget=budget, patience=PATIENCE, hopeless=HOPELESS,
        seed=seed, rules=rare, known=known,
    )  # fmt: skip
    failures: tuple[Failure, ...] = ()
    asked = [explaining]
    if found.failures:
        plain = NotingGame(make_game(game, planned.configuration))
        failures = tuple(_told(plain, explaining, each) for each in found.failures)
        asked.append(plain)
    result = CampaignResult(
        games=found.games, finished=found.finished, cut=found.cut,
        steps=found.steps, longest=found.longest, failures=failures,
    )  # fmt: skip
    done = PlayResult(planned, directed=True, result=result, examples=found.examples, notes=notes_of(*asked))
    return done, found.coverage


def _told(plain: Game, explaining: Game, met: DirectedFailure) -> Failure:
    """Returns the failure of a play that failed in the explaining build, if the plain build fails likewise.

    It is one as well if the plain build does not look for such a fault; else the two disagree.
    """
    if met.fault is not None and met.fault.overlooked:
        return failure_of(explaining, met)
    failure = failure_of(plain, met)
    if not failure.trace.states and failure.key == met.key:
        return failure
    if again(plain, failure.trace).verdict == "fails":
        return failure
    message = f"the explaining build says {failure.sort}, the other does not"
    return evolve(failure, sort=DISAGREE, message=message, trace=evolve(failure.trace, violates=None))


def replay_saved(game: model.Game, planned: PlannedSetting, name: str, trace: Trace) -> PlayResult | None:
    """Plays a saved trace of this setting again; one that is no trace of these rules any more says nothing."""
    playable = make_game(game, planned.configuration)
    found = again(playable, trace)
    if found.verdict == "stale":
        return None
    if found.verdict == "mended":  # or it may be what the explaining build alone looks for
        found = again(make_game(game, planned.configuration, explain=True), trace)
    failures: tuple[Failure, ...] = ()
    broken = found.replay.fault
    if found.verdict == "fails" and broken is not None:
        failures = (Failure("fault", broken.clause, broken.message, trace, code=broken.code),)
    elif found.verdict == "fails":
        breach = next(
            (each for _, each in found.replay.breaches if (each.kind, each.clause.path) == trace.violates),
            found.replay.breaches[-1][1],
        )
        failures = (Failure(breach.kind, breach.clause, "", trace),)
    return PlayResult(planned, directed=False, result=CampaignResult(failures=failures), replayed=1, saved=name)
