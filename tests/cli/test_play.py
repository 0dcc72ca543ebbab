"""A person at the table: scripted input, and what may be seen."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

Run = Callable[..., Ran]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_game_to_its_end(run: Run, games: Path, types: Callable[[str], None]) -> None:
    types("1\n" * 9)
    ran = run("play", "spec/tictactoe", "--seed", "1")
    assert ran.code == 0
    assert "The game is over." in ran.out
    assert "player 1 (you): " in ran.out


def test_the_same_seed_is_the_same_game(run: Run, games: Path, types: Callable[[str], None]) -> None:
    outs = []
    for _ in range(2):
        types("1\n" * 30)
        outs.append(run("play", "spec/goofspiel", "--seed", "5").out)
    assert outs[0] == outs[1]


@pytest.mark.parametrize("leave", ["q\n", "Q\n", "quit\n", ""])
def test_leaving(run: Run, games: Path, types: Callable[[str], None], leave: str) -> None:
    types(leave)
    ran = run("play", "spec/tictactoe")
    assert ran.code == 0
    assert "You leave the game." in ran.out


def test_only_numbers_on_offer_are_taken(run: Run, games: Path, types: Callable[[str], None]) -> None:
    types("\n0\n10\nx\n-1\n1.5\n²\n99999999999999999999\nq\n")
    ran = run("play", "spec/tictactoe")
    assert ran.out.count("please type a number from 1 to 9") == 7


def test_what_others_hold_is_not_shown(run: Run, games: Path, types: Callable[[str], None]) -> None:
    types("1\nq\n")
    ran = run("play", "spec/goofspiel", "--seed", "2", "--seat", "2")
    assert "of player 1: 13 hidden" in ran.out
    assert "of player 1: 12 hidden" in ran.out


def test_what_others_do_is_told_as_far_as_it_is_seen(run: Run, types: Callable[[str], None]) -> None:
    """Cards that are drawn for a hand, and given to one, are known to those two alone."""
    types("1\n" * 60)
    out = run("play", str(ROOT / "spec" / "european_war"), "--players", "3", "--seed", "2").out
    told = [line for line in out.splitlines() if line.startswith(("player ", "chance: "))]
    assert [line for line in told if line.startswith("chance: deal: ")]
    assert {line.partition(": ")[2] for line in told} >= {"draw: ?", "go on"}
    given = [line.split(": ")[-1].split(", ") for line in told if ": give: " in line]
    assert given
    assert [(card, to) for card, to in given if (card == "?") != (to != "1")] == []
    assert [line for line in told if ": attack: " in line and "?" in line] == []


def test_what_is_chosen_in_secret_is_not_told(run: Run, games: Path, types: Callable[[str], None]) -> None:
    types("1\n" * 13)
    out = run("play", "spec/goofspiel", "--seed", "2").out
    assert [line for line in out.splitlines() if line.startswith("player 2: ")] == []


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--seat", "3"], "E0847"),
        (["--seat", "0"], "E0847"),
        (["--players", "9"], "E0832"),
        (["--reading", "tie=discarded"], "did you mean `ties`?"),
        (["--reading", "ties=discard"], "did you mean `discarded`?"),
        (["--option", "size=99"], "E0833"),
        (["--lang", "xx"], "E0844"),
    ],
)
def test_bad_input(run: Run, games: Path, argv: list[str], said: str) -> None:
    ran = run("play", "spec/goofspiel", *argv)
    assert ran.code == 2
    assert said in ran.err


def test_one_game_has_to_be_named(run: Run, games: Path) -> None:
    ran = run("play", "spec")
    assert ran.code == 2
    assert "spec/goofspiel" in ran.err
