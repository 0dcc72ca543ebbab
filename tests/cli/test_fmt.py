"""The formatter: idempotent, and careful with what it does not own."""

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refengine.cli import fmt
from refengine.syntax.printer import print_file
from tests.cli.conftest import Ran

Run = Callable[..., Ran]
WIDE = "      is no   Square s has mark of s is nobody"
RULES = "spec/tictactoe/tictactoe.rules"


def test_what_is_formatted_stays_as_it_is(run: Run, games: Path) -> None:
    assert run("fmt", "spec").code == 0
    once = Path(RULES).read_bytes()
    ran = run("fmt", "spec")
    assert Path(RULES).read_bytes() == once
    assert ran.err.startswith("0 of ")
    assert run("fmt", "--check", "spec").code == 0


def test_it_formats_and_keeps_comments_and_rights(run: Run, games: Path, spoil: Callable[..., None]) -> None:
    run("fmt", "spec")
    good = Path(RULES).read_text("utf-8")
    spoil("tictactoe/tictactoe.rules", "    is no Square s has mark of s is nobody", WIDE + "   # an end")
    Path(RULES).chmod(0o640)
    assert run("fmt", "--check", "spec").code == 1
    assert run("fmt", RULES).code == 0
    assert Path(RULES).read_text("utf-8").replace("  # an end", "") == good
    assert stat.S_IMODE(Path(RULES).stat().st_mode) == 0o640
    assert sorted(each.name for each in Path("spec/tictactoe").iterdir() if each.name.startswith(".")) == []


def test_check_and_diff_change_nothing(run: Run, games: Path, spoil: Callable[..., None]) -> None:
    run("fmt", "spec")
    spoil("tictactoe/tictactoe.rules", "    is no Square s", "      is no Square s")
    before = Path(RULES).read_bytes()
    ran = run("fmt", "--diff", "--check", "spec")
    assert ran.code == 1
    assert "+    is no Square s" in ran.out
    assert Path(RULES).read_bytes() == before


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"\xff\xfe", "E0102"), (b"value broken: truth per\n", "E0"), (b"\tvalue x: truth per R1\n", "E0104")],
)
def test_a_file_that_does_not_parse_is_left_alone(run: Run, games: Path, content: bytes, code: str) -> None:
    Path("spec/tictactoe/bad.rules").write_bytes(content)
    ran = run("fmt", "spec")
    assert ran.code == 2
    assert code in ran.err
    assert Path("spec/tictactoe/bad.rules").read_bytes() == content


def test_a_text_that_would_say_something_else_is_not_written(
    run: Run, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Path(RULES).read_bytes()
    monkeypatch.setattr(fmt, "print_file", lambda _file, source: source.text.replace("per R6", "per R5"))
    ran = run("fmt", RULES)
    assert ran.code == 2
    assert "E0848" in ran.err
    assert Path(RULES).read_bytes() == before


def test_nothing_there(run: Run, games: Path) -> None:
    Path("empty").mkdir()
    assert "E0106" in run("fmt", "empty").err
    assert "E0101" in run("fmt", "nowhere").err
    assert run("fmt", "nowhere").code == 2


def test_nothing_is_written_through_a_link(run: Run, games: Path, spoil: Callable[..., None]) -> None:
    spoil("tictactoe/tictactoe.rules", "    is no Square s", "      is no Square s")
    before = Path(RULES).read_bytes()
    Path("link.rules").symlink_to(RULES)
    ran = run("fmt", "link.rules")
    assert (ran.code, "E0846" in ran.err, "it is a link" in ran.err) == (2, True, True)
    assert Path("link.rules").is_symlink()
    assert Path(RULES).read_bytes() == before
    assert run("fmt", RULES).code == 0
    assert run("fmt", "link.rules").code == 0  # nothing to write


def test_what_an_editor_saves_meanwhile_is_not_lost(
    run: Run, games: Path, spoil: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil("tictactoe/tictactoe.rules", "    is no Square s", "      is no Square s")

    def printed(*given: Any) -> str:
        Path(RULES).write_text("# saved meanwhile\n")
        return print_file(*given)

    monkeypatch.setattr(fmt, "print_file", printed)
    ran = run("fmt", RULES)
    assert (ran.code, "it has changed meanwhile" in ran.err) == (2, True)
    assert Path(RULES).read_text() == "# saved meanwhile\n"
