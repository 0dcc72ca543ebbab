import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, strategies as st

from refengine.resolve.toml_text import TomlText, parse_toml
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText


def parsed(text: str) -> TomlText:
    toml, diagnostics = parse_toml(SourceText("a.toml", text))
    assert diagnostics == ()
    assert toml is not None
    return toml


def refused(text: str) -> Diagnostic:
    toml, (only,) = parse_toml(SourceText("a.toml", text))
    assert toml is None
    return only


EXAMPLE = '''\
title = "a # b = c"  # d = e
"quoted key" = 'x'
a.b = [
    "one", # [no]
    "two ] \\" ]",
]

[ table . "in.ner" ]
text = """
[not] = a header
"""""
date = 2024-12-31

[[row]]
id = "first"
[row.more]
n = 1
[[row]]
id = "second"
[[row.part]]
id = 1
[[row.part]]
id = 2
'''


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("title",), "title", '"a # b = c"'),
        (("quoted key",), '"quoted key"', "'x'"),
        (("a", "b"), "a.b", '[\n    "one", # [no]\n    "two ] \\" ]",\n]'),
        (("table", "in.ner", "text"), "text", '"""\n[not] = a header\n"""""'),
        (("table", "in.ner", "date"), "date", "2024-12-31"),
        (("row", 0, "id"), "id", '"first"'),
        (("row", 0, "more", "n"), "n", "1"),
        (("row", 1, "id"), "id", '"second"'),
        (("row", 1, "part", 1, "id"), "id", "2"),
        (("row", 1), "[[row]]", "[[row]]"),
        (("row", 1, "missing"), "[[row]]", "[[row]]"),
        (("row",), "[[row]]", "[[row]]"),
        (("table", "in.ner"), '[ table . "in.ner" ]', '[ table . "in.ner" ]'),
        (("nowhere",), "t", "t"),
    ],
)
def test_every_key_and_value_has_its_place(path: tuple[str | int, ...], key: str, value: str) -> None:
    toml = parsed(EXAMPLE)
    at_key, at_value = toml.key(*path), toml.value(*path)
    assert EXAMPLE[at_key.start : at_key.end] == key
    assert EXAMPLE[at_value.start : at_value.end] == value


def test_an_element_of_a_list_has_its_place() -> None:
    toml = parsed(EXAMPLE)
    second = toml.element(1, "a", "b")
    assert EXAMPLE[second.start : second.end] == '"two ] \\" ]"'
    assert toml.element(2, "a", "b") == toml.value("a", "b")


def test_a_line_is_that_of_the_header() -> None:
    assert parsed(EXAMPLE).line("row", 1) == EXAMPLE.split("\n").index("[[row]]", 15) + 1


@pytest.mark.parametrize(
    ("text", "place", "trouble"),
    [
        ("a", (1, 2), "a key is followed by `=` and its value"),
        ("a = 1\nb = nope\n", (2, 5), "this is no value; a text stands in quotes"),
        ("a = 1 2", (1, 7), "a key and its value have a line of their own"),
        ("a = [1, 2\n\n", (1, 10), "a bracket is not closed"),
        ('a = "x\n', (1, 7), "a text is not closed by a quote"),
        ("a = 1\na = 2\n[b]", (2, 6), "the same is given twice"),
        ("[a]\n[a]\n", (2, 3), "the same is given twice"),
        ("[a\n", (1, 3), "the brackets around the name of a table are not closed"),
        ('a = "\\q"', (1, 8), "a backslash between double quotes has to be doubled"),
        ("= 1", (1, 1), "here it stops making sense"),
        ("a = " + "[" * 100_000, (1, 69), "it is nested too deep"),
        ("a." * 400_000 + "a = 1", (1, 1), "it is nested too deep"),
        ("[" + "a . " * 200_000 + "a]", (1, 260), "it is nested too deep"),
        ("x = {a = 1.5, " + '"b"."c".' * 50_000 + "d = 1}", (1, 274), "it is nested too deep"),
        ("a = " + "9" * 10_000, (1, 1), "a number in it is too long"),
    ],
)
def test_what_is_not_toml_is_refused_in_our_words(text: str, place: tuple[int, int], trouble: str) -> None:
    diagnostic = refused(text)
    assert diagnostic.code == "E0801"
    assert diagnostic.message == f"the file is not valid TOML: {trouble}"
    assert diagnostic.span is not None
    assert SourceText("a.toml", text).position(diagnostic.span.start) == place


@given(st.text(st.sampled_from("ab=[]\"'#\n.,{} 1\\"), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    toml, diagnostics = parse_toml(SourceText("a.toml", text))
    assert (toml is None) == bool(diagnostics)


NAMES = st.text(st.sampled_from("ab-_ ř.#\"'="), min_size=1, max_size=4)
TEXTS = st.text(st.sampled_from("ab \"'#=[]{}\\\n"), max_size=8)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from leaves(inner, (*path, key))
        case list():
            for index, inner in enumerate(value):
                yield from leaves(inner, (*path, index))
        case _:
            yield path, value


@given(st.dictionaries(NAMES, st.lists(st.dictionaries(NAMES, TEXTS, max_size=3), min_size=1, max_size=3), max_size=3))
def test_what_stands_at_a_place_is_what_was_read(tables: dict[str, list[dict[str, str]]]) -> None:
    text = "".join(
        f"[[{quoted(name)}]] # [x]\n" + "".join(f"{quoted(key)} = {quoted(value)}\n" for key, value in table.items())
        for name, rows in tables.items()
        for table in rows
    )
    toml = parsed(text)
    assert toml.data == tables
    for path, value in leaves(tables):
        at_key, at_value = toml.key(*path), toml.value(*path)
        assert tomllib.loads(text[at_key.start : at_key.end] + " = 0") == {path[-1]: 0}
        assert tomllib.loads("a = " + text[at_value.start : at_value.end]) == {"a": value}
