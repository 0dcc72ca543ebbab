"""`refengine --version` answers at once: nothing heavy is loaded for it."""

import re
import subprocess
import sys
from pathlib import Path

from tests.rulings.urn import write

HEAVY = {"lark", "interegular", "z3", "hypothesis"}


NOT_FOR_A_QUESTION = {
    *(
        "z3",
        "hypothesis",
        "lark",
        "cyclopts",
        "rich",
        "prompt_toolkit",
        "markdown_it",
        "junitparser",
        "pytest",
        "multiprocessing",
    ),
    *("refengine.smt", "refengine.prove", "refengine.check", "refengine.testing", "refengine.book"),
    *("refengine.bulk", "refengine.program"),
    *("refengine.mutants", "refengine.evidence", "refengine.pytest_plugin"),
}
"""What is not loaded for `refengine ask`: the prover, play at random, reports, and what only a terminal needs."""


BEHIND_WHAT_WAITS = {"decimal", "json.decoder", "tomllib._parser"}
"""What is loaded by modules that wait until somebody looks into them."""

FOR_A_KEPT_ANSWER = {
    *("refengine", "refengine.source", "refengine.source.package", "refengine.source.seal"),
    *("refengine.cli", "refengine.cli.entrance", "refengine.cli.answers", "refengine.cli.streams"),
}
"""What is loaded of ours to say again what was answered: no rule is read, and no library is needed."""


def loaded_for(*words: str) -> set[str]:
    """Returns the modules that a command loads."""
    command = [sys.executable, "-X", "importtime", "-m", "refengine", *words]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0, run.stderr[-2000:]
    return set(re.findall(r"^import time:.*\| +([\w.]+)$", run.stderr, flags=re.MULTILINE))


def test_a_question_needs_neither_the_prover_nor_a_report(tmp_path: Path) -> None:
    game = write(tmp_path / "urn")
    for question in ("1 + 1", "1 + 2", "2 + 2"):  # nothing is kept yet; then it is what the next ones need
        loaded = loaded_for("ask", str(game), question)
        assert "refengine.rulings.judge" in loaded
        made_now = {"lark"} if question == "1 + 1" else set()  # its tables may not be kept yet either
        assert {each for each in NOT_FOR_A_QUESTION if each in loaded} <= made_now
        if question == "2 + 2":
            assert {each for each in BEHIND_WHAT_WAITS if each in loaded} == set()
    loaded = loaded_for("ask", str(game), "2 + 2")
    assert {each for each in loaded if each.startswith("refengine")} == FOR_A_KEPT_ANSWER
    assert {each.split(".")[0] for each in loaded} & {"attr", "cyclopts", "lark", "platformdirs"} == set()


def test_the_version_needs_no_solver() -> None:
    loaded = loaded_for("--version")
    assert "refengine.cli.main" in loaded
    assert {name for name in loaded if name.split(".")[0] in HEAVY} == set()
