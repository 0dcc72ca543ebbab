"""States, values and decisions in words, with the labels that a game has in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import frozen

from refengine.engine.description import Description, VariableInfo, ZoneInfo
from refengine.engine.game import Game
from refengine.ir.counting import is_declared
from refengine.resolve.labels import Labels

FEW = 15
"""A zone with more pieces is counted, where a position is there to show what went wrong."""


@frozen
class Words:
    """The words of a game for its reader: its names in the reader's language."""

    labels: Labels
    language: str = "en"

    def name(self, name: str) -> str:
        """The label of a name; a name of several words is translated as a whole, or else word by word."""
        whole = self.labels.label(self.language, name)
        if whole != name or " " not in name:
            return whole
        return " ".join(self.labels.label(self.language, word) for word in name.split(" "))

    def has_label(self, name: str) -> bool:
        """Whether the language has a label for it."""
        return name in self.labels.languages.get(self.language, {})

    def who(self, actor: object) -> str:
        """Returns the name of the decider: a seat from 1, chance or the table."""
        return f"player {actor}" if isinstance(actor, int) else str(actor)

    def move(self, actor: object, action: str, arguments: Iterable[object]) -> str:
        """A decision: `player 2: send Red 9`."""
        listed = ", ".join(self.public(each) for each in arguments)
        if self.has_label(action):
            named = self.name(action)
            told = f"{named}: {listed}" if listed else named
        else:
            told = f"{action.replace('_', ' ')} {listed}".rstrip()
        return f"{self.who(actor)}: {told}"

    def public(self, value: object) -> str:
        """A value as the engine hands it out: names, numbers, truths, nothing, and lists of those."""
        match value:
            case None:
                return "nothing"
            case bool():
                return "yes" if value else "no"
            case int():
                return str(value)
            case str():
                return self.name(value)
            case {"component": str(component), "fields": Mapping() as fields}:
                return f"{self.name(component)} with {self.public(fields)}"
            case Mapping():
                return ", ".join(f"{self.name(str(name))} {self.public(each)}" for name, each in value.items())
            case tuple() | list():
                return _listed([self.public(each) for each in value]) if value else "none"
            case _ if hasattr(value, "name"):
                return self.name(str(value.name))
            case _:
                return str(value)


@frozen
class Scene:
    """The scene of one loaded game puts its positions into words: states as data, or what one player sees of them."""

    words: Words
    description: Description
    start: Mapping[str, Any]
    """The values of variables when nothing has happened yet."""
    most: int | None = FEW

    @classmethod
    def of(cls, words: Words, game: Game, most: int | None = FEW) -> Scene:
        """Returns the scene of a game; zones with more than `most` pieces are counted."""
        return cls(words, game.description, game.to_json(game.position({}))["variables"], most)

    def position(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        """Returns lines on what lies where and what the variables say.

        What is empty, or nobody's, is left out; so is what is as at the start of things that are not players.
        """
        told = self.description
        lines = [line for each in told.zones for line in self._zone(each, data["zones"][each.name])]
        for each in told.variables:
            lines += self._variable(each, _worth_telling(each, data["variables"][each.name]))
        for token in told.tokens:
            for holder, amounts in data.get("tokens", {}).get(token.name, {}).items():
                told_amounts = [f"{amount} on {self._key(holder, key)}" for key, amount in amounts.items() if amount]
                lines += [f"{self.words.name(token.name)}: {', '.join(told_amounts)}"] if told_amounts else []
        return tuple(lines)

    def place(self, zone: str, key: Any) -> str:
        """A zone, or a member of a family, in words."""
        (info,) = (each for each in self.description.zones if each.name == zone)
        named = self.words.name(zone)
        return named if info.index is None else f"{named} of {self._key(info.index, key)}"

    def pieces(self, names: Iterable[str]) -> str:
        """Pieces with commas; alike ones that follow each other are counted."""
        return _listed([self.words.public(each) for each in names])

    def _zone(self, zone: ZoneInfo, content: Any) -> list[str]:
        named = self.words.name(zone.name)
        if zone.index is None:
            return self._pieces(named, content)
        return [
            line
            for key, each in content.items()
            for line in self._pieces(f"{named} of {self._key(zone.index, key)}", each)
        ]

    def _pieces(self, named: str, content: Any) -> list[str]:
        if isinstance(content, int):
            return [f"{named}: {content} hidden"] if content else []
        if self.most is not None and len(content) > self.most:
            return [f"{named}: {len(content)} pieces"]
        return [f"{named}: {_listed([self.words.public(each) for each in content])}"] if content else []

    def _variable(self, variable: VariableInfo, value: Any) -> list[str]:
        named = self.words.name(variable.name)
        if variable.index is None:
            return [] if value is None else [f"{named}: {self.words.public(value)}"]
        start = {} if variable.index == "player" else self.start.get(variable.name, {})
        told = [
            f"{self._key(variable.index, key)} {self.words.public(each)}"
            for key, each in value.items()
            if each is not None and (key not in start or each != start[key])
        ]
        return [f"{named}: {', '.join(told)}"] if told else []

    def _key(self, index: str, key: Any) -> str:
        return f"player {key}" if index == "player" else self.words.name(str(key))


def _worth_telling(variable: VariableInfo, value: Any) -> Any:
    """The value, without what is as at the start of a variable that no rule writes: not running, or none waiting."""
    if is_declared(variable):
        return value
    if isinstance(value, Mapping):
        return {key: each or None for key, each in value.items()}
    return value or None


def _listed(names: list[str]) -> str:
    """Names with commas; alike ones that follow each other are counted."""
    runs: list[tuple[str, int]] = []
    for name in names:
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    return ", ".join(name if times == 1 else f"{times} {name}" for name, times in runs)
