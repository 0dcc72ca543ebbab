"""Questions of a dispute: each sort of question as it was asked, and what a whole dispute says.

A dispute is a position, what happens in it, what the table has agreed on, and questions, in the order of the lines.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from refengine.source.span import Span
from refengine.syntax import tree

Sort = Literal["value", "acts", "legal", "whether", "why not", "odds"]
"""Questions: what an expression comes to, who acts, what is legal for somebody, whether or why not something is
legal, how likely an expression is when chance has done."""


@frozen
class RulingQuestion:
    """A question: its sort, its words, where it stands, and the seat that it is about (from 1; 0 for no seat).

    `before` are the actions that it supposes (`after 1: send(Red 7): ...`).
    """

    sort: Sort
    text: str
    span: Span
    seat: int = 0
    before: tuple[tree.Play, ...] = ()
    asked: tree.Expect | None = None
    """The expectation of an example that would say what is to be worked out or looked at."""


@frozen
class OpenPart:
    """A part of a position that a dispute leaves open, in its words and at its place.

    `pieces`: `count` pieces in a place, of which `asked` tells all. `variable`: what `asked` reads. `fields`: what is
    printed on the made-up piece of this `number` among those that are given, by the names of its fields.
    """

    sort: Literal["pieces", "variable", "fields"]
    text: str
    span: Span
    count: int = 1
    word: str = ""
    """The word for what is open, which may be that of its component."""
    number: int = 0
    fields: tuple[tuple[str, Span], ...] = ()
    asked: tree.Expect | None = None


@frozen
class TableAgreement:
    """The agreement of the table: an edition, readings and options, as they were written."""

    edition: str | None = None
    readings: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    places: tuple[tuple[str, Span], ...] = ()
    """The lines in which a name is agreed on."""


@frozen
class Dispute:
    """A dispute: its name, its title in the words of the people, the lines of an example, and the questions.

    Where a question stands among the lines is a mark of its number, as `mark_of` calls it.
    """

    name: str
    title: str
    span: Span
    lines: tuple[tree.ExampleLine, ...]
    questions: tuple[RulingQuestion, ...]
    agreed: TableAgreement = field(factory=TableAgreement)
    words: tuple[str | int, ...] = ()
    """Its lines as they were written, but for what was agreed on; in place of a question its number."""
    opened: tuple[OpenPart, ...] = ()

    def asking(self, number: int) -> tuple[str, ...]:
        """Returns the lines that ask one of the questions (from 0) and nothing else, up to that."""
        before = self.words[: self.words.index(number)]
        return (*(each for each in before if isinstance(each, str)), f"ask {self.questions[number].text}")


def mark_of(number: int) -> str:
    """Returns the name of the mark at which a question stands, which is no name of the language."""
    return f"question {number}"
