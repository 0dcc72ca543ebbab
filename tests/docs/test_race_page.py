"""The page about a race says what the commands print, and what the rules of the game are."""

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, run  # noqa: F401 - a fixture
from tests.cli.test_check import Run
from tests.docs.race_page import GAME, PAGE, ROOT, commands, pictures, pieces
from tests.docs.tutorial_page import Block

TEXT = PAGE.read_text("utf-8")
COMMANDS = [each.text for each in commands(TEXT)]


@pytest.mark.parametrize("piece", pieces(TEXT), ids=lambda each: each.text.split("\n")[0])
def test_a_piece_of_the_rules_stands_in_them(piece: Block) -> None:
    assert piece.text in (GAME / piece.info).read_text("utf-8")


@pytest.mark.parametrize("shown", COMMANDS, ids=lambda each: each.split("\n")[0])
def test_the_command_says_what_the_page_says(
    shown: str,
    run: Run,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    first = shown.partition("\n")[0]
    _, *arguments = shlex.split(first.removeprefix("$ "))
    written = [str(tmp_path / Path(each).name) if each.endswith(".svg") else each for each in arguments]
    ran: Ran = run(*written)
    assert f"{first}\n{ran.out}{ran.err}" == shown
    for each in pictures(first):
        assert (tmp_path / Path(each).name).read_bytes() == (ROOT / each).read_bytes()
