"""Bad disputes, and what is said about each: `bad/<name>.dispute` and `bad/<name>.expected`.

After a change of messages `CORPUS_UPDATE=1 python -m pytest tests/rulings` writes the expected texts anew; the diff is to
be read as prose.
"""

import os
import re
from pathlib import Path

import pytest

from refengine import RuleSetError
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.reading import of_file
from refengine.source.codes import TITLES
from refengine.source.render import render
from refengine.source.text import read_source

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.dispute"))


def said(judge: Judge, file: Path) -> str:
    source, wrong = read_source(file, file.name)
    if source is None or wrong:
        return render(wrong, {} if source is None else {source.path: source})
    lines = Lines()
    disputes = of_file(source, lines)
    if lines.wrong:
        return render(lines.wrong, lines.texts)
    try:
        judge.decide(disputes, lines)
    except RuleSetError as error:
        return render(error.diagnostics, {**error.texts, **lines.texts})
    return ""


@pytest.mark.parametrize("file", FILES, ids=lambda each: each.stem)
def test_what_is_said(kaciri: Judge, file: Path) -> None:
    expected, found = file.with_suffix(".expected"), said(kaciri, file)
    if "CORPUS_UPDATE" in os.environ:
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
    assert "error[" in found


def test_every_code_of_disputes_has_a_case() -> None:
    """But for the one that tells of a mistake of ours."""
    told = {code for file in BAD.glob("*.expected") for code in re.findall(r"E\d{4}", file.read_text("utf-8"))}
    assert {code for code in TITLES if code.startswith("E090") or "E0918" <= code <= "E0920"} - told == {"E0909"}
