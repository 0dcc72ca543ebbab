"""The part of lark: it makes the tables of the grammar, and says why a text is no sentence of it."""

import io
import pickle
from functools import cache, partial
from typing import Any, NoReturn, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.grammar import NonTerminal, Rule, Symbol
from lark.lark import PostLex
from lark.lexer import BasicLexer, PatternStr, TerminalDef, UnlessCallback
from lark.parse_tree_builder import ChildFilterLALR, ChildFilterLALR_NoPlaceholders, maybe_create_child_filter
from lark.utils import SerializeMemoizer

from refengine.source.cache import Cache
from refengine.syntax.complaint import complaint
from refengine.syntax.grammar_file import grammar_text
from refengine.syntax.layout import LAYOUT, Layout
from refengine.syntax.machine import Plan, Rule as OwnRule
from refengine.syntax.rows import Rows, table_of, taken_out
from refengine.syntax.vocabulary import Vocabulary

NAME = "grammar.tables"


def parser(keep: Cache) -> Lark:
    """Returns lark with the tables of the grammar, from the cache if they lie there unharmed."""
    kept = keep.read(NAME)
    lark = None if kept is None else _read(kept)
    if lark is None:
        lark = _made()
        keep.write(NAME, _packed(lark))
    return lark


def refuse(keep: Cache, text: str, vocabulary: Vocabulary, declaration_words: frozenset[str]) -> NoReturn:
    """Raises `RefusalError` with what is wrong with a text that is no declaration."""
    try:
        _known(keep).parse(text + "\n")
    except UnexpectedInput as error:
        raise complaint(error, text, vocabulary, declaration_words) from None
    raise AssertionError  # it was refused by the same tables


@cache
def _known(keep: Cache) -> Lark:
    return parser(keep)


def first_words(lark: Lark) -> frozenset[str]:
    """Returns the terminals with which a declaration can begin."""
    return frozenset(lark.parse_interactive("").choices())  # type: ignore[no-untyped-call] # lark's stubs stop short of it


def signs(lark: Lark) -> dict[str, str]:
    """Returns the words and signs of the language by their terminals."""
    return {each.name: each.pattern.value for each in lark.terminals if isinstance(each.pattern, PatternStr)}


# ---- FOR THE MACHINE


def plan_of(lark: Lark) -> Plan:
    """Returns what a machine has to know to do as lark does."""
    lexer: BasicLexer = lark.parser.lexer.lexer
    (words,) = lexer.scanner._mres  # noqa: SLF001 - as below, lark has no door to it
    fixed = {}
    for sort, callback in lexer.callback.items():
        assert isinstance(callback, UnlessCallback)
        fixed[sort] = {each.pattern.value: each.name for each in callback.scanner.terminals}
    table = table_of(lark)
    ((start,), (end,)) = (each.values() for each in (table.start_states, table.end_states))
    rows: Rows = table.states
    return Plan(
        words.pattern,
        words.flags,
        fixed,
        tuple(sorted(lexer.ignore_types)),
        rows.packed,
        tuple(tuple(_rule(each)) for each in lark.rules),
        start,
        end,
    )


def _rule(rule: Rule) -> OwnRule:
    options = rule.options
    made = maybe_create_child_filter(
        rule.expansion,
        options.keep_all_tokens,
        ambiguous=False,
        _empty_indices=list(options.empty_indices),
    )
    kept, left_out = None, 0
    if made is not None:
        assert isinstance(made, partial)
        if made.func is ChildFilterLALR:
            kept, left_out = made.args
        else:
            assert made.func is ChildFilterLALR_NoPlaceholders
            kept = [(place, is_inner, 0) for place, is_inner in made.args[0]]
    data = rule.alias or options.template_source or rule.origin.name
    single = bool(options.expand1 and not rule.alias)
    told = None if kept is None else tuple(tuple(each) for each in kept)
    return OwnRule(str(rule.origin.name), len(rule.expansion), str(data), single, told, left_out)


# ---- KEPT


def _packed(lark: Lark) -> bytes:
    """Packs a parser, and the rows of its table each by itself; afterwards the parser has the same."""
    rows = taken_out(lark)
    content = io.BytesIO()
    lark.save(content)
    table_of(lark).states = Rows(rows, lark.rules)
    saved = pickle.loads(content.getvalue())  # noqa: S301 - written by lark, just now
    return pickle.dumps((saved["data"], _memo(saved["memo"]), rows))


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
    try:
        data, memo, rows = pickle.loads(kept)  # noqa: S301 - written by us, in a folder of the user's own
        for each in memo.values():
            if isinstance(each, Rule):
                each._deserialize()  # type: ignore[no-untyped-call] # noqa: SLF001 - a hash of names is of one process
        lark: Lark = Lark._load_from_dict(data, memo)  # type: ignore[no-untyped-call] # noqa: SLF001 - as it loads a file
        table_of(lark).states = Rows(rows, lark.rules)
    except Exception:  # noqa: BLE001 - a damaged cache is no cache
        return None
    return lark


def _made() -> Lark:
    layout = cast("PostLex", Layout())
    return Lark(
        grammar_text(), parser="lalr", lexer="basic", strict=True, propagate_positions=_has_place, postlex=layout
    )


def _has_place(child: Token | Tree[Token]) -> bool:
    """Layout tokens are nothing that a span should reach to."""
    return getattr(child, "type", None) not in LAYOUT
