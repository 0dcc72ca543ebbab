"""Folders and files whose names are no words: line breaks, bytes that are no text, names that are too long."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from refengine.cli.main import main
from tests.hostile.small import written

NAMES = [b"line\nbreak", b'quote"\\x', b"not\xffutf", "e\u2028\u202ex".encode(), b" {} %s "]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "words",
    [
        ["check", "--traces", "1", "--directed", "0", "--only", "play"],
        ["simulate", "--games", "1"],
        ["fmt", "--check"],
        ["check", "--format", "json", "--only", "examples"],
    ],
)
def test_a_game_in_a_folder_of_any_name(
    name: bytes, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written(tmp_path / os.fsdecode(name), "variable x: 0..3 per R1\n")
    assert main([words[0], str(folder), *words[1:], *save(words, tmp_path)]) in {0, 1}, capsys.readouterr().err
    assert "internal error" not in capsys.readouterr().err


def save(words: list[str], folder: Path) -> list[str]:
    return ["--save", str(folder / "saved")] if words[0] == "check" else []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_built_can_be_imported(name: bytes, tmp_path: Path) -> None:
    folder = written(tmp_path / os.fsdecode(name), "variable x: 0..3 per R1\n")
    assert main(["build", str(folder), "-o", str(tmp_path / "built")]) == 0
    program = "import built; print('imported')"
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stdout == "imported\n", ran.stderr


LONG = "x" * 5_000
GAME = "game"


@pytest.mark.parametrize(
    "words",
    [
        ["fmt", LONG],
        ["fmt", "--check", f"{LONG}.rules"],
        ["check", LONG],
        ["odds", GAME, LONG],
        ["replay", LONG],
        ["replay", LONG, "--game", GAME],
        ["verify", LONG],
        ["names", LONG],
        ["diff", LONG, GAME],
        ["diff", GAME, LONG],
        ["diff", LONG, "--since", "HEAD"],
        ["ask", GAME, f"{LONG}.dispute"],
        ["ask", GAME, "given 2 players", "x", "--save", LONG],
        ["book", GAME, "-o", LONG],
        ["book", GAME, "-o", "book", "--rulebook-text", LONG],
        ["check", GAME, "--rulebook-text", LONG],
        ["build", GAME, "-o", LONG],
        ["build", GAME, "--target", "wasm", "-o", LONG],
        ["check", GAME, "--table", f"towns={LONG}"],
        ["prove", GAME, "claimed", "--save-example", f"{LONG}.rules"],
    ],
)
def test_a_path_that_is_too_long(
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = "variable x: 0..3 per R1\nclaim claimed per R1\n    in every state of 2 players\n    x < 3\n"
    written(tmp_path / GAME, rules)
    assert main(words) in {1, 2}
    captured = capsys.readouterr()
    said = captured.out + captured.err
    assert "error[E0" in said or "refuted" in said
    assert "internal error" not in said
