"""The forms of lines that hints show are read by the grammar, and stand where an author needs them."""

import re

import pytest

from refengine.source.text import SourceText
from refengine.syntax import forms
from refengine.syntax.parser import parse

BLOCK_MISSING = "an indented block has to follow this line"

HEAD = "phase P per R1\n    "
OWN = {
    "players": "game g from rulebook r\n    {}",
    "joins": "region r of K per R1\n    {}",
    "one": "component C per R1\n    {}",
    "starts": "component C per R1\n    {}",
    "reading": 'question q about R1 per A1\n    "..."\n    {}',
    "except": "value v: truth per R1\n    normally x\n    {}\n        when x\n        is y",
    "case": "phase P per R1\n    {}\n        when x\n        then done",
    "plus": "value v: count per R1\n    {}\n        is 1",
    "bar": "phase P per R1\n    {}\n        when x\n    done",
    "action": "phase P per R1\n    ask p\n        {}",
    "otherwise": "phase P per R1\n    if x\n        done\n    {}\n        done",
    "value let": "value v: count per R1\n    {}\n    is 1",
    "scores": "outcome per R1\n    {}\n    winners are x",
    "winners": "outcome per R1\n    scores are 0 for player p\n    {}",
    "as": "example e per R1\n    {}",
    "at": "example e per R1\n    {}",
    "kind": "kind K from table t per R1\n{}",
    "given": "example e per R1\n    {}",
    "scope at": "scope s per R1\n    2 players\n    {}",
    "seats": "scope s per R1\n    2 players\n    {}",
    "under": "claim c per R1\n    {}\n    x",
    "example under": "example e per R1\n    {}\n        expect x",
    "in": "claim c per R1\n    {}\n    x",
    "witness in": "witness w per R1\n    {}\n    x",
    "without": "claim c per R1\n    {}\n    x",
    "only": "claim c per R1\n    {}",
}
"""Declarations around a line, by its first words; those of examples, and statements, are found by themselves."""

UNDER = {
    "except": "value v: truth per R1\n    normally x\n    except e per R1\n{}",
    "value case": "value v: truth per R1\n    case c per R1\n{}",
    "audit case": "audit b per R1\n    case c per R1\n{}",
    "case": "phase P per R1\n    case c per R1\n{}",
    "plus": "value v: count per R1\n    plus c per R1\n{}",
    "bar": "phase P per R1\n    bar b per R1\n{}\n    done",
    "kind": "kind K from table t per R1\n{}",
    "given": "example e per R1\n    given maze from (0, 0)\n{}",
    "under": "example e per R1\n    under q is r\n{}",
    "action": "phase P per R1\n    ask p\n        action b per R1\n{}",
    "ask": "phase P per R1\n    ask p\n{}",
}
ALL_AT_ONCE = {"except", "value case", "case", "plus", "given"} | forms.ORDERED


def filled(form: str) -> str:
    return re.sub(r"NAME", "Thing", form.replace("...", "things"))


def complaints(text: str) -> list[str]:
    _, found = parse(SourceText("a.rules", text + "\n"))
    return [each.message for each in found]


def hint_of(text: str) -> str | None:
    _, (found,) = parse(SourceText("a.rules", text + "\n"))
    return found.hint


@pytest.mark.parametrize("form", [each for forms_ in forms.HEADS.values() for each in forms_])
def test_heads(form: str) -> None:
    assert complaints(filled(form)) in ([], [BLOCK_MISSING])


@pytest.mark.parametrize(("key", "form"), [(key, each) for key, forms_ in forms.LINES.items() for each in forms_])
def test_lines(key: str, form: str) -> None:
    around = "example e per R1\n    {}" if key.startswith("expect") else OWN.get(key, "phase P per R1\n    {}")
    if key == "under" and form.startswith("under NAME"):
        around = OWN["under"]
    assert complaints(around.format(filled(form))) in ([], [BLOCK_MISSING])


@pytest.mark.parametrize("key", [*forms.BELOW])
def test_what_stands_below(key: str) -> None:
    """The lines that a hint lists are read; what they leave out to be whole is missing only at the end."""
    (head, *_) = forms.HEADS.get(key, ("",))
    above, _, below = UNDER.get(key, filled(head) + "\n{}").partition("{}")
    opener = above.rstrip("\n").rpartition("\n")[2]
    indent = " " * (len(opener) - len(opener.lstrip()) + 4)
    lines = [indent + filled(each) for each in forms.BELOW[key]]
    for block in ["\n".join(lines)] if key in ALL_AT_ONCE else lines:
        found = complaints(above + block + below)
        assert found in ([], [BLOCK_MISSING]) or all("found the end" in each for each in found), (block, found)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (
            "outcome per R1\n    winner each p",
            "below `outcome`, in this order: `scores are ... for player p`, `winners are all player p with ...`",
        ),
        (
            "outcome per R1\n    scores are 0 for player p",
            "below `outcome`, in this order: `scores are ... for player p`, `winners are all player p with ...`",
        ),
        ("outcome per R1\n    scores dice of each player", "it is written `scores are ... for player p`"),
        (
            "value v: truth per R1\n    case over per R2",
            "take another name; a longer one that begins with it will do, such as `over_2`",
        ),
        ("phase P per R1\n    ask chance, seen by p", "it is written `ask chance`"),
        (
            "phase P per R1\n    ask p\n        action a_ per R2\n            then set x = 3",
            "it is written `set ... to ...`",
        ),
        (
            "record r per R1\n    name 1..3",
            "below `record`, indented: `NAME: truth`",
        ),
        ("played of per R1\n    done", "it is written `NAME of NAME per R1`"),
        ("phase P per R1\n    set x = 3", "it is written `set ... to ...`"),
        ("value v: truth per R1\n    is x < y < z", "a comparison has two sides; join two of them with `and`, as in `x < y and y < z`"),
        ("value v: truth per R1\n    is some c in d", "it is written `some c in ... has ...`"),
        ("value v: truth per R1\n    is {1)", "the bracket `{` that is open here is closed with `}`"),
    ],
)  # fmt: skip
def test_what_an_author_is_told(text: str, hint: str) -> None:
    assert hint_of(text) == hint


def test_a_name_that_is_left_out_is_no_word_taken_as_one() -> None:
    assert complaints("law per R1\n    x") == ["expected a name, found `per`"]
