"""Hints on what an author may write where the grammar expects something else than what stands there."""

import re
from collections.abc import Sequence

from refengine.syntax.forms import COMPANIONS, of_the_block, of_the_end, of_the_line
from refengine.syntax.slip import Slip
from refengine.syntax.vocabulary import (
    BLOCK_END,
    NUMBER,
    OPERATORS,
    TEXT_END,
    wants_expression,
)

_CITATIONS = "behind `per` stands what the rule rests on: `per R1`, `per ruling A1` or `per R1, R2`"
_DECLARATION = (
    "in the first column a declaration begins, with a word such as `zone`, `value` or `phase`; what belongs to the one "
    "above is indented"
)
_READINGS = "each reading has an `under` of its own, as in `x under q is r under s is t`"
_TWO = "two expressions are joined by a sign or a word, as in `x = y`, `x in y`, `x of y`, `x and y`, or `x(y)`"
_NUMBER = "behind a number stands a sign or a word, as in `3 * x` or `3 = x`; a name begins with a letter"
_PLAYER = "a player is written as a number alone, as in `hand of 3`"
_CHAIN = "a comparison has two sides; join two of them with `and`, as in `x < y and y < z`"
_BELOW_ZERO = "behind `-` only a number may stand here, as in `-9..9`"
_COMPARED = frozenset({"=", "!=", "<", "<=", ">", ">=", "is", "in"})
_SAMPLES = "`n + 1`, `hand of p` or `x = y`"


def hint_at(slip: Slip, before: Sequence[re.Match[str]]) -> str | None:
    """Returns what to write, or None where nothing is known; `before` are the tokens in front of it on its line."""
    words = [match[0] for match in before]
    last = words[-1] if words else ""
    line = slip.text[slip.text.rfind("\n", 0, slip.place[0]) + 1 : slip.place[0]]
    if "ruling" in slip.expected:
        return _CITATIONS
    if {"zone", "law", "claim"} <= slip.expected:
        return _DECLARATION
    bracket = _bracket(slip, words) if slip.word in {")", "}"} and not slip.ends_early else None
    if bracket is not None:
        return bracket
    if slip.found in {BLOCK_END, TEXT_END}:
        return of_the_end(slip.text, max(0, slip.place[0] - 1), slip.expected)
    if not line.strip():
        return of_the_block(slip.text, slip.place[0])
    return (
        _companion(slip, words)
        or _lacking(slip, last, alone=len(words) == 1)
        or (of_the_line(slip.text, slip.place[0]) if _is_of_the_line(slip) else None)
        or _joined(slip, words, last)
        or of_the_line(slip.text, slip.place[0])
    )


def _bracket(slip: Slip, words: Sequence[str]) -> str | None:
    opened: list[str] = []
    for word in words:
        if word in {"(", "{"}:
            opened.append(word)
        elif word in {")", "}"} and opened:
            opened.pop()
    if not opened:
        return f"no bracket is open here; leave `{slip.word}` out"
    closing = ")" if opened[-1] == "(" else "}"
    if closing != slip.word:
        return f"the bracket `{opened[-1]}` that is open here is closed with `{closing}`"
    if wants_expression(slip.expected):
        return f"something such as {_SAMPLES} is missing in front of `{slip.word}`"
    return None


def _companion(slip: Slip, words: Sequence[str]) -> str | None:
    """Returns the whole of what a word on the line began that is not at its end."""
    if slip.word == "is" and "under" in words and "is" in words:
        return _READINGS
    for word in reversed(words):
        wanted, form = COMPANIONS.get(word, (None, ""))
        if wanted is not None and (wanted in slip.expected or not (wanted or wants_expression(slip.expected))):
            return f"it is written `{form}`"
    return None


def _lacking(slip: Slip, last: str, *, alone: bool) -> str | None:
    """Returns the hint on what is missing behind a word that wants an expression; None where it wants none."""
    if slip.expected == {NUMBER} and last == "-":
        return _BELOW_ZERO
    if not wants_expression(slip.expected):
        return None
    if last in OPERATORS | {"<=", ">=", ">"} and last != "not" and not alone:
        return f"`{last}` stands between two expressions, as in `x {last} y`"
    return f"behind `{last}` stands an expression, such as {_SAMPLES}"


def _is_of_the_line(slip: Slip) -> bool:
    """Returns whether the line wants a word of its own here, and not only some operator or its end."""
    return "+" not in slip.expected or bool({"to", "from", "are", "for", "times", "over", "by", ":"} & slip.expected)


def _joined(slip: Slip, words: Sequence[str], last: str) -> str | None:
    if slip.word in _COMPARED and _COMPARED & {*words}:
        return _CHAIN
    if "+" not in slip.expected or slip.ends_early:
        return None
    if slip.word == "player":
        return _PLAYER
    return _NUMBER if last.isdigit() else _TWO
