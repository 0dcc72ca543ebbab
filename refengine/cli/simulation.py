"""A simulation: many random games of one seed, and how often each clause fired in the first of them.

INVARIANT: nothing that is told hangs on who plays, or on how the games are shared out among processes
(`docs/random-choices.md`). The explaining build, which counts clauses, ends each game as the other executor does.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, Literal

from attrs import evolve, frozen

from refengine.bulk.errors import ExecutorsDiffer, executors_differ
from refengine.bulk.lockstep import Lockstep, Mismatch
from refengine.bulk.wasm import Wasm, ended_by
from refengine.check.pool import in_order
from refengine.cli.crews import HiredCrew
from refengine.cli.errors import Refused
from refengine.cli.games import OpenedGame
from refengine.cli.kept_games import KeptGames
from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.loading import make_game
from refengine.runtime.game import Game
from refengine.runtime.playouts import EndedGame, FailedPlayout, Playouts, Tally, play_game
from refengine.runtime.random_games import RandomGames
from refengine.source.cache import Cache
from refengine.source.render import render
from refengine.source.watch import Watch
from refengine.testing.drawn_games import failures_in, play_counting
from refengine.testing.failure import Failure
from refengine.testing.tally import FiringTally as Fired

Engine = Literal["reference", "wasm", "both"]
Tick = Callable[[int], None]

SHARED: Final[Mapping[Engine, int]] = {"wasm": 50_000, "reference": 2_000, "both": 2_000}
"""The number of games from which on several processes play them: below it they take longer to begin than to play."""
SHARES: Final = 8
"""The shares of the games that each process gets, one after the other, so that all of them end together."""


@frozen
class WantedGames:
    """The games that are wanted.

    Clauses are counted in the first `counted` ones. Without an `engine` a module plays where there are more of them.
    """

    games: RandomGames
    counted: int
    engine: Engine | None = None


@frozen
class Simulation:
    """The results: what came of the games, how often clauses fired in the `counted` ones, and each way of failing."""

    playouts: Playouts
    by: Engine
    counted: int
    fired: Mapping[str, int]
    failures: tuple[Failure, ...]


@frozen
class _Share:
    """Some of the games of a simulation, for one process."""

    game: model.Game
    configuration: Configuration
    engine: Engine
    games: RandomGames

    def part(self, numbers: range) -> _Share:
        """Returns those of the games with these numbers."""
        return evolve(self, games=self.games.part(numbers))


def simulate_games(
    opened: OpenedGame, wanted: WantedGames, hired: HiredCrew, jobs: int | None, watch: Watch
) -> Simulation:
    """Plays games; where the executors differ the command is refused, with exit code 4.

    Without a number of `jobs` few games are played in this process, if it is one of this machine.
    """
    try:
        return _simulated(opened, wanted, _Players(hired, jobs), watch)
    except ExecutorsDiffer as found:
        raise Refused([found.diagnostic], opened.compiled.texts, 4) from found


def _simulated(opened: OpenedGame, wanted: WantedGames, players: _Players, watch: Watch) -> Simulation:
    assert opened.compiled.game is not None
    named = wanted.engine or ("wasm" if len(wanted.games) > wanted.counted else "reference")
    engine, because = (named, None) if named == "reference" else _able(opened, named)
    whole = _Share(opened.compiled.game, opened.configuration, engine, wanted.games)
    first = whole.part(wanted.games.numbers[: wanted.counted])
    game, explaining = opened.game(), opened.game(explain=True)
    fired, by_explaining = Fired(), Tally()
    if first.games:
        watch.start("games in which rules are counted", len(first.games))
    for number in _along(first.games, watch.step):
        by_explaining.add(number, play_counting(explaining, wanted.games.seed, number, wanted.games.limit, fired))
    if first.games and _none_began(by_explaining):
        whole = first
    watch.start("games", len(whole.games))
    tally = _all(whole, game, players, watch.step)
    explained = [each for each in by_explaining.breaches if each.overlooked]
    if first.games and not explained:
        alike = tally if first == whole else _tally(first, game)
        if _told(alike) != _told(by_explaining):
            raise ExecutorsDiffer(_parted(game, explaining, first.games))
    failures = (*_failures(game, tally.breaches, wanted.games), *_failures(explaining, explained, wanted.games))
    by: Literal["reference", "wasm"] = "reference" if engine == "reference" else "wasm"
    playouts = tally.found(wanted.games.seed, by, because)
    return Simulation(playouts, engine, len(first.games), fired.coverage().played, failures)


def _able(opened: OpenedGame, engine: Engine) -> tuple[Engine, str | None]:
    """Returns who plays instead where no module can, and why, which is told once."""
    assert opened.compiled.game is not None
    missing = Wasm(opened.compiled.game, opened.configuration).missing()
    if missing is None:
        return engine, None
    print(render([missing], {}), end="", file=sys.stderr)
    return "reference", missing.message


# ---- PLAYED


@frozen
class _Players:
    """Whoever plays the games beside this process."""

    hired: HiredCrew
    jobs: int | None

    def many(self, games: int, engine: Engine) -> int:
        """Returns how many of them play so many games."""
        few = self.hired.is_here and self.jobs is None and games < SHARED[engine]
        return 1 if few else self.hired.most


def _all(whole: _Share, game: Game, players: _Players, tick: Tick) -> Tally:
    """Plays all games, in this process or in several; of many games what is done is kept, until all of them are."""
    games = len(whole.games)
    many = players.many(games, whole.engine)
    is_alone, is_short = many == 1 and players.hired.is_here, games < SHARED[whole.engine]
    if is_alone and is_short:
        return _tally(whole, game, tick)
    size = max(1, -(-games // (many * SHARES)))
    shares = [whole.games.numbers[start : start + size] for start in range(0, games, size)]
    folder = Cache(None) if is_short else Cache()
    kept = KeptGames(whole.game, whole.configuration, whole.engine, whole.games, folder)
    known = {numbers for numbers in shares if numbers in kept}
    left = [whole.part(numbers) for numbers in shares if numbers not in known]
    tally = Tally()
    play = partial(_tally, game=game, tick=tick) if is_alone else _of_share
    with in_order(play, left, 1 if is_alone else many, players.hired.crew) as found:
        for numbers in shares:
            part = kept.read(numbers) if numbers in known else None
            if part is None:
                part = _tally(whole.part(numbers), game) if numbers in known else next(found)
                kept.write(numbers, part)
            tally.merge(part)
            tick(len(numbers) if numbers in known or not is_alone else 0)
    kept.drop(shares)
    return tally


def _of_share(share: _Share) -> Tally:
    return _tally(share, make_game(share.game, share.configuration))


def _tally(share: _Share, game: Game, tick: Tick = lambda _games: None) -> Tally:
    """Plays the games of a share, everything that has to hold looked at."""
    tally, games = Tally(), share.games

    def by_reference(number: int) -> EndedGame:
        return play_game(game, games.seed, number, limit=games.limit)

    if share.engine == "reference":
        for number in _along(games, tick):
            tally.add(number, by_reference(number))
        return tally
    machine = Wasm(share.game, share.configuration).machine()
    assert machine is not None
    if share.engine == "wasm":
        return ended_by(machine, by_reference, games, checked=True, tick=tick)
    lockstep = Lockstep(machine, game)
    for number in _along(games, tick):
        try:
            found = lockstep.play(games.seed, number, limit=games.limit)
        except Mismatch as differ:
            raise ExecutorsDiffer(executors_differ(number, games.seed, str(differ)), number) from differ
        # Where the module stopped for want of room there is nothing to compare with, and the rest is played by one.
        tally.add(number, found.ended if found.left is None else by_reference(number))
    return tally


def _along(games: RandomGames, tick: Tick) -> Iterator[int]:
    for number in games.numbers:
        yield number
        tick(1)


# ---- COMPARED, AND WHAT FAILED


def _none_began(tally: Tally) -> bool:
    """Returns whether the rules broke off in every game before its first decision: then others would do the same."""
    return not tally.steps and len(tally.breaches) == tally.games and all(each.code for each in tally.breaches)


def _told(tally: Tally) -> tuple[object, ...]:
    """Returns everything in which two executors of the same games have to agree."""
    return tally.lengths, tally.outcomes, tally.cut, tally.steps, tuple(tally.breaches)


def _parted(game: Game, explaining: Game, games: RandomGames) -> Any:
    """Returns the diagnostic of the first game that the explaining build ends otherwise."""
    for number in games.numbers:
        one = play_game(game, games.seed, number, limit=games.limit)
        if one != play_counting(explaining, games.seed, number, games.limit, Fired()):
            return executors_differ(number, games.seed, "the build that counts rules ends it otherwise")
    return executors_differ(0, games.seed, "the module ends it, or one of those after it, otherwise")


def _failures(game: Game, breaches: list[FailedPlayout], games: RandomGames) -> Iterator[Failure]:
    """Yields each way of failing once, by the first game that fails so, with the number of such games."""
    first: dict[tuple[str, str | None], FailedPlayout] = {}
    times = Counter((each.what, each.code) for each in breaches)
    for each in sorted(breaches, key=lambda each: each.number):
        first.setdefault((each.what, each.code), each)
    for way, each in first.items():
        for failure in failures_in(game, games.seed, each.number, games.limit, budget=0):
            yield evolve(failure, times=times[way])
