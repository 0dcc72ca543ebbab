"""The pages for rules lawyers show what the commands really print."""

import re
from pathlib import Path

import pytest

from tests.docs.lawyers_pages import PAGES, command, commands, cut, printed
from tests.docs.tutorial_page import Block

TEXTS = {page.parent.name: page.read_text("utf-8") for page in PAGES}
BLOCKS = [block for text in TEXTS.values() for block in commands(text)]


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS, ids=command)
def test_the_command_prints_what_the_page_shows(block: Block) -> None:
    assert block.text == printed(block), "`python -m tests.docs.lawyers_pages` puts it into the page"


def test_only_seconds_and_positions_are_left_out() -> None:
    said = "duel (spec/duel)\n        seconds\n  claim a    0.10\n  1 statement: 1 found\n\naudit a\n  b\n\n1. claim a: b\n"
    assert cut(said, tables=False) == "duel (spec/duel)\n...\n  1 statement: 1 found\n\naudit a\n  b\n\n1. claim a: b\n"
    assert cut(said, tables=True) == "duel (spec/duel)\n...\n  1 statement: 1 found\n\naudit a\n  b\n\n...\n"


def test_the_pages_answer_the_question() -> None:
    asked = [command(each) for each in BLOCKS]
    assert "refengine prove spec/kaciri who_takes_the_city" in asked
    assert "refengine prove spec/european_war who_wins" in asked


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_the_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []
