"""Faults that are planted in the engine and in the prover, one line each, are noticed by the tests named beside them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.planted.faults import FAULTS, SAME, Fault
from tests.planted.planting import NUMBER

ROOT = Path(__file__).parents[2]
ENOUGH = 0.95
HANDFUL = 1
"""So many are planted in ordinary tests, which says that planting works; all of them behind the mark."""
KNOWN = [number for number, each in enumerate(FAULTS) if each.unnoticed is None]


def is_noticed(number: int, room: Path) -> bool:
    """Returns whether one of the tests beside a fault fails when it is planted; the tests are run in a process of their own."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.planted.planting", "-p", "no:cacheprovider", "-x", "-q", "-n", "0",
         "-m", "", *FAULTS[number].tests],
        cwd=ROOT,
        env={**os.environ, NUMBER: str(number), "XDG_CACHE_HOME": str(room)},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert run.returncode in {0, 1}, run.stdout + run.stderr
    return run.returncode == 1


@pytest.mark.parametrize("fault", [*FAULTS, *SAME], ids=str)
def test_a_planted_fault_still_has_its_place(fault: Fault) -> None:
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.old) == 1
    assert fault.new not in {fault.old, ""}
    compile(text.replace(fault.old, fault.new), fault.file, "exec")
    for test in fault.tests:
        path, _, name = test.partition("::")
        assert f"def {name.partition('[')[0] or 'test_'}" in (ROOT / path).read_text(encoding="utf-8")


def test_what_is_no_fault_says_why() -> None:
    assert [each for each in SAME if each.unnoticed is None or each.tests] == []


def test_faults_are_drawn_from_everywhere() -> None:
    """From most modules in which a fault could change what is said, and at least sixty of them."""
    packages = Counter(each.file.split("/")[1] for each in FAULTS)
    assert min(packages["engine"], packages["smt"]) >= 25
    assert len(FAULTS) >= 60
    assert len({each.file for each in FAULTS}) >= 35


def test_nearly_all_are_noticed() -> None:
    """What is not noticed says why."""
    assert len(KNOWN) >= ENOUGH * len(FAULTS)


def test_what_is_drawn_is_the_same_in_every_process() -> None:
    """Whoever plants a drawn fault draws it again, in a process with another hash seed."""
    program = "from tests.planted.drawing import drawn; print(drawn(3, 40))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count("Fault(") == 40


@pytest.mark.slow
@pytest.mark.parametrize("number", sorted(random.Random(7).sample(KNOWN, HANDFUL)), ids=lambda each: str(FAULTS[each]))
def test_some_planted_faults_are_noticed(number: int, tmp_path: Path) -> None:
    assert is_noticed(number, tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(len(FAULTS)), ids=lambda each: str(FAULTS[each]))
def test_planted_faults_are_noticed(number: int, tmp_path: Path) -> None:
    """And one that is said not to be noticed is not: else it is one more that is."""
    assert is_noticed(number, tmp_path) is (FAULTS[number].unnoticed is None)
