"""A conversation with a judge: a position is built line by line, and questions are asked about it in between.

INVARIANT: lines that stand are in order; one that is not is told, and does not stand.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field, frozen

from refengine.loading import RuleSetError
from refengine.rulings.judge import Judge
from refengine.rulings.lines import ACTOR, AGREED, ASK, EDITION, GIVEN, Lines
from refengine.rulings.reading import of_words
from refengine.rulings.ruling import Ruling
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText


@frozen
class LineErrors:
    """The diagnostics about a line, and the texts to show them in."""

    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, SourceText]


@define
class Conversation:
    """A conversation so far: the lines that stand."""

    judge: Judge
    lines: list[str] = field(factory=list)

    def say(self, line: str) -> tuple[Ruling, ...] | LineErrors:
        """Answers a question, or lets another line stand; of one that is not in order it is returned what is wrong."""
        said = " ".join(line.split())
        if _stands(said):
            found = self._decided([*self.lines, said, "ask who acts"])
            if isinstance(found, LineErrors):
                return found
            self.lines.append(said)
            return ()
        return self._decided([*self.lines, said])

    def undo(self) -> str | None:
        """Takes the last line back and returns it; None if none stands."""
        return self.lines.pop() if self.lines else None

    def clear(self) -> None:
        """Takes all lines back."""
        self.lines.clear()

    def _decided(self, words: list[str]) -> tuple[Ruling, ...] | LineErrors:
        lines = Lines()
        sources = [SourceText(f"line {number}", each) for number, each in enumerate(words, start=1)]
        dispute = of_words(sources, lines)
        if lines.wrong:
            return LineErrors(tuple(lines.wrong), lines.texts)
        try:
            return self.judge.decide([dispute], lines)
        except RuleSetError as error:
            return LineErrors(error.diagnostics, {**error.texts, **lines.texts})


def _stands(line: str) -> bool:
    """Returns whether a line says something of the position, or what happens; any other is a question."""
    return not ASK.match(line) and any(form.match(line) for form in (GIVEN, AGREED, EDITION, ACTOR))
