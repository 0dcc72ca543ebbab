"""All executors are exhaustive by type: mypy refuses a package in which a union of the IR has one more node.

A copy of the package gets a node that nothing handles in each closed union, and mypy names every function that does
not know what to do with it. What is asked for here are the functions that give a node its meaning, so that none of
them can fall into a neighbour, or do nothing, unnoticed. That takes mypy minutes, and is a campaign; every run sees that
these functions match without a default, and that mypy is told to refuse a match that leaves a member out.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.module import ROOT

MEANING: dict[str, tuple[str, frozenset[str]]] = {
    "Formula": (
        "expressions",
        frozenset(
            {
                "semantics/expressions._formula",
                "engine/emit/expressions.truth",
                "program/from_ir/expressions.truth",
                "smt/encode/expressions.truth",
            }
        ),
    ),
    "Term": (
        "expressions",
        frozenset(
            {
                "engine/emit/expressions.expression",
                "program/from_ir/expressions.held",
                "smt/encode/expressions.encode",
            }
        ),
    ),
    "Collection": (
        "expressions",
        frozenset(
            {
                "semantics/expressions._collection",
                "engine/emit/sets.as_tuple",
                "program/from_ir/sets.collected",
                "smt/encode/sets.as_set",
            }
        ),
    ),
    "Aggregate": (
        "expressions",
        frozenset(
            {
                "semantics/expressions._aggregate",
                "engine/emit/binders.gathering",
                "program/from_ir/binders.gathered",
                "smt/encode/binders.gathered",
            }
        ),
    ),
    "Effect": (
        "control",
        frozenset(
            {
                "semantics/effects.after",
                "semantics/effects._worked_out",
                "engine/emit/effects.effect",
                "engine/emit/simultaneous._work_out",
                "program/from_ir/effects.effect",
                "program/from_ir/simultaneous._plan",
                "smt/course/effects.effect",
                "smt/course/effects._collect",
            }
        ),
    ),
    "Write": (
        "control",
        frozenset(
            {
                "engine/emit/effects.effect",
                "engine/emit/simultaneous._written",
                "engine/emit/simultaneous._write_variable",
                "program/from_ir/effects.effect",
                "program/from_ir/simultaneous._write",
                "smt/course/effects.effect",
                "smt/course/effects._written",
            }
        ),
    ),
    "Leaf": (
        "control",
        frozenset(
            {
                "semantics/steps._run",
                "engine/emit/points.leave",
                "ir/circles._led_to",
                "program/from_ir/points._leave",
                "smt/course/transition._leave",
            }
        ),
    ),
    "Exit": (
        "control",
        frozenset({"engine/emit/points.leave", "program/from_ir/points._leave", "smt/course/transition._leave"}),
    ),
    "Domain": (
        "domain",
        frozenset(
            {
                "engine/emit/layout.annotation",
                "program/storage/values.public",
                "program/storage/values._held",
                "program/storage/forms.extent",
                "smt/terms/values.fresh",
                "smt/terms/values.same",
                "smt/terms/values.choose",
                "smt/terms/values.members",
                "smt/terms/printed_data.some",
                "smt/terms/printed_data.literal",
                "smt/encode/world.in_range",
            }
        ),
    ),
    "Body": (
        "game",
        frozenset({"semantics/expressions.call", "engine/emit/values._explained", "smt/encode/values._body"}),
    ),
    "Given": ("game", frozenset({"engine/emit/examples._given"})),
    "Line": ("lines", frozenset({"engine/emit/examples._line"})),
}
"""For each union the module of `ir` that has it, and the functions that have to know each of its members."""


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """For each union the functions in which mypy finds its new member unhandled."""
    room = tmp_path_factory.mktemp("exhaustive")
    shutil.copytree(ROOT / "refengine", room / "refengine", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", room)
    for union, (module, _) in MEANING.items():
        _with_one_more(room / "refengine" / "ir" / f"{module}.py", union)
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--cache-dir",
            "cache",
            "--no-error-summary",
            "refengine/engine",
            "refengine/program",
            "refengine/semantics",
            "refengine/smt",
        ],
        cwd=room,
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, set[str]] = {union: set() for union in MEANING}
    for path, line, said in re.findall(r"^refengine/(.+?)\.py:(\d+): error: (.*)$", run.stdout, re.MULTILINE):
        for union in re.findall(r"\bUnheard(\w+)", said):
            found[union].add(f"{path}.{_function(room / 'refengine' / f'{path}.py', int(line))}")
    assert any(found.values()), run.stdout + run.stderr
    return found


def _with_one_more(path: Path, union: str) -> None:
    """Adds a node that nothing knows to a union."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(f"{union} = "))
    domain = [] if path.stem != "expressions" else ["    domain: Domain"]
    lines[at] = lines[at].replace(f"{union} = ", f"{union} = Unheard{union} | ", 1)
    if lines[at].endswith("| ("):
        lines[at : at + 2] = [f"{union} = (", f"    Unheard{union} | {lines[at + 1].strip()}"]
    lines[at:at] = ["@frozen", f"class Unheard{union}:", "    part: int", *domain, "", ""]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _function(path: Path, line: int) -> str:
    """The name of the innermost function around a line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(around, key=lambda node: node.lineno).name


@pytest.mark.campaign
@pytest.mark.parametrize("union", MEANING)
def test_a_new_node_is_an_error_of_mypy_in_all_executors(union: str, refused: dict[str, set[str]]) -> None:
    assert MEANING[union][1] <= refused[union]


def test_mypy_refuses_a_match_that_leaves_a_member_out() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert told["strict"] is True
    assert "exhaustive-match" in told["enable_error_code"]
    assert not any("enable_error_code" in each or each.get("ignore_errors") for each in told["overrides"])


@pytest.mark.parametrize("function", sorted(frozenset().union(*(named for _, named in MEANING.values()))))
def test_what_gives_a_node_its_meaning_has_no_default(function: str) -> None:
    path, _, name = function.rpartition(".")
    tree = ast.parse((ROOT / "refengine" / f"{path}.py").read_text(encoding="utf-8"))
    (found,) = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name)
    matches = [node for node in ast.walk(found) if isinstance(node, ast.Match)]
    assert matches
    for match in matches:
        assert not [case for case in match.cases if isinstance(case.pattern, ast.MatchAs) and case.pattern.name is None]
