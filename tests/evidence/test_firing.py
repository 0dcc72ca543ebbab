"""What `evidence.toml` promises of play: read, kept as it is written, and what is wrong with a faulty file."""

import re
from pathlib import Path

import pytest

from refengine.evidence.firing import fires_in, read_fires
from refengine.evidence.level import Level
from refengine.evidence.mutation import written_by_hand
from refengine.evidence.promises import read_promised, write_promised
from refengine.source.codes import TITLES
from refengine.source.render import render
from refengine.source.text import SourceText

PAGES = Path(__file__).parents[2] / "docs" / "errors"
PATHS = ("price", "price.glut", "Market.sell")
FIRES = '[fires]\n# each price\n"price.glut" = 100\n"Market.sell" = 1\n'


def source(text: str) -> SourceText:
    return SourceText("evidence.toml", text)


def test_it_is_read_beside_the_promises_of_statements() -> None:
    text = source(f'[claim]\na = "proved"\n\n{FIRES}')
    assert read_fires(text, PATHS) == ({"price.glut": 100, "Market.sell": 1}, ())
    assert read_promised(text) == ({("claim", "a"): Level("proved")}, ())
    assert read_fires(source('[claim]\na = "proved"\n'), PATHS) == ({}, ())


def test_it_is_kept_letter_for_letter() -> None:
    kept = written_by_hand(source(f'{FIRES}\n[claim]\na = "proved"\n'))
    assert kept == FIRES
    assert FIRES in write_promised({("claim", "a"): Level("proved")}, kept)


@pytest.mark.parametrize(
    "text", ["fires = 3\n", '[fires]\nprice = "often"\n', "[fires]\nprice = 0\n", "[fires]\nprice = true\n"]
)
def test_a_faulty_file(text: str) -> None:
    assert [each.code for each in read_fires(source(text), PATHS)[1]] == ["E0866"]


def test_a_clause_that_play_can_not_fire() -> None:
    promised, (wrong,) = read_fires(source('[fires]\n"price.glud" = 3\n"price" = 2\n'), PATHS)
    assert (promised, wrong.code, wrong.hint) == ({"price": 2}, "E0862", "did you mean `price.glut`?")


def test_of_several_modules_the_higher_promise_counts(tmp_path: Path) -> None:
    for name, times in (("one", 7), ("other", 5)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "evidence.toml").write_text(f"[fires]\nprice = {times}\n", "utf-8")
    found = fires_in([tmp_path / "other", tmp_path / "one", tmp_path / "none"], PATHS)
    assert found == ({"price": 7}, (), {})


def test_the_page_shows_what_is_said() -> None:
    page = (PAGES / "E0866.md").read_text("utf-8")
    assert page.startswith(f"# E0866: {TITLES['E0866']}\n")
    text = source('[fires]\n"price.glut" = "often"\n')
    (shown,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert render(read_fires(text, PATHS)[1], {text.path: text}) == shown
