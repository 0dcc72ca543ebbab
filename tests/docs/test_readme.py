"""The README shows a rule that is in the rule set, a command, and what that command really prints."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
RULES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "spec").rglob("*.rules")))


def commands() -> list[tuple[str, str]]:
    """Each command that is shown with its output."""
    found = []
    for language, text in BLOCKS:
        if language == "console" and text.count("$ ") == 1:
            line, _, output = text.partition("\n")
            found.append((line.removeprefix("$ "), output))
    return found


def test_the_rule_is_a_rule_of_the_game() -> None:
    shown = [text for language, text in BLOCKS if language == "rules"]
    assert shown
    assert all(text in RULES for text in shown)


@pytest.mark.parametrize(("command", "output"), commands())
def test_the_command_prints_what_is_shown(command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "refengine"
    done = subprocess.run(
        [sys.executable, "-m", program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert _told(done.stdout) == _told(output)
    assert done.returncode == 0


def test_a_command_is_shown_with_its_output() -> None:
    assert any(output.strip() for _, output in commands())


def test_the_program_runs() -> None:
    (program,) = (text for language, text in BLOCKS if language == "python")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith("Outcome(scores=(")


def test_what_it_points_to_is_there() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def _told(output: str) -> str:
    """What is printed, but for what the solver spent."""
    return re.sub(r"rlimit [\d,]+", "rlimit", output)
