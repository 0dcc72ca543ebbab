"""The pages about the rulebook and the data show what really happens."""

import re
from pathlib import Path

import pytest

from refengine.resolve.labels import parse_labels
from refengine.resolve.table_data import parse_table
from refengine.source.codes import TITLES
from refengine.source.render import render
from refengine.source.text import SourceText

PAGES = Path(__file__).parents[2] / "docs" / "errors"
CODES = (
    [f"E06{n:02}" for n in range(1, 6)] + [f"E08{n:02}" for n in range(1, 14)] + ["W0601", "W0602", "W0801", "W0802"]
)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def said(kind: str, example: str) -> str:
    source = SourceText("animals.csv" if kind == "csv" else "labels.toml", example)
    _, diagnostics = parse_table(source) if kind == "csv" else parse_labels(source)
    return render(diagnostics, {source.path: source})


@pytest.mark.parametrize("code", CODES)
def test_page(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}: {TITLES[code]}\n")
    assert "\n## How to mend it\n" in text
    match FENCE.findall(text):
        case [(kind, bad), ("text", shown), (good_kind, good)]:
            assert kind == good_kind
            assert said(kind, bad) == shown
            assert said(kind, good) == ""
        case [("text", shown)]:
            assert re.match(rf"(error|warning)\[{code}\]: ", shown)
        case other:
            pytest.fail(f"{other}: a bad example, what is said, and a good example; or only what is said")
