"""Diagnostics as text for people, with carets, and as plain data for tools."""

import unicodedata
from collections.abc import Iterable, Mapping

from attrs import frozen

from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import MAX_SHOWN
from refengine.source.span import Span
from refengine.source.text import SourceText, is_control

SHOWN_WIDTH = 160
"""The greatest width of a line shown whole; of a longer one only the part around the place is shown."""

MAX_MESSAGE = 2_000
"""The greatest length of a message, whatever words it repeats."""

LEAD = 40
"""The number of columns that stay in front of the place in a longer line."""


@frozen
class _Mark:
    """An underlined place: primary with carets, or secondary with dashes and a text."""

    span: Span
    sign: str
    text: str


def render(diagnostics: Iterable[Diagnostic], texts: Mapping[str, SourceText]) -> str:
    """Returns the diagnostics in the order given, a blank line between two; nothing for none, of very many the first.

    Where not all are shown, no warning takes the place of an error.
    `texts` are the sources by path; a place in a text that is not there is named and not shown.
    """
    listed = list(diagnostics)
    if len(listed) > MAX_SHOWN:
        listed.sort(key=lambda each: each.severity != "error")
    shown = [_render_one(diagnostic, texts) for diagnostic in listed[:MAX_SHOWN]]
    if len(listed) > MAX_SHOWN:
        shown.append(f"... and {len(listed) - MAX_SHOWN:,} more\n")
    return "\n".join(shown)


def render_json(diagnostics: Iterable[Diagnostic], texts: Mapping[str, SourceText]) -> list[dict[str, object]]:
    """Returns one record for each diagnostic; lines and columns from 1, `endColumn` just behind the place."""
    return [
        {
            "code": diagnostic.code,
            "severity": diagnostic.severity,
            "message": diagnostic.message,
            **_place(diagnostic.span, texts),
            "labels": [{"text": label.text, **_place(label.span, texts)} for label in diagnostic.labels],
            "hint": diagnostic.hint,
        }
        for diagnostic in diagnostics
    ]


def _place(span: Span | None, texts: Mapping[str, SourceText]) -> dict[str, object]:
    source = None if span is None else texts.get(span.path)
    line, column = (None, None) if span is None or source is None else source.position(span.start)
    end_line, end_column = (None, None) if span is None or source is None else source.position(span.end)
    return {
        "path": None if span is None else span.path,
        "line": line,
        "column": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _render_one(diagnostic: Diagnostic, texts: Mapping[str, SourceText]) -> str:
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {_cut(_visible(diagnostic.message))}"]
    marks = _marks(diagnostic)
    gutter = _gutter_width(marks, texts)
    if diagnostic.span is not None:
        lines.append(f"{' ' * gutter}--> {_address(diagnostic.span, texts)}")
    lines += _excerpts(marks, texts, gutter, path=None if diagnostic.span is None else diagnostic.span.path)
    if diagnostic.hint is not None:
        lines.append(f"{' ' * gutter + ' = ' if marks else ''}hint: {_visible(diagnostic.hint)}")
    return "\n".join(lines) + "\n"


def _marks(diagnostic: Diagnostic) -> list[_Mark]:
    """Returns the marks, the primary place first; a label on that same place says what the carets mean."""
    if diagnostic.span is None:
        return [_Mark(label.span, "-", label.text) for label in diagnostic.labels]
    said = ", ".join(label.text for label in diagnostic.labels if label.span == diagnostic.span)
    others = [_Mark(label.span, "-", label.text) for label in diagnostic.labels if label.span != diagnostic.span]
    return [_Mark(diagnostic.span, "^", said), *others]


def _excerpts(marks: list[_Mark], texts: Mapping[str, SourceText], gutter: int, *, path: str | None) -> list[str]:
    """Returns each marked line, and its marks under it; `path` is the file that has been named already."""
    bar = f"{' ' * gutter} |"
    lines: list[str] = []
    shown: tuple[int, int] | None = None
    for mark in marks:
        source = texts.get(mark.span.path)
        if source is None:
            if mark.text:
                lines.append(f"{' ' * gutter}::: {_visible(mark.span.path)}: {_visible(mark.text)}")
            continue
        if mark.span.path != path:
            lines.append(f"{' ' * gutter}::: {_address(mark.span, texts)}")
            path, shown = mark.span.path, None
        number, _ = source.position(mark.span.start)
        excerpt, underline, cut = _excerpt(source, mark)
        if (number, cut) != shown:
            lines += [bar, f"{number:>{gutter}} | {excerpt}".rstrip()]
            shown = (number, cut)
        lines.append(f"{bar} {underline}")
    return [*lines, bar] if lines and lines[-1].startswith(bar) else lines


def _excerpt(source: SourceText, mark: _Mark) -> tuple[str, str, int]:
    """Returns the line (or the part of it that is shown), the underline, and how much was cut off in front."""
    number, column = source.position(mark.span.start)
    line = source.line(number)
    start = column - 1
    end = max(min(start + len(mark.span), len(line)), start)
    cut = max(0, start - LEAD) if len(line) > SHOWN_WIDTH else 0
    stop = cut + SHOWN_WIDTH
    excerpt = ("…" if cut else "") + _visible(line[cut:stop]) + ("…" if stop < len(line) else "")
    indent = ("…" if cut else "") + _visible(line[cut:start])
    signs = mark.sign * max(1, _width(line[start : min(end, stop)]))
    return excerpt, f"{' ' * _width(indent)}{signs} {_visible(mark.text)}".rstrip(), cut


def _gutter_width(marks: list[_Mark], texts: Mapping[str, SourceText]) -> int:
    numbers = [texts[mark.span.path].position(mark.span.start)[0] for mark in marks if mark.span.path in texts]
    return len(str(max(numbers, default=1)))


def _address(span: Span, texts: Mapping[str, SourceText]) -> str:
    source = texts.get(span.path)
    if source is None:
        return _visible(span.path)
    line, column = source.position(span.start)
    return f"{_visible(span.path)}:{line}:{column}"


def _cut(message: str) -> str:
    """Returns a message, without the middle of one too long to be read: words of the user can be of any length."""
    half = MAX_MESSAGE // 2
    return message if len(message) <= MAX_MESSAGE else f"{message[:half]} … {message[-half:]}"


def _visible(text: str) -> str:
    """Returns the text with every character that could act on a terminal replaced by a sign of the width 1."""
    return "".join("�" if is_control(char) or char == "\n" else " " if char == "\t" else char for char in text)


def _width(text: str) -> int:
    """Returns the number of columns that a text takes in a terminal."""
    return sum(_char_width(char) for char in _visible(text))


def _char_width(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
