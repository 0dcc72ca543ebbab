"""What of a wording a hash sees, and what it does not; and where the text of a rulebook is looked for."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from refengine.resolve.wording import hash_of, read_text_of
from refengine.source.text import SourceText

TEXT = "Herons\n\nA **heron** waits  at the ford.\nIt eats one\tfrog.\n   \nŽába wins.\n"


def hashed(text: str, lines: str) -> str | None:
    return hash_of(SourceText("herons.txt", text), lines)


def test_a_hash_is_that_of_the_words() -> None:
    """Made with another program: `printf 'a heron waits at the ford. it eats one frog.' | sha256sum`."""
    assert hashed(TEXT, "3, 4") == "sha256:6448235d200a83bcee8f7da5ad94fd39dc625486b28ca60d0ab9829ec4e1fa99"


@pytest.mark.parametrize(
    "other",
    [
        TEXT.replace("**", ""),
        TEXT.replace("A **heron**", "a *HERON*"),
        TEXT.replace("waits  at", " waits\u00a0at "),
        unicodedata.normalize("NFD", TEXT),
        TEXT.replace("one\tfrog", "one \f frog"),
    ],
)
def test_what_makes_no_difference(other: str) -> None:
    assert other != TEXT
    assert [hashed(other, lines) for lines in ("3", "4", "6")] == [hashed(TEXT, lines) for lines in ("3", "4", "6")]


@given(st.integers(0, len(TEXT) - 1), st.characters(categories=["L", "N"]))
def test_another_letter_anywhere_is_another_wording_of_that_line_alone(place: int, letter: str) -> None:
    if TEXT[place].isspace() or TEXT[place] == "*" or TEXT[place].casefold() == letter.casefold():
        return
    spoilt = TEXT[:place] + letter + TEXT[place + 1 :]
    if unicodedata.normalize("NFC", letter.lower()) == TEXT[place].lower():
        return
    line = TEXT.count("\n", 0, place) + 1
    for number in (1, 3, 4, 6):
        assert (hashed(spoilt, str(number)) == hashed(TEXT, str(number))) == (number != line)


def test_the_order_of_lines_is_part_of_it() -> None:
    assert hashed(TEXT, "3, 4") != hashed(TEXT, "4, 3")
    assert hashed(TEXT, "3, 4") != hashed(TEXT, "3")


@pytest.mark.parametrize("lines", ["2", "5", "7", "8", "3, 90", "2, 5"])
def test_nothing_is_no_wording(lines: str) -> None:
    assert hashed(TEXT, lines) is None


def test_an_empty_line_beside_others_counts_as_nothing() -> None:
    assert hashed(TEXT, "2, 3") is not None


# ---- WHERE THE TEXT LIES


def test_a_folder_is_searched_by_id(tmp_path: Path) -> None:
    (tmp_path / "herons.md").write_text("Markdown", "utf-8")
    found, wrong = read_text_of("herons", tmp_path)
    assert (found and found.text, wrong) == ("Markdown", ())
    (tmp_path / "herons.txt").write_text("Plain", "utf-8")
    found, wrong = read_text_of("herons", tmp_path)
    assert (found and found.text, wrong) == ("Plain", ())
    found, wrong = read_text_of("storks", tmp_path)
    assert (found, [each.code for each in wrong]) == (None, ["E0607"])


def test_a_text_may_have_what_rules_may_not(tmp_path: Path) -> None:
    path = tmp_path / "anything.doc"
    path.write_bytes("\ufeffOne\ttwo\x0cthree\r\nfour\r\n".encode())
    found, wrong = read_text_of("herons", path)
    assert (found and found.text, wrong) == ("One\ttwo\x0cthree\nfour\n", ())


@pytest.mark.parametrize(("content", "code"), [(b"\xff", "E0102"), (b"a" * (1 << 21), "E0103"), (None, "E0101")])
def test_what_is_no_text_is_told(tmp_path: Path, content: bytes | None, code: str) -> None:
    path = tmp_path / "herons.txt"
    if content is not None:
        path.write_bytes(content)
    found, wrong = read_text_of("herons", path)
    assert (found, [each.code for each in wrong]) == (None, [code])
