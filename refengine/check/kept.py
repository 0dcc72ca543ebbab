"""A cache of the results that the parts of a check had in earlier runs, keyed by all that they depend on.

INVARIANT: what is read is what would be worked out anew: the same rules, configuration, numbers and seed, the same
version of this package. Only places are those of the text as it now stands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Final, TypeVar

from attrs import evolve, field, frozen

from refengine.ir.game import Game
from refengine.ir.slices import SPOKEN, Slices, without_wording
from refengine.loading import Cache
from refengine.placed import Places, Unplaced

T = TypeVar("T")

RANDOM: Final = "random"
"""Random games of a setting."""

DIRECTED: Final = "directed"
"""Directed play, which begins in positions of examples too."""

ALIKE: Final = "alike"
"""The name of the part that finds the readings which make no difference in play."""

LAWS: Final = "laws"

EXAMPLE: Final = "example"
"""A single example; it depends on no other."""

OTHERWISE: Final = "otherwise"
"""A single example under readings that made no difference in play."""

STATED: Final = frozenset({"invariants", "measures"})
"""What has to hold of a state or a step; how a game goes on does not depend on it."""

BARE: Final = frozenset({ALIKE, OTHERWISE})
"""The parts that are told only how games go: they play the game without what is `STATED` of it, and without laws."""

OF_AN_EXAMPLE: Final = frozenset({EXAMPLE, OTHERWISE})


@frozen(eq=False, slots=False)
class Kept:
    """The parts of a check of one game; without a game nothing is kept."""

    game: Game | None = None
    folder: Cache = field(factory=Cache)

    def read(self, part: str, told: object, sort: type[T], example: str = "") -> T | None:
        """Returns the kept result of a part of the check; None if there is none, or it is not of the given type.

        `told` is everything that the part depends on beside the game.
        """
        places = self._places(part, example)
        content = None if places is None else self.folder.read(self._name(places, part, told))
        if content is None or places is None:
            return None
        try:
            found = places.unpack(content)
        except Exception:  # noqa: BLE001 - a damaged cache is no cache
            return None
        return found if isinstance(found, sort) else None

    def write(self, part: str, told: object, value: object, example: str = "") -> None:
        """Keeps it, if all places that it speaks of are in the rules."""
        places = self._places(part, example)
        if places is not None:
            with suppress(Unplaced):
                self.folder.write(self._name(places, part, told), places.pack(value))

    @cached_property
    def _slices(self) -> Slices | None:
        return None if self.game is None else Slices(self.game)

    @cached_property
    def _played(self) -> dict[tuple[str, str], Places]:
        return {}

    def _places(self, part: str, example: str) -> Places | None:
        """The game without what is only said of it, and without examples where these are not played."""
        if self._slices is None:
            return None
        key = (part if part in {DIRECTED, *BARE, EXAMPLE} else "", example)
        if key not in self._played:
            own: Mapping[str, frozenset[str]] = {}
            if part != DIRECTED:
                own = {"examples": frozenset((example,) if part in OF_AN_EXAMPLE else ())}
            gone = SPOKEN | {*STATED, "laws"} if part in BARE else SPOKEN
            self._played[key] = Places(self._slices.without(gone, own, all_values=True))
        return self._played[key]

    @staticmethod
    def _name(places: Places, part: str, told: object) -> str:
        made_of = (places.of.digest, part, repr(told))
        return f"{hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]}.{part}"


def bare(game: Game) -> Game:
    """The game as those parts play it that are told only how games go; its examples are still there."""
    none = dict.fromkeys((*SPOKEN, *STATED, "laws"), ())
    return evolve(without_wording(game), **none)  # type: ignore[arg-type]
