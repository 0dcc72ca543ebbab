"""The pages of disputes say what is ruled now."""

import re
from pathlib import Path

import pytest

from tests.docs.dispute_pages import FILES, ROOT, page, page_of


@pytest.mark.parametrize("file", FILES, ids=lambda each: each.stem)
def test_the_page_is_what_is_ruled(file: Path) -> None:
    assert page_of(file).read_text(encoding="utf-8") == page(file)


def test_there_is_a_page_for_every_game() -> None:
    assert {each.stem for each in FILES} == {"kaciri", "european_war", "pagan", "palisades", "carcassonne"}


def test_the_program_on_the_page_about_rulings_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "rulings.md").read_text("utf-8"), re.DOTALL)
    exec(program, {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == "Yes: Reformers 8 takes the city. False\nTrue\n"
