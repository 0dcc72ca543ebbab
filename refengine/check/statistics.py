"""Many random games, and what they add up to: lengths, winners, scores, how often each rule fired."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from refengine.engine.fault import Fault
from refengine.engine.recording import recording
from refengine.testing.choices import choose

if TYPE_CHECKING:
    from refengine.engine.game import Game

MAX_STEPS = 100_000
"""A game that is not over by then is counted as unfinished."""


@frozen
class Spread:
    """The least, the mean and the greatest of some numbers."""

    least: int
    mean: float
    greatest: int


@frozen
class Simulation:
    """What the games add up to; seats are in order, `fired` counts the steps in which a clause fired."""

    games: int
    finished: int
    lengths: Spread | None
    winners: tuple[int, ...]
    shared: int
    nobody: int
    scores: tuple[Spread, ...]
    actions: Mapping[str, int]
    fired: Mapping[str, int]
    faults: Mapping[str, int]


@define
class _Tally:
    lengths: list[int] = field(factory=list)
    winners: list[tuple[int, ...]] = field(factory=list)
    scores: list[tuple[int, ...]] = field(factory=list)
    actions: Counter[str] = field(factory=Counter)
    fired: Counter[str] = field(factory=Counter)
    faults: Counter[str] = field(factory=Counter)


def simulate(game: Game, games: int, seed: int, tick: Callable[[], None] = lambda: None) -> Simulation:
    """Plays so many games; every choice is as likely as the others, chance goes by weight."""
    tally = _Tally()
    for number in range(games):
        _play(game, random.Random(f"{seed}:{number}"), tally)  # noqa: S311 - play, not secrets
        tick()
    seats = range(game.description.players)
    alone = Counter(winners[0] for winners in tally.winners if len(winners) == 1)
    return Simulation(
        games=games,
        finished=len(tally.winners),
        lengths=_spread(tally.lengths),
        winners=tuple(alone[seat + 1] for seat in seats),
        shared=sum(len(winners) > 1 for winners in tally.winners),
        nobody=sum(not winners for winners in tally.winners),
        scores=tuple(
            spread for seat in seats if (spread := _spread([each[seat] for each in tally.scores])) is not None
        ),
        actions=dict(sorted(tally.actions.items())),
        fired=dict(sorted(tally.fired.items())),
        faults=dict(sorted(tally.faults.items())),
    )


def _play(game: Game, rng: random.Random, tally: _Tally) -> None:
    length = 0
    try:
        with recording() as record:
            state = game.initial()
        tally.fired.update(record.fired())
        while length < MAX_STEPS and game.turn(state).kind != "over":
            action = choose(game.legal(state), rng)
            with recording() as record:
                state = game.apply(state, action)
            tally.fired.update(record.fired())
            tally.actions[action.name] += 1
            length += 1
        outcome = game.outcome(state)
    except Fault as fault:
        tally.faults[f"{fault.code} {fault.path}"] += 1
        return
    if outcome is not None:
        tally.lengths.append(length)
        tally.winners.append(tuple(outcome.winners))
        tally.scores.append(tuple(outcome.scores))


def _spread(numbers: Sequence[int]) -> Spread | None:
    return Spread(min(numbers), sum(numbers) / len(numbers), max(numbers)) if numbers else None
