"""Lines of disputes, from the command line or a file, read one by one as lines of an example.

INVARIANT: whatever the parser says of a line is told at its place in what the user wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import define, evolve, field, frozen

from refengine.rulings import errors
from refengine.rulings.questions import RulingQuestion, Sort
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.parser import parse

DISPUTE = ".dispute"
"""The end of the names of files with disputes."""

NAME = r"[^\W\d_]\w*"
HEAD = re.compile(rf'dispute\s+(?P<name>{NAME})(?:\s+"(?P<title>[^"]*)")?\s*(?:#.*)?$')
GIVEN = re.compile(r"(given|when|as|at)\b")
EXPECTED = re.compile(r"(expect|illegal|fault)\b")
AGREED = re.compile(rf"(?P<word>under|option)\s+(?P<name>{NAME})\s+is\s+(?P<value>\S+)\s*(?:#.*)?$")
EDITION = re.compile(rf"edition\s+(?P<name>{NAME})\s*(?:#.*)?$")
ACTOR = re.compile(r"(?:player\s+)?(?P<who>\d+|chance|table)\s*:\s*")
ASK = re.compile(r"ask\b\s*")
ACTS = re.compile(r"who\s+acts\s*\??\s*(?:#.*)?$")
LEGAL = re.compile(r"legal\s+actions\s+of\s+(?:player\s+)?(?P<seat>\d{1,6})\s*\??\s*(?:#.*)?$")
WHETHER = re.compile(r"whether\s+(?P<action>.*?)\s+is\s+legal\s*\??\s*(?:#.*)?$")
UNFINISHED = re.compile(r"whether\s+(?:player\s+)?(?:\d+|chance|table)\s*:")
WHY_NOT = re.compile(r"why\s+not\s+(?P<action>.*?)\s*\??\s*(?:#.*)?$")
ODDS = re.compile(r"odds\s+of\s+(?P<expr>.*)$")
AFTER = re.compile(r"after\s+(?P<actions>.*?):\s*(?P<rest>(?:whether|why\s+not)\s.*)$")
AFTER_VALUE = re.compile(r"after\s+(?P<actions>.*):\s*(?P<rest>[^:]*)$")
NEXT_ACTION = re.compile(r",\s*(?=(?:player\s+)?(?:\d+|chance|table)\s*:)")

HEADER = "example asked per Q\n    "


@frozen
class LinePiece:
    """A part of a line, from `start` to `end` in a text; the reader parses it behind a lead of its own."""

    source: SourceText
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words of the part."""
        return self.source.text[self.start : self.end]

    @property
    def span(self) -> Span:
        """The place of the part."""
        return Span(self.source.path, self.start, self.end)

    def part(self, match: re.Match[str], group: str | int = 0) -> LinePiece:
        """Returns the part that a group of a match in the words of this one has."""
        return LinePiece(self.source, self.start + match.start(group), self.start + match.end(group))

    def behind(self, match: re.Match[str]) -> LinePiece:
        """Returns what stands behind a match at the beginning of the words."""
        return LinePiece(self.source, self.start + match.end(), self.end)


