"""Starts of play in positions of examples: which example play begins in for the sake of a rule that is rare.

An example that rests on what the rule rests on is taken sooner, and one from which play came to the rule sooner still.

INVARIANT: an example is looked at only once it is taken: whoever changes another one changes nothing.
References: multi-armed bandits (probability matching).
"""

from __future__ import annotations

from random import Random
from typing import Final

from attrs import define, field

from refengine.runtime.description import ExampleInfo
from refengine.testing.example_positions import ExamplePosition, exemplary, is_open
from refengine.testing.protocol import PlayableGame

FILLINGS: Final = 32
"""The number of times that what an example leaves open is filled."""

GAIN: Final = 8.0
"""The weight of play that came to a rule, against one of an example that was never tried for it."""


@define
class Starts:
    """The positions of examples by their names, once they are wanted, and what play from them came to."""

    game: PlayableGame
    random: Random
    positions: dict[str, list[tuple[ExamplePosition, ...]]] = field(factory=dict)
    """Fillings of what an example leaves open, of which there are several."""
    _tried: dict[tuple[str, str], tuple[int, int]] = field(factory=dict)
    """For a rule and an example, how often play began there for its sake, and how often it came to it."""

    @property
    def names(self) -> frozenset[str]:
        """The names of the examples that were looked at."""
        return frozenset(self.positions)

    def start(self, path: str) -> tuple[str, ExamplePosition] | None:
        """Returns a position of an example that rests on what a rule rests on, of any if none does, with its name."""
        examples = self.game.description.examples
        cites = {cite for each in self.game.description.clauses if each.path == path for cite in each.cites}
        near = [each for each in examples if cites.intersection(each.clause.cites)] or list(examples)
        while near:  # the first of them that has a position
            (each,) = self.random.choices(near, [self._promise(path, each.name) for each in near])
            positions = self._of(each)
            if positions:
                return each.name, self.random.choice(positions)
            near.remove(each)
        return None

    def came(self, path: str, name: str, *, reached: bool) -> None:
        """Notes whether play that began in an example came to a rule."""
        tried, hits = self._tried.get((path, name), (0, 0))
        self._tried[path, name] = tried + 1, hits + reached

    def _promise(self, path: str, name: str) -> float:
        tried, hits = self._tried.get((path, name), (0, 0))
        return (1.0 + GAIN * hits) / (1 + tried)

    def _of(self, example: ExampleInfo) -> tuple[ExamplePosition, ...]:
        known = self.positions.setdefault(example.name, [])
        if not known or (len(known) < FILLINGS and known[0] and is_open(example)):
            known.append(exemplary(self.game, example, self.random))
        return self.random.choice(known) if known[-1] else known[0]
