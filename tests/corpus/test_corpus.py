"""Small files, good and bad, and what is said about each: `<topic>/<good or bad>/<name>.rules` and `<name>.expected`.

After a change of messages `CORPUS_UPDATE=1 python -m pytest tests/corpus` writes the expected texts anew; the diff is
to be read as prose.
"""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.corpus.adapter import diagnose

CORPUS = Path(__file__).parent
SOURCES = sorted(each for kind in ("good", "bad") for each in CORPUS.glob(f"*/{kind}/*.rules"))
CODE = re.compile(r"(?:error|warning)\[(\w+)\]")

ONE = re.compile(r"^(?:error|warning)\[.*?(?=^(?:error|warning)\[|\Z)", re.MULTILINE | re.DOTALL)
HINT = re.compile(r"^(?: += )?hint: [^A-Z\n]", re.MULTILINE)


def name_of(path: Path) -> str:
    return path.relative_to(CORPUS).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_what_is_said(path: Path) -> None:
    said = diagnose(path, name_of(path))
    beside = path.with_suffix(".expected")
    if "CORPUS_UPDATE" in os.environ:
        beside.unlink(missing_ok=True)
        if said:
            beside.write_text(said, encoding="utf-8")
    assert said == (beside.read_text(encoding="utf-8") if beside.exists() else "")


def test_good_is_good_and_bad_is_bad() -> None:
    errors = {path: "error[" in diagnose(path, name_of(path)) for path in SOURCES}
    assert [name_of(path) for path, is_wrong in errors.items() if is_wrong != (path.parent.name == "bad")] == []
    assert {path.parent.name for path in SOURCES} == {"good", "bad"}


def test_every_expected_text_has_its_source() -> None:
    assert [name_of(path) for path in CORPUS.glob("*/*/*.expected") if not path.with_suffix(".rules").exists()] == []


def test_messages_of_one_file_do_not_cascade() -> None:
    """No bad file of the syntax is there for two things at once, unless its name says so."""
    for path in (CORPUS / "syntax" / "bad").glob("*.rules"):
        count = Counter(CODE.findall(diagnose(path, name_of(path)))).total()
        assert (count > 1) == path.stem.startswith("several_"), path.stem


def test_every_diagnostic_says_what_to_try() -> None:
    """A reader is never left with what is wrong alone."""
    told = [(name_of(path), each) for path in SOURCES for each in ONE.findall(diagnose(path, name_of(path)))]
    assert len(told) > 700
    assert [(name, each.partition("\n")[0]) for name, each in told if not HINT.search(each)] == []
