"""The page on pictures shows what the commands really print and write."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, run  # noqa: F401 - a fixture
from tests.cli.test_check import Run
from tests.docs.tutorial_page import blocks
from tests.picture.drawn_games import LAYING, ROOT

PAGE = ROOT / "docs" / "show.md"
TEXT = PAGE.read_text("utf-8")
SHOWN = [each.text for each in blocks(TEXT) if each.language == "console"]


def command(shown: str) -> str:
    return shown.partition("\n")[0].removeprefix("$ ")


@pytest.mark.parametrize("shown", SHOWN, ids=command)
def test_the_command_prints_and_writes_what_the_page_shows(
    shown: str,
    run: Run,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command(shown))
    assert program == "refengine"
    pictures = [each for each in arguments if each.endswith(".svg")]
    elsewhere = [str(tmp_path / Path(each).name) if each in pictures else each for each in arguments]
    ran: Ran = run(*elsewhere)
    assert f"$ {command(shown)}\n{ran.out}{ran.err}" == shown
    for each in pictures:
        assert (tmp_path / Path(each).name).read_bytes() == (ROOT / each).read_bytes()


def test_the_table_that_is_shown_is_part_of_one() -> None:
    (shown,) = (tomllib.loads(each.text) for each in blocks(TEXT) if each.language == "toml")
    there = tomllib.loads((LAYING / "drawing.toml").read_text("utf-8"))
    assert shown.pop("grid") == {"board": {**there["grid"]["board"], "reaches": "ports"}}
    assert all(there[table].items() >= said.items() for table, said in shown.items())


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", TEXT)
    assert links
    assert [link for link in links if not (PAGE.parent / link).exists()] == []
