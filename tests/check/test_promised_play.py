"""How often clauses fire, held against what `evidence.toml` promises of play."""

from pathlib import Path

import pytest

from refengine.check.full_page import fired_line
from refengine.check.report import GameReport
from refengine.check.run import Options, check
from refengine.loading import compile_cached
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from tests.check.test_kept import RULES
from tests.engine.rules import rulebook

OPTIONS = Options(traces=2, directed=2, parts=frozenset({"play", "coverage"}))


def report(folder: Path, promised: str, options: Options = OPTIONS) -> GameReport:
    folder.mkdir()
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    (folder / "game.rules").write_text(RULES, "utf-8")
    (folder / "evidence.toml").write_text(f"[fires]\n{promised}\n", "utf-8")
    (found,), _ = find_games(folder)
    return check(compile_cached(found), options, Words(Labels()))


def test_what_is_promised_is_sought_until_it_has_fired_so_often(tmp_path: Path) -> None:
    told = report(tmp_path / "race", '"walk.too_far" = 90\n"Judge.there" = 40')
    assert (told.verdict, told.failures) == ("holds", ())
    assert told.coverage is not None
    fired = {each.clause.path: each.fired for each in told.coverage.promised}
    assert fired["walk.too_far"] >= 90
    assert fired["Judge.there"] >= 40
    assert fired_line(told.coverage).endswith(", 2 of 2 as often as promised")


def test_what_did_not_fire_as_often_is_a_failure(tmp_path: Path) -> None:
    told = report(tmp_path / "race", '"unused" = 2')
    (failure,) = told.failures
    assert (told.verdict, failure.kind, failure.name) == ("violated", "firing", "unused")
    assert failure.what == "it fired 0 times, and 2 are promised"


@pytest.mark.parametrize(
    "options", [Options(traces=2, directed=0), Options(traces=0), Options(parts=frozenset({"laws"}))]
)
def test_nothing_is_asked_of_play_that_did_not_take_place(options: Options, tmp_path: Path) -> None:
    assert report(tmp_path / "race", '"unused" = 2', options).failures == ()


def test_a_promise_that_can_not_be_read_is_bad_input(tmp_path: Path) -> None:
    told = report(tmp_path / "race", '"ahead.tide" = 100')
    assert told.verdict == "bad input"
    assert [each.code for each in told.diagnostics if each.severity == "error"] == ["E0862"]
