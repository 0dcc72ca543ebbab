"""`1 player`: behind a number of players, `player` is the word `players`; elsewhere it is the name of a kind.

INVARIANT: only the type of a token changes, so that every place in the text stays what it was. Behind `exactly`,
`least` and `most` the number counts what comes next: in `exactly 1 player p has ...` the word is the kind.
"""

from collections.abc import Iterator

from refengine.syntax.nodes import Token, of_sort

NUMBER, NAME, PLAYERS = "INT", "NAME", "PLAYERS"
ONE = "player"

_COUNTING = frozenset({"EXACTLY", "LEAST", "MOST"})


def with_one_player(stream: Iterator[Token]) -> Iterator[Token]:
    """Yields the tokens, with `player` behind a number of players as the word of the language that it is there."""
    before = last = ""
    for token in stream:
        if token.type == NAME and token == ONE and last == NUMBER and before not in _COUNTING:
            yield of_sort(token, PLAYERS)
        else:
            yield token
        before, last = last, token.type
