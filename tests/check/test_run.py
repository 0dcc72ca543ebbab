"""A whole check: verdicts, evidence, coverage."""

from collections.abc import Callable

import pytest
from attrs import evolve

from refengine.check.full_page import to_text
from refengine.check.report import (
    EXIT_CODES,
    Evidence,
    GameReport,
    Report,
    Verdict,
    worst,
)
from refengine.check.run import Options, check
from refengine.compiled import Compilation
from refengine.report.words import Words
from refengine.resolve.labels import Labels

OPTIONS = Options(traces=8, directed=2)


@pytest.fixture(scope="module")
def report(compiled: Callable[[str], Compilation]) -> GameReport:
    game = compiled("tictactoe")
    return check(game, OPTIONS, Words(game.labels))


def test_it_holds_and_says_how_that_is_known(report: GameReport) -> None:
    assert (report.verdict, report.failures) == ("holds", ())
    known = {(each.kind, each.name): str(each.evidence) for each in report.statements}
    tested = known["invariant", "turns_alternate"]
    assert tested.startswith("tested (8 games, ")
    assert tested.endswith("seed 0)")
    assert known["conservation", "conservation"].startswith("by construction, and tested (")


def test_every_clause_fires(report: GameReport) -> None:
    assert report.coverage is not None
    assert report.coverage.never_fired == ()
    assert all(count.fired >= 2 for count in report.coverage.clauses if count.clause.path != "setup")


def test_the_page_is_told_without_a_clock(report: GameReport) -> None:
    timed = evolve(report, timing=None)
    page = to_text(Report(8, 0, (timed,)))
    assert page == to_text(Report(8, 0, (timed,)))
    assert all(len(line) <= 110 for line in page.splitlines())
    assert "time " not in page


def test_a_game_that_is_cut_is_never_finished(compiled: Callable[[str], Compilation]) -> None:
    """Nobody wins at noughts and crosses in four steps."""
    game = compiled("tictactoe")
    report = check(game, evolve(OPTIONS, limit=4, directed=0, parts=frozenset({"play"})), Words(game.labels))
    assert [(each.games, each.finished, each.cut, each.longest) for each in report.played] == [(8, 0, 8, 4)]
    assert "cut after 4 steps, and not finished: 8 games" in to_text(Report(8, 0, (report,)))


def test_games_that_end_are_finished(report: GameReport) -> None:
    at_random = [each for each in report.played if not each.directed]
    assert [(each.finished, each.cut) for each in at_random] == [(each.games, 0) for each in at_random]
    assert "not finished" not in to_text(Report(8, 0, (report,)))


def test_rules_with_errors_are_not_played(compiled: Callable[[str], Compilation]) -> None:
    broken = evolve(compiled("tictactoe"), game=None)
    assert check(broken, OPTIONS, Words(Labels())).verdict == "bad input"


def test_what_does_not_exist_cannot_be_played(compiled: Callable[[str], Compilation]) -> None:
    report = check(compiled("tictactoe"), evolve(OPTIONS, players=5), Words(Labels()))
    assert report.verdict == "bad input"
    assert [each.code for each in report.diagnostics] == ["E0832"]


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([], "holds"),
        (["holds", "inconclusive"], "inconclusive"),
        (["violated", "inconclusive"], "violated"),
        (["violated", "bad input"], "bad input"),
        (["executors disagree", "violated"], "executors disagree"),
    ],
)
def test_the_worst_counts(verdicts: list[Verdict], expected: Verdict) -> None:
    assert worst(verdicts) == expected


def test_exit_codes() -> None:
    assert EXIT_CODES == {
        "holds": 0, "violated": 1, "bad input": 2, "inconclusive": 3, "executors disagree": 4, "internal error": 5,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("evidence", "text"),
    [
        (Evidence("tested", 1, 1, 7), "tested (1 game, 1 step, seed 7)"),
        (Evidence("tested", 1200, 52000, 0), "tested (1,200 games, 52,000 steps, seed 0)"),
        (Evidence("tested", 9, 9, 0, pairs=12), "tested (12 pairs of states, seed 0)"),
        (Evidence("by construction"), "by construction"),
        (Evidence("proved"), "proved"),
    ],
)
def test_evidence_in_words(evidence: Evidence, text: str) -> None:
    assert str(evidence) == text
