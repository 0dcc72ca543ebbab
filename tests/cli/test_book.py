"""`refengine book` writes a folder of its own, and nothing over what is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran

ROOT = Path(__file__).parents[2]


def test_the_command_writes_a_folder_and_replaces_only_its_own(run: Callable[..., Ran], tmp_path: Path) -> None:
    game, book = ROOT / "docs" / "tutorial" / "goofspiel", tmp_path / "book"
    assert run("book", game, "-o", book).code == 0
    assert run("book", game, "-o", book, "--format", "markdown").code == 0
    assert sorted(each.suffix for each in book.iterdir() if not each.name.startswith(".")) == [".md"] * 8
    (book / "index.md").write_text("mine", "utf-8")
    ran = run("book", game, "-o", book)
    assert ran.code == 2
    assert (book / "index.md").read_text("utf-8") == "mine"


def test_a_text_that_is_not_there_is_a_diagnostic(run: Callable[..., Ran], tmp_path: Path) -> None:
    game = ROOT / "docs" / "tutorial" / "goofspiel"
    ran = run("book", game, "-o", tmp_path / "book", "--rulebook-text", tmp_path)
    assert (ran.code, "E0607" in ran.err + ran.out) == (2, True)
    assert not (tmp_path / "book").exists()
