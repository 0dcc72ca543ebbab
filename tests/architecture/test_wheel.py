"""The wheel alone is enough: installed into an empty environment it runs from any folder, without the checkout."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: object, cwd: Path, path: str | None = None) -> subprocess.CompletedProcess[str]:
    """A command with nothing of this checkout in its environment; `path` are the libraries that it may import."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(cwd), "LC_ALL": "C.UTF-8"}
    if path is not None:
        environment["PYTHONPATH"] = path
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_wheel_runs_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    empty = tmp_path / "empty"
    venv.create(empty)
    python = empty / "bin" / "python"
    # By the pip of this environment, and each module is compiled when it is first imported: most never are.
    install = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-compile")
    installed = run(*install, "--no-deps", "--no-index", wheel, cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr

    # The libraries come from this environment; a checkout installed in place is not among them, since files that
    # extend the path are only read in a site folder.
    libraries = sysconfig.get_path("purelib")
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(ROOT / "docs" / "tutorial" / "tictactoe", elsewhere / "tictactoe")
    where = run(python, "-c", "import refengine; print(refengine.__file__)", cwd=elsewhere, path=libraries)
    assert Path(where.stdout.strip()).is_relative_to(empty), where

    refengine = empty / "bin" / "refengine"
    checked = run(refengine, "check", "tictactoe", "--traces", "5", cwd=elsewhere, path=libraries)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "verdict     holds" in checked.stdout
    explained = run(refengine, "explain", "E0402", cwd=elsewhere, path=libraries)
    assert explained.returncode == 0, explained.stderr
    assert "simultaneously" in explained.stdout
