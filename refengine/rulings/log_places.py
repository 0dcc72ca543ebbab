"""Places in the text of a log: where each of its parts stands, and each step, so that what is wrong is told there.

The text has been read as JSON before. It is gone through again only where there is something to be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder

from refengine.source.span import Span
from refengine.source.text import SourceText

SPACE = re.compile(r"[ \t\n\r]*")

DECODER = JSONDecoder()

STATES = "states"
"""The part of a trace of ours in which its steps stand, each with the state behind it; the first has none."""


def part_of(source: SourceText, *names: str) -> Span:
    """Returns the place of a part, and within it of a part of that; where it is missing, the beginning."""
    start, end = _trimmed(source.text, 0), len(source.text.rstrip())
    for name in names:
        found = next((each[2:] for each in _members(source.text, start) if each[0] == name), None)
        if found is None:
            return Span(source.path, start, start)
        start, end = found
    return Span(source.path, start, end)


def name_in(source: SourceText, name: str) -> Span:
    """Returns the place of the name of a part; the beginning if there is no such part."""
    start = _trimmed(source.text, 0)
    at, value = next((each[1:3] for each in _members(source.text, start) if each[0] == name), (start, start))
    return Span(source.path, at, len(source.text[at:value].rstrip(" \t\n\r:")) + at)


def step_of(source: SourceText, number: int) -> Span:
    """Returns the place of a step (from 1), of a log or of a trace of ours; the beginning if there is none."""
    start = _trimmed(source.text, 0)
    found = {name: at for name, _, at, _ in _members(source.text, start)}
    listed, skip = (found.get("actions"), number - 1) if "actions" in found else (found.get(STATES), number)
    for place, (at, end) in enumerate(() if listed is None else _items(source.text, listed)):
        if place == skip:
            return Span(source.path, at, end)
    return Span(source.path, 0, 0)


def _members(text: str, start: int) -> Iterator[tuple[str, int, int, int]]:
    """Yields the names of an object with where each begins, and from where to where its value stands."""
    if text[start : start + 1] != "{":
        return
    at = _trimmed(text, start + 1)
    while text[at : at + 1] == '"':
        name, behind = _value(text, at)
        value = _trimmed(text, _trimmed(text, behind) + 1)
        _, end = _value(text, value)
        yield str(name), at, value, end
        at = _trimmed(text, _trimmed(text, end) + 1)


def _items(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yields from where to where each item of a list stands."""
    if text[start : start + 1] != "[":
        return
    at = _trimmed(text, start + 1)
    while at < len(text) and text[at] != "]":
        _, end = _value(text, at)
        yield at, end
        at = _trimmed(text, _trimmed(text, end) + 1)


def _value(text: str, at: int) -> tuple[object, int]:
    """Returns what stands at a place, and where it ends; nothing where the text is none after all."""
    try:
        found: tuple[object, int] = DECODER.raw_decode(text, at)
    except JSONDecodeError:
        return None, len(text)
    return found


def _trimmed(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return at if found is None else found.end()
