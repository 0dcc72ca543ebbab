"""Random games in a module: many times as many as the reference engine plays, everything that has to hold looked at.

INVARIANT: what the module finds is told as the reference engine says it, which plays such a game again; where it says
otherwise, that is all that is told of this setting.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Final

from attrs import define, evolve, frozen

from refengine.bulk.code import is_installed
from refengine.bulk.errors import ExecutorsDiffer, executors_differ
from refengine.bulk.lockstep import Lockstep, Mismatch
from refengine.bulk.machine import Machine
from refengine.bulk.wasm import Wasm, ended_by
from refengine.check.campaign import SHRINKING, PlayResult
from refengine.check.plan import PlannedSetting
from refengine.check.reassessment import Name
from refengine.ir import game as model
from refengine.loading import for_a_while, make_game
from refengine.runtime.game import Game
from refengine.runtime.playouts import EndedGame, FailedPlayout, Tally, play_game
from refengine.runtime.random_games import RandomGames
from refengine.testing.drawn_games import failures_in, parting_failure
from refengine.testing.result import CampaignResult, merge

AGAIN: Final = 16
"""The number of games of a setting that the reference engine plays again at most; behind these no other one begins."""


@frozen
class Lot:
    """Random games in one setting; so many of the first of them are `compared` at every step.

    Of what has to hold they are looked at only for what is `asked`, if that is given.
    """

    game: model.Game
    planned: PlannedSetting
    games: RandomGames
    compared: int = 0
    asked: frozenset[Name] | None = None


@define(slots=False)
class _Reference:
    """The reference engine of a lot, made when it is first asked: where nothing breaks nobody does."""

    lot: Lot

    @cached_property
    def game(self) -> Game:
        """The engine."""
        return make_game(self.lot.game, self.lot.planned.configuration)

    def again(self, number: int) -> EndedGame:
        """Plays a game of the lot in the reference engine, and returns how it ends."""
        return play_game(self.game, self.lot.games.seed, number, limit=self.lot.games.limit, checked=True)


def is_sound(done: PlayResult) -> bool:
    """Returns whether a module played all games of a lot, and nothing broke in them."""
    return done.because is None and not done.result.failures


def asking_only(lot: Lot, names: frozenset[Name]) -> Lot:
    """Returns the same games, which are looked at only for what is named.

    No choice hangs on what has to hold: where nothing of all that is broken, the games are the same, step for step. And
    where all of it cannot be packed, no module plays them either.
    """
    return evolve(lot, asked=names)


@for_a_while()
def play_in_module(lot: Lot) -> PlayResult | None:
    """Plays a lot; None where nothing here runs a module. What no module plays is not played, and it is told why."""
    if not is_installed():
        return None
    bulk = Wasm(lot.game, lot.planned.configuration, lot.asked)
    machine = bulk.machine()
    if machine is None:
        return PlayResult(lot.planned, directed=False, result=CampaignResult(), in_module=True, because=bulk.because())
    reference = _Reference(lot)
    try:
        tally = ended_by(machine, reference.again, lot.games, checked=True, most_again=AGAIN)
        result = _result(tally, reference, lot)
        if lot.compared:
            _compare(machine, reference.game, lot)
    except ExecutorsDiffer as found:
        failure = parting_failure(
            reference.game, lot.games.seed, found.number, lot.games.limit, found.diagnostic.message
        )
        return PlayResult(lot.planned, directed=False, result=CampaignResult(failures=(failure,)), in_module=True)
    return PlayResult(lot.planned, directed=False, result=result, in_module=True, compared=lot.compared)


def _compare(machine: Machine, game: Game, lot: Lot) -> None:
    """Plays games in both executors side by side; raises `ExecutorsDiffer`."""
    lockstep = Lockstep(machine, game)
    for number in lot.games.numbers[: lot.compared]:
        try:
            lockstep.play(lot.games.seed, number, limit=lot.games.limit)
        except Mismatch as differ:
            raise ExecutorsDiffer(executors_differ(number, lot.games.seed, str(differ)), number) from differ


def _result(tally: Tally, reference: _Reference, lot: Lot) -> CampaignResult:
    """Returns the counts of a tally, and the failures in it: each way of failing is shrunk once."""
    first: dict[tuple[str, str | None], FailedPlayout] = {}
    times: Counter[tuple[str, str | None]] = Counter()
    for each in tally.breaches:
        first.setdefault((each.what, each.code), each)
        times[each.what, each.code] += 1
    found = merge(
        CampaignResult(
            failures=tuple(
                evolve(failure, times=times[way])
                for failure in failures_in(reference.game, lot.games.seed, each.number, lot.games.limit, SHRINKING)
            )
        )
        for way, each in first.items()
    )
    lengths = [*tally.lengths, *(each.step for each in tally.breaches), *([lot.games.limit] if tally.cut else [])]
    return CampaignResult(
        games=tally.games,
        steps=tally.steps,
        finished=sum(tally.lengths.values()),
        cut=tally.cut,
        longest=max(lengths, default=0),
        failures=found.failures,
    )
