"""`pytest --refengine`: what is a test, how it fails, and that it is chosen, stopped and shared out like any other."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.resolve.test_modules import GARDEN, module

pytest_plugins = ["pytester"]

INSIDE = ("-p", "no:cacheprovider", "-p", "no:faulthandler")
"""A run inside this one, at its end, would take away the handlers by which modules trap, and the next trap kills us."""

TICTACTOE = Path(__file__).parents[2] / "docs" / "tutorial" / "tictactoe"
LAW = (
    "\nlaw squares_lie_on_the_grid per R1\n    every Square s has s.row <= 3\n\nscope all_of_it per R1\n    2 players\n"
)
SPOILT = "expect not has_three(1), not has_three(2)", "expect has_three(1), not has_three(2)"


@pytest.fixture
def game(pytester: pytest.Pytester) -> Path:
    """A copy of a game, with a law and a scope, in the current folder."""
    folder = pytester.path / "spec" / "tictactoe"
    shutil.copytree(TICTACTOE, folder)
    rules = folder / "tictactoe.rules"
    rules.write_text(rules.read_text("utf-8") + LAW, "utf-8")
    return folder


def spoil(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def ran(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess("--refengine", "spec", *INSIDE, "-p", "no:xdist", *words)


def test_everything_that_is_declared_is_a_test(pytester: pytest.Pytester, game: Path) -> None:
    said = ran(pytester, "--collect-only", "-q").stdout.str()
    collected = re.findall(r"^spec/tictactoe/rulebook\.toml::(.*)$", said, re.MULTILINE)
    text = "\n".join(each.read_text("utf-8") for each in sorted(game.glob("*.rules")))
    declared = re.findall(r"^((?:step )?invariant|example|law|measure|scope) (\w+)", text, re.MULTILINE)
    assert len(declared) == 13
    assert {f"{kind} {name}" for kind, name in declared} <= {*collected}
    assert "obligation Judge: some case applies" in collected
    assert "sight Turn" in collected
    assert len(collected) == len({*collected})


def test_without_the_option_a_game_is_no_test(pytester: pytest.Pytester, game: Path) -> None:
    assert pytester.runpytest_inprocess("spec", *INSIDE).ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_an_example_that_fails_says_what_was_found_and_the_others_pass(pytester: pytest.Pytester, game: Path) -> None:
    spoil(game / "examples.rules", *SPOILT)
    result = ran(pytester, "-m", "refengine_example")
    result.assert_outcomes(passed=5, failed=1, deselected=result.parseoutcomes()["deselected"])
    said = result.stdout.str()
    assert "example one_square_short_of_a_row" in said
    assert "rule `one_square_short_of_a_row` (spec/tictactoe/examples.rules:" in said
    assert "Traceback" not in said
    assert "verdicts.py" not in said


def test_tests_are_chosen_by_name_and_the_first_failure_ends_it(pytester: pytest.Pytester, game: Path) -> None:
    assert ran(pytester, "-k", "an_empty_grid or nobody_has_three").parseoutcomes()["passed"] == 2
    spoil(game / "examples.rules", *SPOILT)
    outcomes = ran(pytester, "-x", "-m", "refengine_example").parseoutcomes()
    assert (outcomes["failed"], outcomes["passed"]) == (1, 3)  # those before it


def test_laws_and_statements_fail_in_words(pytester: pytest.Pytester, game: Path) -> None:
    spoil(game / "tictactoe.rules", "s.row <= 3", "s.row <= 2")
    spoil(game / "tictactoe.rules", "or marks(1) = marks(2) + 1", "or marks(1) > 2")
    result = ran(pytester, "-k", "squares_lie or turns_alternate")
    said = result.stdout.str()
    assert result.parseoutcomes()["failed"] == 2
    assert "law squares_lie_on_the_grid" in said
    assert "invariant turns_alternate: does not hold here" in said
    assert "after the move: mark of" in said


def test_rules_with_errors_are_an_error_of_the_collection(pytester: pytest.Pytester, game: Path) -> None:
    spoil(game / "tictactoe.rules", "is no Square s has", "is no Sqare s has")
    result = ran(pytester)
    result.assert_outcomes(errors=1)
    assert "error[E02" in result.stdout.str()
    assert "did you mean `Square`?" in result.stdout.str()


def test_tests_are_shared_out_among_processes(pytester: pytest.Pytester, game: Path) -> None:
    spoil(game / "examples.rules", *SPOILT)
    words = ("--refengine", "spec", *INSIDE, "-m", "refengine_example or refengine_law", "-n", "2")
    pytester.runpytest_inprocess(*words).assert_outcomes(passed=6, failed=1)


def test_modules_are_put_into_the_game_that_is_collected(pytester: pytest.Pytester) -> None:
    shutil.copytree(GARDEN, pytester.path / "spec" / "garden")
    module(
        pytester.path / "spec",
        "rich",
        "plus bonus to score per R1\n    is 2\n\nexample rich per R1\n    given 2 players\n    expect score = 2 by bonus\n",
    )
    words = ["--refengine", "spec/garden", *INSIDE, "-p", "no:xdist", "-m", "refengine_example"]
    whole = pytester.runpytest_inprocess(*words, "--refengine-module", "rich", "--collect-only", "-q").stdout.str()
    assert whole.count("::example rich\n") == 1
    wrong = pytester.runpytest_inprocess(*words, "--refengine-module", "poor").stdout.str()
    assert "error[E0839]" in wrong
