"""The README shows a rule that is in the rule set, a command, and what that command really prints."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from refengine.cli.main import main
from tests.taken_over import take_over

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
RULES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "spec").rglob("*.rules")))


GOES_ON = "\\\n"
"""The end of a line of a command that goes on in the next."""

CUT = "...\n"
"""The line below which nothing of the output is shown."""


def commands() -> list[tuple[str, str]]:
    """Each command that is shown with its output."""
    found = []
    for language, text in BLOCKS:
        if language == "console" and text.count("$ ") == 1:
            line, _, output = text.replace(GOES_ON, " ").partition("\n")
            found.append((line.removeprefix("$ "), output))
    return found


def test_the_rule_is_a_rule_of_the_game() -> None:
    shown = [text for language, text in BLOCKS if language == "rules"]
    assert shown
    assert all(text in RULES for text in shown)


@pytest.mark.parametrize(("command", "output"), commands())
def test_the_command_prints_what_is_shown(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "refengine"
    if arguments[0] == "ask":
        code, printed = main(arguments), capsys.readouterr().out
    else:
        take_over()
        done = subprocess.run([sys.executable, "-m", program, *arguments], capture_output=True, text=True, check=False)
        code, printed = done.returncode, _told(done.stdout)
    assert code == 0
    if output.endswith(CUT):
        shown = output.removesuffix(CUT)
        assert printed.startswith(shown)
        assert printed != shown
    else:
        assert printed == _told(output)


def test_the_five_questions_are_answered() -> None:
    """Each with one command and the verdict; one with its whole answer."""
    asked = [output for command, output in commands() if command.startswith("refengine ask ")]
    assert len(asked) == 5
    assert [each for each in asked if not each.endswith(CUT)] == asked[:1]
    assert all(each.count("\n") == 3 for each in asked[1:])


def test_it_is_read_in_two_minutes() -> None:
    """The part above `Start`: what it is, a rule, the command, an answer, at 250 words a minute; code is looked at."""
    told, _, _ = README.partition("## Start")
    prose = re.sub(r"^```.*?^```$", "", told, flags=re.MULTILINE | re.DOTALL)
    assert len(prose.split()) < 300
    assert told.count("\n") < 150


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
