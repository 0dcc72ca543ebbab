"""A row says what its statement holds for beside what is printed, where it is known of all of that."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from refengine.check.counterexamples import any_data, row_of
from refengine.check.ledger_text import row_line
from refengine.evidence.ledger import Entry, Found
from refengine.evidence.level import Level
from refengine.loading import load_rules
from refengine.report.citations import Reader

FOOLED = Path(__file__).parents[1] / "fooled"
READER = Reader(None, {})
DATA = {("invariant", "room"): ("any Title",)}


@pytest.mark.parametrize(
    ("verdict", "level", "every_text", "told"),
    [
        ("proved", Level("proved"), False, "invariant room, for any Title"),
        ("proved", Level("proved"), True, "invariant room, for any Title and every text"),
        ("bounded", Level("bounded", 6), False, "invariant room"),
        ("refuted", Level("refuted"), False, "invariant room, refuted"),
    ],
)
def test_only_what_is_known_of_all_data_is_said_of_them(
    verdict: Found, level: Level, every_text: bool, told: str
) -> None:
    entry = Entry("invariant", "room", verdict, level, every_text=every_text)
    assert row_line(row_of(entry, READER, 0, data=DATA)) == told
    assert "any Title" not in row_line(row_of(entry, READER, 0))


def test_what_statements_leave_open_is_read_off_them(tmp_path: Path) -> None:
    for each in (FOOLED / "rulebook.toml", *(FOOLED / "any_data_and_a_token").iterdir()):
        shutil.copy(each, tmp_path)
    game = load_rules(tmp_path).game
    assert game is not None
    found = any_data(game)
    assert found["invariant", "true_any_cost_two_at_most"] == ("any Title",)
    names = [*(each.name for each in game.invariants), *(each.name for each in game.claims)]
    assert {name for _, name in found} == {each for each in names if "any_" in each}
