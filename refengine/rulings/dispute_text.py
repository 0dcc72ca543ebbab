"""Files of disputes in their one form: a head, its lines four spaces deeper, a blank line between disputes.

INVARIANT: comments survive, texts in quotes stay as they are, and the disputes say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from refengine.rulings.lines import HEAD, Lines
from refengine.rulings.questions import Dispute
from refengine.rulings.reading import of_file
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText

INDENT: Final = "    "

SPACE: Final = re.compile(r'("[^"\n]*"|#[^\n]*)|[ \t]+')
"""Space between words; a text in quotes, or a comment, is one word."""


def formatted(source: SourceText) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """Returns the text in its one form, or why it cannot be read; None without diagnostics if it would say another."""
    lines = Lines()
    disputes = of_file(source, lines)
    if lines.wrong:
        return None, tuple(lines.wrong)
    text = "\n".join(_lines(source.text)) + "\n"
    again = Lines()
    same = of_file(SourceText(source.path, text), again)
    return (text if not again.wrong and _said(same) == _said(disputes) else None), ()


def _said(disputes: Iterable[Dispute]) -> list[object]:
    """Returns what disputes say, without where."""
    return [
        (
            each.name,
            each.title,
            each.lines,
            [(one.sort, one.text, one.seat, one.before, one.asked) for one in each.questions],
            (each.agreed.edition, each.agreed.readings, each.agreed.options),
        )
        for each in disputes
    ]


def _lines(text: str) -> Iterator[str]:
    """Yields the lines; before a dispute, or a comment about one, stands a blank line, elsewhere one or none."""
    before: Literal["nothing", "comment", "head", "line"] = "nothing"
    blank = False
    for line in text.split("\n"):
        words = _spaced(line)
        if not words:
            blank = True
            continue
        head = HEAD.match(words) is not None
        comment = words.startswith("#") and not line.startswith((" ", "\t"))
        apart = before == "line" if head or comment else False
        if before != "nothing" and (apart or (blank and before != "head")):
            yield ""
        yield words if head or comment else f"{INDENT}{words}"
        before, blank = "head" if head else "comment" if comment else "line", False


def _spaced(line: str) -> str:
    """Returns a line with single spaces between its words."""
    return SPACE.sub(lambda found: found[1] or " ", line.strip()).strip()
