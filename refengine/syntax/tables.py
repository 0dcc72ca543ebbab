"""The LALR tables of the grammar, and the words that its messages need: made once for a version of this package.

Making them takes ten times as long as reading them, and longer than most commands have to work otherwise.
"""

import hashlib
import io
import pickle
from typing import Any, cast

from attrs import frozen
from lark import Lark, Token, Tree
from lark.grammar import NonTerminal, Rule, Symbol
from lark.lexer import TerminalDef
from lark.utils import SerializeMemoizer

from refengine.source.cache import Cache
from refengine.syntax.grammar_file import grammar_text
from refengine.syntax.layout import LAYOUT, Layout
from refengine.syntax.rows import Rows, table_of, taken_out
from refengine.syntax.vocabulary import Vocabulary

NAME = "grammar.tables"

SEAL = 32
"""The number of bytes of the hash before what is kept."""


@frozen
class Tables:
    """The parser of a declaration, its vocabulary, and the words and signs that a declaration can begin with."""

    lark: Lark
    vocabulary: Vocabulary
    declaration_words: frozenset[str]


def tables(keep: Cache) -> Tables:
    """Returns the tables of the grammar, from the cache if they lie there unharmed."""
    kept = keep.read(NAME)
    lark = None if kept is None else _read(kept)
    if lark is None:
        lark = _made()
        keep.write(NAME, _packed(lark))
    vocabulary = Vocabulary.of(lark.terminals)
    first = lark.parse_interactive("").choices()  # type: ignore[no-untyped-call] # lark's stubs stop short of it
    return Tables(lark, vocabulary, vocabulary.signs(first) & vocabulary.words)


def _packed(lark: Lark) -> bytes:
    """Packs a parser, and the rows of its table each by itself; afterwards the parser has the same."""
    rows = taken_out(lark)
    content = io.BytesIO()
    lark.save(content)
    table_of(lark).states = Rows(rows, lark.rules)
    saved = pickle.loads(content.getvalue())  # noqa: S301 - written by lark, just now
    packed = pickle.dumps((saved["data"], _memo(saved["memo"]), rows))
    return hashlib.sha256(packed).digest() + packed


def _memo(saved: dict[int, Any]) -> dict[int, Rule | TerminalDef]:
    """Returns the rules and terminals that a parser saves, made by lark, with each symbol once.

    To make them of what it saves takes lark most of the time in which it loads a parser.
    """
    memo: dict[int, Rule | TerminalDef] = SerializeMemoizer.deserialize(
        saved, {"Rule": Rule, "TerminalDef": TerminalDef}, {}
    )
    symbols: dict[tuple[bool, str, object], Symbol] = {}
    for each in memo.values():
        if isinstance(each, Rule):
            own = [symbols.setdefault(_like(one), one) for one in (each.origin, *each.expansion)]
            each.origin, each.expansion = cast("NonTerminal", own[0]), own[1:]
    return memo


def _like(symbol: Symbol) -> tuple[bool, str, object]:
    return symbol.is_term, symbol.name, getattr(symbol, "filter_out", None)


def _read(kept: bytes) -> Lark | None:
    seal, packed = kept[:SEAL], kept[SEAL:]
    if hashlib.sha256(packed).digest() != seal:  # a row is unpacked long after, where nobody expects a damaged one
        return None
    try:
        data, memo, rows = pickle.loads(packed)  # noqa: S301 - written by us, in a folder of the user's own
        for each in memo.values():
            if isinstance(each, Rule):
                each._deserialize()  # type: ignore[no-untyped-call] # noqa: SLF001 - a hash of names is of one process
        lark: Lark = Lark._load_from_dict(data, memo)  # type: ignore[no-untyped-call] # noqa: SLF001 - as it loads a file
        table_of(lark).states = Rows(rows, lark.rules)
    except Exception:  # noqa: BLE001 - a damaged cache is no cache
        return None
    return lark


def _made() -> Lark:
    return Lark(
        grammar_text(), parser="lalr", lexer="basic", strict=True, propagate_positions=_has_place, postlex=Layout()
    )


def _has_place(child: Token | Tree[Token]) -> bool:
    """Layout tokens are nothing that a span should reach to."""
    return not (isinstance(child, Token) and child.type in LAYOUT)
