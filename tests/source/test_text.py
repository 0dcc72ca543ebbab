import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render
from refengine.source.text import (
    BIDI_CONTROLS,
    BYTE_ORDER_MARK,
    MAX_BYTES,
    SourceText,
    is_control,
    no_rules,
    read_source,
)


def read(folder: Path, content: bytes) -> tuple[SourceText | None, tuple[Diagnostic, ...]]:
    path = folder / "some.rules"
    path.write_bytes(content)
    return read_source(path, "some.rules")


def accepted(folder: Path, content: bytes) -> str:
    source, diagnostics = read(folder, content)
    assert diagnostics == ()
    assert source is not None
    return source.text


def refused(folder: Path, content: bytes) -> Diagnostic:
    _, diagnostics = read(folder, content)
    (only,) = diagnostics
    return only


@given(st.text(alphabet="ab č\n", max_size=60), st.data())
def test_a_position_leads_back_to_its_character(text: str, data: st.DataObject) -> None:
    source = SourceText("a.rules", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.position(offset)
    assert line == text.count("\n", 0, offset) + 1
    assert (source.line(line) + "\n")[column - 1] == (text + "\n")[offset]


@given(st.text(alphabet="ab\n", max_size=60))
def test_the_lines_make_up_the_text(text: str) -> None:
    source = SourceText("a.rules", text)
    last, _ = source.position(len(text))
    assert "\n".join(source.line(number) for number in range(1, last + 1)) == text


def test_an_offset_past_the_end_is_the_end() -> None:
    assert SourceText("a.rules", "ab").position(9) == (1, 3)


@given(st.text(alphabet=st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" \n"), max_size=40))
def test_what_is_read_is_normal_and_stays_so(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("text")
    once = accepted(folder, text.encode())
    assert once == unicodedata.normalize("NFC", text)
    assert accepted(folder, once.encode()) == once


def test_two_ways_to_write_an_accent_are_one(tmp_path: Path) -> None:
    assert accepted(tmp_path, b"r\xcc\x8c") == "ř"


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_line_ends_of_every_system_are_one(tmp_path: Path, end: bytes) -> None:
    assert accepted(tmp_path, b"a" + end + b"b" + end) == "a\nb\n"


def test_a_byte_order_mark_goes(tmp_path: Path) -> None:
    assert accepted(tmp_path, b"\xef\xbb\xbfgame") == "game"


def test_an_empty_file_is_a_text(tmp_path: Path) -> None:
    assert accepted(tmp_path, b"") == ""


@pytest.mark.parametrize("name", ["missing.rules", "some.rules/inside", "a\0b", "x" * 5000])
def test_what_is_not_there_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / "some.rules").touch()
    source, (only,) = read_source(tmp_path / name, "shown")
    assert source is None
    assert only.code == "E0101"
    assert only.message.startswith("cannot read `shown`: ")


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    source, (only,) = read_source(tmp_path, "shown")
    assert source is None
    assert only.message == "cannot read `shown`: it is not a file"


def test_a_file_without_an_end_is_not_read() -> None:
    _, (only,) = read_source(Path("/dev/zero"), "shown")
    assert only.code == "E0101"


@pytest.mark.parametrize(("size", "codes"), [(MAX_BYTES, []), (MAX_BYTES + 1, ["E0103"])])
def test_the_size_has_a_limit(tmp_path: Path, size: int, codes: list[str]) -> None:
    _, diagnostics = read(tmp_path, b"a" * size)
    assert [each.code for each in diagnostics] == codes


def test_a_broken_encoding_is_shown_at_its_byte(tmp_path: Path) -> None:
    source, (only,) = read(tmp_path, "ř\r\nr\u030c".encode() + b"\xff!\n")
    assert source is not None
    assert (only.code, only.message) == ("E0102", "the text is not UTF-8: byte 7 is 0xff")
    assert only.span is not None
    assert source.position(only.span.start) == (2, 2)
    assert "2 | ř�!\n  |  ^\n" in render([only], {"some.rules": source})


@given(st.binary(max_size=80))
def test_no_bytes_are_too_strange(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    source, diagnostics = read(tmp_path_factory.mktemp("bytes"), content)
    assert source is not None
    shown = render(diagnostics, {"some.rules": source})
    assert not any(is_control(char) for char in shown)
    assert bool(shown) == bool(diagnostics)


@pytest.mark.parametrize("content", [b"game a\n\tphase b\n", b"game a\n value\tb\n\t\n"])
def test_tabs_are_refused_at_the_first(tmp_path: Path, content: bytes) -> None:
    only = refused(tmp_path, content)
    assert only.code == "E0104"
    assert only.span is not None
    assert only.span.start == content.index(b"\t")


@pytest.mark.parametrize(
    "char", ["\0", "\x07", "\x1b", "\x85", "\v", "\f", "\u2028", "\u2029", "\ufeff", *sorted(BIDI_CONTROLS)]
)
def test_characters_that_act_unseen_are_refused(tmp_path: Path, char: str) -> None:
    only = refused(tmp_path, f"game a {char}b".encode())
    assert only.code == "E0105"
    assert only.span is not None
    assert only.span.start == 7
    assert f"`U+{ord(char):04X}`" in only.message


def test_a_thousand_controls_are_one_mistake(tmp_path: Path) -> None:
    assert refused(tmp_path, b"\0" * 1000).message.endswith(", and 999 more")


def test_a_folder_without_rules_has_a_diagnostic() -> None:
    assert no_rules("spec/empty").code == "E0106"


def test_what_is_a_control_is_said_by_its_category() -> None:
    """The pattern is quicker than to ask for the category of each character, and says the same of every one."""
    wrong = [
        hex(number)
        for number in range(sys.maxunicode + 1)
        if is_control(char := chr(number))
        != (
            (unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} and char not in "\t\n")
            or char in BIDI_CONTROLS
            or char == BYTE_ORDER_MARK
        )
    ]
    assert wrong == []
