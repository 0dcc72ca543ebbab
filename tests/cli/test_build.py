"""A game written as a package."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from refengine import load
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


def test_the_package_is_the_same_wherever_the_rules_lie(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree("spec/goofspiel", "elsewhere/deep/goofspiel")
    for out, game in (("a", "spec/goofspiel"), ("b", games / "spec" / "goofspiel"), ("c", "elsewhere/deep/goofspiel")):
        assert run("build", game, "-o", out).code == 0
    monkeypatch.chdir("spec/goofspiel")
    assert run("build", ".", "-o", "../../d").code == 0
    monkeypatch.chdir(games)
    packages = [{each.name: each.read_bytes() for each in Path(out).iterdir()} for out in "abcd"]
    assert all(each == packages[0] for each in packages)
    assert not any(str(games).encode() in content for content in packages[0].values())
    assert b'"goofspiel/goofspiel.rules"' in packages[0]["rules.py"]


def test_a_package_that_was_used_is_written_again(run: Run, games: Path) -> None:
    assert run("build", "spec/goofspiel", "-o", "goofspiel").code == 0
    code = "from goofspiel import game; s = game.initial(); print(game.apply(s, game.legal(s)[0]) != s)"
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=plain)
    assert (found.stdout, found.stderr) == ("True\n", "")
    assert Path("goofspiel/__pycache__").is_dir()
    assert run("build", "spec/goofspiel", "-o", "goofspiel", "--players", "3").code == 0
    assert not Path("goofspiel/__pycache__").exists()


def test_the_examples_of_a_package_are_a_file_that_play_does_not_load(run: Run, games: Path) -> None:
    assert run("build", "spec/goofspiel", "-o", "goofspiel").code == 0
    rules, examples = (Path(f"goofspiel/{name}.py").read_text("utf-8") for name in ("rules", "examples"))
    assert "ExampleInfo(" in examples
    assert "def example_" not in rules
    code = """
import sys
from goofspiel import game
state = game.initial()
game.legal(game.apply(state, game.legal(state)[0]))
print("goofspiel.examples" in sys.modules)
for each in game.description.examples:
    game.view(game.example_position(each), 1)
    print(each.name)
"""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=plain)
    names = [each.name for each in load(games / "spec" / "goofspiel").description.examples]
    assert names
    assert (found.stdout, found.stderr) == ("\n".join(["False", *names]) + "\n", "")


def test_a_game_without_examples_has_no_file_of_them(run: Run, games: Path) -> None:
    Path("spec/goofspiel/examples.rules").unlink()
    assert run("build", "spec/goofspiel", "-o", "goofspiel").code == 0
    assert not Path("goofspiel/examples.py").exists()
    code = "from goofspiel import game; print(game.description.examples)"
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=plain)
    assert (found.stdout, found.stderr) == ("()\n", "")


def test_a_module_for_other_programs(run: Run, games: Path) -> None:
    ran = run("build", "spec/goofspiel", "--target", "wasm", "-o", "web")
    assert (ran.code, ran.out) == (0, "web: 10 files\n")
    assert Path("web/game.wasm").read_bytes().startswith(b"\0asm")
    before = Path("web/game.js").read_bytes()
    assert run("build", "spec/goofspiel", "--target", "wasm", "-o", "web", "--players", "3").code == 0
    assert Path("web/game.js").read_bytes() != before
    Path("web/game.js").write_text("mine", encoding="utf-8")
    assert run("build", "spec/goofspiel", "--target", "wasm", "-o", "web").code == 2
    assert Path("web/game.js").read_text(encoding="utf-8") == "mine"


def test_a_game_that_is_not_packed_has_no_module(run: Run, games: Path) -> None:
    crowded = Path("spec/crowded")
    crowded.mkdir()
    shutil.copy("spec/goofspiel/rulebook.toml", crowded)
    text = Path("spec/goofspiel/goofspiel.rules").read_text(encoding="utf-8")
    Path(crowded / "game.rules").write_text(
        text.replace(
            "\nzone won ",
            "\ncomponent Grain per R1\n    256 alike\n    starts in heap\n\nzone heap holds Grain per R1\n\nzone won ",
        ),
        encoding="utf-8",
    )
    ran = run("build", crowded, "--target", "wasm", "-o", "web")
    assert ran.code == 2
    assert "E0896" in ran.err
    assert not Path("web").exists()
