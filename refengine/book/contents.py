"""The contents of the book: what a compiled game says, by the statements of the rulebook that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from refengine.compiled import Compilation
from refengine.evidence.level import Level
from refengine.ir import expressions as ir, game as model
from refengine.ir.traverse import walk
from refengine.report.sentences import ENGLISH, Sentences
from refengine.report.words import Words, in_words
from refengine.resolve.rulebook import Rulebook
from refengine.rulings.precedents import Precedent
from refengine.source.citation import Citing
from refengine.source.text import SourceText

Known = Mapping[tuple[str, str], Level]
"""The level that is promised of a statement, by its kind and name."""


@frozen
class Contents:
    """A game without errors, what is promised of it, and the rulings that are kept beside it.

    The book is in the `language`. `wording` are the texts of rulebooks that its reader has, by their id.
    """

    compiled: Compilation
    known: Known
    wording: Mapping[str, SourceText] = field(factory=dict)
    precedents: tuple[Precedent, ...] = ()
    language: str = ENGLISH

    @property
    def words(self) -> Words:
        """The words of the game in the language of the book."""
        return Words(self.compiled.labels, self.language)

    @property
    def sentences(self) -> Sentences:
        """The sentences of the language of the book."""
        return self.words.sentences

    @cached_property
    def questions(self) -> tuple[model.Question, ...]:
        """The questions that the rulebook leaves open, in the language of the book."""
        return tuple(in_words(self.words, each) for each in self.game.questions)

    def text_of(self, cite: str, written: str) -> str:
        """Returns what a statement or a ruling says, in the language of the book."""
        return self.words.said(f"{cite}: says", written)

    @property
    def game(self) -> model.Game:
        """The game."""
        assert self.compiled.game is not None
        return self.compiled.game

    @property
    def rulebook(self) -> Rulebook:
        """The index of its rulebook."""
        assert self.compiled.rulebook is not None
        return self.compiled.rulebook

    @cached_property
    def citing(self) -> Mapping[str, tuple[Citing, ...]]:
        """The citing parts of the files, by what they cite, each path once and rules first."""
        found: dict[str, dict[tuple[str, bool], Citing]] = {}
        for each in sorted(self.compiled.cited, key=lambda one: not one.rule):
            found.setdefault(str(each.citation), {}).setdefault((each.path, each.rule), each)
        return {cite: tuple(listed.values()) for cite, listed in found.items()}

    @cached_property
    def asked_by(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the rules that ask for the reading of a question, by the question."""
        found: dict[str, dict[str, None]] = {}
        for name, node in self._parts():
            for each in walk(node):
                if isinstance(each, ir.Configured) and each.what == "question":
                    found.setdefault(each.name, {}).setdefault(name)
        return {question: tuple(names) for question, names in found.items()}

    def _parts(self) -> Iterator[tuple[str, object]]:
        for value in self.game.values:
            yield value.clause.path, value
        for script in (self.game.setup, *self.game.phases):
            yield script.clause.path, script
        if self.game.outcome is not None:
            yield self.game.outcome.clause.path, self.game.outcome

    def known_of(self, name: str) -> Iterator[tuple[str, Level]]:
        """Yields the kinds of statements of a name, but for obligations, with their levels."""
        for (kind, named), level in self.known.items():
            if named == name and kind != "obligation":
                yield kind, level

    def owed_by(self, path: str) -> Iterator[tuple[str, Level]]:
        """Yields what a clause owes, in words, with the level at which that is known."""
        for (kind, named), level in self.known.items():
            if kind == "obligation" and named.partition(": ")[0] == path:
                yield named.partition(": ")[2], level
