"""The page on odds shows what the commands really print."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, run  # noqa: F401 - a fixture
from tests.cli.test_check import Run
from tests.docs.tutorial_page import blocks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "odds.md"
TEXT = PAGE.read_text("utf-8")
SHOWN = [each.text for each in blocks(TEXT) if each.language == "console"]


def command(shown: str) -> str:
    return shown.partition("\n")[0].removeprefix("$ ")


@pytest.mark.slow
@pytest.mark.parametrize("shown", SHOWN, ids=command)
def test_the_command_prints_what_the_page_shows(shown: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command(shown))
    assert program == "refengine"
    ran: Ran = run(*arguments)
    assert f"$ {command(shown)}\n{ran.out}{ran.err}" == shown


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", TEXT)
    assert links
    assert [link for link in links if not (PAGE.parent / link).exists()] == []
