"""States, values and decisions in words, with the labels that a game has in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from refengine.ir.counting import is_declared
from refengine.ir.game import Question
from refengine.report.phrases import Phrase
from refengine.report.sentences import ENGLISH, Sentences, sentences_in
from refengine.resolve.labels import CASES, Labels
from refengine.runtime.description import Description, VariableInfo, ZoneInfo
from refengine.runtime.game import Game

BOX = "box"
"""The place that pieces come from and go back to; `box of Card` where there are several."""

FEW = 15
"""A zone with more pieces is counted, where a position is there to show what went wrong."""


@frozen
class Words:
    """The words of a game for its reader: its names in the reader's language, and the sentences around them."""

    labels: Labels
    language: str = ENGLISH

    @property
    def sentences(self) -> Sentences:
        """The sentences of the language."""
        return sentences_in(self.language)

    def name(self, name: str) -> Phrase:
        """Returns the label of a name, or else the name with spaces for underscores.

        A name of several words is translated as a whole, else word by word; its cases are those of its words.
        """
        if self.has_label(name) or " " not in name:
            return self._label(name)
        what, of, whose = name.partition(" of ")
        if of and (what == BOX or self.has_label(what)):  # else it is a name as it is printed
            return self.sentences.phrase("{what} of {whose}", what=self.name(what), whose=self.name(whose))
        words = [self._word(word) for word in name.split(" ")]
        forms = {
            case: " ".join((label.forms[case] if named else label) + comma for label, named, comma in words)
            for case in CASES
            if all(case in label.forms for label, named, _ in words if named)
        }
        told = " ".join(label + comma for label, _, comma in words)
        return Phrase(told, forms if any(named for _, named, _ in words) else {})

    def _word(self, written: str) -> tuple[Phrase, bool, str]:
        """Returns a word of a name, whether it has a label, and the comma behind it: a part stands before its turn."""
        word = written.removesuffix(",")
        return self._label(word), self.has_label(word), written[len(word) :]

    def _label(self, name: str) -> Phrase:
        forms = {case: told for case in CASES if (told := self._text(f"{name}: {case}")) is not None}
        return Phrase(self._text(name) or name.replace("_", " "), forms)

    def _text(self, name: str) -> str | None:
        return self.labels.languages.get(self.language, {}).get(name)

    def has_label(self, name: str) -> bool:
        """Returns whether the language has a label for it."""
        return self._text(name) is not None

    def said(self, key: str, written: str) -> str:
        """Returns what the labels have for a text of the rules or of their index, else the text as it is written."""
        return self._text(key) or written

    def who(self, actor: object) -> Phrase:
        """Returns the name of the decider: a seat from 1, chance or the table."""
        match actor:
            case int():
                return self.sentences.phrase("player {n}", n=actor)
            case "chance":
                return self.sentences.phrase("chance")
            case "table":
                return self.sentences.phrase("table")
            case _:
                return Phrase(str(actor))

    def move(self, actor: object, action: str, arguments: Iterable[object]) -> str:
        """Returns a decision in words: `player 2: send Red 9`."""
        return f"{self.who(actor)}: {self.deed(action, arguments)}"

    def deed(self, action: str, arguments: Iterable[object]) -> str:
        """Returns what is decided, without who decides: `send Red 9`."""
        listed = ", ".join(self.public(each) for each in arguments)
        named = self.name(action)
        if not listed:
            return named
        return f"{named}: {listed}" if self.has_label(action) else self.acted(named, listed)

    def acted(self, action: str, arguments: str) -> str:
        """Returns an action with what it is about."""
        return self.sentences.say("{action} {these}", action=action, these=arguments) if arguments else action

    def public(self, value: object) -> str:
        """Returns a value as the engine hands it out: names, numbers, truths, nothing, and lists of those."""
        say = self.sentences.say
        match value:
            case None:
                return say("nothing")
            case bool():
                return say("yes") if value else say("no")
            case int():
                return str(value)
            case str():
                return self.name(value)
            case {"component": str(component), "fields": Mapping() as fields}:
                return say("{what} with {fields}", what=self.name(component), fields=self.public(fields))
            case Mapping():
                return ", ".join(f"{self.name(str(name))} {self.public(each)}" for name, each in value.items())
            case tuple() | list():
                return _listed([self.public(each) for each in value]) if value else say("none")
            case _ if hasattr(value, "name"):
                return self.name(str(value.name))
            case _:
                return str(value)


