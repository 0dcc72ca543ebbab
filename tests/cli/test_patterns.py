"""What Python compiles of regular expressions is kept by text and flags: a pattern is the same either way."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from refengine.cli.patterns import kept_patterns

COMPILER = import_module("re._compiler")

EXPRESSIONS: list[tuple[Any, int]] = [
    (r"(?P<head>\w+)\s*(?:=|is)\s*(?P<rest>.*?)$", 0),
    (r"(?P<head>\w+)\s*(?:=|is)\s*(?P<rest>.*?)$", re.MULTILINE | re.IGNORECASE),
    (rb"[\r\n]module|\xef\xbb\xbf", 0),
    (r"[^\W\d_]\w*(?!x)(?<=y)|(a)(b)?\1|[\u0100-\U0010ffff]{2,4}+", re.ASCII),
    (r"(?x) a b  # two letters", 0),
    (r"", 0),
]

OURS = {*(text for text, _ in EXPRESSIONS), "(a", rb"\w", rb"(?L)\w", "a"}


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str | bytes]]:
    """The expressions that Python has compiled, and were not taken from what is kept."""
    found: list[str | bytes] = []
    by_python = COMPILER.compile

    def compiling(pattern: str | bytes, flags: int = 0) -> object:
        if pattern in OURS:  # where something is kept a module of ours may be loaded, which has its own
            found.append(pattern)
        return by_python(pattern, flags)

    monkeypatch.setattr(COMPILER, "compile", compiling)
    re.purge()
    yield found
    re.purge()


def once(folder: Path) -> list[re.Pattern[Any]]:
    re.purge()
    with kept_patterns("one", folder):
        return [re.compile(*each) for each in EXPRESSIONS]


def test_a_pattern_is_compiled_once_and_stays_the_same(tmp_path: Path, compiled: list[str | bytes]) -> None:
    first = once(tmp_path)
    assert compiled == [text for text, _ in EXPRESSIONS]
    again = once(tmp_path)
    assert len(compiled) == len(EXPRESSIONS)
    re.purge()
    plain = [re.compile(*each) for each in EXPRESSIONS]
    assert first == again == plain  # two patterns are equal if they are of one text, flags and code
    for kept, made in zip(again, plain, strict=True):
        assert (kept.groups, dict(kept.groupindex), kept.flags) == (made.groups, dict(made.groupindex), made.flags)
    found = [each.match("Rest = 12") for each in (again[0], plain[0])]
    assert [each and each.groupdict() for each in found] == [{"head": "Rest", "rest": "12"}] * 2


def test_what_is_wrong_or_means_something_else_elsewhere_is_not_kept(
    tmp_path: Path, compiled: list[str | bytes]
) -> None:
    for _ in range(2):
        re.purge()
        with kept_patterns("one", tmp_path):
            with pytest.raises(re.error) as wrong:
                re.compile("(a")
            assert "unterminated" in str(wrong.value)
            re.compile(rb"\w", re.LOCALE)
            re.compile(rb"(?L)\w")
    assert compiled == ["(a", rb"\w", rb"(?L)\w"] * 2
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_was_cut_off_is_none(tmp_path: Path, compiled: list[str | bytes]) -> None:
    first = once(tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert once(tmp_path) == first
    assert len(compiled) == 2 * len(EXPRESSIONS)
    with kept_patterns("one", None):
        re.purge()
        re.compile("a")
    assert compiled[-1] == "a"


def test_a_python_that_compiles_otherwise_is_left_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(COMPILER, "_sre")
    with kept_patterns("one", tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []
