"""`evidence.toml`: written, read again, and what is wrong with a faulty one."""

import re
from pathlib import Path

import pytest

from refengine.evidence.level import Level
from refengine.evidence.promises import read_promised, vanished_statements, write_promised
from refengine.source.codes import TITLES
from refengine.source.render import render
from refengine.source.text import SourceText

PAGES = Path(__file__).parents[2] / "docs" / "errors"

PROMISED = {
    ("obligation", "takes: some case applies"): Level("proved"),
    ("claim", "b"): Level("bounded", 6),
    ("claim", "a"): Level("by construction"),
    ("step invariant", "größer"): Level("tested"),
    ("witness", 'odd "name" \\ here'): Level("proved"),
}


def source(text: str) -> SourceText:
    return SourceText("evidence.toml", text)


def codes(text: str) -> list[str]:
    return [each.code for each in read_promised(source(text))[1]]


def test_what_is_written_is_read() -> None:
    text = write_promised(PROMISED)
    assert read_promised(source(text)) == (PROMISED, ())
    assert write_promised(read_promised(source(text))[0]) == text


def test_it_is_sorted_and_says_who_writes_it() -> None:
    lines = write_promised(PROMISED).splitlines()
    assert "--update-evidence" in lines[1]
    assert [line for line in lines if line.startswith("[")] == [
        "[claim]", "[witness]", '["step invariant"]', "[obligation]",
    ]  # fmt: skip
    assert lines.index('a = "by construction"') < lines.index('b = "bounded 6"')


def test_nothing_promised_is_a_file_without_promises() -> None:
    assert read_promised(source(write_promised({}))) == ({}, ())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[clam]\na = "proved"\n', "E0860"),
        ('claim = "proved"\n', "E0860"),
        ('[claim]\na = "prooved"\n', "E0861"),
        ('[claim]\na = "unknown"\n', "E0861"),
        ("[claim]\na = 3\n", "E0861"),
        ('[claim]\na = "proved"\na = "bounded 3"\n', "E0801"),
        ("[claim\n", "E0801"),
    ],
)
def test_a_faulty_file(text: str, code: str) -> None:
    assert codes(text) == [code]


def test_one_mistake_does_not_hide_the_other_promises() -> None:
    promised, wrong = read_promised(source('[claim]\na = "prooved"\nb = "proved"\n'))
    assert promised == {("claim", "b"): Level("proved")}
    assert len(wrong) == 1


FAULTY = {
    "E0860": '[clam]\none_taker = "proved"\n',
    "E0861": '[claim]\none_taker = "prooved"\n',
    "E0862": '[claim]\none_takr = "proved"\n',
}


@pytest.mark.parametrize("code", FAULTY)
def test_the_pages_show_what_is_said(code: str) -> None:
    page = (PAGES / f"{code}.md").read_text("utf-8")
    assert page.startswith(f"# {code}: {TITLES[code]}\n")
    text = source(FAULTY[code])
    promised, wrong = read_promised(text)
    wrong = wrong or vanished_statements(text, promised, [("claim", "one_taker")])
    (shown,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert render(wrong, {text.path: text}) == shown
