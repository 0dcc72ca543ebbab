"""Places with an order that is left open: proved where nothing goes through them one by one, and else given up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from refengine.rulings import holdings
from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from refengine.rulings.ruling import OpenParts, Ruling
from tests.rulings.asking import ask
from tests.rulings.urn import write

RULES = """\
game shelf from rulebook urn
    players 2 per R1

kind Colour is Red, Blue per R1

component Book per R1
    colour: Colour
    width: 1..4
    one of each colour and width

zone row holds Book, ordered per R1
zone hand of each player holds Book per R1

variable heavy: 0..9, starts 0 per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action read(b in hand of p) per R1
            when some c in row has c.width > b.width
            then move b to row
    heavy_ones
    game over

value reds: count per R1
    is number of b in row with b.colour is Red
"""

ONE_BY_ONE = "    for each b in row\n        set heavy to if heavy = 0 then b.width else heavy\n"


def judge_of(folder: Path, then: str = "") -> Judge:
    return load_judge(write(folder, RULES.replace("    heavy_ones\n", then)))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    return judge_of(tmp_path_factory.mktemp("shelf"))


def opened(ruling: Ruling) -> OpenParts:
    assert ruling.open is not None
    return ruling.open


def verdicts(ruling: Ruling) -> set[tuple[str, str, str | None]]:
    return {(each.outcome, json.dumps(each.answer), each.where) for each in opened(ruling).holdings}


GIVEN = ("given phase Turn(1), Book(Red, 3) in hand of 1", "given any 3 books in row")
"""210 ways, of which six at a time are the same books in another order."""

QUESTIONS = (
    "reds",
    "some b in row has b.width = 4 and b.colour is Blue",
    "highest of b.width for b in row",
    "whether 1: read(Book(Red, 3)) is legal",
    "after 1: read(Book(Red, 3)): reds",
    "who acts",
)


@pytest.mark.parametrize("asked", QUESTIONS)
def test_what_reads_no_order_is_proved_as_it_is_gone_through(
    shelf: Judge, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (counted,) = ask(shelf, *GIVEN, asked)
    assert (opened(counted).ways, opened(counted).proved) == (210, False)
    monkeypatch.setattr(holdings, "MOST_WAYS", 4)
    monkeypatch.setattr(holdings, "FIRST_WAYS", 3)
    (proved,) = ask(shelf, *GIVEN, asked)
    assert opened(proved).proved
    assert {each[:2] for each in verdicts(proved)} == {each[:2] for each in verdicts(counted)}


@pytest.mark.parametrize("asked", ["row", "legal actions of 1"])
def test_what_lists_things_in_order_is_not_followed(shelf: Judge, asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holdings, "MOST_WAYS", 4)
    (ruling,) = ask(shelf, *GIVEN, asked)
    assert (ruling.outcome, opened(ruling).gave_up) == (
        "partly",
        "the prover does not follow the order in which pieces lie",
    )


def test_a_script_that_goes_through_them_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = judge_of(tmp_path, ONE_BY_ONE)
    row = ("Book(Red, 4) in row", "Book(Red, 1) in row")
    for first, second, width in ((*row, 4), (*reversed(row), 1)):
        (known,) = ask(judge, f"{GIVEN[0]}, {first}, {second}", "1: read(Book(Red, 3))", "heavy")
        assert known.answer == width
    monkeypatch.setattr(holdings, "MOST_WAYS", 4)
    (ruling,) = ask(judge, *GIVEN, "after 1: read(Book(Red, 3)): heavy = 4")
    assert (ruling.outcome, opened(ruling).gave_up) == (
        "partly",
        "the prover does not follow the order in which pieces lie",
    )
