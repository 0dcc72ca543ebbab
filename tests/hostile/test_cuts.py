"""Whoever is cut off while writing leaves what was there or what was to be there, and the next run gets to the end."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from refengine.cli.main import main
from tests.fresh_cache import fresh_cache
from tests.hostile.small_game import CLAIM, RULES, write_game

ROOT = Path(__file__).parents[2]


def plain(folder: Path) -> None:
    write_game(folder)


def unformatted(folder: Path) -> None:
    write_game(folder, rules=RULES.replace("    players 2", "       players     2"))


def built_before(folder: Path) -> None:
    """A package of other rules stands there, and was used."""
    game = write_game(folder, rules=RULES.replace("0..2, starts 0", "0..2, starts 1"))
    assert main(["build", str(game), "-o", str(folder / "built")]) == 0
    (folder / "built" / "__pycache__").mkdir()
    (folder / "built" / "__pycache__" / "rules.cpython-311.pyc").write_bytes(b"compiled")
    (game / "peas.rules").write_text(RULES, "utf-8")


def promised(folder: Path) -> None:
    (write_game(folder) / "evidence.toml").write_text('[invariant]\ntwo_peas = "bounded 1"\n', "utf-8")


def refutable(folder: Path) -> None:
    (write_game(folder, claim=CLAIM) / "found.rules").write_text("# nothing yet\n", "utf-8")


def broken(folder: Path) -> None:
    write_game(folder, rules=RULES.replace("bowl) <= 2", "bowl) <= 1"))


ONE = ("--jobs", "1")
SEVERAL = {"dump", "traces", "explored"}
"""They write several files, each for itself."""
COMMANDS: dict[str, tuple[Callable[[Path], None], list[str], int, int]] = {
    "fmt": (unformatted, ["fmt", "peas"], 0, 3),
    "build": (plain, ["build", "peas", "-o", "deep/built"], 0, 20),
    "build again": (built_before, ["build", "peas", "-o", "built"], 0, 38),
    "promises": (promised, ["check", "peas", "--update-evidence", "--traces", "1", *ONE], 0, 3),
    "first promises": (plain, ["check", "peas", "--update-evidence", "--traces", "1", *ONE], 0, 2),
    "example": (refutable, ["prove", "peas", "nobody_lays", "--save-example", "peas/found.rules", *ONE], 1, 3),
    "dump": (refutable, ["prove", "peas", "nobody_lays", "--dump", "out/put", *ONE], 1, 4),
    "traces": (broken, ["check", "peas", "--only", "play", "--traces", "3", "--save", "kept", *ONE], 1, 3),
    "explored": (broken, ["explore", "peas", "--players", "2", "--save", "kept"], 1, 3),
}
"""How to prepare a folder with a game, the command, its exit code, and how many steps there are at least."""


ORDINARY = ("fmt", "build", "promises")
"""The others prove or play before they write, or build twice, and write in the same way."""


@pytest.mark.parametrize(
    "name", [name if name in ORDINARY else pytest.param(name, marks=pytest.mark.campaign) for name in COMMANDS]
)
def test_cut_at_every_step(name: str, tmp_path: Path) -> None:
    prepare, words, code, steps = COMMANDS[name]
    prepare(tmp_path / "before")
    environment = {**os.environ, "XDG_CACHE_HOME": fresh_cache(tmp_path / "cache")}
    command = [sys.executable, "-m", "tests.hostile.cuts", str(tmp_path), *words]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["code"] == code, ran.stderr
    assert told["before"] != told["after"]
    assert len([each for each in told["cuts"] if each["at"].startswith("step")]) >= steps
    assert any(each["at"].startswith("size") for each in told["cuts"])
    for each in told["cuts"]:
        left = each["left"]
        assert all(text in (told["before"].get(file), told["after"].get(file)) for file, text in left.items()), each[
            "at"
        ]
        assert all(file in left for file in told["before"] if file in told["after"]), each["at"]
        if name not in SEVERAL:
            assert files_of(left) in (files_of(told["before"]), files_of(told["after"])), each["at"]
        assert (each["again"], each["then"]) == (code, told["after"]), each["at"]


def files_of(tree: dict[str, str]) -> dict[str, str]:
    """But for the folders, which may have been made already."""
    return {name: text for name, text in tree.items() if text != "kind 40000"}
