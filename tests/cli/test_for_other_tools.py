"""What lies in the root of the repository for other tools: the action and the hooks, as far as they go without a network."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Ran

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS = {each["id"]: each for each in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}

Run = Callable[..., Ran]
Spoil = Callable[[str, str, str], None]


def act(folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """Runs the step that checks, with the inputs that are given and the defaults of the others."""
    (step,) = (each for each in ACTION["runs"]["steps"] if each["name"] == "Check")
    inputs = {name: given.get(name, each["default"]) for name, each in ACTION["inputs"].items()}
    told = {name: inputs[_input(text)] for name, text in step["env"].items()}
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder, env={**os.environ, **told, "PATH": programs}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def _input(text: str) -> str:
    """The name in `${{ inputs.NAME }}`."""
    assert text.startswith("${{ inputs."), text
    return text.removeprefix("${{ inputs.").removesuffix(" }}")


def test_the_action_annotates_and_fails_as_the_check_does(games: Path, spoil: Spoil) -> None:
    spoil(
        "tictactoe/examples.rules", "expect not has_three(1), not has_three(2)", "expect has_three(1), not has_three(2)"
    )
    done = act(games, paths="spec/tictactoe", arguments="--only examples")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error file=spec/tictactoe/examples.rules,line=")


def test_the_action_writes_a_file_and_takes_several_paths(games: Path) -> None:
    done = act(
        games, paths="spec/tictactoe spec/goofspiel", arguments="--only laws", format="sarif", output="out.sarif"
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    log = json.loads((games / "out.sarif").read_text("utf-8"))
    assert log["runs"][0]["properties"]["games"] == {"spec/tictactoe": "holds", "spec/goofspiel": "holds"}


def test_the_action_puts_no_input_into_a_script() -> None:
    """What somebody else writes into an input is data, and no program."""
    assert all("${{" not in each["run"] for each in ACTION["runs"]["steps"])
    assert all(each["shell"] == "bash" for each in ACTION["runs"]["steps"])
    assert {_input(text) for text in ACTION["runs"]["steps"][-1]["env"].values()} == {*ACTION["inputs"]}


def test_the_action_installs_what_is_locked() -> None:
    lock, package = (shlex.split(each) for each in ACTION["runs"]["steps"][0]["run"].splitlines())
    assert "--require-hashes" in lock
    assert lock[-1] == "$GITHUB_ACTION_PATH/requirements.lock"
    assert {"--no-deps", "--no-build-isolation"} <= {*package}
    assert (ROOT / "requirements.lock").exists()


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_a_hook_says_what_pre_commit_needs(hook: dict[str, Any]) -> None:
    assert {"id", "name", "entry", "language", "files"} <= {*hook}
    assert hook["language"] == "python"  # so that the package is installed from this repository
    assert hook["entry"].startswith("refengine ")


def hooked(run: Run, name: str, *files: str) -> Ran:
    """Runs a hook on files as pre-commit does: the entry, the arguments, and the files if they are passed."""
    hook = HOOKS[name]
    words = [
        *shlex.split(hook["entry"])[1:],
        *hook.get("args", ()),
        *(files if hook.get("pass_filenames", True) else ()),
    ]
    return run(*words)


def test_the_hook_that_checks_decides_examples_and_nothing_else(run: Run, games: Path, spoil: Spoil) -> None:
    ran = hooked(run, "refengine-check", "spec/tictactoe/examples.rules")
    assert ran.code == 0
    assert "holds: goofspiel, tictactoe" in ran.out
    assert "  play  " not in ran.out
    spoil(
        "tictactoe/examples.rules", "expect not has_three(1), not has_three(2)", "expect has_three(1), not has_three(2)"
    )
    assert hooked(run, "refengine-check", "spec/tictactoe/examples.rules").code == 1


def test_the_hook_that_formats_formats_what_it_is_given(run: Run, games: Path) -> None:
    one, other = Path("spec/tictactoe/examples.rules"), Path("spec/tictactoe/tictactoe.rules")
    before = one.read_text("utf-8"), other.read_text("utf-8")
    for each, text in zip((one, other), before, strict=True):
        each.write_text(text.replace("per R1\n", "per   R1\n"), "utf-8")
    spoilt = other.read_text("utf-8")
    assert spoilt != before[1]
    assert hooked(run, "refengine-fmt", one.as_posix()).code == 0
    assert other.read_text("utf-8") == spoilt
    assert hooked(run, "refengine-fmt", other.as_posix()).code == 0
    assert (one.read_text("utf-8"), other.read_text("utf-8")) == before
