"""Coverage counts how often each clause fired: cases, exceptions, actions, phases, and what stood in the way.

A clause counts once for each step in which it decided something. A guard counts when it refuses an action, a bar when
it alone does; both when they refuse all that might have been chosen where nobody is asked since nothing is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import field, frozen

from refengine.ir.standing import STANDING
from refengine.runtime.description import Description


@frozen
class FiringGoal:
    """The number of times that a clause is to fire: as all are, or more where somebody promises so."""

    times: int
    promised: Mapping[str, int] = field(factory=dict)

    def of(self, path: str) -> int:
        """Returns how often the clause with this path is to fire."""
        return max(self.times, self.promised.get(path, 0))


@frozen
class Coverage:
    """Numbers of steps by path of a clause.

    `played` in games from the start, `posed` in play from positions that were put together, `refused` by guards and
    bars in either.
    """

    played: Mapping[str, int] = field(factory=dict)
    posed: Mapping[str, int] = field(factory=dict)
    refused: Mapping[str, int] = field(factory=dict)

    def count(self, path: str) -> int:
        """Returns the number of times that a clause decided anything at all."""
        return self.played.get(path, 0) + self.posed.get(path, 0) + self.refused.get(path, 0)

    def merge(self, other: Coverage) -> Coverage:
        """Returns the counts of both together."""
        return Coverage(
            added(self.played, other.played), added(self.posed, other.posed), added(self.refused, other.refused)
        )

    def never(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Returns those of the paths that never fired."""
        return self.below(paths, 1)

    def below(self, paths: Iterable[str], times: int | FiringGoal) -> tuple[str, ...]:
        """Returns those of the paths that fired less often than this."""
        wanted = times if isinstance(times, FiringGoal) else FiringGoal(times)
        return tuple(path for path in paths if self.count(path) < wanted.of(path))

    def only_posed(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Returns those of the paths that fired in play from positions that were put together, and in no other."""
        return tuple(path for path in paths if self.posed.get(path) and not self.played.get(path))


def added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Returns the sums of two tables of counts, in the order of the names."""
    both = Counter(one)
    both.update(other)
    return dict(sorted(both.items()))


def rules_of(description: Description) -> tuple[str, ...]:
    """Returns the paths of all clauses that play can fire, in the order of the rules.

    These are values, or the clauses that they are made of, phases and standing rules with their cases, actions, guards
    and bars. What holds for every state (invariants, measures), and what is only said once (zones, kinds), does not
    fire.
    """
    values = {value.clause.path for value in description.values}
    running = {phase.clause.path for phase in description.phases}
    running |= {action.clause.path for frame in description.frames for action in frame.actions}
    paths = tuple(dict.fromkeys(each.path for each in description.clauses))
    running |= {path for path in paths if path.rpartition(".")[0] == STANDING}
    parents = {path.rpartition(".")[0] for path in paths}
    return tuple(
        path
        for path in paths
        if path in running or (path in values and path not in parents) or path.rpartition(".")[0] in values | running
    )
