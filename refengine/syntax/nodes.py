"""Words and nodes of what was parsed: a word with its place, and a node with its children and theirs."""

from __future__ import annotations

from typing import Any, Self


class Token(str):
    """A word of a text, of which sort it is, and where it stands."""

    __slots__ = ("end_pos", "start_pos", "type")

    line = column = end_line = end_column = 1
    """As lark asks of each word; places are counted in characters here."""

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, sort: str, text: str, start: int, end: int) -> Self:
        """Makes a word of a sort, which stands from `start` to `end`."""
        made = super().__new__(cls, text)
        made.type, made.start_pos, made.end_pos = sort, start, end
        return made


def of_sort(token: Token, sort: str) -> Token:
    """Returns a word in its place as one of another sort."""
    return Token(sort, str(token), token.start_pos, token.end_pos)


class Range:
    """The place of a node, and of all that it was made of: brackets belong to it that are no part of the node."""

    __slots__ = ("end_pos", "outer_end", "outer_start", "start_pos")

    def __init__(self) -> None:
        self.start_pos: int | None = None
        self.end_pos: int | None = None
        self.outer_start: int | None = None
        self.outer_end: int | None = None


class Tree:
    """A node by the name that the grammar gives it."""

    __slots__ = ("children", "data", "meta")

    def __init__(self, data: str, children: list[Any], meta: Range | None = None) -> None:
        self.data = data
        self.children = children
        self.meta = Range() if meta is None else meta
