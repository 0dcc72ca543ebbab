"""A game is the same game in every process: what was found out about it by one is known to the others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from refengine.resolve.folder import find_games

ROOT = Path(__file__).parents[2]

TOLD = """
import sys
from pathlib import Path
from refengine.ir.slices import Slices
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games

for folder in find_games(Path(sys.argv[1]))[0]:
    game = compile_folder(folder).game
    print(game.name, game.digest, Slices(game).without(()).digest)
"""


@pytest.mark.slow
def test_the_hashes_of_a_game_do_not_hang_on_those_of_python() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", TOLD, str(ROOT / "spec")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    (told,) = found
    assert [line.split()[0] for line in told.splitlines()] == [each.path.name for each in find_games(ROOT / "spec")[0]]
