"""Disputes read from the words of a command line, or from a file."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field

from refengine.rulings import errors
from refengine.rulings.lines import (
    ACTOR,
    AGREED,
    ASK,
    EDITION,
    EXPECTED,
    GIVEN,
    HEAD,
    LinePiece,
    Lines,
    question,
)
from refengine.rulings.open_lines import read_given
from refengine.rulings.questions import Dispute, OpenPart, RulingQuestion, TableAgreement, mark_of
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax import tree


@define
class DisputeReader:
    """A reader of a dispute, line by line."""

    lines: Lines
    name: str
    title: str
    span: Span
    read: list[tree.ExampleLine] = field(factory=list)
    questions: list[RulingQuestion] = field(factory=list)
    agreed: TableAgreement = field(factory=TableAgreement)
    words: list[str | int] = field(factory=list)
    opened: list[OpenPart] = field(factory=list)

    def line(self, piece: LinePiece, *, asks: bool) -> None:
        """Reads a line; what is no other line is a question where `asks` says so."""
        text = piece.text
        ask = ASK.match(text)
        if ask is not None:
            self._ask(piece.behind(ask))
        elif AGREED.match(text) or EDITION.match(text):
            self._agree(piece)
        elif GIVEN.match(text):
            self._give(piece)
            self.words.append(text)
        elif ACTOR.match(text):
            play = self.lines.play(piece)
            self.read.extend(() if play is None else (play,))
            self.words.append(text)
        elif EXPECTED.match(text):
            self.lines.wrong.append(errors.expected(piece.span))
        elif asks:
            self._ask(piece)
        else:
            self.lines.wrong.append(errors.no_line(piece.span, text.split()[0]))

    def _give(self, piece: LinePiece) -> None:
        made_up = (fact for line in self.read if isinstance(line, tree.Given) for fact in line.facts)
        read = read_given(self.lines, piece, sum(isinstance(fact, tree.FactAny) for fact in made_up))
        if read is None:
            line = self.lines.parsed(piece)
            self.read.extend(() if line is None else (line,))
        else:
            self.read.extend(read.lines)
            self.opened.extend(read.opened)

    def _ask(self, piece: LinePiece) -> None:
        if not piece.text.strip():
            self.lines.wrong.append(errors.nothing_asked(piece.span, "this line"))
            return
        found = question(self.lines, piece)
        if found is not None:
            self.read.append(tree.Mark(tree.Name(mark_of(len(self.questions)), piece.span), piece.span))
            self.words.append(len(self.questions))
            self.questions.append(found)

    def _agree(self, piece: LinePiece) -> None:
        if self.read:
            self.lines.wrong.append(errors.agreed_where(piece.span))
            return
        edition, match = EDITION.match(piece.text), AGREED.match(piece.text)
        if edition is not None:
            if self.agreed.edition is not None:
                self.lines.wrong.append(errors.agreed_twice("the edition", piece.span))
            places = (*self.agreed.places, (edition["name"], piece.span))
            self.agreed = evolve(self.agreed, edition=edition["name"], places=places)
            return
        assert match is not None
        pair = (match["name"], match["value"])
        known = self.agreed.readings if match["word"] == "under" else self.agreed.options
        if pair[0] in dict(known):
            self.lines.wrong.append(errors.agreed_twice(f"`{pair[0]}`", piece.span))
        self.agreed = evolve(self.agreed, places=(*self.agreed.places, (match["name"], piece.span)))
        if match["word"] == "under":
            self.agreed = evolve(self.agreed, readings=(*self.agreed.readings, pair))
        else:
            self.agreed = evolve(self.agreed, options=(*self.agreed.options, pair))

    def made(self) -> Dispute:
        """Returns the dispute that was read; one that asks nothing is told."""
        if not self.questions and not self.lines.wrong:
            where = f"dispute `{self.name}`" if self.name else "the command"
            self.lines.wrong.append(errors.nothing_asked(self.span if self.name else None, where))
        read, questions, words = tuple(self.read), tuple(self.questions), tuple(self.words)
        return Dispute(self.name, self.title, self.span, read, questions, self.agreed, words, tuple(self.opened))


def of_words(words: Iterable[SourceText], lines: Lines) -> Dispute:
    """Returns the dispute that words of a command line are, each a line of it."""
    reading = DisputeReader(lines, "", "", Span("", 0, 0))
    for word in words:
        lines.texts[word.path] = word
        for piece in _lines(word):
            reading.line(piece, asks=True)
    return reading.made()


def of_file(source: SourceText, lines: Lines) -> tuple[Dispute, ...]:
    """Returns the disputes of a file."""
    lines.texts[source.path] = source
    found: list[Dispute] = []
    reading: DisputeReader | None = None
    names: dict[str, Span] = {}
    for piece in _lines(source):
        head = HEAD.match(piece.text)
        if head is not None:
            found.extend(() if reading is None else (reading.made(),))
            if head["name"] in names:
                lines.wrong.append(errors.twice(head["name"], piece.span, names[head["name"]]))
            names.setdefault(head["name"], piece.span)
            reading = DisputeReader(lines, head["name"], head["title"] or "", piece.span)
        elif reading is None:
            lines.wrong.append(errors.outside(piece.span))
            return ()
        else:
            reading.line(piece, asks=False)
    if reading is None:
        lines.wrong.append(errors.no_dispute(Span(source.path, 0, min(1, len(source.text)))))
        return ()
    return (*found, reading.made())


def _lines(source: SourceText) -> Iterable[LinePiece]:
    """Yields the lines of a text without the space around them, but for those that are blank or a comment."""
    at = 0
    for line in source.text.split("\n"):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            start = at + line.index(stripped[0])
            yield LinePiece(source, start, start + len(stripped))
        at += len(line) + 1
