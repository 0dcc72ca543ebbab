"""Whatever comes in by whichever door is taken or refused: no crash, no endless work, no memory without end, no code run.

`tests.hostile.doors` has the doors. A failure names the number of its input:
`python -m tests.hostile.knocking DOOR SEED NUMBER 1`, with this folder's root on the path, puts that one again.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.fresh_cache import fresh_cache
from tests.hostile.doors import DOORS
from tests.hostile.knocking import SECONDS

ROOT = Path(__file__).parents[2]
MANY = int(os.environ.get("HOSTILE_MANY", "40"))
"""How many seeds a campaign tries, beside the one of which the ordinary tests try half."""


FEW = 30
"""So many inputs are tried whole: with fewer, all of them might be taken."""


def knock(door: str, seed: int, first: int, count: int, folder: Path) -> dict[str, Any]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "XDG_CACHE_HOME": fresh_cache(folder / "cache"),
        "PYTHONHASHSEED": "0",
    }
    command = [sys.executable, "-m", "tests.hostile.knocking", door, str(seed), str(first), str(count)]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"ended with {ran.returncode} at {ran.stderr[-1500:]}"
    told: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return told


@pytest.mark.parametrize("door", DOORS, ids=lambda each: each.name)
def test_every_input_is_taken_or_refused(door: Any, tmp_path: Path) -> None:
    """The first half of the inputs of one seed, or all where they are few; the whole of it, and of more, is for a campaign."""
    many = door.enough if door.enough <= FEW else door.enough // 2
    told = knock(door.name, 1, 0, many, tmp_path)
    assert told["failures"] == {}
    assert told["tried"] == many
    assert min(told["taken"], told["refused"]) > 0, "all are alike: nothing is tried"


@pytest.mark.campaign
@pytest.mark.parametrize("door", DOORS, ids=lambda each: each.name)
def test_a_great_many_inputs(door: Any, tmp_path: Path) -> None:
    for seed in range(1, 2 + MANY):
        told = knock(door.name, seed, 0, door.enough, tmp_path)
        assert told["failures"] == {}, seed


def test_what_is_found_would_be_told(tmp_path: Path) -> None:
    """The limits hold, and whoever breaks them, fails or runs what it was given is named."""
    program = """
import sys
from tests.hostile import knocking
from tests.hostile.doors import Door
import resource
resource.setrlimit(resource.RLIMIT_AS, (knocking.MEMORY, knocking.MEMORY))
knocking.SECONDS = 1
def put(given):
    if given < 0.2: raise KeyError(given)
    if given < 0.4: return [0] * 10**9 and "taken"
    if given < 0.6:
        while True: pass
    return "refused"
print(knocking.json.dumps(knocking.knock(Door("x", lambda chance: chance.random(), put, 9), 3, 0, 8)))
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-1000:]
    found = json.loads(ran.stdout)
    assert {name.split()[0] for name in found["failures"]} == {"KeyError", "MemoryError", "TooLong"}
    assert SECONDS > 1
    owned = program.replace(
        "if given < 0.2: raise KeyError(given)", "exec(__import__('tests.hostile.spoiling', fromlist=['x']).RUN)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", owned], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert "was run as code" in ran.stderr
