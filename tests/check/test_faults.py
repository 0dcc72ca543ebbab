"""Rules that break off: in the setup, where cases overlap, and where the two builds part ways."""

from collections.abc import Callable
from pathlib import Path

import pytest

from refengine.check import campaign as pieces
from refengine.check.full_page import to_text
from refengine.check.report import GameReport, Report
from refengine.check.run import Options, check
from refengine.engine.noting import NotingGame
from refengine.pipeline import compile_folder
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.runtime.game import Game

INDEX = """[rulebook]
id = "sample"
title = "Sample"
language = "en"

[[statement]]
id = "R1"
lines = "1"
paraphrase = "Two play with nuts."
status = "normative"
hash = "sha256:%064d"
"""
HEAD = "game sample from rulebook sample\n    players 2 per R1\n\nvariable nuts: 0..4 per R1\n\n"
BROKEN_SETUP = "setup per R1\n    add 5 to nuts\n    game over\n"
FEE = """value fee: 1..2 per R1
    case few per R1
        when nuts <= 1
        is 1
    case many per R1
        when nuts >= 1
        is 2

"""
OVERLAP = (
    FEE
    + """setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    if nuts > 2
        game over
    ask p
        action take per R1
            then add fee to nuts
        action pass per R1
            then add 3 - nuts to nuts
    go Turn(next of p)
"""
)
OVERLAPPING_SETUP = FEE + "setup per R1\n    add 1 to nuts\n    add fee to nuts\n    game over\n"

Checked = Callable[..., GameReport]


@pytest.fixture
def checked(tmp_path: Path) -> Checked:
    def checks(rules: str, **options: int) -> GameReport:
        (tmp_path / "sample.rules").write_text(HEAD + rules, "utf-8")
        (tmp_path / "rulebook.toml").write_text(INDEX % 0, "utf-8")
        (folder,), wrong = find_games(tmp_path)
        assert wrong == ()
        compiled = compile_folder(folder)
        assert compiled.game is not None, compiled.diagnostics
        return check(compiled, Options(**{"traces": 12, **options}), Words(compiled.labels))  # type: ignore[arg-type]

    return checks


def test_a_setup_that_breaks_off_is_a_violation(checked: Checked) -> None:
    report = checked(BROKEN_SETUP)
    (failure,) = report.failures
    assert (report.verdict, failure.kind, failure.code) == ("violated", "fault", "E0506")
    assert failure.what == "the rules break off: 5 leaves the range 0..4"
    assert failure.clause is not None
    assert (failure.clause.path, [each.text for each in failure.clause.basis]) == ("setup", ["Two play with nuts."])
    assert failure.setting is not None
    assert failure.setting.label == "2 players"
    assert (failure.moves, failure.position, failure.file, failure.others) == ((), (), None, 11)
    assert to_text(Report(12, 0, (report,))).endswith("   see `refengine explain E0506`\n")


def test_an_example_from_the_start_of_a_game_that_cannot_begin(checked: Checked) -> None:
    report = checked(BROKEN_SETUP + "\nexample begins per R1\n    expect nuts = 0\n")
    (failure,) = (each for each in report.failures if each.kind == "example")
    assert failure.code == "E0506"
    assert report.verdict == "violated"


@pytest.mark.parametrize("rules", [OVERLAP, OVERLAPPING_SETUP])
def test_overlapping_cases_are_a_violation_though_the_plain_build_takes_one(checked: Checked, rules: str) -> None:
    report = checked(rules)
    (failure,) = report.failures
    assert (report.verdict, failure.kind, failure.code) == ("violated", "fault", "E0503")
    assert "several cases apply: `fee.few`, `fee.many`" in failure.what
    assert failure.moves == (("player 1: take", "player 2: take") if rules == OVERLAP else ())
    assert (failure.file is None) == (rules != OVERLAP)


def test_builds_that_say_something_else_disagree(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """The explaining build is made of other rules here, as if the two were not compiled alike."""
    rules = OVERLAP.replace("nuts >= 1", "nuts > 1")
    assert checked(rules).verdict == "holds"

    def unlike(made: Game) -> NotingGame:
        return Doubting(made) if made.description.explains else NotingGame(made)

    monkeypatch.setattr(pieces, "NotingGame", unlike)
    report = checked(rules, directed=0, seed=1)  # what was played before is known and not played again
    assert report.verdict == "executors disagree"
    (failure,) = report.failures
    assert failure.kind == "disagreement"
    assert "other actions are legal" in failure.what
    assert failure.moves


class Doubting(NotingGame):
    """A game in which the last action is not legal once something was done."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        whole = self.legal
        self.legal = lambda state: whole(state) if state == self.initial() else whole(state)[:-1]
