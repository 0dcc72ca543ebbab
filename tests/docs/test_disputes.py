"""The pages of disputes say what is ruled now."""

from pathlib import Path

import pytest

from tests.docs.dispute_pages import FILES, page, page_of


@pytest.mark.parametrize("file", FILES, ids=lambda each: each.stem)
def test_the_page_is_what_is_ruled(file: Path) -> None:
    assert page_of(file).read_text(encoding="utf-8") == page(file)


def test_there_is_a_page_for_every_game() -> None:
    assert {each.stem for each in FILES} == {"kaciri", "european_war", "palisades"}
