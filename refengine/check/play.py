"""Random and directed games by setting, in one process or several; what came of them, in the order of the plan.

INVARIANT: what a piece of play gives depends on the piece alone, so the processes may do them in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager

from attrs import evolve, field, frozen

from refengine.check.campaign import PlayResult, PlayTask, play_at_random, play_directed, replay_saved
from refengine.check.coverage import fixed_in, rules_of
from refengine.check.memory import DIRECTED, MODULE, RANDOM, CheckMemory, played_through
from refengine.check.module_play import Lot, asking_only, is_sound, play_in_module
from refengine.check.pairs import paired_settings
from refengine.check.plan import PlannedSetting, is_spoken_of
from refengine.check.pool import in_order
from refengine.check.reassessment import Name
from refengine.check.report import ModuleGames, PlayedGames
from refengine.engine.trace import Trace, read_trace
from refengine.ir import game as model
from refengine.ir.bare import without_claims, without_wording
from refengine.source.watch import Watch
from refengine.source.workers import LOCAL, Crew
from refengine.testing.campaign import PlayPlan
from refengine.testing.coverage import Coverage, FiringGoal
from refengine.testing.failure import Failure, Key
from refengine.testing.result import CampaignResult

CHUNK = 250
"""The number of games in one piece of play, the unit of work of a process."""


LITTLE = 40_000_000
"""The number of steps, times the statements that are asked after each, which modules play before others are to help."""

_Awaited = Callable[[Watch], Iterator[PlayResult]]
_Earlier = tuple[PlayResult, frozenset[Name]] | None
_Before = dict[int, _Earlier]
"""By the number of a lot how its games went when nothing broke in them, and what is not known to hold in them."""


@frozen
class PlayResults:
    """The results of all the play, in the order of the plan; `coverage` is that of complete readings and of others."""

    done: tuple[PlayResult, ...] = ()
    coverage: Coverage = field(factory=Coverage)
    interrupted: bool = False

    @property
    def regular(self) -> tuple[PlayResult, ...]:
        """The play of complete readings; that of incomplete ones is there to find gaps."""
        return tuple(each for each in self.done if each.planned.gap is None)

    @property
    def games(self) -> int:
        """The number of games that were played at random under complete readings."""
        return sum(each.result.games for each in self.regular if each.by_reference)

    @property
    def steps(self) -> int:
        """The number of steps that these games took."""
        return sum(each.result.steps for each in self.regular if each.by_reference)

    @property
    def games_in_module(self) -> int:
        """The number of games that modules played beside."""
        return sum(each.result.games for each in self.regular if each.in_module)

    @property
    def steps_in_module(self) -> int:
        """The number of steps that these took."""
        return sum(each.result.steps for each in self.regular if each.in_module)

    @property
    def looks(self) -> int:
        """The number of pairs of states compared that look the same to somebody."""
        return sum(each.result.looks for each in self.regular)

    def played(self) -> tuple[PlayedGames, ...]:
        """Returns the games by setting."""
        rows: dict[tuple[str, bool], PlayedGames] = {}
        for each in self.regular:
            if each.in_module:
                continue
            key = (each.planned.setting.label, each.directed)
            before = rows.get(key) or PlayedGames(each.planned.setting, each.directed)
            rows[key] = evolve(
                before,
                games=before.games + each.result.games,
                finished=before.finished + each.result.finished,
                cut=before.cut + each.result.cut,
                steps=before.steps + each.result.steps,
                longest=max(before.longest, each.result.longest),
                replayed=before.replayed + each.replayed,
            )
        return tuple(rows.values())

    def in_module(self) -> tuple[ModuleGames, ...]:
        """Returns the games that modules played, by setting."""
        return tuple(
            ModuleGames(
                each.planned.setting,
                each.result.games,
                each.result.finished,
                each.result.cut,
                each.result.steps,
                each.result.longest,
                each.because,
                each.compared,
            )
            for each in self.done
            if each.in_module
        )

    def broken(self, game: model.Game, *, spoken_of: bool = True) -> frozenset[tuple[str, str]]:
        """Returns the sort and the path of what broke in a setting of which the prover speaks, or in another."""
        return frozenset(
            (failure.sort, failure.clause.path)
            for each in self.done
            if is_spoken_of(game, each.planned.configuration) is spoken_of
            for failure in each.result.failures
        )

    def failures(self) -> Iterator[tuple[PlannedSetting, Failure, str | None]]:
        """Yields each failure under complete readings once, with its shortest trace, and how often it was met."""
        found: dict[Key, tuple[PlannedSetting, Failure, str | None]] = {}
        times: Counter[Key] = Counter()
        for each in self.done:
            for failure in each.result.failures:
                if each.planned.gap is not None and failure.sort == "fault":
                    continue
                times[failure.key] += failure.times if each.saved is None else 0
                before = found.get(failure.key)
                if before is None or len(failure.trace.steps) < len(before[1].trace.steps):
                    found[failure.key] = (each.planned, failure, each.saved)
        for key, (planned, failure, saved) in found.items():
            yield planned, evolve(failure, times=max(times[key], 1)), saved


@frozen
class Campaigns:
    """The play of a check: the random games of each setting, who plays them, and what is kept of earlier runs.

    `least` is the number of steps from which further processes are worth their start. `saved` holds name and text of
    traces.

    `apart` are paths of clauses that are no rules, which directed play need not reach; each is to fire `directed` times
    at least, and some as often as is `promised`. For each random game a module plays so `many` others;
    with `both` the first of them are compared with the reference engine, as many as it played.
    """

    game: model.Game
    plan: PlayPlan
    directed: int
    jobs: int
    least: int = 0
    saved: tuple[tuple[str, str], ...] = ()
    apart: frozenset[str] = frozenset()
    kept: CheckMemory = field(factory=CheckMemory)
    promised: Mapping[str, int] = field(factory=dict)
    crew: Crew = LOCAL
    many: int = 0
    both: bool = False

    def run(self, planned: tuple[PlannedSetting, ...], watch: Watch) -> PlayResults:
        """Plays everything. An interruption leaves what was done until then, in the order of the plan.

        What was saved is played first and told last: a second check, which finds what the first one saved, says the
        same in the same order.
        """
        again: list[PlayResult] = []
        done: list[PlayResult] = []
        directed: list[PlayResult] = []
        coverage = Coverage()
        try:
            again.extend(self._again(planned))
            for each in self._random(planned, watch):
                done.append(each)
                coverage = coverage.merge(each.result.coverage)
            with self._in_modules(self._lots(planned, done), done) as in_modules:
                # One setting after the other is directed, which this process does while others play in modules.
                if self.directed and self.plan.games:
                    coverage = self._directed(planned, coverage, directed, watch)
                done.extend(in_modules(watch))
        except KeyboardInterrupt:
            return PlayResults((*done, *directed, *again), coverage, interrupted=True)
        return PlayResults((*done, *directed, *again), coverage)

    def _again(self, planned: tuple[PlannedSetting, ...]) -> Iterator[PlayResult]:
        """Yields the saved traces of these settings; those of a smaller game say nothing of this one."""
        for name, text in self.saved:
            trace, _ = read_trace(text, name)
            setting = None if trace is None else next((each for each in planned if _is_of(trace, each)), None)
            if trace is not None and setting is not None and trace.game == self.game.name and not trace.kept:
                done = replay_saved(self.game, setting, name, trace)
                if done is not None:
                    yield done

    def _random(self, planned: tuple[PlannedSetting, ...], watch: Watch) -> Iterator[PlayResult]:
        game, wanted = evolve(without_claims(without_wording(self.game)), examples=()), self.plan.games
        work = [
            PlayTask(game, each, evolve(self.plan, games=wanted.part(wanted.numbers[first : first + CHUNK])))
            for each in planned
            for first in range(0, len(wanted), CHUNK)
        ]
        known = [self.kept.read(RANDOM, _told(each), CampaignResult) for each in work]
        left = [each for each, result in zip(work, known, strict=True) if result is None]
        if left:
            watch.start(f"{self.game.name}: random games", sum(len(each.plan.games) for each in left))
        with closing(self._played(left)) as played:
            for each, result in zip(work, known, strict=True):
                if result is not None:
                    yield PlayResult(each.planned, directed=False, result=result)
                    continue
                done = next(played)
                self.kept.write(RANDOM, _told(each), done.result, notes=done.reusable)
                yield done
                watch.step(done.result.games)

    def _played(self, work: list[PlayTask]) -> Generator[PlayResult]:
        jobs = self.jobs
        if self.least and jobs > 1 and work:  # the first piece tells how long the games are
            first, *work = work
            done = play_at_random(first)
            yield done
            left = sum(len(each.plan.games) for each in work) * done.result.steps / max(done.result.games, 1)
            jobs = jobs if left >= self.least else 1
        with in_order(play_at_random, work, jobs, self.crew) as results:
            yield from results

    def _lots(self, planned: tuple[PlannedSetting, ...], done: list[PlayResult]) -> list[Lot]:
        """Returns many more games of each setting, but where random play broke something: what is wrong there is known.

        What a saved trace shows is not asked for, or a second check would play otherwise than the first.
        """
        game = evolve(without_claims(without_wording(self.game)), examples=())
        games = Counter({each.planned: 0 for each in done})
        for each in done:
            games[each.planned] += self.many * each.result.games
        wrong = {each.planned for each in done if each.saved is None and each.result.failures}
        sound = [each for each in planned if games[each] and each not in wrong and each.gap is None]
        share = self.many if self.both else 0
        return [
            Lot(game, each, self.plan.games.part(range(games[each])), games[each] // share if share else 0)
            for each in sound
        ]

    @contextmanager
    def _in_modules(self, lots: list[Lot], earlier: list[PlayResult]) -> Iterator[_Awaited]:
        """Has the lots played by others; what is yielded waits for them, or plays them where there are no others."""
        known = [self.kept.read(MODULE, _of_lot(each), PlayResult) for each in lots]
        before: _Before = {
            number: self._where_all_held(lot) for number, lot in enumerate(lots) if known[number] is None
        }
        for number, held in [*before.items()]:
            if held is not None and not held[1]:  # all that has to hold now is known to
                known[number] = held[0]
                self.kept.write(MODULE, _of_lot(lots[number]), held[0])
                del before[number]
        left = [asking_only(lots[number], each[1]) if each else lots[number] for number, each in before.items()]
        jobs = 1 if _is_asked_little(left, before) else self.jobs
        jobs = jobs if sum(each.result.steps for each in earlier) >= self.least else 1
        with in_order(play_in_module, left, jobs, self.crew, at_once=True) as played:

            def awaited(watch: Watch) -> Iterator[PlayResult]:
                if left:
                    watch.start(f"{self.game.name}: random games in modules", sum(len(each.games) for each in left))
                for number, (lot, found) in enumerate(zip(lots, known, strict=True)):
                    if found is not None:
                        yield evolve(found, planned=lot.planned)
                        continue
                    yield self._kept_of(lot, next(played), before[number])
                    watch.step(len(lot.games))

            yield awaited

    def _kept_of(self, lot: Lot, played: PlayResult | None, before: _Earlier) -> PlayResult:
        """Keeps what came of a lot; of one in which all that was asked `before` held only what changed was asked."""
        done = played
        if before is not None and (done is None or not is_sound(done) or done.result != before[0].result):
            done = None  # what changed is broken, so all is told anew of all that has to hold
        done = done or play_in_module(lot)  # whoever did it may have nothing that runs a module
        assert done is not None
        self.kept.write(MODULE, _of_lot(lot), done)
        if is_sound(done):
            self.kept.write_sound(MODULE, _of_lot(lot), done)
        return done

    def _where_all_held(self, lot: Lot) -> _Earlier:
        """Returns the same games as an earlier run kept them, if nothing broke, and what is not known to hold in them.

        Games that are compared with the reference engine are played with all that has to hold.
        """
        return None if lot.compared else self.kept.read_sound(MODULE, _of_lot(lot), PlayResult)

    def _directed(
        self, planned: tuple[PlannedSetting, ...], known: Coverage, done: list[PlayResult], watch: Watch
    ) -> Coverage:
        """Plays one setting after the other, for what did not fire often enough in those before.

        `done` is filled with what was done. Those with most players come first: what needs three of them is sought in
        vain among two. What never fired may be asked in none of them, and is sought in further ones.
        """
        settings = [each for each in planned if each.gap is None]
        promised = tuple(sorted(self.promised.items()))
        apart = tuple(sorted(self.apart))
        told = (tuple(map(_setting, settings)), known, self.directed, promised, self.plan.games, apart)
        before = self.kept.read(DIRECTED, told, _DirectedPlay)
        if before is not None:
            settings = [*settings, *before.further]
            done.extend(PlayResult(settings[number], directed=True, result=result) for number, result in before.results)
            return before.coverage
        known = self._sought(sorted(settings, key=_seats, reverse=True), known, done, watch)
        rules = {each.path for each in rules_of(self.game)} - self.apart
        further = paired_settings(self.game, settings, known.never(rules))
        known = self._sought(list(further), known, done, watch) if further else known
        settings = [*settings, *further]
        places = {each: number for number, each in enumerate(settings)}
        done.sort(key=lambda each: places[each.planned])
        found = tuple((places[each.planned], each.result) for each in done)
        asked = [each.reusable for each in done]
        notes = None if None in asked else tuple(one for each in asked if each is not None for one in each)
        begun = frozenset().union(*(each.examples for each in done))
        self.kept.write(DIRECTED, told, _DirectedPlay(found, known, further), notes=notes, begun=begun)
        return known

    def _sought(
        self, settings: list[PlannedSetting], known: Coverage, done: list[PlayResult], watch: Watch
    ) -> Coverage:
        watch.start(f"{self.game.name}: directed play", len(settings))
        game, times = without_wording(played_through(self.game)), FiringGoal(self.directed, self.promised)
        for each in settings:
            fixed = fixed_in(self.game, each.configuration)
            settled = fixed.never | self.apart
            if known.below(fixed.firing - settled, times):
                found, known = play_directed(
                    _with_more_seats(game, _seats(each)), each, known,
                    times=times, games=len(self.plan.games), seed=self.plan.games.seed, settled=settled,
                )  # fmt: skip
                done.extend([] if found is None else [found])
            watch.step(1)
        return known


@frozen
class _DirectedPlay:
    """The results of directed play: the number of each setting with its result, and all clauses known to have fired.

    Those that are `further` come after those that were planned.
    """

    results: tuple[tuple[int, CampaignResult], ...]
    coverage: Coverage
    further: tuple[PlannedSetting, ...]


def _is_asked_little(lots: Sequence[Lot], before: _Before) -> bool:
    """Returns whether lots are played in less time than one more process takes to load: how each went is known.

    Modules are made in a fraction of a second, and play so many steps in another.
    """
    steps = sum(done.result.steps * max(1, len(changed)) for done, changed in filter(None, before.values()))
    return all(each.asked is not None for each in lots) and steps <= LITTLE


def _seats(planned: PlannedSetting) -> int:
    return planned.setting.players


def _with_more_seats(game: model.Game, players: int) -> model.Game:
    """Returns the game with the positions of examples of fewer players too: nothing is expected there, play goes on."""
    return evolve(game, examples=tuple(evolve(each, players=max(each.players, players)) for each in game.examples))


def _setting(planned: PlannedSetting) -> tuple[object, ...]:
    return planned.purpose, planned.configuration, planned.gap


def _told(work: PlayTask) -> tuple[object, ...]:
    """Returns all that a piece of random play depends on beside the game."""
    return _setting(work.planned), work.plan


def _of_lot(lot: Lot) -> tuple[object, ...]:
    """Returns all that play in a module depends on beside the game."""
    return _setting(lot.planned), lot.games, lot.compared


def _is_of(trace: Trace, planned: PlannedSetting) -> bool:
    told = planned.configuration
    return (trace.players, dict(trace.readings), dict(trace.options)) == (
        told.players,
        dict(told.readings),
        dict(told.options),
    )
