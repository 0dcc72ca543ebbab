"""The result of a campaign: plain data, which can be sent between processes and put together in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from attrs import evolve, field, frozen

from refengine.testing.coverage import Coverage
from refengine.testing.failure import Failure, Key


@frozen
class Spread:
    """The fewest, the most and the sum of some numbers."""

    number: int = 0
    fewest: int = 0
    most: int = 0
    total: int = 0

    @property
    def mean(self) -> float:
        """The average; 0 of no numbers."""
        return self.total / self.number if self.number else 0.0

    def with_one(self, number: int) -> Spread:
        """One number more."""
        return self.merge(Spread(1, number, number, number))

    def merge(self, other: Spread) -> Spread:
        """Returns the spread of both together."""
        if not self.number or not other.number:
            return self if self.number else other
        return Spread(
            self.number + other.number,
            min(self.fewest, other.fewest),
            max(self.most, other.most),
            self.total + other.total,
        )


@frozen
class SeatResult:
    """The result of a seat: how often it won alone or with others, and its scores."""

    alone: int = 0
    shared: int = 0
    scores: Spread = Spread()

    def merge(self, other: SeatResult) -> SeatResult:
        """Returns the result of both together."""
        return SeatResult(self.alone + other.alone, self.shared + other.shared, self.scores.merge(other.scores))


@frozen
class CampaignResult:
    """`finished` games came to an end of their own, `cut` ones to the limit; the others failed.

    `lengths` counts finished games by number of steps. `looks` pairs of states were compared for what may not be seen.
    """

    games: int = 0
    steps: int = 0
    finished: int = 0
    cut: int = 0
    nobody: int = 0
    longest: int = 0
    looks: int = 0
    lengths: Mapping[int, int] = field(factory=dict)
    seats: tuple[SeatResult, ...] = ()
    coverage: Coverage = field(factory=Coverage)
    failures: tuple[Failure, ...] = ()

    @property
    def length(self) -> Spread:
        """The lengths of the finished games."""
        if not self.lengths:
            return Spread()
        total = sum(length * games for length, games in self.lengths.items())
        return Spread(self.finished, min(self.lengths), max(self.lengths), total)

    @property
    def median(self) -> int:
        """The length that half of the finished games do not exceed."""
        left = (self.finished + 1) // 2
        for length in sorted(self.lengths):
            left -= self.lengths[length]
            if left <= 0:
                return length
        return 0

    def merge(self, other: CampaignResult) -> CampaignResult:
        """Returns the result of both together. Of two failures of one way the one in the earlier game is kept."""
        seats = [SeatResult()] * max(len(self.seats), len(other.seats))
        for part in (self.seats, other.seats):
            for index, seat in enumerate(part):
                seats[index] = seats[index].merge(seat)
        lengths = dict(self.lengths)
        for length, games in other.lengths.items():
            lengths[length] = lengths.get(length, 0) + games
        return CampaignResult(
            self.games + other.games,
            self.steps + other.steps,
            self.finished + other.finished,
            self.cut + other.cut,
            self.nobody + other.nobody,
            max(self.longest, other.longest),
            self.looks + other.looks,
            dict(sorted(lengths.items())),
            tuple(seats),
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
    """The results of the parts of one campaign together, in whatever order they come."""
    return reduce(CampaignResult.merge, results, CampaignResult())
