"""Commands as a user gives them, and copies of the tutorial games to spoil."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

from refengine.cli.main import main

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"


@frozen
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def runs(*argv: object) -> Ran:
        capsys.readouterr()
        code = main([str(each) for each in argv])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Ran(code, said.out, said.err)

    return runs


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with copies of the tutorial games, which is the current folder."""
    for name in ("tictactoe", "goofspiel"):
        shutil.copytree(TUTORIAL / name, tmp_path / "spec" / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def spoil(games: Path) -> Callable[[str, str, str], None]:
    """Replaces a text in a file of a game."""

    def spoils(file: str, old: str, new: str) -> None:
        path = games / "spec" / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    return spoils
