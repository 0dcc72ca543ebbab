"""The pages about text and syntax show what really happens."""

import re
from pathlib import Path

import pytest

from refengine.source.codes import TITLES
from tests.corpus.adapter import parsed

PAGES = Path(__file__).parents[2] / "docs" / "errors"
CODES = [code for code in TITLES if code.startswith("E01")]
FENCE = re.compile(r"^```(rules|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", CODES)
def test_page(code: str, tmp_path: Path) -> None:
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}: {TITLES[code]}\n")
    assert "\n## How to mend it\n" in text
    fences = FENCE.findall(text)
    path = tmp_path / "a.rules"

    def said(example: str) -> str:
        path.write_bytes(example.encode())
        return parsed(path, "a.rules")

    match [kind for kind, _ in fences]:
        case ["rules", "text", "rules"]:
            assert said(fences[0][1]) == fences[1][1]
            assert said(fences[2][1]) == ""
        case ["text"]:
            assert fences[0][1].startswith(f"error[{code}]: ")
        case other:
            pytest.fail(f"{other}: a bad example, what is said, and a good example; or only what is said")
