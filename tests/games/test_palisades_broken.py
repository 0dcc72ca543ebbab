"""The example of play by the letter of the source, where the letter is wrong (B1, B2): the course breaks, and it is told at which step."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from refengine.cli.main import main
from tests.games.palisades_folder import copied


def by_the_letter(folder: Path, *changes: tuple[str, str]) -> Path:
    """A copy of the rules in which the course is written otherwise."""
    copy = copied(folder, "examples_*.rules")
    file = copy / "examples.rules"
    text = file.read_text("utf-8")
    for written, instead in changes:
        assert text.count(written) == 1
        text = text.replace(written, instead)
    file.write_text(text, "utf-8")
    return copy


def told(capsys: pytest.CaptureFixture[str], game: Path) -> tuple[int, str]:
    """The exit code, and what is said, with every run of white space one space."""
    code = main(["check", str(game), "--only", "examples"])
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    return code, " ".join((said.out + said.err).split())


def test_the_villager_that_the_text_names_has_no_second_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """B1: with two favours on Oswald, as step 3 has it, there is nothing at William that could be done twice."""
    game = by_the_letter(
        tmp_path,
        ("Favor on William = 2", "Favor on Oswald = 2"),
        ("    at step_3\n", "    1: once_is_enough\n    at step_3\n"),
    )
    code, said = told(capsys, game)
    assert code == 1
    assert "1. example two_turns: at `step_3`: `illegal 1: again because cannot_show_two` " in said
    assert "2. example two_turns: at `step_3`: `once_is_enough` breaks off " in said
    assert "`once_is_enough` is not offered here" in said
    assert " 3. example" not in said


def test_two_cards_are_not_what_the_named_villager_wants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """B1: nor is a hand of one card a reason at Oswald, even in the step before."""
    game = by_the_letter(
        tmp_path,
        ("Favor on William = 2", "Favor on Oswald = 2"),
        (
            "    at step_3\n",
            "    at step_3\n    expect illegal 1: again because cannot_show_two\n    1: once_is_enough\n",
        ),
    )
    code, said = told(capsys, game)
    assert code == 1
    assert "1. example two_turns: at `step_3`: `illegal 1: again because cannot_show_two` " in said
    assert "it is legal" in said


def test_there_is_no_token_of_influence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """B2: what step 8 places on Květa by the letter is nothing that could lie there."""
    game = by_the_letter(tmp_path, ("expect Clue on Květa = 1\n", "expect Influence on Květa = 1\n"))
    code, said = told(capsys, game)
    assert code == 2
    assert "error[E0201]: there is no zone or variable called `Influence`" in said
    assert re.search(r"at step_8 \| -+ `two_turns` has come to `step_8`", said)


def test_nor_is_there_any_influence_to_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """B2: the hunter has spent the last of it in step 7."""
    game = by_the_letter(tmp_path, ("    2: search(Květa)\n", "    expect influence of 2 >= 1\n    2: search(Květa)\n"))
    code, said = told(capsys, game)
    assert code == 1
    assert "1. example two_turns: at `step_8`: `influence of 2 >= 1` " in said
    assert re.search(r"influence: player 1 \d+, player 2 0", said)
