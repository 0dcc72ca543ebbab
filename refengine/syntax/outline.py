"""The outline of a file: where its declarations and comments are, found before anything is parsed.

A declaration begins in the first column, so each can be parsed on its own: one that is wrong does not hide what is
wrong in the next. The words that begin a declaration are reserved; one of them in the first column begins a
declaration even where a bracket is still open above it.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from attrs import frozen

from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax.tree import Comment

MAX_BRACKETS = 100
"""Deeper brackets are a mistake or an attack; the limit bounds what later passes have to recurse into."""

_SCAN = re.compile(r'(?P<first>^(?=[^ \n#]))|"[^"\n]*"?|#[^\n]*|[(){}]', re.MULTILINE)
_WORD = re.compile(r"\w*")
_INDENTED = re.compile(r"^ +(?=[^ \n#])", re.MULTILINE)


@frozen
class Chunk:
    """The text of one declaration, up to where the next begins; `too_deep` is a bracket with too many around it."""

    start: int
    text: str
    too_deep: int | None


@frozen
class Outline:
    """The declarations of a file, its comments, and where a line begins that is indented above all."""

    chunks: tuple[Chunk, ...]
    comments: tuple[Comment, ...]
    stray: int | None


def outline(source: SourceText, declaration_words: frozenset[str]) -> Outline:
    """Returns the text cut into declarations; what stands before the first is blank, comments, or a stray line."""
    text = source.text
    starts: list[int] = []
    too_deep: dict[int, int] = {}
    comments: list[Comment] = []
    depth = 0
    for match in _SCAN.finditer(text):
        found, start = match[0], match.start()
        if match["first"] is not None:
            if not depth or _word_at(text, start) in declaration_words:
                starts.append(start)
                depth = 0
        elif found[0] == "#":
            comments.append(_comment(source, start, match.end()))
        elif found in {"(", "{"}:
            depth += 1
            if depth > MAX_BRACKETS and starts:
                too_deep.setdefault(starts[-1], start - starts[-1])
        elif found in {")", "}"}:
            depth = max(0, depth - 1)
    stray = _INDENTED.search(text, 0, starts[0] if starts else len(text))
    return Outline(
        tuple(Chunk(start, text[start:end], too_deep.get(start)) for start, end in _ranges(starts, len(text))),
        tuple(comments),
        None if stray is None else stray.end(),
    )


def _ranges(starts: list[int], end: int) -> Iterator[tuple[int, int]]:
    return pairwise([*starts, end])


def _word_at(text: str, offset: int) -> str:
    match = _WORD.match(text, offset)
    return match[0] if match else ""


def _comment(source: SourceText, start: int, end: int) -> Comment:
    line_start = source.text.rfind("\n", 0, start) + 1
    alone = not source.text[line_start:start].strip()
    return Comment(source.text[start:end], alone, Span(source.path, start, end))
