"""Levels of evidence: how well a statement is known, in their order.

INVARIANT: by construction = proved > exhaustive > bounded > tested > assumed > unknown > refuted. More steps of a
bounded search, and more games, count as more; everything else that is called the same is the same.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from attrs import frozen

Name = Literal["by construction", "proved", "exhaustive", "bounded", "tested", "assumed", "unknown", "refuted"]

LEVELS: Final[tuple[Name, ...]] = (
    "by construction",
    "proved",
    "exhaustive",
    "bounded",
    "tested",
    "assumed",
    "unknown",
    "refuted",
)
"""The levels from the best to the worst; the first two are worth the same."""

PROMISED: Final[tuple[Name, ...]] = LEVELS[:6]
"""The levels that can be promised of a statement."""

WELL_KNOWN: Final[frozenset[str]] = frozenset({"by construction", "proved", "exhaustive"})
"""The names of the levels of what holds in all states there are; of another one more could be known."""

_RANK: Final[dict[str, int]] = {name: max(0, len(LEVELS) - max(place, 1)) for place, name in enumerate(LEVELS)}
_WRITTEN = re.compile(r"(bounded|tested) (\d{1,9})")


@frozen
class Level:
    """A level; `extent` says how far it goes: steps of a bounded search, games that tested it. 0 says nothing."""

    name: Name
    extent: int = 0

    def __str__(self) -> str:
        return f"{self.name} {self.extent}" if self.extent else self.name

    @property
    def order(self) -> tuple[int, int]:
        """The greater, the better."""
        return (_RANK[self.name], self.extent)

    def keeps(self, promised: Level) -> bool:
        """Returns whether this is at least what was promised."""
        return self.order >= promised.order


UNKNOWN: Final = Level("unknown")
REFUTED: Final = Level("refuted")


def weakest(levels: tuple[Level, ...]) -> Level:
    """Returns the lowest of some levels: what a whole is worth that needs them all. Of none: unknown."""
    return min(levels, key=lambda each: each.order, default=UNKNOWN)


def read_level(text: str) -> Level | None:
    """Returns a level as it is written (`proved`, `bounded 6`), or None: it is none, or none that can be promised."""
    found = _WRITTEN.fullmatch(text)
    if found is not None:
        return Level("bounded" if found[1] == "bounded" else "tested", int(found[2]))
    return next((Level(each) for each in PROMISED if each == text), None)
