"""The entrance: help, usage, and what happens when something goes wrong that should not."""

from collections.abc import Callable

import pytest

from refengine import __version__
from refengine.cli import explain
from refengine.cli.main import EXAMPLES, main
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


def test_the_version(run: Run) -> None:
    ran = run("--version")
    assert (ran.code, ran.out.strip()) == (0, __version__)


def test_nothing_said_is_help_and_bad_usage(run: Run) -> None:
    ran = run()
    assert ran.code == 2
    assert "Usage: refengine" in ran.out


@pytest.mark.parametrize("command", EXAMPLES)
def test_every_command_has_help_with_examples(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert EXAMPLES[command][0] in ran.out


@pytest.mark.parametrize(
    ("argv", "message", "hint"),
    [
        (["chek"], "unknown command `chek`", "did you mean `check`?"),
        (["check", "--trces", "3"], "unknown option: --trces", "did you mean --traces?"),
        (["check", "--traces", "many"], "unable to convert `many` into a whole number", ""),
        (["check", "--traces", "-1"], "--traces", ""),
        (["check", "--jobs", "0"], "--jobs", ""),
        (["check", "--traces"], "requires an argument", ""),
        (["check", "--format", "jsno"], "invalid value `jsno` for --format", "did you mean `json`?"),
        (["check", "--only", "exampels"], "invalid value `exampels` for --only", "did you mean `examples`?"),
        (["play"], "requires", ""),
        (["build", "x"], "requires", ""),
    ],
)
def test_bad_usage_is_a_diagnostic(run: Run, argv: list[str], message: str, hint: str) -> None:
    ran = run(*argv)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("error[E0840]: ")
    assert message in ran.err
    assert hint in ran.err


def test_a_bug_of_ours_is_one_line_and_how_to_report_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "_page", lambda _code: 1 // 0)
    ran = run("explain", "E0601")
    assert ran.code == 5
    assert ran.err.splitlines()[0] == "internal error: ZeroDivisionError: integer division or modulo by zero"
    assert "please report it" in ran.err


def test_debug_shows_where(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "_page", lambda _code: 1 // 0)
    assert main(["explain", "E0601", "--debug"]) == 5
    assert "Traceback" in capsys.readouterr().err


def test_an_interruption_is_inconclusive(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_code: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(explain, "_page", interrupted)
    assert run("explain", "E0601").code == 3
