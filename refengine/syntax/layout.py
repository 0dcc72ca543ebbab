"""Indentation as tokens: what a newline means, decided between the lexer and the parser.

INVARIANT: the tokens made here are empty and stand where their block begins or ends, so that no span grows over the
end of a line. Lark has an Indenter of its own, but its complaint has no place.
"""

from collections.abc import Iterator

from refengine.syntax.first_words import with_first_words
from refengine.syntax.nodes import Token
from refengine.syntax.one_player import with_one_player
from refengine.syntax.refusals import ill_indented, too_deep
from refengine.syntax.turns import with_turns

MAX_LEVELS = 40
"""Indentation deeper than this is a mistake or an attack; it also bounds what later passes have to recurse into."""

NEWLINE, INDENT, DEDENT = "_NL", "_INDENT", "_DEDENT"
LAYOUT = frozenset({NEWLINE, INDENT, DEDENT})

_OPENING = frozenset({"LPAR", "LBRACE"})
_CLOSING = frozenset({"RPAR", "RBRACE"})


class Layout:
    """Newlines become `_NL`, and `_INDENT` and `_DEDENT` where the indentation changes; none counts in brackets."""

    always_accept = (NEWLINE,)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yields the tokens of one declaration, laid out; lines between the lines of a bracket are one line."""
        columns = [0]
        brackets = 0
        for token in with_turns(with_one_player(with_first_words(stream))):
            if token.type != NEWLINE:
                brackets = max(0, brackets + (token.type in _OPENING) - (token.type in _CLOSING))
                yield token
            elif not brackets:
                yield from _line_end(token, columns)


def _line_end(token: Token, columns: list[int]) -> Iterator[Token]:
    """Yields the end of a line, then the blocks that end or begin with the next one; `columns` are of open blocks."""
    start, end = _offsets(token)
    column = _column(token)
    place = (end, end + 1)
    yield _empty(NEWLINE, start)
    if column > columns[-1]:
        if len(columns) > MAX_LEVELS:
            hint = "put the inner lines into a phase or a value of their own"
            raise too_deep(f"the text is indented by more than {MAX_LEVELS} levels", place, hint=hint)
        columns.append(column)
        yield _empty(INDENT, end)
    elif column not in columns:
        levels = ", ".join(str(each) for each in columns)
        hint = f"it is indented by {column}; the blocks that are open above it, by {levels}"
        raise ill_indented("the line fits no block that is open above it", place, hint=hint)
    while column < columns[-1]:
        columns.pop()
        yield _empty(DEDENT, start)


def _column(token: Token) -> int:
    """Returns the indentation of the line behind a newline token; comments on lines of their own do not count."""
    return len(token) - token.rfind("\n") - 1


def _offsets(token: Token) -> tuple[int, int]:
    start = token.start_pos or 0
    return start, start + len(token)


def _empty(kind: str, offset: int) -> Token:
    return Token(kind, "", offset, offset)
