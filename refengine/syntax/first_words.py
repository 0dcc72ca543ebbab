"""Words of the language that are one only where a declaration begins; elsewhere they may name things.

INVARIANT: only the type of a token changes, so that every place in the text stays what it was.
"""

from collections.abc import Iterator

from refengine.syntax.nodes import Token, of_sort

NAME = "NAME"
FIRST_ONLY = frozenset({"PART", "PICTURES"})


def with_first_words(stream: Iterator[Token]) -> Iterator[Token]:
    """Yields the tokens of one declaration, with those words as names everywhere but at its beginning."""
    for number, token in enumerate(stream):
        yield of_sort(token, NAME) if number and token.type in FIRST_ONLY else token
