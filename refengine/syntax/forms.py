"""How lines are written, for whoever stands in the middle of one: the forms of the grammar, with names left open.

INVARIANT: each form is read by the grammar once its `...` and its words in capitals are filled in (tests/syntax).
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from refengine.syntax.vocabulary import NAME, NUMBER, TEXT

Forms = tuple[str, ...]

HEADS: Mapping[str, Forms] = MappingProxyType(
    {
        "game": ("game NAME from rulebook NAME",),
        "module": ("module NAME of NAME from rulebook NAME",),
        "table": ("table NAME per R1",),
        "kind": ("kind NAME is NAME, NAME per R1", "kind NAME from table NAME per R1"),
        "relation": ("relation NAME between NAME and NAME, from table NAME per R1",),
        "region": ("region NAME of NAME per R1",),
        "record": ("record NAME per R1",),
        "component": ("component NAME per R1", "component NAME from table NAME per R1"),
        "token": ("token NAME on each NAME, limit 9 per R1",),
        "zone": ("zone NAME holds NAME per R1", "zone NAME of each player holds NAME, seen by owner per R1"),
        "grid": ("grid NAME, squares, sides NAME, holds at most one NAME per R1",),
        "part": ("part NAME is NAME of NAME on NAME per R1",),
        "variable": ("variable NAME: 0..9, starts 0 per R1", "variable NAME of each player: truth per R1"),
        "option": ("option NAME: truth, default true per R1",),
        "question": ("question NAME about R1 per A1",),
        "edition": ("edition NAME per R1",),
        "law": ("law NAME per R1",),
        "value": ("value NAME: truth per R1", "value NAME(p: player): 0..9 per R1"),
        "setup": ("setup per R1",),
        "phase": ("phase NAME per R1", "phase NAME(p: player, c: Card seen by p) per R1"),
        "text": ("text NAME(c: NAME) by ..., open over NAME per R1",),
        "whenever": ("whenever ... per R1",),
        "outcome": ("outcome per R1",),
        "pictures": ("pictures of NAME per R1",),
        "invariant": ("invariant NAME per R1", "invariant NAME in NAME per R1"),
        "step": ("step invariant NAME per R1",),
        "measure": ("measure NAME in NAME per R1",),
        "example": ("example NAME per R1",),
        "claim": ("claim NAME per R1",),
        "witness": ("witness NAME per R1",),
        "audit": ("audit NAME per R1",),
        "scope": ("scope NAME per R1",),
        "add": (
            "add NAME to NAME per R1",
            "add table NAME to NAME per R1",
            "add NAME: truth, default false to NAME per R1",
        ),
        "except": ("except NAME to NAME per R1",),
        "plus": ("plus NAME to NAME per R1",),
        "bar": ("bar NAME to NAME per R1",),
        "action": ("action NAME in NAME per R1", "action NAME(c in ...) in NAME per R1"),
        "before": ("before NAME per R1", "before setup per R1"),
    }
)
"""How a declaration begins, by its first word."""

BODY: Forms = ("NAME of NAME per R1",)
"""The first line of the text of a title, which begins with a name."""

LINES: Mapping[str, Forms] = MappingProxyType(
    {
        "players": ("players 2..4 per R1",),
        "joins": ("joins s with t when ...",),
        "one": ("one of each NAME",),
        "starts": ("starts in NAME",),
        "reading": ('reading NAME "..."', 'reading NAME "...", default'),
        "except": ("except NAME per R1", "except NAME over NAME per R1"),
        "case": ("case NAME per R1",),
        "plus": ("plus NAME per R1",),
        "bar": ("bar NAME per R1",),
        "action": ("action NAME per R1", "action NAME(c in ...) per R1"),
        "otherwise": ("otherwise",),
        "value let": ("let NAME = ...",),
        "let": ("let NAME = ...", "let NAME: 0..9 = ..."),
        "move": ("move ... to ...", "move ... from ... to ...", "move all c in ... to ..."),
        "set": ("set ... to ...",),
        "add": ("add ... to ...",),
        "subtract": ("subtract ... from ...",),
        "remove": ("remove ... from ...",),
        "enter": ("enter NAME", "enter NAME(...)"),
        "go": ("go NAME", "go NAME(...)"),
        "abandon": ("abandon NAME",),
        "game": ("game over",),
        "each": ("each c in ...", "each player p"),
        "for": ("for each c in ...", "for each player p", "for each player p from ..."),
        "repeat": ("repeat 3 times", "repeat until ...", "repeat until done"),
        "ask": ("ask ...", "ask ..., if able", "ask chance", "ask every player p, at once, in secret"),
        "ask chance": ("ask chance",),
        "ask table": ("ask table",),
        "ask every": ("ask every player p, at once, in secret",),
        "scores": ("scores are ... for player p",),
        "winners": ("winners are all player p with ...",),
        "as": ("as NAME", "as NAME until NAME"),
        "at": ("at NAME",),
        "scope at": ("at most 6 NAME", "at most 6 NAME c with ..."),
        "seats": ("seats are alike",),
        "given": ("given 2 players", "given phase NAME(...)", "given NAME(...) in ...", "given ... = ..."),
        "expect": ("expect ...", "expect legal 1: NAME(...)", "expect scores are 3 to 5", "expect winners are 2"),
        "expect chance": ("expect chance 1/6 of ...",),
        "expect legal": ("expect legal 1: NAME", "expect legal 1: NAME(...)"),
        "expect illegal": ("expect illegal 1: NAME", "expect illegal 1: NAME(...) because NAME"),
        "expect game": ("expect game over",),
        "expect scores": ("expect scores are 3 to 5",),
        "expect winners": ("expect winners are 1 and 2", "expect winners are nobody"),
        "expect seen": ("expect seen by 1: ...",),
        "expect not": ("expect not seen by 1: ...", "expect not ..."),
        "under": ("under NAME is NAME", "under any readings"),
        "example under": ("under NAME is NAME",),
        "in": ("in every state of 2 players", "in every NAME of 2..4 players"),
        "witness in": ("in some state of 2 players", "in some reachable state of 2..4 players"),
        "without": ("without bar NAME",),
        "only": ("only NAME enters NAME", "only NAME move NAME from NAME"),
    }
)
"""How an indented line is written, by its first words, in front of which the declaration's may stand."""

