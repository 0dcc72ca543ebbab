"""Flat Monte-Carlo search: each action is tried in many random games, and the one that came out best is taken.

What the seat does not see is drawn anew for each share of the games, so nothing is known that the seat cannot know.
References: Abramson 1990 (the expected-outcome model); Ginsberg 2001.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from attrs import frozen

from refengine.opponents.determinization import determinization
from refengine.runtime.fault import Fault, IllegalAction
from refengine.runtime.frames import Action
from refengine.runtime.game import Game, State
from refengine.runtime.playouts import Playouts

PLAYOUTS: Final = 200
"""The number of random games for each action, if nothing else is said."""

WORLDS: Final = 10
"""The number of ways in which what is hidden is drawn."""

SEEDS: Final = 1 << 32

NOBODY: Final = 0.5
"""The worth of a game that nobody wins, as a share of one that all win."""


@frozen
class Worth:
    """The worth of an action for a seat: its mean win, and among equals the mean lead of its score."""

    wins: float = 0.0
    lead: float = 0.0

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.wins + other.wins, self.lead + other.lead)

    @property
    def order(self) -> tuple[float, float]:
        """The better one has the greater order."""
        return round(self.wins, 9), round(self.lead, 9)


def worth(found: Playouts, seat: int) -> Worth:
    """Returns the worth of random games for a seat, from 1; nothing where no game came to an end.

    A win is shared by all who win. Where nobody wins it is worth half of what it would be if all did, so that a draw is
    better than a defeat, and a game that all lose worse than one that all win.
    """
    told = [(each, times) for each, times in found.outcomes.items() if each is not None]
    games = sum(times for _, times in told)
    if not games:
        return Worth()
    wins = lead = 0.0
    for (scores, winners), times in told:
        others = [score for place, score in enumerate(scores, start=1) if place != seat]
        lead += times * (scores[seat - 1] - (sum(others) / len(others) if others else 0))
        if seat in winners:
            wins += times / len(winners)
        elif not winners:
            wins += times * NOBODY / len(scores)
    return Worth(wins / games, lead / games)


@frozen
class MonteCarlo:
    """A player who searches, `playouts` random games for each action in `worlds` ways what is hidden may be."""

    game: Game
    playouts: int = PLAYOUTS
    worlds: int = WORLDS

    def choose(self, state: State, seat: int, random: Random) -> Action | None:
        """Chooses one of the legal actions of a seat, from 1; None where nothing is found that its view allows.

        Of choices made at once and in secret the state has to be the one before anybody has chosen.
        """
        own = [each for each in self.game.legal(state) if each.actor == seat]
        if len(own) == 1:
            return own[0]
        hidden = determinization(self.game, state, seat)
        worlds = 1 if hidden.is_certain else min(self.worlds, self.playouts)
        totals = [Worth() for _ in own]
        drawn = 0
        for _ in range(worlds):
            world, seed = hidden.draw(random), random.randrange(SEEDS)
            if world is not None:
                drawn += 1
                for place, action in enumerate(own):
                    totals[place] += self._tried(world, action, seat, -(-self.playouts // worlds), seed)
        return self._best(own, totals, random) if drawn else None

    def _tried(self, world: State, action: Action, seat: int, games: int, seed: int) -> Worth:
        """Returns the worth of an action in one world; the same games are tried with each action."""
        try:
            after = self.game.apply(world, action)
        except (Fault, IllegalAction):
            return Worth()
        return worth(self.game.playouts(games, seed, checked=False, start=after), seat)

    @staticmethod
    def _best(own: Sequence[Action], totals: Sequence[Worth], random: Random) -> Action:
        best = max(each.order for each in totals)
        return random.choice([action for action, each in zip(own, totals, strict=True) if each.order == best])
