"""The edits whose cost is measured are edits of the rules as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.loop import EDITS, Author, Edit


@pytest.mark.parametrize("edit", EDITS, ids=lambda each: each.kind)
def test_an_edit_changes_its_file(edit: Edit, tmp_path: Path) -> None:
    author = Author(tmp_path, ())
    before = {path: path.read_bytes() for path in author.rules.rglob("*") if path.is_file()}
    edit.apply(author.rules)
    changed = [path for path, content in before.items() if path.read_bytes() != content]
    assert changed == ([author.rules / edit.file] if edit.file else [])


def test_an_edit_of_what_is_not_there_is_refused(tmp_path: Path) -> None:
    author = Author(tmp_path, ())
    with pytest.raises(ValueError, match="0 times"):
        Edit("a number", EDITS[1].file, "no rule says this", "").apply(author.rules)
