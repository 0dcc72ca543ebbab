"""A mutant of the rules: what is changed, in which clause, and the text that comes of it."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Sequence
from typing import Final, Literal

from attrs import frozen

from refengine.source.citation import Citation
from refengine.source.span import Span
from refengine.source.text import SourceText

Operator = Literal[
    "comparison", "number", "connective", "part dropped", "quantifier", "extreme", "arithmetic", "truth", "member",
    "destination", "name", "field", "argument", "condition", "guard negated", "guard dropped", "exception dropped",
    "bar dropped", "effect dropped", "phase", "sight widened", "score",
]  # fmt: skip
"""The sorts of change, named after what is changed."""

OPERATORS: Final[tuple[Operator, ...]] = Operator.__args__  # type: ignore[attr-defined]

DIGITS: Final = 8


@frozen
class Edit:
    """A text in the place of the characters of a span."""

    span: Span
    text: str


@frozen
class RuleChange:
    """A change of a rule: the edits, in order and apart from each other, within what is shown of it."""

    operator: Operator
    shown: Span
    edits: tuple[Edit, ...]


@frozen
class ChangedClause:
    """The clause in which something is changed, by its path, with what it cites."""

    path: str
    cites: tuple[Citation, ...]


@frozen
class Mutant:
    """A changed rule. `before` and `after` are the changed words in one line; `number` tells equal ones apart, from 1.

    Its name says what is changed and not where it stands, so it is the same wherever the rule moves to.
    """

    operator: Operator
    rule: ChangedClause
    edits: tuple[Edit, ...]
    before: str
    after: str
    number: int = 1

    @property
    def name(self) -> str:
        """The clause, and what becomes of its words."""
        changed = f"`{self.before}` becomes `{self.after}`" if self.after else f"`{self.before}` is dropped"
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.rule.path}: {changed}{again}"

    @property
    def id(self) -> str:
        """A short name: the first digits of a hash of the long one."""
        return hashlib.sha256(self.name.encode()).hexdigest()[:DIGITS]

    @property
    def span(self) -> Span:
        """The first place at which the text is another."""
        return self.edits[0].span

    def of(self, source: SourceText) -> SourceText:
        """Returns the text of a file with the change in it."""
        return SourceText(source.path, edited(source.text, self.edits))


def edited(text: str, edits: Sequence[Edit]) -> str:
    """Returns a text after some edits, which are in order and do not overlap."""
    parts: list[str] = []
    at = 0
    for each in edits:
        assert at <= each.span.start
        parts += [text[at : each.span.start], each.text]
        at = each.span.end
    return "".join((*parts, text[at:]))


def words(text: str) -> str:
    """Returns a text in one line, with single spaces."""
    return " ".join(text.split())


def diff(source: SourceText, mutant: Mutant) -> tuple[str, ...]:
    """Returns the lines that differ, as in a diff: `- ` before what is written, `+ ` before what would be."""
    before, after = source.text.splitlines(), mutant.of(source).text.splitlines()
    matcher = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    lines: list[str] = []
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag != "equal":
            lines += [f"- {each}" for each in before[start:end]]
            lines += [f"+ {each}" for each in after[new_start:new_end]]
    return tuple(lines)
