"""The table as a player sees it: a row for each player, then what lies open or has changed; spare pieces are left out.

What is as it was when nothing had happened is left out, for a reader knows the start from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from refengine.report.words import Scene
from refengine.runtime.description import VariableInfo, ZoneInfo

PLAYER = "player"

NOTHING: Final[tuple[object, ...]] = (None, [])
"""The values that say nothing."""


@frozen
class TableView:
    """The table of one loaded game, as the player of a seat (from 1) sees it."""

    scene: Scene
    seat: int

    def rows(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Returns the rows of a view: the player's own, those of the others, the rest of the table."""
        keys = [int(key) for key in _keys(self.scene, view)]
        own_first = sorted(keys, key=lambda each: each != self.seat)
        rows = [row for each in own_first for row in self._row(each, view)]
        return (*rows, *self._open(view), *self._rest(view), *self.scene.amounts(view))

    # ---- ROWS OF PLAYERS

    def _row(self, seat: int, view: Mapping[str, Any]) -> Iterator[str]:
        """Yields what a player has: pieces by zone, then what is said of them."""
        words = self.scene.words
        parts = [
            f"{words.name(zone.name)}: {told}"
            for zone in self._zones(PLAYER)
            if (told := self.scene.content(view["zones"][zone.name].get(str(seat))))
        ]
        parts += [
            f"{words.name(variable.name)}: {words.public(value)}"
            for variable in self._variables(PLAYER)
            if any(self._tells(variable, key, each) for key, each in view["variables"][variable.name].items())
            and (value := view["variables"][variable.name].get(str(seat))) not in NOTHING
        ]
        if parts:
            who = words.sentences.say("{who} (you)", who=words.who(seat)) if seat == self.seat else words.who(seat)
            yield f"{who}: {'; '.join(parts)}"

    # ---- THE REST OF THE TABLE

    def _open(self, view: Mapping[str, Any]) -> Iterator[str]:
        """Yields the zones that belong to nobody: a family of zones has one row, and a box of spare pieces none."""
        for zone in self.scene.description.zones:
            if zone.index == PLAYER or zone.name == f"box of {zone.component}":
                continue
            held = view["zones"][zone.name]
            if zone.index is None:
                told = self.scene.content(held)
            else:
                members = ((self.scene.key(zone.index, key), self.scene.content(each)) for key, each in held.items())
                told = "; ".join(f"{key}: {each}" for key, each in members if each)
            if told:
                lead = ": " if zone.index is None else " – "
                yield f"{self.scene.words.name(zone.name)}{lead}{told}"

    def _rest(self, view: Mapping[str, Any]) -> Iterator[str]:
        """Yields the variables that belong to nobody and are not as at the start."""
        words = self.scene.words
        for variable in self.scene.description.declared:
            value = view["variables"][variable.name]
            if variable.index is None:
                if self._tells(variable, None, value):
                    yield f"{words.name(variable.name)}: {words.public(value)}"
            elif variable.index != PLAYER:
                told = [
                    f"{self.scene.key(variable.index, key)}: {words.public(each)}"
                    for key, each in value.items()
                    if self._tells(variable, key, each)
                ]
                if told:
                    yield f"{words.name(variable.name)} – {'; '.join(told)}"

    def _tells(self, variable: VariableInfo, key: str | None, value: Any) -> bool:
        """Returns whether a variable says something: neither nothing nor what it said before anything had happened."""
        start = self.scene.start.get(variable.name)
        before = start.get(key) if key is not None and isinstance(start, Mapping) else start
        return value not in NOTHING and value != before

    def _zones(self, index: str) -> Iterator[ZoneInfo]:
        return (each for each in self.scene.description.zones if each.index == index)

    def _variables(self, index: str) -> Iterator[VariableInfo]:
        return (each for each in self.scene.description.declared if each.index == index)


def _keys(scene: Scene, view: Mapping[str, Any]) -> list[str]:
    """Returns the seats that something belongs to, in their order."""
    told = scene.description
    families = [view["zones"][each.name] for each in told.zones if each.index == PLAYER]
    families += [view["variables"][each.name] for each in told.declared if each.index == PLAYER]
    return sorted({key for each in families for key in each}, key=int)
