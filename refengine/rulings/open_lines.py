"""Facts that leave something open: `any 2 cards in hand of 2`, `wave = any`, `a City with power any in won`.

The word `any` is taken off here, and the rest is read as part of an example, so that it means what it would mean there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve, frozen

from refengine.rulings import errors
from refengine.rulings.lines import NAME, LinePiece, Lines
from refengine.rulings.questions import OpenPart
from refengine.syntax import tree

GIVEN = re.compile(r"given\b\s*")
BEGINS = re.compile(r"any\b")
SOME = re.compile(
    rf"any\s+(?:(?P<count>\d{{1,4}})\s+)?(?:(?P<word>{NAME})(?:\s+(?P<name>{NAME}))?\s+)?(?P<where>in\b.*)$", re.DOTALL
)
BOUND = re.compile(r"\bwith\b")
VARIABLE = re.compile(r"(?P<what>.*\S)\s*(?:=|\bis\b)\s*any$", re.DOTALL)
MADE_UP = re.compile(rf"a\s+{NAME}\s+with\b.*\bin\b", re.DOTALL)
FIELD = re.compile(rf"(?P<field>{NAME})\s+(?P<any>any)\b")

FILLED = "any_of_these"
"""The name of what is open, where nobody has given it one."""


@frozen
class ParsedLine:
    """A line that has been read: facts as an example has them, and what is left open."""

    lines: tuple[tree.Given, ...]
    opened: tuple[OpenPart, ...]


def read_given(lines: Lines, piece: LinePiece, made_up: int) -> ParsedLine | None:
    """Returns what a line gives and leaves open; None if it leaves nothing open. `made_up` pieces stand before it."""
    match = GIVEN.match(piece.text)
    if match is None or not re.search(r"\bany\b", piece.text.partition("#")[0]):
        return None
    facts = list(_facts(piece.behind(match)))
    if not any(_is_open(each) for each in facts):
        return None
    read: list[tree.Given] = []
    opened: list[OpenPart] = []
    for each in _joined(facts):
        number = made_up + sum(isinstance(fact, tree.FactAny) for line in read for fact in line.facts)
        if not _is_open(each):
            line = lines.parsed(each, "given ")
            read += [line] if isinstance(line, tree.Given) else []
            continue
        found = _opened(lines, each, number)
        if found is not None:
            read.append(tree.Given(found[0], each.span))
            opened.append(found[1])
    return ParsedLine(tuple(read), tuple(opened))


def _facts(piece: LinePiece) -> Iterator[LinePiece]:
    """Yields the parts between commas that stand in no bracket, without a comment behind them."""
    text = piece.text.partition("#")[0]
    start = depth = 0
    for at, sign in enumerate(f"{text},"):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth <= 0:
            part = text[start:at]
            left = start + len(part) - len(part.lstrip())
            yield LinePiece(piece.source, piece.start + left, piece.start + left + len(part.strip()))
            start = at + 1


def _is_open(piece: LinePiece) -> bool:
    text = piece.text
    made_up = MADE_UP.match(text) is not None and FIELD.search(text) is not None
    return made_up or BEGINS.match(text) is not None or VARIABLE.match(text) is not None


def _joined(facts: list[LinePiece]) -> Iterator[LinePiece]:
    """Yields what is open by itself, and what stands between as one: a condition may have commas of its own."""
    before: LinePiece | None = None
    for each in facts:
        if _is_open(each):
            if before is not None:
                yield before
            before = None
            yield each
        else:
            before = each if before is None else LinePiece(each.source, before.start, each.end)
    if before is not None:
        yield before


def _opened(lines: Lines, piece: LinePiece, number: int) -> tuple[tuple[tree.Fact, ...], OpenPart] | None:
    text = " ".join(piece.text.split())
    some = SOME.match(piece.text)
    if some is not None and some["count"] != "0":
        named = some["word"] is not None and BOUND.search(some["where"]) is not None
        group = "name" if some["name"] else "word"
        start = piece.start + some.start(group if named else "where")
        lead = "expect fault all " if named else f"expect fault all {FILLED} "
        asked = lines.parsed(LinePiece(piece.source, start, piece.end), lead)
        count = 1 if some["count"] is None else int(some["count"])
        word = (some["word"] or "") if some["name"] or not named else ""
        return _with_asked((), OpenPart("pieces", text, piece.span, count, word), asked)
    variable = VARIABLE.match(piece.text)
    if variable is not None and not BEGINS.match(piece.text):
        asked = lines.parsed(piece.part(variable, "what"), "expect fault ")
        return _with_asked((), OpenPart("variable", text, piece.span), asked)
    if BEGINS.match(piece.text):
        lines.wrong.append(errors.not_open(piece.span))
        return None
    return _made_up(lines, piece, OpenPart("fields", text, piece.span, number=number))


def _with_asked(
    facts: tuple[tree.Fact, ...], found: OpenPart, asked: tree.ExampleLine | None
) -> tuple[tuple[tree.Fact, ...], OpenPart] | None:
    """Returns what is open with what is asked of it: that of a variable is given as it is, so that it is given once."""
    if not isinstance(asked, tree.Expect):
        return None
    (expectation,) = asked.expectations
    if found.sort == "variable" and isinstance(expectation, tree.ExpectFault):
        of = expectation.condition
        facts = (tree.FactExpr(tree.Compare("=", of, of, of.span), of.span),)
    return facts, evolve(found, asked=asked)


def _made_up(lines: Lines, piece: LinePiece, found: OpenPart) -> tuple[tuple[tree.Fact, ...], OpenPart] | None:
    """Returns a made-up piece without the fields that are open: `any` is read as a name of the same length."""
    fields = {match.start("any"): match for match in FIELD.finditer(piece.text)}
    text = FIELD.sub(lambda match: f"{match[0][: -len('any')]}Any", piece.text)
    line = lines.parsed(piece, "given ", text)
    if not isinstance(line, tree.Given) or [type(each) for each in line.facts] != [tree.FactAny]:
        return None
    (fact,) = line.facts
    assert isinstance(fact, tree.FactAny)
    open_at = {piece.start + at for at in fields}
    kept = tuple(
        each
        for each in fact.fixed
        if not (isinstance(each.value, tree.Name) and lines.place(each.value.span).start in open_at)
    )
    named = tuple((match["field"], piece.part(match, "field").span) for match in fields.values())
    return (evolve(fact, fixed=kept),), evolve(found, fields=named)
