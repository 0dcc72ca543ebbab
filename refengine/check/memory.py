"""A cache of the results that the parts of a check had in earlier runs, keyed by all that they depend on.

Where play and examples ask whether anything is broken, their answers are noted, and what came of them is kept a second
time under the game without what has to hold: if that alone has changed, it is asked again of the states that were
noted (`check.reassessment`), and nothing is played.

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

from refengine.check.reassessment import STATED, Name, Reassessment, StatedCondition, is_implied, stated_conditions
from refengine.engine.noting import Notes
from refengine.ir.bare import without_wording
from refengine.ir.game import Game
from refengine.ir.lines import happens
from refengine.ir.slices import SPOKEN, Slices
from refengine.relocation import Places, Unplaced
from refengine.source.cache import Cache

T = TypeVar("T")

RANDOM: Final = "random"
"""Random games of a setting."""

MODULE: Final = "module"
"""Random games of a setting in a module."""

DIRECTED: Final = "directed"
"""Directed play, which begins in positions of examples too."""

BEGUN: Final = "begun"
"""The names of the examples in which directed play began."""

ALIKE: Final = "alike"
"""The name of the part that finds the readings which make no difference in play."""

LAWS: Final = "laws"

EXAMPLE: Final = "example"
"""A single example; it depends on no other."""

OTHERWISE: Final = "otherwise"
"""A single example under readings that made no difference in play."""

BARE: Final = frozenset({ALIKE, OTHERWISE})
"""The parts that are told only how games go: they play the game without what is `STATED` of it, and without laws."""

UNSTATED: Final = BARE | {LAWS}
"""The parts for which nothing is `STATED`."""

OF_AN_EXAMPLE: Final = frozenset({EXAMPLE, OTHERWISE})


@frozen(eq=False, slots=False)
class CheckMemory:
    """The parts of a check of one game; without a game nothing is kept."""

    game: Game | None = None
    folder: Cache = field(factory=Cache)

    def read(self, part: str, told: object, sort: type[T], example: str = "") -> T | None:
        """Returns the kept result of a part of the check; None if there is none, or it is not of the given type.

        `told` is everything that the part depends on beside the game.
        """
        begun = self._begun(part, told)
        found = self._read(self._places(part, example, begun), part, told)
        if isinstance(found, sort):
            return found
        noted = self._read(self._places(part, example, begun, noted=True), f"{part}-noted", told)
        if not isinstance(noted, _StoredPart) or not isinstance(noted.value, sort) or self._standing is None:
            return None
        if not self._standing.goes_as(noted.before, noted.notes):
            return None
        self._write(self._places(part, example, begun), part, told, noted.value)
        return noted.value

    def write(
        self,
        part: str,
        told: object,
        value: object,
        example: str = "",
        notes: tuple[Notes, ...] | None = None,
        begun: frozenset[str] = frozenset(),
    ) -> None:
        """Keeps it, if all places that it speaks of are in the rules; `notes` are of all it asked of what has to hold.

        With notes the value must not speak of anything that has to hold. Directed play depends on no more examples than
        those in which it has `begun`, and on the heads of all.
        """
        if part == DIRECTED:
            self._write(self._places(part, example, noted=True), BEGUN, told, begun)
        self._write(self._places(part, example, begun), part, told, value)
        if notes is not None and self._slices is not None:
            noted = _StoredPart(stated_conditions(self._slices), notes, value)
            self._write(self._places(part, example, begun, noted=True), f"{part}-noted", told, noted)

    def read_sound(self, part: str, told: object, sort: type[T]) -> tuple[T, frozenset[Name]] | None:
        """Returns the result of a part in which nothing was broken that had to hold then, if one is kept.

        And what has to hold now and did not then, and is no weaker than what did: only of that is it not known.
        """
        noted = self._read(self._places(part, "", noted=True), f"{part}-sound", told)
        if not isinstance(noted, _StoredPart) or not isinstance(noted.value, sort) or self._standing is None:
            return None
        now = self._standing.now
        return noted.value, frozenset(
            name for name, each in now.items() if not is_implied(each, noted.before.get(name))
        )

    def write_sound(self, part: str, told: object, value: object) -> None:
        """Keeps a result in which nothing was broken of all that has to hold, for when something else has to."""
        if self._slices is not None:
            noted = _StoredPart(stated_conditions(self._slices), (), value)
            self._write(self._places(part, "", noted=True), f"{part}-sound", told, noted)

    def _begun(self, part: str, told: object) -> frozenset[str]:
        """Returns the examples in which directed play began last, whatever they said then: a guess where to look."""
        found = self._read(self._places(part, "", noted=True), BEGUN, told) if part == DIRECTED else None
        return found if isinstance(found, frozenset) else frozenset()

    def _read(self, places: Places | None, part: str, told: object) -> object:
        content = None if places is None else self.folder.read(self._name(places, part, told))
        if content is None or places is None:
            return None
        try:
            return places.unpack(content)
        except Exception:  # noqa: BLE001 - a damaged cache is no cache
            return None

    def _write(self, places: Places | None, part: str, told: object, value: object) -> None:
        if places is not None:
            with suppress(Unplaced):
                self.folder.write(self._name(places, part, told), places.pack(value))

    @cached_property
    def _standing(self) -> Reassessment | None:
        if self.game is None or self._slices is None:
            return None
        return Reassessment(self.game, stated_conditions(self._slices))

    @cached_property
    def _slices(self) -> Slices | None:
        return None if self.game is None else Slices(without_wording(self.game))

    @cached_property
    def _played_from(self) -> dict[frozenset[str], Slices]:
        return {}

    def _begun_in(self, begun: frozenset[str]) -> Slices | None:
        """Returns the game as directed play has it that begins in these examples."""
        if self.game is not None and begun not in self._played_from:
            self._played_from[begun] = Slices(without_wording(played_through(self.game, begun)))
        return self._played_from.get(begun)

    @cached_property
    def _played(self) -> dict[tuple[str, str, frozenset[str], bool], Places]:
        return {}

    def _places(
        self, part: str, example: str, begun: frozenset[str] = frozenset(), *, noted: bool = False
    ) -> Places | None:
        """Returns the game without what is only said of it, and without examples where these are not played.

        If what has to hold is `noted`, without that too.
        """
        slices = self._begun_in(begun) if part == DIRECTED else self._slices
        if slices is None:
            return None
        key = (part if part in {DIRECTED, *UNSTATED, EXAMPLE} else "", example, begun, noted)
        if key not in self._played:
            own: Mapping[str, frozenset[str]] = {}
            if part != DIRECTED:
                own = {"examples": frozenset((example,) if part in OF_AN_EXAMPLE else ())}
            gone = SPOKEN | {*STATED} if noted or part in UNSTATED else SPOKEN
            gone |= {"laws"} if part in BARE else frozenset()
            self._played[key] = Places(slices.without(gone, own, all_values=True))
        return self._played[key]

    @staticmethod
    def _name(places: Places, part: str, told: object) -> str:
        made_of = (places.of.digest, part, repr(told))
        return f"{hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]}.{part}"


@frozen
class _StoredPart:
    """The result of a part when these things had to hold, and what was asked of them."""

    before: Mapping[tuple[str, str], StatedCondition]
    notes: tuple[Notes, ...]
    value: object


def played_through(game: Game, begun: frozenset[str] | None = None) -> Game:
    """Returns the game as directed play has it: of its examples only what is given and done, not what is expected.

    Of examples that are not among those in which it has `begun`, if these are said, only the heads are left.
    """
    return evolve(
        game,
        examples=tuple(
            evolve(each, lines=tuple(filter(happens, each.lines)))
            if begun is None or each.name in begun
            else evolve(each, given=(), lines=())
            for each in game.examples
        ),
    )


def without_statements(game: Game) -> Game:
    """Returns the game without what is said of it and what has to hold; its laws and examples are still there."""
    none = dict.fromkeys((*SPOKEN, *STATED), ())
    return evolve(without_wording(game), **none)  # type: ignore[arg-type]


def without_statements_and_laws(game: Game) -> Game:
    """Returns the game as those parts play it that are told only how games go; its examples are still there."""
    return evolve(without_statements(game), laws=())
