"""The pages about names, types, effects and configurations show what is really said, and about which rule set."""

import re
from pathlib import Path

import pytest

from refengine.source.codes import TITLES

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "errors"
CORPUS = ROOT / "tests" / "corpus"
GROUPS = ("E02", "E03", "E04", "W02", "W04", "E052", "W05", "E082", "E083")
ELSEWHERE = {
    "E0214": "two modules that are named on the command line",
    "E0425": "bodies of texts in a folder that is named on the command line",
    "E0835": "no rule set shows it: a table is named on the command line",
    "E0836": "as E0835: a folder",
    "E0839": "as E0835: a module",
    "E0837": "tables that are put in the place of a game's own",
}
IN_PLAY = {"E0531"}
"""What is found in play; the pages of faults have tests of their own."""
CODES = [code for code in TITLES if code.startswith(GROUPS) and code not in {*ELSEWHERE, *IN_PLAY}]
BLOCK = re.compile(
    r"^```text\n(.*?)^```\n\nThe whole of it: \[(\S+)\.rules\]\(\.\./\.\./tests/corpus/\2\.rules\)\.$",
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize("code", CODES)
def test_page(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text("utf-8")
    assert text.startswith(f"# {code}: {TITLES[code]}\n")
    assert "\n## How to mend it\n" in text
    ((shown, entry),) = BLOCK.findall(text)
    said = (CORPUS / f"{entry}.expected").read_text("utf-8")
    assert f"[{code}]: " in shown.partition("\n")[0]
    assert shown in f"{said}\n"


@pytest.mark.parametrize("code", ELSEWHERE)
def test_page_of_what_no_rule_set_shows(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text("utf-8")
    assert text.startswith(f"# {code}: {TITLES[code]}\n")
    assert f"error[{code}]: " in text
    assert "\n## How to mend it\n" in text


def test_every_code_is_in_the_corpus() -> None:
    said = "".join(path.read_text("utf-8") for path in CORPUS.glob("*/*/*.expected"))
    assert [code for code in CODES if f"[{code}]" not in said] == []
