"""Places and parts of parse nodes: words, numbers, citations, and where they stand, for every builder."""

from typing import Any, TypeAlias

from attrs import frozen

from refengine.source.citation import Citation
from refengine.source.limits import MAX_LETTERS
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.syntax.nodes import Token, Tree
from refengine.syntax.refusals import Range, said_twice, too_deep, too_large, too_long, unreadable

MAX_DIGITS = 9
"""The greatest number of digits; no game counts further, and longer numbers would only make arithmetic slow."""

MAX_DEPTH = 200
"""The greatest depth of the parse tree, blocks included. Every later pass recurses, and Python's stack is not large."""

Node: TypeAlias = Tree


def parts(node: Node) -> list[Any]:
    """Returns the children of a node; the grammar says what each is, and None stands for an optional part left out."""
    return node.children


@frozen
class Place:
    """The file, and where in it the text begins that is parsed."""

    path: str
    base: int

    def span(self, part: Node | Token) -> Span:
        """Returns the characters of a node or a token."""
        start, end = offsets(part)
        return Span(self.path, self.base + start, self.base + end)

    def name(self, token: Token) -> tree.Name:
        """Returns a word of the user, which is not longer than a name may be."""
        if len(token) > MAX_LETTERS:
            raise too_long(len(token), MAX_LETTERS, offsets(token))
        return tree.Name(str(token), self.span(token))

    def maybe_name(self, token: Token | None) -> tree.Name | None:
        """Returns a word of the user, where one may be left out."""
        return None if token is None else self.name(token)

    def names(self, tokens: list[Token]) -> tuple[tree.Name, ...]:
        """Returns words of the user."""
        return tuple(self.name(token) for token in tokens)

    def clauses(self, nodes: list[Token | Node]) -> tuple[tree.Name, ...]:
        """Returns words of the user for clauses, before which the name of a module may stand."""
        return tuple(self.name(each) if isinstance(each, Token) else self._clause_of(each) for each in nodes)

    def _clause_of(self, node: Node) -> tree.Name:
        module, clause = (self.name(each) for each in parts(node))
        return tree.Name(f"{module.text}.{clause.text}", self.span(node))

    def number(self, token: Token) -> tree.IntLit:
        """Returns a number as an expression."""
        return tree.IntLit(integer(token), self.span(token))

    def cite(self, node: Node | None) -> tree.Cite:
        """Returns the citations after `per`, or none where they may be left out."""
        return () if node is None else tuple(self.citation(each) for each in parts(node))

    def citation(self, node: Node) -> Citation:
        """Builds a citation: `R9` or `ruling A1`; of the base of a module `farm.F3` or `ruling farm.A1`."""
        whole = ".".join(self.name(each).text for each in parts(node) if each is not None)
        return Citation("ruling" if node.data == "ruling" else "statement", whole, self.span(node))


def integer(token: Token) -> int:
    """Returns the number that a token says."""
    if len(token) > MAX_DIGITS:
        raise too_large(MAX_DIGITS, offsets(token))
    return int(token)


def offsets(part: Node | Token) -> Range:
    """Returns where a node or a token begins and ends in the text that was parsed."""
    if isinstance(part, Token):
        return part.start_pos or 0, part.end_pos or 0
    start, end = part.meta.start_pos, part.meta.end_pos
    assert start is not None  # whoever asks has a node with words in it
    assert end is not None
    return start, end


def refuse_second(found: list[Any], what: str) -> None:
    """Refuses a second thing where only one may stand; the grammar does not count."""
    if len(found) > 1:
        raise said_twice(what, offsets(found[0]), offsets(found[1]))


def refuse_other_word(written: Token, wanted: str, what: str) -> None:
    """Refuses another word than the one that stands in this place; no keyword, so that it may name things elsewhere."""
    if written != wanted:
        message = f"`{wanted}` is expected here, and `{written}` stands here"
        raise unreadable(message, offsets(written), hint=f"{what} is written with `{wanted}`")


def refuse_deep(start: Node) -> None:
    """Refuses a tree that is too deep to recurse into; this function alone must not recurse."""
    level: list[Any] = [start]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            return
    start_of_it = offsets(level[0])[0]
    raise too_deep(
        "this is nested too deep", (start_of_it, start_of_it + 1), hint="name a part of it as a value of its own"
    )
