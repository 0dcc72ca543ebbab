"""Indexes hashed anew: nothing but hashes changes, and what cannot be written so is left."""

import tomllib

import pytest
from hypothesis import given, strategies as st

from refengine.resolve.hashes import HashMismatch, hashed_anew, parse_index
from refengine.resolve.wording import hash_of
from refengine.source.text import SourceText

WORDING = SourceText("herons.txt", "A heron waits.\nIt eats one frog.\n\nThe most frogs win.\n")

INDEX = """\
# Our herons.
[rulebook]   # of 1903
id = "herons"
title = "Herons"
language = "en"

[[statement]]
id = "R1"
lines = "1, 2"   # the first two
paraphrase = \"\"\"
One frog
a turn.\"\"\"
status = "normative"
hash = 'sha256:old' # to be made

  [[statement]]   # at the end
  paraphrase = "Most frogs win."
  id = "R2"
  "hash" = "sha256:older"
  lines = "4"

[[ruling]]
id = "A1"
about = ["R1"]
decision = "hash = 7"
"""


def anew(text: str) -> str:
    index, wrong = parse_index(SourceText("rulebook.toml", text))
    assert (wrong, index is None) == ((), False)
    assert index is not None
    written, _, wrong = hashed_anew(index, WORDING)
    assert wrong == ()
    assert written is not None
    return written


def test_only_hashes_change() -> None:
    one, two = hash_of(WORDING, "1, 2"), hash_of(WORDING, "4")
    expected = INDEX.replace("'sha256:old'", f'"{one}"').replace('"sha256:older"', f'"{two}"')
    assert anew(INDEX) == expected
    assert anew(expected) == expected


def test_a_missing_hash_gets_a_line_behind_the_last_of_its_statement() -> None:
    one, two = hash_of(WORDING, "1, 2"), hash_of(WORDING, "4")
    bare = INDEX.replace("hash = 'sha256:old' # to be made\n", "").replace('  "hash" = "sha256:older"\n', "")
    expected = bare.replace('status = "normative"\n', f'status = "normative"\nhash = "{one}"\n')
    expected = expected.replace('  lines = "4"\n', f'  lines = "4"\n  hash = "{two}"\n')
    assert anew(bare) == expected


def test_line_ends_and_the_end_of_the_file_are_kept() -> None:
    short = '[rulebook]\nid = "herons"\n[[statement]]\nid = "R1"\nlines = "4"'
    assert anew(short) == f'{short}\nhash = "{hash_of(WORDING, "4")}"'
    dos = (short + "\n").replace("\n", "\r\n")
    assert anew(dos) == f'{dos}hash = "{hash_of(WORDING, "4")}"\r\n'


def test_what_changed_is_told() -> None:
    index, _ = parse_index(SourceText("rulebook.toml", INDEX.replace("hash = 'sha256:old' # to be made\n", "")))
    assert index is not None
    assert hashed_anew(index, WORDING)[1] == (HashMismatch("R1", "1, 2", "none"), HashMismatch("R2", "4", "another"))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (INDEX.replace('lines = "4"', 'lines = "3"'), ["E0608"]),
        (INDEX.replace('lines = "4"', 'lines = "9"').replace('"1, 2"', '"5"'), ["E0608", "E0608"]),
        ('statement = [{id = "R1", lines = "1"}]\n[rulebook]\nid = "herons"\n', ["E0609"]),
        ('statement = [{id = "R1", lines = "1", hash = "x"}]\n[rulebook]\nid = "herons"\n', ["E0609"]),
    ],
)
def test_nothing_is_written_by_halves(text: str, codes: list[str]) -> None:
    index, wrong = parse_index(SourceText("rulebook.toml", text))
    assert wrong == ()
    assert index is not None
    written, changed, wrong = hashed_anew(index, WORDING)
    assert (written, changed, [each.code for each in wrong]) == (None, (), codes)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[rulebook", "E0801"),
        ("[rulebook]\nid = 'x'\n", "E0802"),
        ("[rulebook]\n[[statement]]\nid = 'R1'\nlines = '1'\n", "E0802"),
        ("statement = 7\n[rulebook]\nid = 'x'\n", "E0804"),
        ("[rulebook]\nid = 'x'\n[[statement]]\nid = 'R1'\nlines = '1-3'\n", "E0804"),
        ("[rulebook]\nid = 'x'\n[[statement]]\nid = 'R1'\nlines = '1'\nhahs = ''\n", "E0803"),
    ],
)
def test_what_is_no_index_is_told(text: str, code: str) -> None:
    index, wrong = parse_index(SourceText("rulebook.toml", text))
    assert (index, wrong[0].code) == (None, code)


LINES = ("", "# a comment", "   ", 'reason = "hash = 1"', "hash = 'sha256:0'", 'paraphrase = "[[statement]]" # no')


@given(st.lists(st.lists(st.sampled_from(LINES), max_size=4, unique=True), min_size=1, max_size=4), st.booleans())
def test_whatever_stands_around_it_survives(blocks: list[list[str]], dos: bool) -> None:
    """Line by line: those that are no hash are as they were, and each statement has the hash of its lines."""
    parts = ['[rulebook]\nid = "herons"']
    parts += [f'[[statement]]\nid = "R{n}"\nlines = "1, 4"\n' + "\n".join(each) for n, each in enumerate(blocks)]
    text = "\n".join(parts) + "\n"
    text = text.replace("\n", "\r\n") if dos else text
    written = anew(text)
    assert [line for line in written.split("\n") if not line.startswith("hash")] == [
        line for line in text.split("\n") if not line.startswith("hash")
    ]
    assert {each["hash"] for each in tomllib.loads(written)["statement"]} == {hash_of(WORDING, "1, 4")}
