"""The result of directed play: counts, failures, and which positions were looked at."""

from __future__ import annotations

from attrs import field, frozen

from refengine.engine.trace import Move
from refengine.runtime.fault import Fault
from refengine.testing.coverage import Coverage
from refengine.testing.failure import Key


@frozen
class DirectedFailure:
    """A failure met in play from the start of the game: the actions up to it."""

    key: Key
    actions: tuple[Move, ...]
    fault: Fault | None = None


@frozen
class DirectedResult:
    """The result of directed play: `missing` are the rules that did not fire as often as was asked.

    Of the `games`, played from the start, `finished` ones came to their end and `cut` ones did not.
    """

    coverage: Coverage
    missing: tuple[str, ...]
    steps: int
    runs: int
    games: int
    finished: int
    cut: int
    longest: int
    failures: tuple[DirectedFailure, ...] = field(eq=False)
    examples: frozenset[str] = frozenset()
    """The names of the examples whose positions were looked at; of the others no more was known than their heads."""


class PlayStopped(Exception):  # noqa: N818 - it never leaves directed play
    """An action met a fault, or was refused after all."""

    def __init__(self, key: Key, action: Move, fault: Fault | None) -> None:
        super().__init__(key)
        self.key = key
        self.action = action
        self.fault = fault
