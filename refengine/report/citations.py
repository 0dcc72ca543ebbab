"""Clauses in the reader's terms: what they cite, in our paraphrase, with the lines of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from refengine.ir import control
from refengine.report.sentences import Sentences
from refengine.report.words import Words
from refengine.resolve.rulebook import Rulebook
from refengine.runtime.fault import Clause
from refengine.source.span import Span
from refengine.source.text import SourceText

RULING = "ruling "


def named_citation(cite: str, sentences: Sentences) -> str:
    """Returns the name of what is cited: `R17`, `ruling A6`."""
    return sentences.say("ruling {id}", id=cite.removeprefix(RULING)) if cite.startswith(RULING) else cite


@frozen
class Basis:
    """A statement of the rulebook, or a ruling, that a clause cites: our paraphrase, and the lines of the rulebook.

    `place` is where it stands in our index of the rulebook: path, line and column.
    """

    name: str
    text: str | None
    lines: str | None
    place: str | None = None


@frozen
class CitedClause:
    """A clause as a reader finds it: its path, what it rests on, and where it is written."""

    path: str
    basis: tuple[Basis, ...]
    place: str | None


@frozen
class Reader:
    """The rulebook and the texts, to look clauses up in; with `words` paraphrases are in the reader's language."""

    rulebook: Rulebook | None
    texts: Mapping[str, SourceText]
    words: Words | None = None

    def clause(self, clause: Clause | control.Clause) -> CitedClause:
        """Returns a clause of the engine, or of the IR."""
        if isinstance(clause, Clause):
            return CitedClause(clause.path, self.all_of(clause.cites), self._place(clause.span))
        return CitedClause(clause.path, self.all_of(str(each) for each in clause.cites), self.place(clause.origin.span))

    def all_of(self, cites: Iterable[str]) -> tuple[Basis, ...]:
        """Returns the basis of each of some citations, each once, in their order."""
        return tuple(self.basis(each) for each in dict.fromkeys(cites))

    def basis(self, cite: str) -> Basis:
        """Returns the paraphrase and lines that a citation stands for; both None if the rulebook has no such id."""
        if self.rulebook is None:
            return Basis(cite, None, None)
        if cite.startswith(RULING):
            ruling = self.rulebook.rulings.get(cite.removeprefix(RULING))
            return (
                Basis(cite, None, None)
                if ruling is None
                else Basis(cite, self._said(cite, ruling.decision), None, self.place(ruling.span))
            )
        statement = self.rulebook.statements.get(cite)
        if statement is None:
            return Basis(cite, None, None)
        return Basis(cite, self._said(cite, statement.paraphrase), statement.lines, self.place(statement.span))

    def _said(self, cite: str, written: str) -> str:
        return written if self.words is None else self.words.said(f"{cite}: says", written)

    def place(self, span: Span | None) -> str | None:
        """Returns the place of a span as path, line and column; None if there is no span."""
        return self._place(None if span is None else (span.path, span.start, span.end))

    def _place(self, span: tuple[str, int, int] | None) -> str | None:
        if span is None:
            return None
        path, start, _ = span
        source = self.texts.get(path)
        return path if source is None else "{}:{}:{}".format(path, *source.position(start))