@define
class Lines:
    """The lines read so far, what is wrong with them, and where each parsed text stands in what the user wrote."""

    texts: dict[str, SourceText] = field(factory=dict)
    wrong: list[Diagnostic] = field(factory=list)
    _places: dict[str, tuple[LinePiece, int]] = field(factory=dict)

    def placed(self, wrong: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Returns diagnostics about parsed texts at the places in what the user wrote."""
        return tuple(
            evolve(
                each,
                span=None if each.span is None else self.place(each.span),
                labels=tuple(Label(self.place(label.span), label.text) for label in each.labels),
            )
            for each in wrong
        )

    def place(self, span: Span) -> Span:
        """Returns the place in what the user wrote."""
        found = self._places.get(span.path)
        if found is None:
            return span
        piece, lead = found
        start = min(max(piece.start, piece.start + span.start - lead), piece.end)
        end = min(max(start, piece.start + span.end - lead), piece.end)
        return Span(piece.source.path, start, end)

    def parsed(self, piece: LinePiece, lead: str = "", text: str | None = None) -> tree.ExampleLine | None:
        """Returns the line that a part of a text is behind some words, or None, and what is wrong is told.

        With `text`, which is as long, that is read in its place.
        """
        path = f"{piece.source.path} {len(self._places)}\N{LEFT-POINTING ANGLE BRACKET}"
        before = HEADER + lead
        self._places[path] = piece, len(before)
        if "\n" in piece.text:
            self.wrong.append(errors.no_line(piece.span, piece.text.split()[0]))
            return None
        file, wrong = parse(SourceText(path, f"{before}{piece.text if text is None else text}\n"))
        self.wrong.extend(self.placed(wrong))
        if file is None or len(file.declarations) != 1:
            return None
        (declared,) = file.declarations
        if not isinstance(declared, tree.Example) or len(declared.lines) != 1:
            return None
        return declared.lines[0]

    def play(self, piece: LinePiece) -> tree.Play | None:
        """Returns the action that a part of a text is: who, a colon, and what."""
        match = ACTOR.match(piece.text)
        if match is None:
            self.wrong.append(errors.no_line(piece.span, piece.text))
            return None
        line = self.parsed(LinePiece(piece.source, piece.start + match.start("who"), piece.end))
        return line if isinstance(line, tree.Play) else None


# ---- QUESTIONS


def question(lines: Lines, piece: LinePiece, before: tuple[tree.Play, ...] = ()) -> RulingQuestion | None:
    """Returns the question that stands in a part of a text, without the word `ask`."""
    text = piece.text

    def made(sort: Sort, asked: tree.ExampleLine | None = None, seat: int = 0) -> RulingQuestion:
        told = asked if isinstance(asked, tree.Expect) else None
        return RulingQuestion(sort, " ".join(text.split()), piece.span, seat, before, told)

    if ACTS.match(text):
        return made("acts")
    match = LEGAL.match(text)
    if match is not None:
        return made("legal", seat=int(match["seat"]))
    for sort, form in (("whether", WHETHER), ("why not", WHY_NOT)):
        match = form.match(text)
        if match is not None:
            action = piece.part(match, "action")
            actor = ACTOR.match(action.text)
            if actor is None:
                lines.wrong.append(errors.no_line(action.span, action.text))
                return None
            said = LinePiece(piece.source, action.start + actor.start("who"), action.end)
            asked = lines.parsed(said, "expect legal ")
            return None if asked is None else made("whether" if sort == "whether" else "why not", asked)
    if UNFINISHED.match(text):
        lines.wrong.append(errors.whether_what(piece.span))
        return None
    match = ODDS.match(text)
    if match is not None:
        asked = lines.parsed(piece.part(match, "expr"), "expect ")
        return None if asked is None else made("odds", asked)
    match = AFTER.match(text) or AFTER_VALUE.match(text)
    if match is not None and not before:
        played = [lines.play(each) for each in _actions(piece.part(match, "actions"))]
        rest = question(lines, piece.part(match, "rest"), tuple(each for each in played if each is not None))
        return None if rest is None else evolve(rest, text=" ".join(text.split()), span=piece.span)
    asked = lines.parsed(piece, "expect fault ")
    return None if asked is None else made("value", asked)


def _actions(piece: LinePiece) -> list[LinePiece]:
    """Returns the actions in a list of them."""
    starts = [0, *(match.end() for match in NEXT_ACTION.finditer(piece.text))]
    ends = [*(match.start() for match in NEXT_ACTION.finditer(piece.text)), len(piece.text)]
    return [
        LinePiece(piece.source, piece.start + start, piece.start + end) for start, end in zip(starts, ends, strict=True)
    ]
