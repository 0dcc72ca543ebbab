"""Counts of what fires while a game is played in an explaining build."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field, frozen

from refengine.engine.trace import Breach, Move, State
from refengine.runtime.recording import firing
from refengine.testing.coverage import Coverage
from refengine.testing.protocol import PlayableGame


@define
class FiringTally:
    """The counts of a campaign so far. A clause counts once a step, whatever it decided there."""

    played: dict[str, int] = field(factory=dict)
    posed: dict[str, int] = field(factory=dict)
    refused: dict[str, int] = field(factory=dict)

    def add(self, paths: Iterable[str], *, posed: bool) -> None:
        """Counts what fired in one step, in play from the start or from a position that was put together."""
        counts = self.posed if posed else self.played
        for path in paths:
            counts[path] = counts.get(path, 0) + 1

    def refuse(self, paths: Iterable[str]) -> None:
        """Counts what stood in the way of an action."""
        for path in paths:
            self.refused[path] = self.refused.get(path, 0) + 1

    def count(self, path: str) -> int:
        """Returns the number of times that a clause fired or stood in the way."""
        return self.played.get(path, 0) + self.posed.get(path, 0) + self.refused.get(path, 0)

    def coverage(self) -> Coverage:
        """Returns the counts as a value."""
        return Coverage(*(dict(sorted(each.items())) for each in (self.played, self.posed, self.refused)))


@frozen
class StepFindings:
    """A step: the state after it, the paths that fired on the way, and those that refused all where none was asked.

    `legal` is what it has listed to see whether anybody is able, if that is what is legal behind it.
    """

    after: State
    fired: tuple[str, ...]
    refused: tuple[str, ...]
    legal: tuple[Any, ...] | None = None


def take_step(game: PlayableGame, state: State, action: Move) -> StepFindings:
    """Takes a legal action in an explaining build."""
    with firing() as fired:
        after = game.apply(state, action)
    return StepFindings(after, fired.fired(), fired.refused(), fired.listed_in(after))


@frozen
class StateFindings:
    """The findings at a state: what is legal, what is broken, and the paths that fire for it and for who won."""

    legal: tuple[Any, ...]
    broken: Sequence[Breach]
    fired: tuple[str, ...]


def look(
    game: PlayableGame,
    before: State | None,
    state: State,
    *,
    posed: bool = False,
    listed: tuple[Any, ...] | None = None,
) -> StateFindings:
    """Looks at a state, and at the step that led to it; of what was posed it does not ask what it breaks.

    What is `listed` by the step that led there is not listed again; what fires for it has fired in that step.
    """
    with firing() as fired:
        broken = () if posed else game.violations(before, state)
        sound = game.is_sound(before, state) if posed else not broken
        legal = () if not sound else game.legal(state) if listed is None else listed
        if sound and not legal:
            game.outcome(state)
    return StateFindings(legal, broken, fired.fired())