def in_words(words: Words, question: Question) -> Question:
    """Returns a question with what it asks, and with what its readings say, in a reader's language."""
    readings = tuple(
        evolve(each, text=words.said(f"{question.name}: {each.name}", each.text)) for each in question.readings
    )
    return evolve(question, text=words.said(f"{question.name}: asks", question.text), readings=readings)


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
        for each in told.declared:
            lines += self._variable(each, _worth_telling(each, data["variables"][each.name]))
        return (*lines, *self.amounts(data))

    def amounts(self, data: Mapping[str, Any]) -> Iterator[str]:
        """Yields a line on each kind of tokens that lies somewhere: how many on what."""
        for token in self.description.tokens:
            for holder, amounts in data.get("tokens", {}).get(token.name, {}).items():
                told = [
                    self.words.sentences.say("{amount} on {place}", amount=amount, place=self.key(holder, key))
                    for key, amount in amounts.items()
                    if amount
                ]
                if told:
                    yield f"{self.words.name(token.name)}: {', '.join(told)}"

    def place(self, zone: str, key: Any) -> str:
        """Returns a zone, or a member of a family, in words."""
        (info,) = (each for each in self.description.zones if each.name == zone)
        named = self.words.name(zone)
        return named if info.index is None else self._of(named, self.key(info.index, key))

    def _of(self, named: str, whose: str) -> str:
        return self.words.sentences.phrase("{what} of {whose}", what=named, whose=whose)

    def pieces(self, names: Iterable[str]) -> str:
        """Returns pieces with commas; alike ones that follow each other are counted."""
        return _listed([self.words.public(each) for each in names])

    def _zone(self, zone: ZoneInfo, content: Any) -> list[str]:
        named = self.words.name(zone.name)
        if zone.index is None:
            return self._pieces(named, content)
        return [
            line
            for key, each in content.items()
            for line in self._pieces(self._of(named, self.key(zone.index, key)), each)
        ]

    def _pieces(self, named: str, content: Any) -> list[str]:
        told = self.content(content)
        return [f"{named}: {told}"] if told else []

    def content(self, held: Any) -> str:
        """Returns what lies in a zone: the pieces, or how many they are; nothing of an empty one."""
        if not held:
            return ""
        if isinstance(held, int):
            return self.words.sentences.count(held, "{n} hidden", "{n} hidden")
        if self.most is not None and len(held) > self.most:
            return self.words.sentences.count(len(held), "{n} piece", "{n} pieces")
        return _listed([self.words.public(each) for each in held])

    def _variable(self, variable: VariableInfo, value: Any) -> list[str]:
        named = self.words.name(variable.name)
        if variable.index is None:
            return [] if value is None else [f"{named}: {self.words.public(value)}"]
        start = {} if variable.index == "player" else self.start.get(variable.name, {})
        told = [
            f"{self.key(variable.index, key)} {self.words.public(each)}"
            for key, each in value.items()
            if each is not None and (key not in start or each != start[key])
        ]
        return [f"{named}: {', '.join(told)}"] if told else []

    def key(self, index: str, key: Any) -> str:
        """Returns the key of a family in words."""
        return self.words.who(int(key)) if index == "player" else self.words.name(str(key))


def _worth_telling(variable: VariableInfo, value: Any) -> Any:
    """Returns the value, without what is as at the start of a variable that no rule writes: not running, none waits."""
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
    return ", ".join(name if times == 1 else _several(times, name) for name, times in runs)


def _several(times: int, name: str) -> str:
    """Returns so many of a name; before one that is a number itself there stands a sign between the two."""
    return f"{times} × {name}" if name[:1].isdigit() else f"{times} {name}"
