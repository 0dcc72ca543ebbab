"""The machine that reads a declaration by the tables of the grammar, which lark has made: a tree, or nothing.

It does what lark does with its tables, and is here before lark would be loaded. Whatever it refuses is given to lark,
which says why. That both make the same trees is tested with all rules that there are.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from refengine.syntax.layout import LAYOUT, Layout
from refengine.syntax.nodes import Range, Token, Tree

END: Final = "$END"
"""The sort of the word behind the last one."""


class Rule(NamedTuple):
    """A rule of the grammar: what it makes of how many parts, and which of these become children of the node."""

    origin: str
    size: int
    data: str
    is_single: bool
    """Whether an only child stands for the node itself."""
    kept: tuple[tuple[int, bool, int], ...] | None
    """By place: whether it is its children that are taken, and how many are left out before it; None keeps all."""
    left_out: int
    """The number that is left out behind the last."""


class Plan(NamedTuple):
    """The tables of the machine, in numbers, texts and tuples."""

    words: str
    """The pattern of all words, with a group for each sort."""
    flags: int
    fixed: dict[str, dict[str, str]]
    """By the sort of a word: the sort of those that are written so."""
    ignored: tuple[str, ...]
    rows: dict[int, bytes]
    """The moves of each state by sort of word: a state to go on in, or the complement of the number of a rule."""
    rules: tuple[tuple[Any, ...], ...]
    start: int
    end: int


class Machine:
    """A reader of declarations."""

    def __init__(self, plan: Plan) -> None:
        self._words = re.compile(plan.words, plan.flags)
        self._fixed = plan.fixed
        self._ignored = frozenset(plan.ignored)
        self._rows = plan.rows
        self._unpacked: dict[int, dict[str, int]] = {}
        self._rules = plan.rules
        self._start = plan.start
        self._end = plan.end

    def parse(self, text: str) -> Tree | None:
        """Returns the tree of a text; None for one that is no sentence of the grammar.

        Raises `RefusalError` where the lines are indented in a way that means nothing.
        """
        states, values = [self._start], list[Any]()
        last = 0
        try:
            for token in Layout().process(self._lexed(text)):
                last = token.end_pos
                self._fed(token, states, values)
            tree: Tree = self._fed(Token(END, "", last, last), states, values)
        except KeyError:
            return None
        return tree

    def _lexed(self, text: str) -> Iterator[Token]:
        """Yields the words of a text; raises `KeyError` at what is none."""
        match, fixed, ignored = self._words.match, self._fixed, self._ignored
        place, end = 0, len(text)
        while place < end:
            found = match(text, place)
            if found is None:
                raise KeyError(place)
            word, sort = found[0], found.lastgroup or ""
            start, place = place, found.end()
            if sort not in ignored:
                yield Token(fixed[sort].get(word, sort) if sort in fixed else sort, word, start, place)

    def _fed(self, token: Token, states: list[int], values: list[Any]) -> Any:
        """Takes a word in; at the end the tree is returned. Raises `KeyError` for a word that may not stand there."""
        sort = token.type
        while True:
            to = self._row(states[-1])[sort]
            if to >= 0:
                states.append(to)
                values.append(token)
                return None
            rule = Rule(*self._rules[~to])
            parts = values[len(values) - rule.size :]
            del states[len(states) - rule.size :], values[len(values) - rule.size :]
            states.append(self._row(states[-1])[rule.origin])
            values.append(_node(rule, parts))
            if sort == END and states[-1] == self._end:
                return values[-1]

    def _row(self, state: int) -> dict[str, int]:
        row = self._unpacked.get(state)
        if row is None:
            row = self._unpacked[state] = marshal.loads(self._rows[state])  # noqa: S302 - written by us, and sealed
        return row


def _node(rule: Rule, parts: list[Any]) -> Any:
    children = parts
    if rule.kept is not None:
        children = []
        for place, is_inner, left_out in rule.kept:
            children += [None] * left_out
            if is_inner and not children:  # a list that goes on is not copied for each of its members
                children = parts[place].children
            elif is_inner:
                children += parts[place].children
            else:
                children.append(parts[place])
        children += [None] * rule.left_out
    made = children[0] if rule.is_single and len(children) == 1 else Tree(rule.data, children)
    if isinstance(made, Tree):
        _put(made.meta, parts)
    return made


def _put(range_: Range, parts: list[Any]) -> None:
    """Says where a node stands: from the begin of its first part to the end of its last one.

    One that stands for another, in brackets perhaps, keeps its own place; whatever it becomes a part of begins and
    ends with the brackets.
    """
    first = next((each for each in map(_place_of, parts) if each is not None), None)
    if first is None:
        return
    start = first[0]
    if range_.start_pos is None:
        range_.start_pos = start
    range_.outer_start = start
    end = next(each for each in map(_place_of, reversed(parts)) if each is not None)[1]
    if range_.end_pos is None:
        range_.end_pos = end
    range_.outer_end = end


def _place_of(part: Any) -> tuple[int, int] | None:
    """Returns where a part stands with all around it; words that are empty stand nowhere."""
    if isinstance(part, Token):
        return None if part.type in LAYOUT else (part.start_pos, part.end_pos)
    if not isinstance(part, Tree) or part.meta.outer_start is None or part.meta.outer_end is None:
        return None
    return part.meta.outer_start, part.meta.outer_end
