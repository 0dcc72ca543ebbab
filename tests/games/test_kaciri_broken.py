"""A copy of the rules with one fault each: every part of `check` catches its own, with something a player can read."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def check(folder: Path, *options: str, traces: int = 40) -> tuple[int, str]:
    """Exit code and output of the command, run as a user would."""
    command = [sys.executable, "-m", "refengine", "check", folder.name, "--traces", f"{traces}", *options]
    done = subprocess.run(command, cwd=folder.parent, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "spec" / "kaciri", tmp_path / "kaciri"))


def spoil(folder: Path, file: str, written: str, instead: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(written) == 1
    path.write_text(text.replace(written, instead), encoding="utf-8")


def test_a_swapped_comparison_breaks_an_example(copy: Path) -> None:
    spoil(copy, "battle.rules", "normally force(c) >= city.resistance", "normally force(c) > city.resistance")
    code, said = check(copy, "--only", "examples")
    assert code == 1
    assert "equal_to_the_resistance_is_enough" in said
    assert "R9" in said
    assert "does_not_stand" in said


def test_a_card_moved_to_two_places_is_no_rule(copy: Path) -> None:
    spoil(
        copy,
        "game.rules",
        "            move c to fate(c)\n",
        "            move c to fate(c)\n            move c to graveyard\n",
    )
    code, said = check(copy)
    assert code == 2
    assert "E0403" in said
    assert "game.rules" in said


def test_a_dropped_case_is_met_in_play(copy: Path) -> None:
    path = copy / "battle.rules"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"    case weaker per .*?(?=    case )", "", text, flags=re.DOTALL), encoding="utf-8")
    (copy / "examples.rules").unlink()
    code, said = check(copy, "--only", "play", "--directed", "0", "--players", "2", traces=4)
    assert code == 1
    assert "no case applies" in said
    assert "takes" in said
    assert re.search(r"1\. chance: reveal a city", said)
