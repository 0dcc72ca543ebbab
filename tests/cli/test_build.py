"""A game written as a package."""

from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran

Run = Callable[..., Ran]


def test_it_writes_a_package_and_writes_it_again(run: Run, games: Path) -> None:
    assert run("build", "spec/goofspiel", "-o", "built/goofspiel").code == 0
    before = Path("built/goofspiel/rules.py").read_text("utf-8")
    assert run("build", "spec/goofspiel", "-o", "built/goofspiel", "--players", "3").code == 0
    assert Path("built/goofspiel/rules.py").read_text("utf-8") != before


def test_foreign_files_are_not_replaced(run: Run, games: Path) -> None:
    Path("mine").mkdir()
    Path("mine/rules.py").write_text("precious")
    ran = run("build", "spec/goofspiel", "-o", "mine")
    assert ran.code == 2
    assert Path("mine/rules.py").read_text() == "precious"
    assert [each.name for each in Path("mine").iterdir()] == ["rules.py"]


def test_a_file_in_place_of_the_folder(run: Run, games: Path) -> None:
    Path("file").write_text("")
    assert run("build", "spec/goofspiel", "-o", "file").code == 2
    assert run("build", "spec/goofspiel", "-o", "file/below").code == 2
