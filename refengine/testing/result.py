"""The result of a campaign: plain data, which can be sent between processes and put together in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from attrs import evolve, field, frozen

from refengine.testing.coverage import Coverage
from refengine.testing.failure import Failure, Key


@frozen
class CampaignResult:
    """`finished` games came to an end of their own, `cut` ones to the limit; the others failed.

    `lengths` counts finished games by number of steps. `looks` pairs of states were compared for what may not be seen.
    """

    games: int = 0
    steps: int = 0
    finished: int = 0
    cut: int = 0
    longest: int = 0
    looks: int = 0
    lengths: Mapping[int, int] = field(factory=dict)
    coverage: Coverage = field(factory=Coverage)
    failures: tuple[Failure, ...] = ()

    def merge(self, other: CampaignResult) -> CampaignResult:
        """Returns the result of both together. Of two failures of one way the one in the earlier game is kept."""
        lengths = dict(self.lengths)
        for length, games in other.lengths.items():
            lengths[length] = lengths.get(length, 0) + games
        return CampaignResult(
            self.games + other.games,
            self.steps + other.steps,
            self.finished + other.finished,
            self.cut + other.cut,
            max(self.longest, other.longest),
            self.looks + other.looks,
            dict(sorted(lengths.items())),
            self.coverage.merge(other.coverage),
            _joined((*self.failures, *other.failures)),
        )


def _joined(failures: Iterable[Failure]) -> tuple[Failure, ...]:
    first: dict[Key, Failure] = {}
    for failure in sorted(failures, key=lambda each: each.number):
        known = first.get(failure.key)
        first[failure.key] = failure if known is None else evolve(known, times=known.times + failure.times)
    return tuple(sorted(first.values(), key=lambda each: (each.number, each.key)))


def merge(results: Iterable[CampaignResult]) -> CampaignResult:
    """Returns the results of the parts of one campaign together, in whatever order they come."""
    return reduce(CampaignResult.merge, results, CampaignResult())
