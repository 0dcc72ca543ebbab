"""What a reading rests on: each of the words that the documentation lists may stand behind one."""

import re
from pathlib import Path

import pytest

from refengine.types.table import STATUSES
from tests.types.front_end import compile_texts

LISTED = re.compile(r"Words behind a reading say what it rests on: (.*?)\. A reading", flags=re.DOTALL)
DOCS = Path(__file__).parents[2] / "docs" / "language.md"


@pytest.mark.parametrize("status", [each for each in STATUSES if each != "incomplete"])  # which is no default
def test_a_reading_rests_on_each_of_the_words(status: str) -> None:
    rules = f"""\
game tiny from rulebook tiny
    players 1 per R1

question counted about R1 per R1
    "Is it counted?"
    reading yes_all "all of it", default, {status}
    reading no_part "a part of it", {status}, house

setup per R1
    if counted is yes_all
        game over
    game over
"""
    game, diagnostics = compile_texts({"x.rules": rules})
    assert game is not None, [each.message for each in diagnostics]
    assert [each.statuses for each in game.questions[0].readings] == [(status,), (status, "house")]


def test_the_words_are_those_that_the_documentation_lists() -> None:
    (listed,) = LISTED.findall(DOCS.read_text("utf-8"))
    assert {*re.findall(r"`(\w+)`", listed)} == {*STATUSES} - {"incomplete"}
