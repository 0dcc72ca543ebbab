"""The tables of the grammar are read as they were made; where they are spoilt they are made again."""

from pathlib import Path

import pytest

from refengine.source.cache import Cache
from refengine.source.text import SourceText
from refengine.syntax.by_lark import NAME
from refengine.syntax.outline import outline
from refengine.syntax.tables import MACHINE, Tables, tables
from tests.syntax.test_machine import told

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial" / "goofspiel"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tables, Cache]:
    cache = Cache(tmp_path_factory.mktemp("tables"))
    return tables(cache), cache


def test_what_is_read_parses_as_what_was_made(kept: tuple[Tables, Cache]) -> None:
    made, cache = kept
    read = tables(cache)
    assert read.machine is not made.machine
    assert (read.vocabulary, read.declaration_words) == (made.vocabulary, made.declaration_words)
    rules = "".join(each.read_text("utf-8") for each in sorted(TUTORIAL.glob("*.rules")))
    declarations = outline(SourceText("tutorial.rules", rules), made.declaration_words).chunks
    assert len(declarations) > 20
    for each in declarations:
        assert told(read.machine.parse(each.text + "\n")) == told(made.machine.parse(each.text + "\n")) is not None


@pytest.mark.parametrize("spoilt", [b"", b"\x80", b"no tables at all"])
def test_spoilt_tables_are_made_again(kept: tuple[Tables, Cache], tmp_path: Path, spoilt: bytes) -> None:
    made, _ = kept
    cache = Cache(tmp_path)
    for each in (NAME, MACHINE):
        (tmp_path / each).write_bytes(spoilt)
    assert tables(cache).declaration_words == made.declaration_words
    assert cache.read(NAME) not in (None, spoilt)
    assert cache.read(MACHINE) not in (None, spoilt)


def test_half_of_the_tables_is_none(kept: tuple[Tables, Cache], tmp_path: Path) -> None:
    made, whole = kept
    cache = Cache(tmp_path)
    for each in (NAME, MACHINE):
        content = whole.read(each)
        assert content is not None
        cache.write(NAME, content)
        cache.write(each, content)
        file = tmp_path / each
        file.write_bytes(file.read_bytes()[: len(content) // 2])
        assert tables(cache).declaration_words == made.declaration_words
        assert cache.read(each) is not None
