"""Complaints: what the parser could not read, in words; first the slips that people make, then the general case."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from refengine.source.suggest import did_you_mean
from refengine.syntax.forms import LINES, of_the_next_block
from refengine.syntax.missing_words import hint_at
from refengine.syntax.refusals import Range, RefusalError, indented_for_nothing, reserved, unreadable
from refengine.syntax.slip import Slip
from refengine.syntax.vocabulary import (
    BLOCK,
    FAR_REACHING,
    JOINING,
    LINE_END,
    NAME,
    OPERATORS,
    STATEMENTS,
    Vocabulary,
    alternatives,
    wants_expression,
)

_TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|[^\w\s]')
_BECOMES = re.compile(r"[\w. ]+=")
_ASSIGN = "`set X to E` changes something, `let X = E` names a value"
_FAR_BRACKET = "put it in brackets"
_ROUND = "players, and each kind in a ring, are gone round: `for each player p from ...`"
_PARTS_OF_A_VARIABLE = ("starts", "during", "seen")
_TOKENS = "each is written `NAME limit 9`, and behind them stands what they lie on: `on each ...`"
_KIND_OF_TOKENS = re.compile(r"token\s+\w+\s+is\b")
_CLOSE_QUOTE = 'close it with `"`, all on one line'
_OWN_SIGNS = "the signs are `=`, `!=`, `<`, `<=`, `>`, `>=`, `+`, `-`, `*`, `.`, `,`, `:`, `..`, brackets and `{}`"
_CLOSING: Mapping[str, str] = MappingProxyType({"(": ")", "{": "}"})
_CITE = "a clause needs `per` and a statement or ruling"
_FOREIGN: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "==": ("`==` is no sign of the language", "write `=`"),
        ":=": ("`:=` is no sign of the language", _ASSIGN),
        "&&": ("`&&` is no sign of the language", "write `and`"),
        "||": ("`||` is no sign of the language", "write `or`"),
        "<>": ("`<>` is no sign of the language", "write `!=`"),
        "=<": ("`=<` is no sign of the language", "write `<=`"),
        "=>": ("`=>` is no sign of the language", "write `>=`, or `implies`"),
        "->": ("`->` is no sign of the language", "write `implies`"),
        "//": ("`//` is no sign of the language", "a comment begins with `#`"),
    }
)
_FOREIGN_CHARACTER: Mapping[str, str] = MappingProxyType(
    {
        "!": "write `not`, or `!=`",
        "/": "whole numbers are divided with `div`",
        "%": "the remainder is written `mod`",
        "'": 'texts stand in `"`',
        "[": "use `(` and `)`, or `{` and `}` for a set",
        "]": "use `(` and `)`, or `{` and `}` for a set",
        ";": "a line holds one statement",
        "|": "write `or`",
        "&": "write `and`",
        "≤": "write `<=`",
        "≥": "write `>=`",
        "≠": "write `!=`",
        "–": "write `-`",
        "−": "write `-`",
        "…": "write `..`",
        "“": 'texts stand in `"`',
        "”": 'texts stand in `"`',
        "„": 'texts stand in `"`',
    }
)


def complaint(
    error: UnexpectedInput, text: str, vocabulary: Vocabulary, declaration_words: frozenset[str]
) -> RefusalError:
    """Returns the error of a declaration that lark refused; `declaration_words` are those that begin one."""
    if isinstance(error, UnexpectedCharacters):
        offset: int = error.pos_in_stream  # type: ignore[assignment] # lark declares only its default
        return _foreign_character(text, offset)
    if not isinstance(error, UnexpectedToken):
        raise error
    if error.token.type == "_INDENT":
        return indented_for_nothing(text, _word_from(text, error.token.start_pos or 0))
    place = _place(error, text)
    slip = Slip(text, vocabulary.sign(error.token.type), vocabulary.signs(error.accepts or error.expected), place)
    if "of" in slip.expected and text[: place[0]].strip().isidentifier():
        # What begins with a name is a body of a text, something open, or no declaration at all: far more likely.
        start, end = _word_from(text, 0)
        return _general(Slip(text, NAME, declaration_words, (start, end)))
    for look in _SLIPS:
        refusal = look(slip)
        if refusal is not None:
            return refusal
    return _general(slip)


# ---- SLIPS


def _foreign_character(text: str, offset: int) -> RefusalError:
    char = text[offset]
    if char == '"':
        end = text.find("\n", offset)
        place = (offset, len(text) if end < 0 else end)
        return unreadable("the text in quotes does not end on its line", place, hint=_CLOSE_QUOTE)
    pair = _FOREIGN.get(text[offset : offset + 2])
    if pair is not None:
        return unreadable(pair[0], (offset, offset + 2), hint=pair[1])
    hint = _FOREIGN_CHARACTER.get(char, _OWN_SIGNS)
    return unreadable(f"`{char}` is no sign of the language", (offset, offset + 1), hint=hint)


def _foreign_sign(slip: Slip) -> RefusalError | None:
    """A sign of some other language that our lexer takes for two of ours; it is the first or the second that is bad."""
    for start in (slip.place[0], slip.place[0] - 1):
        pair = _FOREIGN.get(slip.text[max(0, start) : start + 2])
        if pair is not None:
            return unreadable(pair[0], (start, start + 2), hint=pair[1])
    if slip.word == "/":
        return unreadable("`/` stands in the fraction of a chance alone", slip.place, hint=_FOREIGN_CHARACTER["/"])
    return None


def _open_bracket(slip: Slip) -> RefusalError | None:
    """Returns the error of an open bracket, if one is; lines go on in it, so the trouble begins on a later line."""
    opened: list[re.Match[str]] = []
    for match in _TOKEN.finditer(slip.text, 0, slip.place[0]):
        if match[0] in {"(", "{"}:
            opened.append(match)
        elif match[0] in {")", "}"} and opened:
            opened.pop()
    if not opened:
        return None
    start, end = opened[-1].span()
    if not slip.ends_early and "\n" not in slip.text[start : slip.place[0]]:
        return None
    label = None if slip.ends_early else (slip.place, "it is still open here")
    hint = f"write `{_CLOSING[opened[-1][0]]}` where what it holds ends"
    return unreadable(f"the bracket `{opened[-1][0]}` is never closed", (start, end), label=label, hint=hint)


def _no_block(slip: Slip) -> RefusalError | None:
    if slip.expected != {BLOCK}:
        return None
    last = _last_token(slip.text, slip.place[0])
    line = slip.text.rfind("\n", 0, last[0]) + 1
    start = line + len(slip.text[line:]) - len(slip.text[line:].lstrip(" "))
    hint = of_the_next_block(slip.text, start)
    return unreadable("an indented block has to follow this line", (start, last[1]), hint=hint)


def _no_citation(slip: Slip) -> RefusalError | None:
    if not slip.ends_early or "per" not in slip.expected or LINE_END in slip.expected:
        return None
    return unreadable("the citation is missing", slip.place, hint=_CITE)


def _far_reaching(slip: Slip) -> RefusalError | None:
    """A quantifier where only something closed may stand, or an operator behind a quantifier that has ended."""
    if slip.word in FAR_REACHING and wants_expression(slip.expected):
        return unreadable(f"`{slip.word} …` cannot stand here without brackets", slip.place, hint=_FAR_BRACKET)
    if slip.word not in OPERATORS and slip.word not in {"<=", ">", ">="}:
        return None
    for match in reversed(_of_this_line(slip)):
        if match[0] in FAR_REACHING:
            return unreadable(
                f"`{slip.word}` cannot follow `{match[0]} …`, which reaches as far right as it can",
                slip.place,
                label=(match.span(), "this reaches up to here"),
                hint=_FAR_BRACKET,
            )
    return None


def _of_this_line(slip: Slip) -> list[re.Match[str]]:
    """Returns the tokens before the place on its line that are in no closed bracket, back to a bracket that is open."""
    line = slip.text.rfind("\n", 0, slip.place[0]) + 1
    found: list[re.Match[str]] = []
    opened: list[int] = []
    for match in _TOKEN.finditer(slip.text, line, slip.place[0]):
        if match[0] in {"(", "{"}:
            opened.append(len(found))
        elif match[0] in {")", "}"} and opened:
            del found[opened.pop() :]
        found.append(match)
    return found[opened[-1] :] if opened else found


def _no_then(slip: Slip) -> RefusalError | None:
    if slip.word not in STATEMENTS or "then" not in slip.expected:
        return None
    return unreadable(
        f"expected `then` before `{slip.word}`",
        slip.place,
        hint="each effect of an action or a case begins with `then`",
    )


def _else(slip: Slip) -> RefusalError | None:
    if slip.word != "else" or slip.text[: slip.place[0]].rpartition("\n")[2].strip():
        return None
    return unreadable("`else` cannot begin a line", slip.place, hint="after the block of an `if` write `otherwise`")


def _round(slip: Slip) -> RefusalError | None:
    """A loop that is to begin somewhere and is no round."""
    begins = [match[0] for match in _of_this_line(slip)[:2]]
    if slip.word != "from" or "each" not in begins:
        return None
    return unreadable("`from` cannot stand in this loop", slip.place, hint=_ROUND)


def _told(slip: Slip) -> RefusalError | None:
    """Arguments behind a phase that is left."""
    before = [match[0] for match in _of_this_line(slip)[-2:]]
    if slip.word != "(" or before[:1] != ["abandon"]:
        return None
    hint = f"write `abandon {before[-1]}`: the one that was entered last is left"
    return unreadable("a phase that is left is not told anything", slip.place, hint=hint)


def _order(slip: Slip) -> RefusalError | None:
    """The parts of a variable in another order; the comma before one of them, or the part itself, is bad."""
    following = slip.text[slip.place[0] :].lstrip(", ")
    word = next((each for each in _PARTS_OF_A_VARIABLE if re.match(rf"{each}\b", following)), None)
    if word is None or not slip.text.startswith("variable") or slip.word not in {",", word}:
        return None
    start = len(slip.text) - len(following)
    hint = "in this order: " + ", ".join(f"`{each}`" for each in _PARTS_OF_A_VARIABLE)
    return unreadable(f"`{word}` stands too late, or twice", (start, start + len(word)), hint=hint)


def _late_bar(slip: Slip) -> RefusalError | None:
    """A bar behind what is already done, or where nothing is entered by name."""
    if slip.word != "bar" or "bar" in slip.expected or slip.text[: slip.place[0]].rpartition("\n")[2].strip():
        return None
    hint = "a bar stands at the head of a phase or a text, in front of all that is done, or in an action"
    return unreadable("`bar` cannot stand here", slip.place, hint=hint)


def _reserved(slip: Slip) -> RefusalError | None:
    if NAME not in slip.expected or slip.found != slip.word or not slip.word.isidentifier():
        return None
    if slip.word in LINES and not slip.text[: slip.place[0]].rpartition("\n")[2].strip():
        return None
    if slip.word in JOINING and (wants_expression(slip.expected) or not _stands_as_a_name(slip)):
        return None
    return reserved(slip.word, slip.place)


def _stands_as_a_name(slip: Slip) -> bool:
    """Returns whether a joining word stands where a name does, behind a dot or before what comes behind a name.

    So nothing is missing before it.
    """
    before = slip.text[: slip.place[0]]
    if before.endswith(".") and not before.endswith(".."):
        return True
    behind = slip.text[slip.place[1] :].lstrip(" ")
    return slip.word != "per" and (not behind or behind.startswith(("per ", ":", "(", "\n", ",", "#")))


_SLIPS = (
    _open_bracket, _foreign_sign, _no_block, _no_citation, _far_reaching, _no_then, _else, _round, _told, _order,
    _late_bar, _reserved,
)  # fmt: skip


def _general(slip: Slip) -> RefusalError:
    found = slip.found if slip.ends_early else f"`{slip.word}`"
    hint = None
    if slip.found == NAME and "let" in slip.expected and _BECOMES.match(slip.text, slip.place[0]):
        hint = _ASSIGN
    elif slip.found == NAME:
        meant = did_you_mean(slip.word, (each for each in slip.expected if each.isidentifier()))
        hint = None if meant is None else f"did you mean `{meant}`?"
    if hint is None and _KIND_OF_TOKENS.match(slip.text):
        hint = _TOKENS
    if hint is None:
        hint = hint_at(slip, _of_this_line(slip))
    return unreadable(f"expected {alternatives(slip.expected)}, found {found}", slip.place, hint=hint)


# ---- PLACES


def _place(error: UnexpectedToken, text: str) -> Range:
    """Returns the range of the token; lark does not know where the end of a text is."""
    if error.token.type in {"$END", "_DEDENT", "_NL"}:
        offset = len(text) if error.token.type == "$END" else error.token.start_pos or 0
        end = _last_token(text, offset)[1]
        return end, end + 1
    start = error.token.start_pos or 0
    return start, start + len(error.token)


def _last_token(text: str, before: int) -> Range:
    """Returns the last token that is no comment."""
    spans = [match.span() for match in _TOKEN.finditer(text, 0, before) if not match[0].startswith("#")]
    return spans[-1]


def _word_from(text: str, offset: int) -> Range:
    match = _TOKEN.match(text, offset)
    return match.span() if match else (offset, offset + 1)
