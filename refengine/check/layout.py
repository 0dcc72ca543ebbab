"""The layout of pages: paragraphs behind a heading, and lines no longer than a terminal is wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

WIDTH: Final = 110
MARGIN: Final = 14
"""The column at which the text of a paragraph begins, behind its heading."""


def paragraph(heading: str, lines: Sequence[str]) -> Iterator[str]:
    """Yields lines behind a heading. A line with two spaces in it is a row of a table, and stays as it is."""
    for index, line in enumerate(lines):
        lead = f"  {heading if not index else '':<{MARGIN - 2}}"
        deeper = len(line) - len(line.lstrip())
        if line.lstrip() and "  " in line.strip():
            yield lead + line
        else:
            yield from wrapped(line.strip(), lead + " " * deeper, " " * (MARGIN + deeper + 2))


def wrapped(text: str, first: str, rest: str) -> Iterator[str]:
    """Yields the text in lines: `first` stands before the first of them, `rest` before the others."""
    yield from textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    ) or [first.rstrip()]
