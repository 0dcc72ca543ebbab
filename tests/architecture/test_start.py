"""`refengine --version` answers at once: nothing heavy is loaded for it."""

import re
import subprocess
import sys
from pathlib import Path

from refengine import __version__
from tests.rulings.urn import write

HEAVY = {"lark", "interegular", "z3", "hypothesis"}


NOT_FOR_A_QUESTION = {
    *("z3", "hypothesis", "rich", "prompt_toolkit", "markdown_it", "junitparser", "pytest", "multiprocessing"),
    *("refengine.smt", "refengine.prove", "refengine.check", "refengine.testing", "refengine.book"),
    *("refengine.bulk", "refengine.program"),
    *("refengine.mutants", "refengine.evidence", "refengine.pytest_plugin"),
}
"""What is not loaded for `refengine ask`: the prover, play at random, reports, and what only a terminal needs."""


def test_a_question_needs_neither_the_prover_nor_a_report(tmp_path: Path) -> None:
    game = write(tmp_path / "urn")
    command = [sys.executable, "-X", "importtime", "-m", "refengine", "ask", str(game), "1 + 1"]
    for _ in ("nothing is kept yet", "what was made is kept"):
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        loaded = set(re.findall(r"^import time:.*\| +([\w.]+)$", run.stderr, flags=re.MULTILINE))
        assert "refengine.rulings.judge" in loaded, run.stderr[-2000:]
        assert {each for each in NOT_FOR_A_QUESTION if each in loaded} == set()


def test_the_version_needs_no_solver() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "refengine", "--version"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    loaded = set(re.findall(r"^import time:.*\| +([\w.]+)$", run.stderr, flags=re.MULTILINE))
    assert run.returncode == 0, run.stderr[-2000:]
    assert __version__ in run.stdout
    assert "refengine.cli.main" in loaded
    assert {name for name in loaded if name.split(".")[0] in HEAVY} == set()
