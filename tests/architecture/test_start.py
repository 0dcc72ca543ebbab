"""`refengine --version` answers at once: nothing heavy is loaded for it."""

import re
import subprocess
import sys

from refengine import __version__

HEAVY = {"lark", "interegular", "z3", "hypothesis"}


def test_the_version_needs_no_solver() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "refengine", "--version"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    loaded = set(re.findall(r"^import time:.*\| +([\w.]+)$", run.stderr, flags=re.MULTILINE))
    assert run.returncode == 0, run.stderr[-2000:]
    assert __version__ in run.stdout
    assert "refengine.cli.main" in loaded
    assert {name for name in loaded if name.split(".")[0] in HEAVY} == set()
