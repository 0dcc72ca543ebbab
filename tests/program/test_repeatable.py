"""A module is the same bytes whatever order a process happens to keep its sets in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MAKES = """\
import hashlib
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import load_rules
from refengine.program.lowering import lowered
from refengine.program.to_wasm.module import module_of
for path in ("spec/european_war", "spec/kaciri"):
    game = load_rules(path).game
    configuration, _ = configure(game, 2, {}, {}, None)
    found, why = lowered(specialise(game, configuration), sight=True)
    print(path, why, hashlib.sha256(module_of(found.program, 8, 16)).hexdigest())
"""


@pytest.mark.slow
def test_two_processes_make_the_same_module() -> None:
    made = [
        subprocess.run(
            (sys.executable, "-c", MAKES), env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT,
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("0", "1")
    ]  # fmt: skip
    assert made[0] == made[1]
    assert [line.split()[:2] for line in made[0].splitlines()] == [
        ["spec/european_war", "None"], ["spec/kaciri", "None"],
    ]  # fmt: skip
