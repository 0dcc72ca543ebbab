"""`x turned k`, `x turned back k`, `..., turned k`: words where they stand between operands; elsewhere they are names.

INVARIANT: only the type of a token changes, so that every place in the text stays what it was. No name stands behind an
operand and in front of another, so no text has two meanings; behind a comma only a name may follow, since `turned(...)`
there is a call.
"""

from collections.abc import Iterator
from typing import Final

from refengine.syntax.nodes import Token, of_sort

TURNED, BACK, NAME = "TURNED", "BACK", "NAME"

WORDS: Final = frozenset({"turned", "back"})
"""The words of the language that may be names all the same."""

_ENDS: Final = frozenset({NAME, "INT", "RPAR", "RBRACE", "TRUE", "FALSE", "NONE", "NOBODY", "PLAYERS"})
_NAMES: Final = frozenset({NAME, TURNED, BACK})
_BEGINS: Final = _NAMES | {"INT", "LPAR", "LBRACE", "TRUE", "FALSE", "NONE", "NOBODY", "BEFORE"}
_OPERATOR: Final = "turned, behind an operand"


def with_turns(stream: Iterator[Token]) -> Iterator[Token]:
    """Yields the tokens, with `turned` and `back` as names where they are no operators."""
    last = ""
    waiting: list[Token] = []
    for token in stream:
        if token.type in {TURNED, BACK}:
            waiting.append(token)
            continue
        for each in _told(waiting, last, token.type):
            yield each
            last = each.type
        waiting = []
        yield token
        last = token.type
    yield from _told(waiting, last, "")


def _told(waiting: list[Token], before: str, after: str) -> Iterator[Token]:
    """Yields the words that stand one behind another, each as an operator or as a name."""
    for number, token in enumerate(waiting):
        follows = waiting[number + 1].type if number + 1 < len(waiting) else after
        if token.type == TURNED:
            is_word = follows in _BEGINS if before in _ENDS else before == "COMMA" and follows in _NAMES
        else:
            is_word = before == _OPERATOR and follows in _BEGINS
        yield token if is_word else of_sort(token, NAME)
        before = _OPERATOR if is_word and before in _ENDS else token.type if is_word else NAME
