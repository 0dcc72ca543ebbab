"""What other tools read: SARIF that obeys its schema, JUnit XML that its library reads, annotations that keep their lines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from jsonschema import Draft4Validator
from junitparser import JUnitXml

from refengine.check.github import annotation_lines
from refengine.check.junit import to_junit
from refengine.check.places import ReportPlace, report_place
from refengine.check.report import (
    ExamplesDecided,
    Failure,
    GameReport,
    KnownStatement,
    Ledger,
    Report,
    UndeterminedLine,
)
from refengine.check.sarif import to_sarif
from refengine.report.citations import Basis, CitedClause
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.text import SourceText
from tests.cli.conftest import Ran, games as games, spoil as spoil  # noqa: PLC0414 - fixtures that both folders have

SCHEMA = json.loads((Path(__file__).parent / "sarif-2.1.0.schema.json").read_text("utf-8"))
"""The schema of the standard as it was approved (2.1.0-rtm.5), under the MIT licence of the package that ships it."""

BASIS = (Basis("R1", "one at a time", "5", "my spec/g/rulebook.toml:7:6"), Basis("ruling A1", None, None))
CLAUSE = CitedClause("taken.twice", BASIS, "my spec/g/g.rules:2:3")
SOURCE = SourceText("my spec/g/g.rules", "first\nsecond line\n")
WRONG = Diagnostic(
    "E0201", "there is no `x`, 100 %", Span(SOURCE.path, 6, 12), (Label(Span(SOURCE.path, 0, 5), "as here"),), "try\ny"
)
BROKEN = Failure(
    "step invariant", "taken", "is broken: by\na step", CLAUSE,
    moves=("player 1: take a", "player 2: take a"), position=("mark: a 1",), before_last=True, code="E0501",
)  # fmt: skip
BAD_TEXT = Failure("example", "e", "\x00 ]]> <&> \ufffe \udc80", None, moves=("player 1: go",), position=("it is so",))


def known(name: str, level: str, change: str, how: tuple[str, ...] = ()) -> KnownStatement:
    return KnownStatement(
        "claim",
        name,
        level,
        level,
        level,
        (2,),
        how,
        (),
        (),
        False,
        (),
        1,
        1,
        0.0,
        BASIS,
        CLAUSE.place,
        None,
        "proved",
        change,
    )


ROWS = (
    known("fallen", "bounded", "fell", ("up to 6 steps",)),
    known("kept", "proved", "kept"),
    known("open", "unknown", "new"),
)
GAME = GameReport(
    "g", "my spec/g", "violated", (WRONG,), {SOURCE.path: SOURCE},
    examples=ExamplesDecided(3, 4, 1, (UndeterminedLine("resting", "expect x", "played", "Title"),), (), ("e", "fine", "resting")),
    ledger=Ledger(ROWS, (), (evolve(BROKEN, kind="claim", name="fallen"),), {}, {}, 0, 3),
    failures=(BROKEN, BAD_TEXT),
)  # fmt: skip
REPORT = Report(4, 7, (GAME,), (Diagnostic("E0101", "there is no such folder", None),))


def sarif(report: Report) -> Any:
    log = to_sarif(report, "1.2.3")
    Draft4Validator(SCHEMA).validate(json.loads(json.dumps(log)))
    (run,) = log["runs"]
    return run


def test_the_schema_is_the_one_of_the_standard() -> None:
    assert SCHEMA["title"].startswith("Static Analysis Results Format (SARIF) Version 2.1.0")
    assert not Draft4Validator(SCHEMA).is_valid({"version": "2.1.0", "runs": [{"results": []}]})


def test_every_diagnostic_failure_and_fallen_promise_is_a_result() -> None:
    run = sarif(REPORT)
    assert [each["ruleId"] for each in run["results"]] == [
        "E0101",
        "E0201",
        "E0501",
        "example",
        "promise",
        "undetermined",
    ]
    assert {each["id"] for each in run["tool"]["driver"]["rules"]} == {each["ruleId"] for each in run["results"]}
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": REPORT.exit_code}]


def test_a_diagnostic_has_its_place_and_its_labels() -> None:
    found = sarif(REPORT)["results"][1]
    place = {
        "artifactLocation": {"uri": "my%20spec/g/g.rules"},
        "region": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 7},
    }
    assert found["locations"] == [{"physicalLocation": place}]
    assert found["message"]["text"] == "there is no `x`, 100 %\nhint: try\ny"
    assert [each["message"]["text"] for each in found["relatedLocations"]] == ["as here"]


def test_a_place_in_a_folder_whose_name_is_no_text_is_told_by_its_bytes() -> None:
    source = evolve(SOURCE, path="g\udcfe/g.rules")
    game = GameReport(
        "g", "g\udcfe", "bad input", (evolve(WRONG, span=Span(source.path, 6, 12), labels=()),), {source.path: source}
    )
    (found,) = sarif(Report(4, 7, (game,), ()))["results"]
    assert found["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "g%FE/g.rules"}


def test_a_failure_has_its_statements_as_related_locations_and_its_moves_as_a_flow() -> None:
    found = sarif(REPORT)["results"][2]
    assert found["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 3}
    first, second = found["relatedLocations"]
    assert first["physicalLocation"]["artifactLocation"]["uri"] == "my%20spec/g/rulebook.toml"
    assert first["message"]["text"] == "R1, line 5 of the rulebook: one at a time"
    assert "physicalLocation" not in second
    ((flow,),) = (each["threadFlows"] for each in found["codeFlows"])
    told = [(each["executionOrder"], each["location"]["message"]["text"]) for each in flow["locations"]]
    assert told == [(1, "player 1: take a"), (2, "mark: a 1"), (3, "player 2: take a")]


def test_what_fell_is_a_result_with_the_position_that_shows_why_and_what_failed_is_told_once() -> None:
    fallen = sarif(REPORT)["results"][4]
    assert fallen["message"]["text"] == "claim fallen is bounded (up to 6 steps), and proved was promised"
    assert fallen["codeFlows"]
    failed = evolve(GAME, failures=(evolve(BROKEN, kind="claim", name="fallen"),))
    assert [each["ruleId"] for each in sarif(Report(4, 7, (failed,)))["results"]].count("promise") == 0


def test_where_nothing_is_wrong_there_is_no_result() -> None:
    holds = evolve(GAME, diagnostics=(), failures=(), ledger=None, examples=None, verdict="holds")
    assert sarif(Report(4, 7, (holds,)))["results"] == []
    assert [*annotation_lines(Report(4, 7, (holds,)))] == []


def test_junit_has_a_case_for_everything_and_says_what_became_of_it() -> None:
    xml = JUnitXml.fromstring(to_junit(REPORT).encode())
    cases = {each.name: [type(one).__name__ for one in each.result] for suite in xml for each in suite}
    assert cases == {
        "rules": ["Error"],
        "example e": ["Failure"],
        "example fine": [],
        "example resting": ["Skipped"],
        "claim fallen": ["Failure"],
        "claim kept": [],
        "claim open": ["Skipped"],
        "step invariant taken": ["Failure"],
    }
    assert (xml.tests, xml.failures, xml.errors, xml.skipped) == (9, 3, 2, 2)
    text = to_junit(REPORT)
    assert "1. player 1: take a" in text
    assert "\x00" not in text


def test_an_annotation_is_one_line_at_the_line_of_the_rule() -> None:
    none, wrong, broken, example, fallen = annotation_lines(REPORT)
    assert none == "::error title=E0101::there is no such folder"
    assert wrong == "::error file=my spec/g/g.rules,line=2,col=1,title=E0201::there is no `x`, 100 %25%0Ahint: try%0Ay"
    assert broken.startswith(
        "::error file=my spec/g/g.rules,line=2,col=3,title=g%3A step invariant taken::1. step invariant"
    )
    assert example.startswith("::error file=my spec/g,title=g%3A example e::2. example e")
    assert fallen.startswith(
        "::error file=my spec/g/g.rules,line=2,col=3,title=g%3A claim fallen::claim fallen is bounded"
    )
    assert all("\n" not in each for each in annotation_lines(REPORT))


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (None, None),
        ("a.rules:3:14", ReportPlace("a.rules", 3, 14)),
        ("C:/a b:7/a.rules:3:14", ReportPlace("C:/a b:7/a.rules", 3, 14)),
        ("a:b.rules", ReportPlace("a:b.rules")),
        ("a\nb:1:2", ReportPlace("a\nb", 1, 2)),
    ],
)
def test_places_are_read_as_they_are_told(place: str | None, said: ReportPlace | None) -> None:
    assert report_place(place) == said


@pytest.mark.parametrize("form", ["sarif", "junit", "github"])
def test_the_command_writes_each_form(
    form: str, run: Callable[..., Ran], games: Path, spoil: Callable[[str, str, str], None]
) -> None:
    spoil(
        "tictactoe/examples.rules", "expect not has_three(1), not has_three(2)", "expect has_three(1), not has_three(2)"
    )
    ran = run("check", "spec/tictactoe", "--only", "examples", "--format", form)
    assert ran.code == 1
    match form:
        case "sarif":
            log = json.loads(ran.out)
            Draft4Validator(SCHEMA).validate(log)
            (result,) = log["runs"][0]["results"]
            place = result["locations"][0]["physicalLocation"]
            assert place["artifactLocation"]["uri"] == "spec/tictactoe/examples.rules"
            assert (
                result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                == "spec/tictactoe/rulebook.toml"
            )
            line = (
                Path("spec/tictactoe/examples.rules").read_text("utf-8").splitlines()[place["region"]["startLine"] - 1]
            )
            assert line.strip() == "expect has_three(1), not has_three(2)"
        case "junit":
            (suite,) = JUnitXml.fromstring(ran.out.encode())
            assert (suite.tests, suite.failures) == (7, 1)
        case _:
            first, *page = ran.out.splitlines()
            assert re.match(
                r"::error file=spec/tictactoe/examples.rules,line=\d+,col=\d+,title=tictactoe%3A example ", first
            )
            assert page[-1] == "  verdict     violated"
    assert run("check", "spec/tictactoe", "--format", form, "--verbose").code == 2
