"""Whoever is cut off while writing leaves what was there or what was to be there, and the next run gets to the end."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from refengine.cli.main import main

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial"

FALSE = "\nclaim nobody_ever_marks per R5\n    over any Square s\n    nobody = mark of s\n"


def unformatted(folder: Path) -> None:
    path = folder / "tictactoe" / "tictactoe.rules"
    path.write_text(path.read_text("utf-8").replace("    is no Square s", "      is no Square s"), "utf-8")


def refutable(folder: Path) -> None:
    (folder / "tictactoe" / "claims.rules").write_text(FALSE.lstrip(), "utf-8")
    (folder / "tictactoe" / "found.rules").write_text("# nothing yet\n", "utf-8")


def built(folder: Path) -> None:
    here = Path.cwd()
    os.chdir(folder)
    try:
        assert main(["build", "tictactoe", "-o", "built"]) == 0
    finally:
        os.chdir(here)
    rules = folder / "tictactoe" / "tictactoe.rules"
    rules.write_text(rules.read_text("utf-8").replace("one", "one"), "utf-8")


def promised(folder: Path) -> None:
    (folder / "tictactoe" / "evidence.toml").write_text('[invariant]\nturns_alternate = "bounded 1"\n', "utf-8")


def broken(folder: Path) -> None:
    refutable(folder)


COMMANDS: dict[str, tuple[Callable[[Path], None], list[str], int, int]] = {
    "fmt": (unformatted, ["fmt", "tictactoe"], 0, 2),
    "build": (lambda _: None, ["build", "tictactoe", "-o", "deep/built"], 0, 18),
    "build again": (built, ["build", "tictactoe", "-o", "built", "--players", "2"], 0, 36),
    "evidence": (promised, ["check", "tictactoe", "--update-evidence", "--traces", "1", "--jobs", "1"], 0, 2),
    "example": (refutable, ["prove", "tictactoe", "nobody_ever_marks", "--save-example", "tictactoe/found.rules", "--jobs", "1"], 1, 2),
    "dump": (refutable, ["prove", "tictactoe", "nobody_ever_marks", "--dump", "out/put", "--jobs", "1"], 1, 3),
}
"""How to prepare a folder with a game, the command, its exit code, and how many steps there are at least."""


@pytest.mark.parametrize("name", COMMANDS)
def test_cut_at_every_step(name: str, tmp_path: Path) -> None:
    prepare, words, code, steps = COMMANDS[name]
    shutil.copytree(TUTORIAL / "tictactoe", tmp_path / "before" / "tictactoe")
    prepare(tmp_path / "before")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "tests.hostile.cuts", str(tmp_path), *words]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["code"] == code, ran.stderr
    assert told["before"] != told["after"]
    assert len([each for each in told["cuts"] if each["at"].startswith("step")]) >= steps
    assert any(each["at"].startswith("size") for each in told["cuts"])
    for each in told["cuts"]:
        new = {file: text for file, text in each["left"].items() if told["before"].get(file) != text}
        assert each["left"] in (told["before"], told["after"]) or made_on_the_way(new), (each["at"], sorted(new))
        assert set(told["before"]) <= set(each["left"]), each["at"]
        assert (each["again"], each["then"]) == (code, told["after"]), each["at"]


def made_on_the_way(new: dict[str, str]) -> bool:
    """Folders, and nothing in them."""
    return all(text == "kind 40000" for text in new.values())