_CONDITION = ("x = y", "every c in ... has ...")
_SETTING = ("without bar NAME", "under any readings", "under NAME is NAME", "assuming x = y")

BELOW: Mapping[str, Forms] = MappingProxyType(
    {
        "game": ("players 2..4 per R1",),
        "component": ("NAME: truth", "one of each NAME", "9 alike", "starts in NAME"),
        "record": ("NAME: truth",),
        "kind": ("NAME: truth",),
        "region": ("joins s with t when ...",),
        "question": ('"..."', 'reading NAME "...", default', 'reading NAME "..."'),
        "edition": ("NAME is NAME",),
        "law": _CONDITION,
        "value": ("is ...", "normally ...", "case NAME per R1", "plus NAME per R1"),
        "except": ("when ...", "is ..."),
        "case": ("when ...", "then move ... to ..."),
        "value case": ("when ...", "is ..."),
        "audit case": ("when ...",),
        "plus": ("when ...", "is ..."),
        "bar": ("when ...",),
        "action": ("when ...", "bar NAME per R1", "weight ...", "then move ... to ..."),
        "ask": ("action NAME per R1", "action NAME(c in ...) per R1"),
        "text": ("bar NAME per R1",),
        "outcome": ("scores are ... for player p", "winners are all player p with ..."),
        "pictures": ("NAME is ...", "NAME is a NAME c"),
        "given": ("| a b |", "NAME is ..."),
        "invariant": _CONDITION,
        "step": _CONDITION,
        "measure": ("when ...", "n"),
        "example": ("given ...", "when NAME", "1: NAME(...)", "at NAME", "expect ...", "under NAME is NAME"),
        "under": ("expect ...",),
        "claim": ("in every state of 2 players", *_SETTING, "x = y"),
        "witness": ("in some state of 2 players", *_SETTING, "x = y", "keeping x = y"),
        "audit": (
            "in every state of 2 players", "under any readings", "under NAME is NAME", "assuming x = y",
            "case NAME per R1", "shows ...", "compares ...", "counts ...",
        ),
        "scope": ("2 players", "at most 6 NAME", "NAME c with ...", "seats are alike"),
    }
)  # fmt: skip
"""The lines that may stand below one that opens a block, by its first word."""

ORDERED = frozenset({"outcome", "claim", "witness", "audit", "scope", "question", "measure", "except", "plus"})
"""The words below which the lines come in this order."""

STATEMENT_FORMS: Forms = ("move ... to ...", "set ... to ...", "enter NAME", "go NAME", "ask ...", "if ...", "done")
_STATEMENTS = "a statement, such as " + ", ".join(f"`{each}`" for each in STATEMENT_FORMS)
_OF_STATEMENTS = frozenset(
    {"setup", "phase", "whenever", "if", "each", "for", "repeat", "simultaneously", "otherwise", "before"}
)

COMPANIONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "reaches": ("by", "... reaches ... by NAME"),
        "every": ("has", "every c in ... has ..."),
        "some": ("has", "some c in ... has ..."),
        "no": ("has", "no c in ... has ..."),
        "exactly": ("has", "exactly one c in ... has ..."),
        "most": ("has", "at most one c in ... has ..."),
        "least": ("has", "at least 2 c in ... have ..."),
        "sum": ("for", "sum of ... for c in ..."),
        "highest": ("for", "highest of ... for c in ..."),
        "lowest": ("for", "lowest of ... for c in ..."),
        "if": ("then", "if ... then ... else ..."),
        "then": ("else", "if ... then ... else ..."),
        "replaces": ("", "... after ... replaces ..."),
        "exchange": ("and", "... after exchange of ... and ..."),
        "depends": ("", "NAME depends only on NAME"),
        "depend": ("", "NAME, NAME depend only on NAME"),
        "enters": ("", "only NAME enters NAME"),
    }
)
"""The part that a word within a line wants behind it, if not a name, and the whole form that it begins."""

_WORDS = re.compile(r"\w+")


@frozen
class _Line:
    """A line of a declaration: how far it is indented, and its first words, behind `then` if it is an effect."""

    column: int
    words: tuple[str, ...]
    is_effect: bool = False


def of_the_line(text: str, offset: int) -> str | None:
    """Returns how the line around a place is written, by the words with which it begins."""
    *above, line = _lines(text[: _end_of_line(text, offset)])
    if not above:
        body = BODY if line.words[1:2] == ("of",) else None
        return _written(next((HEADS[each] for each in line.words if each in HEADS), body))
    declaration = above[0].words[:1]
    keys = [line.words, (*declaration, *line.words[:1]), line.words[:1]]
    found = _written(next((LINES[" ".join(key)] for key in keys if " ".join(key) in LINES), None))
    if found is None and line.is_effect:
        return f"behind `then` stands {_STATEMENTS}"
    return found or of_the_block(text, offset)


def of_the_block(text: str, offset: int) -> str | None:
    """Returns what may stand where a line begins, by the line above that opens the block in which it stands."""
    *above, line = _lines(text[: _end_of_line(text, offset)])
    opener = next((each for each in reversed(above) if each.column < line.column), None)
    if line.words[:1] == ("let",) and opener is not None and opener.words[:1] == ("value",):
        return "in a value `let` stands in front of all other lines"
    return None if opener is None else _stands_below(above[0], opener)


def of_the_next_block(text: str, offset: int) -> str | None:
    """Returns what may stand below the line around a place."""
    lines = _lines(text[: _end_of_line(text, offset)])
    return _stands_below(lines[0], lines[-1])


def of_the_end(text: str, offset: int, expected: frozenset[str]) -> str | None:
    """Returns what is missing where a block ends: the lines of the innermost one in which something is expected."""
    if {"move", "set"} <= expected:
        return _STATEMENTS
    lines = _lines(text[: _end_of_line(text, offset)])
    column = lines[-1].column + 1
    for each in reversed(lines):
        if each.column < column:
            column = each.column
            forms = _below(lines[0], each)
            if any(_begins(form) in expected for form in forms or ()):
                return _stands_below(lines[0], each)
    return None


def _begins(form: str) -> str:
    first = form.split(maxsplit=1)[0].rstrip(":")
    return NAME if first.isupper() else TEXT if first.startswith('"') else NUMBER if first.isdigit() else first


def _lines(text: str) -> list[_Line]:
    lines = [each for each in text.split("\n") if each.strip() and not each.lstrip().startswith("#")]
    return [_line(each) for each in lines] or [_Line(0, ())]


def _line(text: str) -> _Line:
    column = len(text) - len(text.lstrip())
    first, *others = _WORDS.findall(text)[:3] or [""]
    return _Line(column, tuple(others), is_effect=True) if first == "then" else _Line(column, (first, *others[:1]))


def _end_of_line(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


def _below(declaration: _Line, opener: _Line) -> Forms | None:
    words = ((*declaration.words[:1], *opener.words[:1]), opener.words[:1])
    keys = [" ".join(each) for each in words] + [*opener.words[1:]] * (opener is declaration)
    return next((BELOW[each] for each in keys if each in BELOW), None)


def _stands_below(declaration: _Line, opener: _Line) -> str | None:
    word = opener.words[0] if opener.words else ""
    forms = _below(declaration, opener)
    if forms is None:
        is_body = opener is declaration and opener.words[1:] == ("of",)
        return f"below `{word}`, indented: {_STATEMENTS}" if is_body or word in _OF_STATEMENTS else None
    listed = ", ".join(f"`{each}`" for each in forms)
    if len(forms) > 1 and word in ORDERED:
        return f"below `{word}`, in this order: {listed}"
    return f"below `{word}`, indented: {'any of ' * (len(forms) > 1)}{listed}"


def _written(forms: Forms | None) -> str | None:
    if forms is None:
        return None
    *others, last = (f"`{each}`" for each in forms)
    return f"it is written {', '.join(others)} or {last}" if others else f"it is written {last}"
