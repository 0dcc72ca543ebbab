"""The page for rules lawyers shows what the commands really print."""

import re

import pytest

from tests.docs.kaciri_page import PAGE, command, commands, cut, printed
from tests.docs.tutorial_page import Block

TEXT = PAGE.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("block", commands(TEXT), ids=command)
def test_the_command_prints_what_the_page_shows(block: Block) -> None:
    assert block.text == printed(block), "`python -m tests.docs.kaciri_page` puts it into the page"


def test_only_seconds_and_positions_are_left_out() -> None:
    said = "duel (spec/duel)\n        seconds\n  claim a    0.10\n  1 statement: 1 found\n\naudit a\n  b\n\n1. claim a: b\n"
    assert cut(said, tables=False) == "duel (spec/duel)\n...\n  1 statement: 1 found\n\naudit a\n  b\n\n1. claim a: b\n"
    assert cut(said, tables=True) == "duel (spec/duel)\n...\n  1 statement: 1 found\n\naudit a\n  b\n\n...\n"


def test_the_page_answers_the_question_and_its_links_lead_somewhere() -> None:
    assert "refengine prove spec/kaciri who_takes_the_city" in [command(each) for each in commands(TEXT)]
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert links
    assert [link for link in links if not (PAGE.parent / link).exists()] == []
