"""What `evidence.toml` says of mutants: read, kept as it is written, and what is wrong with a faulty file."""

import re
from pathlib import Path

import pytest

from refengine.evidence.level import Level
from refengine.evidence.mutation import Mutation, Promise, read_mutation, written_by_hand
from refengine.evidence.promises import read_promised, write_promised
from refengine.source.codes import TITLES
from refengine.source.render import render
from refengine.source.text import SourceText

PAGES = Path(__file__).parents[2] / "docs" / "errors"

BY_HAND = '''\
[mutants]
caught = 100  # all of them
count = 300
seed = 7

["equivalent mutants"]
# of the course
"Next: `a` becomes `b`" = "they are the same"
"takes: `when c` is dropped" = """
it follows"""
'''
FILE = f'[claim]\na = "proved"\n\n{BY_HAND}\n[witness]\nb = "proved"\n'


def source(text: str) -> SourceText:
    return SourceText("evidence.toml", text)


def test_it_is_read() -> None:
    assert read_mutation(source(FILE)) == (
        Mutation(
            Promise(100, 300, 7),
            {"Next: `a` becomes `b`": "they are the same", "takes: `when c` is dropped": "it follows"},
        ),
        (),
    )


def test_a_file_without_it_says_nothing() -> None:
    assert read_mutation(source('[claim]\na = "proved"\n')) == (Mutation(), ())
    assert read_mutation(source("[claim\n")) == (Mutation(), ())


def test_the_promises_of_statements_are_read_beside_it() -> None:
    levels = {("claim", "a"): Level("proved"), ("witness", "b"): Level("proved")}
    assert read_promised(source(FILE)) == (levels, ())


@pytest.mark.parametrize("text", [FILE, BY_HAND, f'{BY_HAND}[claim]\na = "proved"\n'])
def test_what_is_written_by_hand_is_kept_letter_for_letter(text: str) -> None:
    kept = written_by_hand(source(text))
    assert kept == BY_HAND
    levels, _ = read_promised(source(text))
    written = write_promised(levels, kept)
    assert BY_HAND in written
    assert read_promised(source(written)) == (levels, ())
    assert read_mutation(source(written)) == read_mutation(source(text))
    assert write_promised(levels, written_by_hand(source(written))) == written


@pytest.mark.parametrize("before", ["", '[claim]\na = "proved"\n\n', write_promised({("claim", "a"): Level("proved")})])
@pytest.mark.parametrize("after", ["", '\n[witness]\nb = "proved"\n'])
def test_comments_above_what_is_written_by_hand_are_kept_with_it(before: str, after: str) -> None:
    """They were taken for comments of the table before, and lost with the first update."""
    by_hand = f"# We agreed on these in May.\n\n# All, after the dispute about sevens:\n{BY_HAND}"
    text = f"{before}{by_hand}{after}"
    for _ in range(3):
        kept = written_by_hand(source(text))
        assert kept == by_hand
        text = write_promised(read_promised(source(text))[0], kept)
        assert text.count("We agreed") == text.count("written by hand") == 1


def test_nothing_by_hand_leaves_nothing() -> None:
    assert written_by_hand(source('[claim]\na = "proved"\n')) == ""
    assert "by hand" not in write_promised({("claim", "a"): Level("proved")})


@pytest.mark.parametrize(
    "text",
    [
        "mutants = 3\n",
        "[mutants]\ncount = 300\n",
        "[mutants]\ncaught = 101\ncount = 300\n",
        '[mutants]\ncaught = "100 %"\ncount = 300\n',
        "[mutants]\ncaught = true\ncount = 300\n",
        "[mutants]\ncaught = 100\ncount = 0\n",
        "[mutants]\ncaught = 100\n",
        '[mutants]\ncaught = 100\ncount = 1\nseed = "x"\n',
        "[mutants]\ncaught = 100\ncount = 1\nsede = 3\n",
        '"equivalent mutants" = 3\n',
        '["equivalent mutants"]\na = 3\n',
        '["equivalent mutants"]\na = " "\n',
    ],
)
def test_a_faulty_file(text: str) -> None:
    assert [each.code for each in read_mutation(source(text))[1]] == ["E0890"]


FAULTY = '[mutants]\ncaught = "all"\ncount = 300\n'


def test_the_page_shows_what_is_said() -> None:
    page = (PAGES / "E0890.md").read_text("utf-8")
    assert page.startswith(f"# E0890: {TITLES['E0890']}\n")
    text = source(FAULTY)
    (shown,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert render(read_mutation(text)[1], {text.path: text}) == shown
