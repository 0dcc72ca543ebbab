"""A line of a formatted text before anybody knows what comments stand around it."""

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from refengine.syntax import tree


@frozen
class Line:
    """`start` is a place on the line of the source that this one comes from."""

    level: int
    text: str
    start: int
    cite: tree.Cite = ()


Lines: TypeAlias = Iterator[Line]
