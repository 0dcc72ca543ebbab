"""The tutorial shows the files that lie beside it, and what the command really says about them."""

import re

import pytest

from tests.docs.tutorial_page import PAGE, TOLD, TUTORIAL, Block, Run, agrees, output, pieces, runs

TEXT = PAGE.read_text("utf-8")


@pytest.mark.parametrize("piece", pieces(TEXT), ids=lambda piece: f"{piece.info} at {piece.start}")
def test_a_piece_of_a_file_stands_in_it(piece: Block) -> None:
    assert piece.text in (TUTORIAL / piece.info).read_text("utf-8")


def test_the_first_game_is_told_whole() -> None:
    told = "".join(piece.text for piece in pieces(TEXT) if piece.info == TOLD)
    assert _lines(told) == _lines((TUTORIAL / TOLD).read_text("utf-8"))


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not re.match(r"#", line)]


@pytest.mark.slow
@pytest.mark.parametrize("run", list(runs(TEXT)), ids=str)
def test_the_command_says_what_the_page_says(run: Run) -> None:
    said = output(run)
    assert agrees(said, run), f"{said}\n(`python -m tests.docs.tutorial_page` puts it into the page)"
