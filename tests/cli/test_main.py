"""The entrance: help, usage, and what happens when something goes wrong that should not."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from itertools import product
from typing import get_args, get_type_hints

import pytest
from docstring_parser import parse

from refengine import __version__
from refengine.cli import explain
from refengine.cli.main import COMMANDS, main
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


def test_the_version(run: Run) -> None:
    ran = run("--version")
    assert (ran.code, ran.out.strip()) == (0, __version__)


def test_nothing_said_is_help_and_bad_usage(run: Run) -> None:
    ran = run()
    assert ran.code == 2
    assert "Usage: refengine" in ran.out


def test_the_first_help_says_of_every_command_what_it_does_and_imports_none(run: Run) -> None:
    said = _words(run("--help").out)
    for name, command in COMMANDS.items():
        assert f"{name} {_words(command.sentence)}" in said
    script = "import sys; from refengine.cli.main import main; main(['--help']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert "refengine.cli.main" in loaded
    assert not loaded & {f"refengine.cli.{name}" for name in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert _words(COMMANDS[command].sentence) in _words(ran.out)
    assert all(each in ran.out for each in COMMANDS[command].examples)
    assert ran.out.count("Exit codes: 0") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_the_sentence_of_a_command_is_the_first_of_its_own_help_and_every_option_has_one(command: str) -> None:
    function = getattr(import_module(f"refengine.cli.{command}"), command)
    described = parse(function.__doc__)
    assert _words(described.short_description or "") == _words(COMMANDS[command].sentence)
    said = {each.arg_name: each.description for each in described.params}
    assert [name for name in signature(function).parameters if not said.get(name)] == []


def _words(text: str) -> str:
    """The words alone, without the frames that they stand in."""
    return " ".join(text.replace("│", " ").split())


@pytest.mark.parametrize(
    ("argv", "message", "hint"),
    [
        (["chek"], "unknown command `chek`", "did you mean `check`?"),
        (["check", "--trces", "3"], "unknown option: --trces", "did you mean --traces?"),
        (["check", "--traces", "many"], "`--traces many` gives no whole number", "write it in digits alone"),
        (["check", "--traces", "-1"], "--traces", ""),
        (["check", "--jobs", "0"], "--jobs", ""),
        (["check", "--traces"], "`--traces` has no value", "`--help` lists"),
        (["check", "--format", "jsno"], "invalid value `jsno` for --format", "did you mean `json`?"),
        (["check", "--only", "exampels"], "invalid value `exampels` for --only", "did you mean `examples`?"),
        (["play"], "`GAME` is missing", "`--help` lists"),
        (["build", "x"], "`--output` is missing", "`--help` lists"),
        (["build", "x", "-o"], "`-o` has no value", "`--help` lists"),
        (["play", "docs/tutorial/spy", "twice"], "nothing is asked of `twice`", "`--help` lists"),
    ],
)
def test_bad_usage_is_a_diagnostic(run: Run, argv: list[str], message: str, hint: str) -> None:
    ran = run(*argv)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("error[E0840]: ")
    assert message in ran.err
    assert hint in ran.err


ODD = (
    "2.4",
    "2.0",
    "1e3",
    "1_000",
    " 5",
    "+5",
    "٥",
    "２",
    "0x10",
    "0b1",
    "",
    "none",
    "null",
    "1.e999",
    "2. 4",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_number_is_digits_alone_for_each_option_of_each_command(run: Run, command: str) -> None:
    function = getattr(import_module(f"refengine.cli.{command}"), command)
    types = get_type_hints(function)  # without what stands beside a type
    numbers = [name for name in signature(function).parameters if int in (types[name], *get_args(types[name]))]
    needed = {"build": ["-o", "there"], "book": ["-o", "there"]}.get(command, [])
    for name, word in product(numbers, ODD):
        ran = run(command, "tests/cli/lamps", *needed, f"--{name}={word}")
        assert (ran.code, ran.out) == (2, "")
        assert f"error[E0840]: `--{name} {word}` gives no whole number\n" in ran.err
        assert "hint: write it in digits alone, as in `7`" in ran.err


def test_a_number_of_very_many_digits_is_not_said_to_be_none(run: Run) -> None:
    for option, most in (("--seed", 20), ("--games", 18), ("--limit", 18)):
        ran = run("simulate", "tests/cli/lamps", f"{option}={'9' * 30}")
        assert (ran.code, ran.out) == (2, "")
        assert f"error[E0840]: `{option}` gives a number of more than {most} digits\n" in ran.err
    ran = run("simulate", "tests/cli/lamps", "--limit=0")
    assert "error[E0840]: `--limit 0` gives no number from 1\nhint: write it in digits alone" in ran.err


def test_a_seed_is_any_number_that_random_choices_know_and_may_be_negative(run: Run) -> None:
    for seed in ("-1", str(2**64 - 1)):
        ran = run("simulate", "tests/cli/lamps", "--games", "1", "--engine", "reference", f"--seed={seed}")
        assert ran.code == 0
        assert f"seed {seed}" in ran.out


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


def test_only_what_a_process_of_its_own_has_loaded_is_never_looked_through_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frozen: list[bool] = []
    monkeypatch.setattr("gc.freeze", lambda: frozen.append(True))
    main(["hash", "nowhere"])
    assert frozen == []
    monkeypatch.setattr("sys.argv", ["refengine", "hash", "nowhere"])
    main()
    assert frozen == [True]
