"""The machine makes of every text what lark makes of it, and refuses what lark refuses."""

from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest
from hypothesis import given, settings, strategies as st

from refengine.source.cache import Cache
from refengine.source.text import SourceText
from refengine.syntax import by_lark, first_words, layout, one_player, turns
from refengine.syntax.nodes import Token
from refengine.syntax.outline import Chunk, outline
from refengine.syntax.refusals import RefusalError
from refengine.syntax.tables import Tables, tables

ROOT = Path(__file__).parents[2]
FOLDERS = ("docs", "tests/corpus", "spec/kaciri", "spec/carcassonne")
"""Rules of all kinds, good and bad."""

WORDS = (
    "turned",
    "back",
    "player",
    "(",
    ")",
    ",",
    "12",
    "x",
    "is",
    "of",
    "not",
    "\n",
    "\n    ",
    '"a"',
    "?",
    "<=",
    "per R1",
)


def lark_word(sort: str, text: str, start: int, end: int) -> lark.Token:
    return lark.Token(sort, text, start, 1, 1, 1, 1, end)


@pytest.fixture(autouse=True)
def words_of_lark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where lark reads, all words are its own, as it knows the places of no others."""

    def of_sort(token: Token, sort: str) -> Any:
        own: Any = Token if type(token) is Token else lark_word
        return own(sort, str(token), token.start_pos, token.end_pos)

    for each in (first_words, one_player, turns):
        monkeypatch.setattr(each, "of_sort", of_sort)


@cache
def read() -> tuple[Tables, lark.Lark]:
    return tables(Cache()), by_lark.parser(Cache())


@cache
def declarations() -> tuple[str, ...]:
    found: list[Chunk] = []
    for file in sorted(each for folder in FOLDERS for each in (ROOT / folder).rglob("*.rules")):
        text = file.read_bytes().decode("utf-8", "replace").replace("\r", "")
        found += outline(SourceText(file.name, text), read()[0].declaration_words).chunks
    return tuple(each.text for each in found[::2] if each.too_deep is None)


def told(node: Any) -> Any:
    """Returns a node of either sort, all that is below it, and where it stands."""
    if node is None:
        return None
    if isinstance(node, str):
        word: Any = node
        return word.type, str(word), word.start_pos, word.end_pos
    meta = node.meta
    place = getattr(meta, "start_pos", None), getattr(meta, "end_pos", None)
    return str(node.data), [told(each) for each in node.children], place


def by_machine(text: str) -> Any:
    try:
        return told(read()[0].machine.parse(text + "\n"))
    except RefusalError as refused:
        return refused.code, refused.place


def by_its_maker(text: str) -> Any:
    patch = pytest.MonkeyPatch()
    patch.setattr(layout, "Token", lark_word)
    try:
        return told(read()[1].parse(text + "\n"))
    except lark.UnexpectedInput:
        return None
    except RefusalError as refused:
        return refused.code, refused.place
    finally:
        patch.undo()


def test_all_rules_are_read_as_lark_reads_them() -> None:
    refused = 0
    for text in declarations():
        found = by_machine(text)
        refused += found is None
        assert found == by_its_maker(text)
    assert 20 < refused < len(declarations()) / 10


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_what_is_spoilt_is_read_or_refused_as_by_lark(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(declarations()).filter(lambda each: len(each) < 1500))
    pieces = text.split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(pieces) - 1))
        pieces[place : place + data.draw(st.integers(0, 1))] = data.draw(st.lists(st.sampled_from(WORDS), max_size=2))
    spoilt = " ".join(pieces)
    assert by_machine(spoilt) == by_its_maker(spoilt)
