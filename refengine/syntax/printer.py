"""The formatter: a tree as a page, with the comments of its source.

INVARIANT: what it prints parses to an equal tree, and prints as itself. Every comment is still there: one on a line of
its own above the line it stood above, one behind a line behind that line. Lines of a bracket become one line; a comment
between them goes above it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from attrs import frozen

from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.to_text import Line, declaration_lines

INDENT = "    "
CITE_COLUMN = 85
"""The column at which citations stand, as a right margin, unless the line reaches up to them."""

CLAUSES = frozenset({"case", "except", "plus", "bar"})

_BRACKET = re.compile(r'"[^"\n]*"|#[^\n]*|(?P<open>[({])|(?P<close>[)}])')


@frozen
class _Remarks:
    """The comments of a line: those above it, and what stands behind it."""

    above: tuple[tree.Comment, ...]
    behind: tree.Comment | None


def print_file(file: tree.File, source: SourceText) -> str:
    """Returns the text of a file in its one form; `source` is the text that it was parsed from."""
    lines = [line for each in file.declarations for line in declaration_lines(each, source)]
    remarks, rest = _share_out(file.comments, lines, source)
    page = [
        *(row for line, its in zip(lines, remarks, strict=True) for row in _rows(line, its, source)),
        *(row for comment in rest for row in _alone(comment, 0, source)),
    ]
    text = "\n".join(page).lstrip("\n")
    return f"{text}\n" if text else ""


def _rows(line: Line, remarks: _Remarks, source: SourceText) -> Iterator[str]:
    """Yields the rows of the page for one line: the comments above it and the line, each behind a blank row or not."""
    above = [each for each in remarks.above if each.span.start < line.start]
    for comment in above:
        yield from _alone(comment, line.level, source)
    if _is_set_off(line.start, source):
        yield ""
    for comment in remarks.above[len(above) :]:
        yield f"{INDENT * line.level}{comment.text.rstrip()}"
    text = f"{INDENT * line.level}{line.text}"
    if line.cite:
        text = _cited(text, ", ".join(str(each) for each in line.cite))
    yield text if remarks.behind is None else f"{text}  {remarks.behind.text.rstrip()}"


def _cited(text: str, cited: str) -> str:
    """A clause inside a declaration carries its citation in its head; every other line has it at the right margin."""
    if text.startswith(" ") and text.split(maxsplit=1)[0] in CLAUSES:
        return f"{text} per {cited}"
    return f"{text:<{CITE_COLUMN - 1}}per {cited}" if len(text) < CITE_COLUMN - 2 else f"{text}  per {cited}"


def _alone(comment: tree.Comment, level: int, source: SourceText) -> Iterator[str]:
    if _is_set_off(comment.span.start, source):
        yield ""
    yield f"{INDENT * level}{comment.text.rstrip()}"


def _is_set_off(offset: int, source: SourceText) -> bool:
    """Returns whether there is a blank line above a place; several are as good as one."""
    number, _ = source.position(offset)
    return number > 1 and not source.line(number - 1).strip()


def _share_out(
    comments: Sequence[tree.Comment], lines: Sequence[Line], source: SourceText
) -> tuple[list[_Remarks], list[tree.Comment]]:
    """Returns the comments of each line, and those that stand below the last line."""
    above: list[list[tree.Comment]] = [[] for _ in range(len(lines) + 1)]
    behind: list[tree.Comment | None] = [None] * len(lines)
    starts = [line.start for line in lines]
    for comment in comments:
        index = bisect_right(starts, comment.span.start)
        inside = index > 0 and _in_bracket(source.text, starts[index - 1], comment.span.start)
        if inside:
            above[index - 1].append(comment)
        elif comment.whole_line or not index:
            above[index].append(comment)
        else:
            behind[index - 1] = comment
    remarks = [_Remarks(tuple(its), last) for its, last in zip(above[:-1], behind, strict=True)]
    return remarks, above[-1]


def _in_bracket(text: str, start: int, end: int) -> bool:
    depth = 0
    for match in _BRACKET.finditer(text, start, end):
        depth += (match["open"] is not None) - (match["close"] is not None)
    return depth > 0
