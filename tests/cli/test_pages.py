"""How a check prints: what is known of the examples first, and on request only what has changed since the last run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refengine.check.play import Campaigns
from refengine.cli.pages import changes
from tests.cli.conftest import Ran

ONLY = ("--only", "examples", "--only", "laws")


@pytest.fixture
def tictactoe(games: Path) -> Path:
    return games / "spec" / "tictactoe"


def examples(game: Path) -> Path:
    return game / "examples.rules"


def spoiled(game: Path) -> None:
    text = examples(game).read_text("utf-8")
    wrong = text.replace("expect not has_three(1), not has_three(2)", "expect has_three(1), not has_three(2)")
    assert wrong != text
    examples(game).write_text(wrong, "utf-8")


def test_examples_are_told_before_anything_is_played(
    tictactoe: Path, run: Callable[..., Ran], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoiled(tictactoe)
    before: list[str] = []
    play = Campaigns.run

    def playing(*arguments: Any) -> Any:
        before.append(capsys.readouterr().out)
        return play(*arguments)

    monkeypatch.setattr(Campaigns, "run", playing)
    ran = run("check", tictactoe, "--traces", 1, "--only", "examples", "--only", "play")
    (first,) = before
    assert "6 examples decided" in first
    assert "1. example one_square_short_of_a_row" in first
    assert "\n  play" not in first
    assert ran.out.startswith("  play")  # the rest follows, and nothing is told twice
    assert "one_square_short_of_a_row" not in ran.out
    assert ran.out.endswith("  verdict     violated: 1 failure\n")


def test_the_parts_are_the_whole_page(tictactoe: Path, run: Callable[..., Ran]) -> None:
    """What is printed in parts is what is printed of games that are checked one after the other."""
    alone = run("check", tictactoe, *ONLY).out
    both = run("check", tictactoe, tictactoe.parent / "goofspiel", *ONLY).out
    assert both.startswith(f"{alone}\n")
    assert both.endswith("\nholds: tictactoe, goofspiel\n")


def test_what_has_not_changed_is_not_printed(tictactoe: Path, run: Callable[..., Ran]) -> None:
    assert "there is no earlier run with these options" in run("check", tictactoe, *ONLY, "--changed").out
    assert run("check", tictactoe, *ONLY, "--changed").out.splitlines()[1:] == ["  nothing has changed"]
    spoiled(tictactoe)
    ran = run("check", tictactoe, *ONLY, "--changed")
    assert ran.code == 1
    assert "    - 6 examples decided" in ran.out
    assert "expectations, 1 failed" in ran.out
    assert "  rules" not in ran.out
    assert run("check", tictactoe, *ONLY, "--changed").out.splitlines()[1:] == ["  nothing has changed"]


def test_a_run_with_other_options_is_another_run(tictactoe: Path, run: Callable[..., Ran]) -> None:
    run("check", tictactoe, *ONLY, "--seed", 7)
    assert "no earlier run" in run("check", tictactoe, *ONLY, "--seed", 8, "--changed").out
    assert "nothing has changed" in run("check", tictactoe, *ONLY, "--seed", 7, "--changed").out


ROUND = """
game round from rulebook round
    players 2..3                                                    per R1

variable chairs: 0..9, starts 0                                     per R1

setup                                                               per R1
    for each player p
        add 1 to chairs
    go Sitting

phase Sitting                                                       per R1
    ask 1
        action rise                                                 per R1
            then game over

outcome                                                             per R1
    scores are 0 for player p
    winners are all player p

invariant zero_of_two                                               per R1
    chairs != 2

invariant all_of_three                                              per R1
    chairs != 3
"""

INDEX = """
[rulebook]
id = "round"
title = "Round"
language = "en"

[[statement]]
id = "R1"
lines = "1"
paraphrase = "Some sit on chairs."
status = "normative"
hash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
"""


def test_what_one_check_saved_the_next_one_tells_in_the_same_order(run: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "round").mkdir()
    (tmp_path / "round" / "game.rules").write_text(ROUND, "utf-8")
    (tmp_path / "round" / "rulebook.toml").write_text(INDEX, "utf-8")
    check = ("check", tmp_path / "round", "--only", "play", "--traces", 2, "--save", tmp_path / "saved")
    first = run(*check, "--verbose")
    assert first.out.index("invariant zero_of_two:") < first.out.index("invariant all_of_three:")
    assert [each.name[:20] for each in sorted((tmp_path / "saved").iterdir())] == [
        "round-invariant-all-",
        "round-invariant-zero",
    ]
    assert run(*check, "--changed").out.splitlines()[1:] == ["  nothing has changed"]
    assert run(*check, "--verbose").out == first.out


def test_changes_are_for_people(tictactoe: Path, run: Callable[..., Ran]) -> None:
    ran = run("check", tictactoe, "--changed", "--format", "json")
    assert (ran.code, ran.out) == (2, "")
    assert "leave out `--format json`" in ran.err


def test_a_line_that_moved_from_one_paragraph_to_another_has_changed() -> None:
    before = ["g (g)", "  proved      1", "              a", "              b", "  unknown     0"]
    now = ["g (g)", "  proved      1", "              b", "  unknown     0", "              a"]
    assert [*changes(before, now)] == ["proved", "  - a", "unknown", "  + a"]
    assert [*changes(before, before)] == []


def test_a_line_that_only_moved_in_its_file_has_not_changed() -> None:
    before = ["g (g)", "  proved      2", "              rule `a` (g/g.rules:3:4)", "              b (x:1:1)"]
    moved = [each.replace("g.rules:3:4", "g.rules:14:4").replace("x:1", "x:2") for each in before]
    assert [*changes(before, moved)] == []
    other = [each.replace("g/g.rules", "g/h.rules") for each in moved]
    assert [*changes(before, other)] == ["proved", "  - rule `a` (g/g.rules:3:4)", "  + rule `a` (g/h.rules:14:4)"]
    counted = [each.replace("  2", "  3") for each in moved]
    assert [*changes(before, counted)] == ["proved", "  - 2", "  + 3"]
