"""Modules at the command line: the base is checked first, and what a module says of it is cited by its name."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cli.conftest import TUTORIAL, Ran

DOCS = Path(__file__).parents[2] / "docs"

Run = Callable[..., Ran]


@pytest.fixture
def spy(games: Path) -> Path:
    """A folder with the tutorial games and a module of one, which is the current folder."""
    shutil.copytree(TUTORIAL / "spy", games / "spec" / "spy")
    return games


def test_the_base_is_checked_first_and_alone(spy: Path, run: Run) -> None:
    assert "1 of the base otherwise: one_round\n" in run("check", "spec/spy", "--only", "examples").out
    ran = run("check", "spec/spy", "--only", "examples", "--verbose")
    assert ran.code == 0
    base, module = ran.out.index("goofspiel (spec/goofspiel)"), ran.out.index("spy (spec/spy)")
    assert base < module
    assert "7 examples decided, 32 expectations, none failed\n" in ran.out[base:module]
    assert "10 examples decided, 36 expectations, none failed, 1 of the base otherwise" in ran.out[module:]
    assert "by bid_with.not_at_first per S3 (spec/spy/spy.rules:" in ran.out[module:]
    alone = run("check", "spec/goofspiel", "--only", "examples")
    assert "spy" not in alone.out
    twice = run("check", "spec", "spec/spy", "--only", "examples")
    assert twice.out.count("goofspiel (spec/goofspiel)") == twice.out.count("spy (spec/spy)") == 1


def test_what_has_changed_is_data_too(spy: Path, run: Run) -> None:
    data = json.loads(run("check", "spec/spy", "--only", "examples", "--format", "json").out)
    Draft202012Validator(json.loads((DOCS / "report.schema.json").read_text("utf-8"))).validate(data)
    assert [each["examples"]["changed"] != [] for each in data["games"]] == [False, True]
    (changed,) = data["games"][1]["examples"]["changed"]
    assert changed["example"] == "one_round"
    assert [each["path"] for each in changed["by"]] == ["bid_with.not_at_first"]


def test_each_rulebook_is_held_against_its_own_text(spy: Path, run: Run) -> None:
    (spy / "texts").mkdir()
    for name in ("goofspiel", "spy"):
        shutil.copy(spy / "spec" / name / "rulebook.txt", spy / "texts" / f"{name}.txt")
    command = ("check", "spec/spy", "--only", "wording", "--rulebook-text", "texts")
    ran = run(*command)
    assert ran.code == 0
    assert "12 of 12 statements as they were hashed, in texts/goofspiel.txt" in ran.out
    assert "3 of 3 statements as they were hashed, in texts/spy.txt" in ran.out
    text = spy / "texts" / "goofspiel.txt"
    text.write_text(text.read_text("utf-8").replace("highest bid takes", "lowest bid takes"), "utf-8")
    ran = run(*command)
    assert ran.code == 1
    assert "11 of 12 statements as they were hashed, in texts/goofspiel.txt; changed: R6" in ran.out
    assert "holds: spy" in ran.out
    index = (spy / "spec" / "goofspiel" / "rulebook.toml").read_bytes()
    assert run("hash", "spec/spy", "texts/spy.txt").out.startswith("spec/spy/rulebook.toml: 3 of 3 hashes")
    assert (spy / "spec" / "goofspiel" / "rulebook.toml").read_bytes() == index


def test_a_module_is_simulated_built_and_formatted_as_a_game_is(spy: Path, run: Run) -> None:
    assert run("simulate", "spec/spy", "--games", 2).code == 0
    assert run("build", "spec/spy", "--output", "built").code == 0
    rules = (spy / "built" / "rules.py").read_text("utf-8")
    assert "spy_wins" in rules
    assert "goofspiel.R6" in rules
    assert run("fmt", "spec/spy", "--check").code == 0


def test_what_is_broken_in_the_base_is_told_by_its_place(spy: Path, run: Run) -> None:
    rules = spy / "spec" / "goofspiel" / "goofspiel.rules"
    rules.write_text(rules.read_text("utf-8").replace("is nobody\n", "is nobody_at_all\n", 1), "utf-8")
    ran = run("simulate", "spec/spy", "--games", 1)
    assert ran.code == 2
    assert "error[E0201]" in ran.err
    assert "spec/goofspiel/goofspiel.rules:" in ran.err
    ran = run("check", "spec/spy")
    assert ran.code == 2
    assert ran.out.count("error[E0201]") == 1
    assert "bad input: goofspiel, spy" in ran.out


def test_an_edition_of_the_module_is_none_of_its_base(spy: Path, run: Run) -> None:
    rules = spy / "spec" / "spy" / "spy.rules"
    edition = "\nedition old per S1\n    ties is divided\n"
    rules.write_text(rules.read_text("utf-8") + edition, "utf-8")
    ran = run("check", "spec/spy", "--edition", "old", "--only", "play", "--traces", 1, "--directed", 0)
    assert ran.code == 0, ran.out
    assert "holds: goofspiel, spy" in ran.out
    assert run("check", "spec/goofspiel", "--edition", "old", "--only", "play").code == 2


def test_without_its_base_a_module_is_bad_input(spy: Path, run: Run) -> None:
    shutil.rmtree(spy / "spec" / "goofspiel")
    for command in (("check", "spec/spy"), ("simulate", "spec/spy"), ("prove", "spec/spy"), ("explore", "spec/spy")):
        ran = run(*command)
        assert ran.code == 2
        assert "error[E0209]: the base `goofspiel` cannot be read: there is no folder `spec/goofspiel`" in (
            ran.out + ran.err
        )


def test_only_promises_of_the_module_are_written(spy: Path, run: Run) -> None:
    ran = run("check", "spec/spy", "--update-evidence", "--only", "examples")
    assert "`--update-evidence` needs the whole check" in ran.err
    assert not list(spy.rglob("evidence.toml"))
