"""What is declared beside the claims is typed with the rules, and is no rule that play could leave out."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from refengine.check.coverage import rules_of
from refengine.check.report import GameReport
from refengine.check.run import Options, check
from refengine.pipeline import Compilation, compile_folder
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"
OPTIONS = Options(traces=8, directed=2)
CLAIMS = """
kind Course is Begun, Over                                  per R1

value course: Course                                        per R1
    case nobody_has_moved per R1
        when no Square s has mark of s is not nobody
        is Begun
    case somebody_has per R1
        when some Square s has mark of s is not nobody
        is Over

claim it_begins                                             per R1
    course is Begun or course is Over
"""


@pytest.fixture(scope="module")
def claimed(tmp_path_factory: pytest.TempPathFactory) -> Compilation:
    root = tmp_path_factory.mktemp("claimed")
    shutil.copytree(TUTORIAL / "tictactoe", root / "spec" / "tictactoe")
    (root / "proofs" / "tictactoe").mkdir(parents=True)
    (root / "proofs" / "tictactoe" / "claims.rules").write_text(CLAIMS, "utf-8")
    ((folder,), wrong) = find_games(root / "spec")
    assert wrong == ()
    return compile_folder(folder)


@pytest.fixture(scope="module")
def report(claimed: Compilation) -> GameReport:
    return check(claimed, OPTIONS, Words(claimed.labels))


def test_a_value_that_only_a_claim_uses_is_used(claimed: Compilation) -> None:
    assert claimed.diagnostics == ()
    assert claimed.game is not None
    assert [each.name for each in claimed.game.claims] == ["it_begins"]


def test_it_is_no_rule_that_never_fired(claimed: Compilation, report: GameReport) -> None:
    assert claimed.game is not None
    helpers = {"course.nobody_has_moved", "course.somebody_has"}
    assert helpers <= {each.path for each in rules_of(claimed.game)}
    assert report.coverage is not None
    assert report.coverage.never_fired == ()
    assert not helpers & {each.clause.path for each in report.coverage.clauses}


def test_directed_play_goes_as_it_does_without(report: GameReport, compiled: Callable[[str], Compilation]) -> None:
    alone = check(compiled("tictactoe"), OPTIONS, Words(Labels()))
    assert (report.verdict, alone.verdict) == ("holds", "holds")
    assert report.played == alone.played
